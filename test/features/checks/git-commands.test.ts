/** The commands that a check shows print, on a real repository, just what it says they print. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { checkOf } from '../../../src/features/checks/check.ts';
import { countCommand } from '../../../src/features/checks/git-commands.ts';
import { isoDay, parseDay } from '../../../src/lib/period.ts';
import { gitHistory } from '../../../src/pipeline/collect/git/history.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { publish } from '../../../src/pipeline/edition/publish.ts';
import { accountRules } from '../../../src/pipeline/signals/accounts.ts';
import { openPublished, type Published } from '../../../src/published/published.ts';
import { data, makeRepository } from '../../../tools/made-repository.ts';
import { exampleCompany, mainRepositories } from '../../support/example-company.ts';
import { ledgerOf } from '../../support/histories.ts';
import { BASE_URL, examplePublication, siteOf, TEN_WEEKS } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const RULES = accountRules({ automations: { names: ['Renovate'], addresses: [] }, agents: [] });
const END = parseDay('2025-06-29');

/**
 * 90 days in which three people commit, one of them by two addresses, a bot updates, branches are
 * merged, and a clock runs behind now and then.
 */
function* commits(): Generator<string> {
  let mark = 0;
  const commit = (day: number, second: number, who: string, message: string, merged?: number) => {
    const at = day * 86_400 + second;
    const before = mark === 0 ? '' : `from :${mark}\n`;
    const merge = merged === undefined ? '' : `merge :${merged}\n`;
    mark++;
    return `commit refs/heads/main\nmark :${mark}\nauthor ${who} ${at} +0000\ncommitter ${who} ${at} +0000\n${data(message)}\n${before}${merge}\n`;
  };
  const people = [
    'Ada One <ada@example.org>',
    'Ben Two <ben@example.org>',
    'Ada One <a@home.example>',
  ];
  for (let ago = 89; ago >= 0; ago--) {
    const day = END - ago;
    yield commit(
      day,
      100,
      people[ago % 3] ?? '',
      'Work\n\nCo-authored-by: Cai Three <cai@example.org>',
    );
    if (ago % 4 === 0) yield commit(day, 200, 'Renovate <bot@example.org>', 'Update');
    // A clock that is ten days behind, in the middle of the history.
    if (ago % 9 === 0) yield commit(day - 10, 300, people[1] ?? '', 'Late');
    if (ago % 5 === 0) yield commit(day, 86_399, people[0] ?? '', 'Merge', Math.max(1, mark - 1));
  }
}

/** Output of a shell command. */
const printed = (command: string, folder: string) =>
  execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' }).trim();

describe('the commands of a check', () => {
  let folder: string;
  let published: Published;
  before(async () => {
    folder = await temporaryFolder();
    // Where the shown command would clone it to.
    const gitDir = await makeRepository(join(folder, 'core.git'), commits());
    const history = await gitHistory({
      gitDir,
      repository: 'acorn/core',
      coveredFrom: null,
      copiedAt: (END + 1) * 86_400 + 1,
      identityKey: Buffer.alloc(32, 1),
      rules: RULES,
    });
    const read = [];
    for await (const one of history.commits) read.push(one);
    const ledger = await ledgerOf(folder, { acorn: [{ ...history, commits: read }] }, RULES);
    const options = await examplePublication(folder, TEN_WEEKS);
    const registry = {
      ...options.registry,
      companies: [exampleCompany('acorn', { repositories: mainRepositories('acorn/core') })],
    };
    const store = new EditionStore(join(folder, 'own'));
    await publish({ ...options, ledger, registry, store });
    published = await openPublished(siteOf({ store, registry, baseUrl: BASE_URL }));
  });

  it('print what counts and what is left out, together', async () => {
    for (const period of ['2025-w26', '2025-w24']) {
      const check = (await checkOf('acorn', 'commits', period, published))?.check;
      assert.ok(check && 'number' in check && check.number === 'commits');
      const [core] = check.repositories;
      assert.ok(core);
      assert.equal(printed(core.git.count, folder), String(core.current.printed));
      assert.equal(printed(core.git.countPrior, folder), String(core.prior.printed));
      const { merge, automation } = core.current.leftOut;
      assert.ok(merge > 0 && automation > 0);
      assert.equal(core.current.counted, core.current.printed - merge - automation);
      assert.match(check.sentence, new RegExp(`^${check.value}, all in acorn/core; against `));
    }
  });

  it('print a line a day, with the bots', async () => {
    const check = (await checkOf('acorn', 'commits', '2025-w26', published))?.check;
    assert.ok(check && 'number' in check && check.number === 'commits');
    const [core] = check.repositories;
    assert.ok(core);
    const lines = printed(core.git.daily, folder).split('\n');
    const days = new Map(lines.map((line) => line.trim().split(' ').reverse() as [string, string]));
    const { commits: counted, leftOut } = core.days;
    for (let day = 14; day < 28; day++) {
      const expected = (counted[day] ?? 0) + (leftOut.automation?.[day] ?? 0);
      assert.equal(Number(days.get(isoDay(END - 27 + day)) ?? 0), expected);
    }
  });

  it('print at least as many addresses as there are people', async () => {
    const check = (await checkOf('acorn', 'contributors', '2025-w26', published))?.check;
    assert.ok(check && 'number' in check && check.number === 'contributors');
    assert.equal(check.value, 3);
    const [core] = check.repositories;
    // Ada's two addresses, Ben, Cai, and the bot.
    assert.equal(Number(printed(core?.git.addresses ?? '', folder)), 5);
  });

  it('quote names that a shell would read otherwise', () => {
    const window = { from: '2025-06-16', through: '2025-06-29' };
    const command = countCommand("evil/$(touch x)'; rm", window);
    assert.match(command, /^git -C '\$\(touch x\)'\\''; rm\.git' rev-list /);
  });
});
