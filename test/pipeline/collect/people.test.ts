/** The people of a history, and what a command says of a repository that cannot be read. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { localSource } from '../../../src/pipeline/collect/sources.ts';
import { openLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { cli } from '../../support/cli.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { ADA, all, DAY, GitFixture, MONDAY, type Person, READING } from './git-fixture.ts';
import { serveGit } from './git-server.ts';

/** A data folder that tracks a company of these repositories. */
async function tracking(t: TestContext, ...repositories: string[]): Promise<string> {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'registry', 'companies'), { recursive: true });
  const unknown = ['website', 'geography', 'founded', 'linkedin'].map((name) => `${name}: null\n`);
  await writeFile(
    join(folder, 'registry', 'companies', 'acme.yaml'),
    `name: Acme\nsector: databases\ndescription: Makes examples.\ngithub: acme\nsources: []\n${unknown.join('')}repositories: [${repositories.join(', ')}]\n`,
  );
  return folder;
}

function clone(origin: GitFixture, folder: string, ...options: string[]): string {
  execFileSync('git', ['clone', '--quiet', ...options, origin.url, folder], { stdio: 'pipe' });
  return folder;
}

async function inLedger(dataFolder: string, sql: string) {
  const ledger = await openLedger(join(dataFolder, 'ledger'));
  return rowsIn(ledger ?? assert.fail(), sql);
}

describe('a history has the same people', () => {
  const GRACE = { name: 'Grace Hopper', address: 'grace@new.example' };
  const KIM = { name: 'Kim', address: 'kim@new.example' };
  const MAILMAP = `Grace Hopper <grace@new.example> <gh@old.example>
Grace Hopper <grace@new.example> ghopper <root@laptop>
Kim <kim@new.example> <kim@old.example>
`;
  const naming = ({ name, address }: Person) => `x\n\nCo-authored-by: ${name} <${address}>`;

  it('from every source, in any working folder', async (t) => {
    const origin = new GitFixture(t);
    origin.commit({ author: GRACE, files: { '.mailmap': MAILMAP } });
    origin.commit({ author: { name: 'G. Hopper', address: 'gh@old.example' } });
    origin.commit({ author: { name: 'ghopper', address: 'root@laptop' } });
    origin.commit({ author: KIM, message: naming({ name: 'Kim', address: 'kim@old.example' }) });
    // By name alone, at an address that the mailmap does not have.
    origin.commit({ author: KIM, message: naming({ ...GRACE, address: 'grace@home.example' }) });
    const folder = await temporaryFolder(t);
    const working = clone(origin, join(folder, 'working'));
    const partial = clone(origin, join(folder, 'partial'), '--filter=blob:none');
    const everybody = ['grace@new.example', 'gh@old.example', 'kim@new.example', 'kim@old.example'];
    const another = everybody.map((address) => `All <all@example.org> <${address}>\n`).join('');
    await writeFile(join(folder, '.mailmap'), another);
    const url = await serveGit(t, origin);
    for (const [source, cwd] of [
      [['--local', working], folder],
      [['--local', partial], working],
      [[], folder],
    ] as const) {
      const data = await tracking(t, 'acme/core');
      const environment = { DATA_DIR: data, GIT_BASE_URL: url };
      const { status, stdout } = await cli(['collect', 'acme', ...source], environment, cwd);
      assert.equal(status, 0, stdout);
      const people = 'SELECT CAST(count(DISTINCT person) AS INTEGER) FROM activity';
      assert.deepEqual(await inLedger(data, people), [[2]], `${source} in ${cwd}`);
    }
  });

  it('two for two names that are not valid text, and one for an address of either', async (t) => {
    const origin = new GitFixture(t);
    const signatures = [
      'J\xf6rg M\xfcller <jorg@a.example>',
      'J\xe4rg M\xf6ller <jarg@b.example>',
      'J\xc3\xb6rg Fischer <j\xf6rg@c.example>',
      'J\xc3\xa4rg Bauer <j\xe4rg@c.example>',
      // Text that was mangled before it was committed.
      'J\xef\xbf\xbdrg Weber <x@d.example>',
      'J\xef\xbf\xbdrg Weber <y@d.example>',
      'J\xf6rg M\xfcller <jorg@a.example>',
    ];
    for (const signature of signatures) {
      const line = `${signature} ${MONDAY} +0000\n`;
      origin.rawCommit(Buffer.from(`author ${line}committer ${line}\nx\n`, 'latin1'));
    }
    const commits = (await origin.commits()).reverse();
    const addresses = commits.map(({ emailHash }) => emailHash);
    assert.equal(new Set(addresses).size, 6);
    assert.equal(addresses[6], addresses[0]);
    // A name of which the text is not known says nothing.
    const named = commits.map(({ nameHash }) => nameHash !== '');
    assert.deepEqual(named, [false, false, true, true, false, false, false]);
  });
});

