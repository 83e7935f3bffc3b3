/** A repository that is made to hang or to fill memory costs its own company's news, and nothing else. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { collect } from '../../../src/pipeline/collect/collect-companies.ts';
import { runGit } from '../../../src/pipeline/collect/git/run-git.ts';
import { copyFolder, hostedSource } from '../../../src/pipeline/collect/sources.ts';
import { Stage } from '../../../src/pipeline/collect/staging.ts';
import { openLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { exampleCompany } from '../../support/example-company.ts';
import { hurryGit, replaceGit } from '../../support/git-on-path.ts';
import { rowsIn } from '../../support/ledger-rows.ts';
import { GitFixture, MONDAY, READING, RULES, temporaryFolder } from './git-fixture.ts';

const HOUR_MS = 3_600_000;
const BEFORE_1970 = `author c <c@example.org> ${MONDAY} +0000\ncommitter c <c@example.org> -1 +0000\n\nx\n`;

describe('a commit that is dated before 1970', () => {
  it('is collected and not counted, at first and after fetches that are packed', async (t) => {
    const { origins, copies, collectAll } = host(t, 'old');
    const origin = origins.old;
    addOldCommit(origin);
    assert.deepEqual(await counts((await collectAll()).ledger), { old: [3, 2, 1] });
    const gitDir = copyFolder(copies, 'old/core');
    await runGit(['config', 'gc.autoPackLimit', '1'], { gitDir });
    for (let fetch = 0; fetch < 3; fetch++) {
      origin.commit();
      const { outcomes } = await collectAll();
      assert.deepEqual(
        outcomes.map(({ status, message }) => [status, message]),
        [['fetched', 'fetched what is new']],
      );
      const packs = readdirSync(join(gitDir, 'objects', 'pack'));
      assert.equal(packs.filter((name) => name.endsWith('.pack')).length, 1);
    }
    assert.deepEqual(await counts(await openLedger(collectAll.ledgerFolder)), { old: [6, 5, 1] });
    assert.deepEqual(readdirSync(join(gitDir, 'objects', 'info')).filter(isGraph), []);
  });

  for (const command of ['fetch', 'log', 'gc'])
    it(`on which git ${command} never ends leaves its company’s rows, and the others are collected`, async (t) => {
      const { origins, collectAll } = host(t, 'old', 'sound');
      addOldCommit(origins.old);
      origins.sound.commit();
      await collectAll();
      for (const origin of Object.values(origins)) origin.commit();
      // Git of this version may not spin on its own.
      replaceGit(
        t,
        `case "$*" in *old__core*' ${command} '*)
          "$GIT" "$@" > "$FOLDER/output"
          "$GIT" "$1" commit-graph write --reachable
          while :; do :; done;; esac
        exec "$GIT" "$@"`,
      );
      hurryGit(t, { idleMs: 1500, totalMs: HOUR_MS });
      const { outcomes, kept, ledger } = await collectAll();
      const old = outcomes.filter(({ company }) => company === 'old');
      assert.match(
        old.map(({ message }) => message).join(),
        new RegExp(`git ${command} was ended`),
      );
      assert.ok(old.every(({ repository }) => repository === 'old/core'));
      assert.deepEqual(kept, command === 'log' ? ['old'] : []);
      const isNews = command !== 'log';
      assert.deepEqual(await counts(ledger), {
        old: isNews ? [4, 3, 1] : [3, 2, 1],
        sound: [2, 2, 0],
      });
    });
});

describe('a tree of a few kilobytes with ten thousand million paths', () => {
  for (const [what, file] of [
    ['short', 'f'],
    ['manifests’', 'package.json'],
  ] as const)
    it(`and ${what} names fails by name, in bounded memory, and ends what git runs for it`, async (t) => {
      const { origins, copies, collectAll } = host(t, 'nested', 'sound');
      origins.sound.commit();
      nest(origins.nested, { depth: 10, width: 10, file });
      const { outcomes, kept, ledger } = await collectAll();
      const failed = outcomes.filter(({ status }) => status === 'failed');
      assert.deepEqual(
        failed.map(({ repository }) => repository),
        ['nested/core'],
      );
      assert.match(
        failed[0]?.message ?? '',
        /(?:out of memory|commit [0-9a-f]{40} has).*; leave the repository out of the registry$/,
      );
      assert.deepEqual(kept, ['nested']);
      assert.deepEqual(await counts(ledger), { sound: [1, 1, 0] });
      const processes = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
      assert.ok(!processes.includes(copies), processes);
    });
});

describe('what is read of a commit', () => {
  it('has at most 50 000 manifests', async (t) => {
    const fixture = new GitFixture(t);
    nest(fixture, { depth: 2, width: 230, file: 'package.json' });
    await assert.rejects(fixture.commits(), {
      code: 'git-too-much',
      message: /^commit [0-9a-f]{40} has 50000 manifests, more than any/,
    });
  });

  it('has at most a thousand co-authors, each of them whole', async (t) => {
    const fixture = new GitFixture(t);
    const trailers = (count: number, padding: string) =>
      Array.from({ length: count }, (_, at) => `Co-authored-by: ${padding} <${at}@example.org>`);
    fixture.commit({ message: `x\n\n${trailers(3000, 'Cleo Sample').join('\n')}\n` });
    assert.equal((await fixture.lastCommit()).coauthors.length, 1000);
    fixture.commit({ message: `x\n\n${trailers(3, 'Cleo '.repeat(6000)).join('\n')}\n` });
    const { coauthors: whole } = await fixture.lastCommit();
    assert.equal(whole.length, 2);
    fixture.commit({ message: `x\n\n${trailers(2, 'Cleo '.repeat(6000)).join('\n')}\n` });
    assert.deepEqual((await fixture.lastCommit()).coauthors, whole);
  });

  it('has at most 65 536 bytes of a field, of eight megabytes', async (t) => {
    const fixture = new GitFixture(t);
    fixture.commit({ message: `x\n\nCo-authored-by: ${'x'.repeat(1 << 23)} <cleo@example.org>\n` });
    assert.deepEqual((await fixture.lastCommit()).coauthors, []);
  });
});

/** Companies of one repository each (`<slug>/core`), on a host of their own. */
function host<const S extends string>(t: TestContext, ...slugs: S[]) {
  const folder = temporaryFolder(t);
  const copies = join(folder, 'copies');
  const origins = Object.fromEntries(slugs.map((slug) => [slug, new GitFixture(t)])) as Record<
    S,
    GitFixture
  >;
  for (const slug of slugs) link(folder, `${slug}/core`, origins[slug].path);
  const ledgerFolder = join(folder, 'ledger');
  const given = {
    companies: slugs.map((slug) => exampleCompany(slug)),
    source: hostedSource(copies, READING, pathToFileURL(folder).href),
    ...{ rules: RULES, erased: [], stage: new Stage(join(folder, 'staged')), ledgerFolder },
    concurrency: slugs.length,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
  const collectAll = async () => collect({ ...given, base: await openLedger(ledgerFolder) });
  return { origins, copies, collectAll: Object.assign(collectAll, { ledgerFolder }) };
}

function link(folder: string, name: string, path: string): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  symlinkSync(path, join(folder, `${name}.git`));
}

