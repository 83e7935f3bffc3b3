/** The people of a history, and the rows of a company with a repository that cannot be read. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { cli } from '../../support/cli.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { ADA, DAY, GitFixture, MONDAY, type Person } from './git-fixture.ts';
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
  assert.ok(ledger);
  return rowsIn(ledger, sql);
}

describe('a history has the same people', () => {
  const GRACE = { name: 'Grace Hopper', address: 'grace@new.example' };
  const KIM = { name: 'Kim', address: 'kim@new.example' };
  const MAILMAP = `Grace Hopper <grace@new.example> <gh@old.example>
Grace Hopper <grace@new.example> ghopper <root@laptop>
Kim <kim@new.example> <kim@old.example>
`;
  const naming = ({ name, address }: Person) => `x\n\nCo-authored-by: ${name} <${address}>`;

  function made(t: TestContext): GitFixture {
    const origin = new GitFixture(t);
    origin.commit({ author: GRACE, files: { '.mailmap': MAILMAP } });
    origin.commit({ author: { name: 'G. Hopper', address: 'gh@old.example' } });
    origin.commit({ author: { name: 'ghopper', address: 'root@laptop' } });
    origin.commit({ author: KIM, message: naming({ name: 'Kim', address: 'kim@old.example' }) });
    origin.commit({
      author: GRACE,
      message: naming({ name: 'G. Hopper', address: 'gh@old.example' }),
    });
    // By name alone, at an address that the mailmap does not have.
    origin.commit({ author: KIM, message: naming({ ...GRACE, address: 'grace@home.example' }) });
    return origin;
  }

  it('from every source, in whatever folder the command runs', async (t) => {
    const origin = made(t);
    const folder = await temporaryFolder(t);
    const working = clone(origin, join(folder, 'working'));
    const bare = clone(origin, join(folder, 'bare'), '--bare');
    const partial = clone(origin, join(folder, 'partial'), '--filter=blob:none');
    const elsewhere = await temporaryFolder(t);
    const everybody = ['grace@new.example', 'gh@old.example', 'kim@new.example', 'kim@old.example'];
    const another = everybody.map((address) => `All <all@example.org> <${address}>\n`).join('');
    await writeFile(join(elsewhere, '.mailmap'), another);
    const url = await serveGit(t, origin);
    const records = join(folder, 'records');
    const sources = [
      ...[working, bare, partial].map((path) => ['--local', path]),
      [],
      ['--record', records],
      ['--recorded', records],
    ];
    const runs = [
      ...sources.map((source) => ({ source, cwd: elsewhere })),
      ...[working, bare].map((cwd) => ({ source: ['--local', working], cwd })),
    ];
    for (const { source, cwd } of runs) {
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
    const sign = (signature: string) => {
      const line = `${signature} ${MONDAY} +0000\n`;
      origin.rawCommit(Buffer.from(`author ${line}committer ${line}\nx\n`, 'latin1'));
    };
    sign('J\xf6rg M\xfcller <jorg@a.example>');
    sign('J\xe4rg M\xf6ller <jarg@b.example>');
    sign('J\xc3\xb6rg Fischer <j\xf6rg@c.example>');
    sign('J\xc3\xa4rg Bauer <j\xe4rg@c.example>');
    // Text that was mangled before it was committed.
    sign('J\xef\xbf\xbdrg Weber <x@d.example>');
    sign('J\xef\xbf\xbdrg Weber <y@d.example>');
    sign('J\xf6rg M\xfcller <jorg@a.example>');
    const data = await tracking(t, 'acme/core');
    await cli(['collect', 'acme', '--local', origin.path], { DATA_DIR: data });
    const people = `SELECT CAST(sum(commits) AS INTEGER) AS commits FROM activity
      GROUP BY person ORDER BY commits`;
    assert.deepEqual((await inLedger(data, people)).flat(), [1, 1, 1, 1, 1, 2]);
  });
});

describe('a repository that cannot be read', () => {
  const ROWS = `SELECT repository, CAST(sum(commits) AS INTEGER) FROM activity
    GROUP BY repository ORDER BY repository`;

  /** How git fails on it, and how to get out of that. */
  const troubles: Record<
    string,
    { harm: (origin: GitFixture, path: string) => void; remedy: RegExp }
  > = {
    'lacks an object': {
      harm: (_, path) => {
        const git = (...args: string[]) =>
          execFileSync('git', ['-C', path, ...args], { stdio: 'pipe' })
            .toString()
            .trim();
        const tree = git('rev-parse', 'HEAD~1^{tree}');
        rmSync(join(path, 'objects', tree.slice(0, 2), tree.slice(2)));
      },
      remedy: /run git fsck in .*side, and clone it again if that finds faults$/m,
    },
    'is shallow': {
      harm: (origin, path) => {
        rmSync(path, { recursive: true });
        clone(origin, path, '--bare', '--depth=1');
      },
      remedy: /lacks its older history; run git fetch --unshallow in it$/m,
    },
    'is not there': {
      harm: (_, path) => rmSync(path, { recursive: true }),
      remedy: /holds no repository acme\/side; clone it into .*side$/m,
    },
    'has settings that git does not understand': {
      harm: (_, path) => appendFileSync(join(path, 'config'), '[core'),
      remedy: /run git fsck in .*side, and clone it again/m,
    },
  };
  for (const [what, { harm, remedy }] of Object.entries(troubles))
    it(`because it ${what} keeps its own rows, while its company’s others count`, async (t) => {
      const [core, side] = [new GitFixture(t), new GitFixture(t)];
      for (const origin of [core, side])
        for (const content of ['1', '2', '3'])
          origin.commit({ author: ADA, files: { [`${origin === core}.ts`]: content } });
      const folder = await temporaryFolder(t);
      const paths = { core: join(folder, 'acme', 'core'), side: join(folder, 'acme', 'side') };
      clone(core, paths.core, '--bare');
      execFileSync('cp', ['-r', side.path, paths.side]);
      const data = await tracking(t, 'acme/core', 'acme/side');
      const collect = () => cli(['collect', 'acme', '--local', folder], { DATA_DIR: data });
      await collect();
      assert.deepEqual(await inLedger(data, ROWS), [
        ['acme/core', 3],
        ['acme/side', 3],
      ]);

      harm(side, paths.side);
      core.commit({ at: MONDAY + 20 * DAY });
      execFileSync('git', ['-C', paths.core, 'fetch', '--quiet', core.url, '+main:main']);
      const { status, stdout } = await collect();
      assert.deepEqual(await inLedger(data, ROWS), [
        ['acme/core', 4],
        ['acme/side', 3],
      ]);
      assert.match(stdout, /^failed +acme\/side: /m);
      assert.match(stdout, remedy);
      assert.match(stdout, /^Not read: acme\/side\. .* run bellwether collect acme\.$/m);
      assert.doesNotMatch(stdout, /Nothing could be read/);
      assert.equal(status, 1);
    });

  it('counts no commit twice that a fork of it has as well', async (t) => {
    const core = new GitFixture(t);
    for (const content of ['1', '2', '3']) core.commit({ author: ADA, files: { a: content } });
    const folder = await temporaryFolder(t);
    const path = clone(core, join(folder, 'acme', 'core'), '--bare');
    core.commit({ author: ADA, files: { a: '4' } });
    clone(core, join(folder, 'acme', 'fork'), '--bare');
    const data = await tracking(t, 'acme/core', 'acme/fork');
    const collect = () => cli(['collect', 'acme', '--local', folder], { DATA_DIR: data });
    await collect();
    const expected = [
      ['acme/core', 3],
      ['acme/fork', 1],
    ];
    assert.deepEqual(await inLedger(data, ROWS), expected);

    rmSync(path, { recursive: true });
    const { status, stdout } = await collect();
    assert.deepEqual(await inLedger(data, ROWS), expected);
    assert.match(stdout, /^failed +acme\/core: /m);
    assert.match(stdout, /^Not read: acme\/core\. .* repositories that share commits with them/m);
    assert.equal(status, 1);
  });
});