describe('a repository that cannot be read', () => {
  const ROWS = `SELECT repository, CAST(sum(commits) AS INTEGER) FROM activity
    GROUP BY repository ORDER BY repository`;

  /** How git fails on it, and how to get out of that. */
  const troubles: Record<string, [harm: (path: string, origin: GitFixture) => void, RegExp]> = {
    'lacks an object': [
      (path, origin) => {
        const tree = origin.git(['rev-parse', 'main~1^{tree}']);
        rmSync(join(path, 'objects', tree.slice(0, 2), tree.slice(2)));
      },
      /run git fsck in .*side, and clone it again if that finds faults$/,
    ],
    'is shallow': [
      (path, origin) => {
        rmSync(path, { recursive: true });
        clone(origin, path, '--bare', '--depth=1');
      },
      /lacks its older history; run git fetch --unshallow in it$/,
    ],
    'is not there': [
      (path) => rmSync(path, { recursive: true }),
      /holds no repository acme\/side; clone it into .*side$/,
    ],
    'has settings that git does not understand': [
      (path) => appendFileSync(join(path, 'config'), '[core'),
      /run git fsck in .*side, and clone it again/,
    ],
  };
  it('fails with what can be done about it', async (t) => {
    const origin = new GitFixture(t);
    for (const content of ['1', '2', '3']) origin.commit({ files: { 'a.ts': content } });
    for (const [what, [harm, remedy]] of Object.entries(troubles)) {
      const folder = await temporaryFolder(t);
      const path = join(folder, 'acme', 'side');
      await mkdir(join(folder, 'acme'));
      execFileSync('cp', ['-r', origin.path, path]);
      harm(path, origin);
      const source = localSource(folder, READING, { single: false });
      const opened = await source.open('acme/side', new AbortController().signal);
      // The commits are read later, and the collection adds the remedy then.
      const fault = opened.history && (await all(opened.history.commits).catch(String));
      const message = fault ? `${fault}; ${opened.remedy}` : opened.message;
      assert.match(message, remedy, what);
    }
  });

  it('keeps its own rows, while its company’s others count, and a fork counts nothing twice', async (t) => {
    const core = new GitFixture(t);
    for (const content of ['1', '2', '3']) core.commit({ author: ADA, files: { a: content } });
    const folder = await temporaryFolder(t);
    const path = clone(core, join(folder, 'acme', 'core'), '--bare');
    core.commit({ author: ADA, files: { a: '4' } });
    clone(core, join(folder, 'acme', 'fork'), '--bare');
    const side = clone(new GitFixture(t), join(folder, 'acme', 'side'), '--bare');
    execFileSync('git', ['-C', side, 'fetch', '--quiet', core.url, '+main:main']);
    const own = new GitFixture(t);
    own.commit({ at: MONDAY + 20 * DAY });
    execFileSync('git', ['-C', side, 'fetch', '--quiet', own.url, '+main:main']);
    const data = await tracking(t, 'acme/core', 'acme/fork', 'acme/side');
    const collect = () => cli(['collect', 'acme', '--local', folder], { DATA_DIR: data });
    await collect();
    const rows = [
      ['acme/core', 3],
      ['acme/fork', 1],
    ];
    assert.deepEqual(await inLedger(data, ROWS), [...rows, ['acme/side', 1]]);

    rmSync(path, { recursive: true });
    own.commit({ at: MONDAY + 21 * DAY });
    execFileSync('git', ['-C', side, 'fetch', '--quiet', own.url, '+main:main']);
    const { status, stdout } = await collect();
    assert.deepEqual(await inLedger(data, ROWS), [...rows, ['acme/side', 2]]);
    assert.match(stdout, /^failed +acme\/core: /m);
    assert.match(stdout, /^Not read: acme\/core\. .* repositories that share commits with them/m);
    assert.match(stdout, /run bellwether collect again\.$/m);
    assert.equal(status, 1);
  });
});