function addOldCommit(origin: GitFixture): void {
  origin.commit();
  origin.rawCommit(BEFORE_1970);
  origin.commit();
}

/** A commit of a file in `width ** depth` folders, which share their trees. */
function nest(
  origin: GitFixture,
  { depth, width, file }: { depth: number; width: number; file: string },
): void {
  const write = (type: string, bytes: Buffer) =>
    origin.git(['hash-object', '-t', type, '-w', '--literally', '--stdin'], bytes);
  const tree = (mode: string, names: readonly string[], id: string) => {
    const entry = (name: string) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')];
    return write('tree', Buffer.concat(names.toSorted().flatMap(entry)));
  };
  let id = tree('100644', [file], write('blob', Buffer.from('{"dependencies":{"zod":"1"}}')));
  const names = Array.from({ length: width }, (_, at) => `d${at}`);
  for (let level = 0; level < depth; level++) id = tree('40000', names, id);
  const person = `A Sample <a@example.org> ${MONDAY} +0000`;
  const commit = `tree ${id}\nauthor ${person}\ncommitter ${person}\n\nm\n`;
  origin.git(['update-ref', 'refs/heads/main', write('commit', Buffer.from(commit))]);
}

/** Commits that were read, that count, and that are misdated, by company. */
async function counts(ledger: Awaited<ReturnType<typeof openLedger>>): Promise<unknown> {
  assert.ok(ledger);
  const query = 'SELECT company, commits, counted, misdated FROM repositories ORDER BY company';
  const rows = await rowsIn(ledger, query);
  return Object.fromEntries(rows.map(([company, ...row]) => [company, row.map(Number)]));
}

function isGraph(name: string): boolean {
  return name.startsWith('commit-graph');
}
