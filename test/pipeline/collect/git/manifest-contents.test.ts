/** Dependencies from a partial clone, over HTTP from a hosting service on this machine. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { gitReading, hostedSource } from '../../../../src/pipeline/collect/sources.ts';
import { exampleRegistry } from '../../../support/publication.ts';
import { all, GitFixture, temporaryFolder } from '../git-fixture.ts';
import { type Behaviour, serveGit } from '../git-server.ts';

type Served = {
  origin: GitFixture;
  /** Paths that were asked for since the last time they were taken. */
  taken: () => string[];
  behave: (next: (path: string) => Behaviour) => void;
  open: (coveredFrom?: string) => ReturnType<ReturnType<typeof hostedSource>['open']>;
};

async function serve(t: TestContext): Promise<Served> {
  const origin = new GitFixture(t);
  const folder = temporaryFolder(t);
  let behaviour: (path: string) => Behaviour = () => 'serve';
  let paths: string[] = [];
  const url = await serveGit(t, origin, (path) => {
    paths.push(path);
    return behaviour(path);
  });
  return {
    origin,
    taken: () => {
      const took = paths;
      paths = [];
      return took;
    },
    behave: (next) => {
      behaviour = next;
    },
    open: async (coveredFrom) => {
      const reading = await gitReading(await exampleRegistry(), folder, coveredFrom ?? null);
      const source = hostedSource(join(folder, 'copies'), reading, url);
      return source.open('example/one', new AbortController().signal);
    },
  };
}

const npm = (dependencies: Record<string, string>, name?: string) =>
  JSON.stringify({ name, dependencies });

/** Changes of each commit, newest first. */
async function changesIn(opened: Awaited<ReturnType<Served['open']>>) {
  assert.ok(opened.history, opened.message);
  return (await all(opened.history.commits)).map(({ dependenciesAdded, dependenciesRemoved }) => ({
    ...(dependenciesAdded.length > 0 && { added: dependenciesAdded }),
    ...(dependenciesRemoved.length > 0 && { removed: dependenciesRemoved }),
  }));
}

describe('manifests from a hosting service', () => {
  test('of hundreds of contents take two requests, and nothing else is fetched', async (t) => {
    const { origin, taken, open } = await serve(t);
    for (let commit = 0; commit < 6; commit++) {
      const files: Record<string, string> = { [`src/${commit}.ts`]: 'x'.repeat(1000) };
      for (let workspace = 0; workspace < 100; workspace++)
        files[`packages/w${workspace}/package.json`] = npm(
          { react: String(commit), [commit < 3 ? 'webpack' : 'vite']: '1' },
          `w${workspace}`,
        );
      origin.commit({ files });
    }
    const opened = await open();
    assert.equal(opened.status, 'cloned');
    const requests = taken().filter((path) => path.endsWith('/git-upload-pack'));
    // One for refs, one for commits, whose trees show that there is no .mailmap, then manifests.
    assert.ok(requests.length <= 4, requests.join());
    assert.deepEqual(await changesIn(opened), [
      {},
      {},
      { added: ['npm:vite'], removed: ['npm:webpack'] },
      {},
      {},
      { added: ['npm:react', 'npm:webpack'] },
    ]);
    assert.deepEqual(taken(), [], 'reading asks for nothing');
  });

  test('are fetched for new commits alone, and not at all where there are none', async (t) => {
    const { origin, taken, open } = await serve(t);
    origin.commit({ files: { 'package.json': npm({ a: '1' }) } });
    await open();
    taken();
    const unchanged = await open();
    assert.equal(unchanged.status, 'unchanged');
    assert.equal(taken().filter((path) => path.endsWith('/git-upload-pack')).length, 1);
    origin.commit({ files: { 'package.json': npm({ b: '1' }) } });
    assert.deepEqual(await changesIn(await open()), [
      { added: ['npm:b'], removed: ['npm:a'] },
      { added: ['npm:a'] },
    ]);
  });

  test('that cannot be had leave dependencies unknown, and all else is collected', async (t) => {
    const { origin, behave, open } = await serve(t);
    origin.commit({ files: { 'package.json': npm({ a: '1' }), 'a.ts': '1' } });
    let uploads = 0;
    behave((path) => (path.endsWith('/git-upload-pack') && ++uploads > 2 ? 403 : 'serve'));
    const opened = await open();
    assert.equal(opened.status, 'incomplete');
    assert.match(opened.message, /its dependencies are not known: .*403/);
    assert.equal(opened.history?.dependencyBasis, null);
    assert.deepEqual(await changesIn(opened), [{}]);
    behave(() => 'serve');
    const later = await open();
    assert.equal(later.history?.dependencyBasis, 'manifests');
    assert.deepEqual(await changesIn(later), [{ added: ['npm:a'] }]);
  });

  test('that are broken, huge or in other scripts are read as far as they can be', async (t) => {
    const { origin, open } = await serve(t);
    const huge = npm(
      Object.fromEntries(Array.from({ length: 800_000 }, (_, at) => [`p${at}`, '1'])),
    );
    assert.ok(huge.length > 10 << 20);
    origin.commit({ files: { 'package.json': npm({ a: '1' }) } });
    origin.commit({ files: { 'package.json': huge } });
    origin.commit({ files: { 'package.json': '{"dependencies":' } });
    origin.commit({ files: { 'package.json': npm({ a: '1', пакет: '1', 套件: '1' }) } });
    assert.deepEqual(await changesIn(await open()), [
      {},
      {},
      { added: ['npm:пакет', 'npm:套件'] },
      { added: ['npm:a'] },
    ]);
  });

  test('from before the first day are what the first change is compared with', async (t) => {
    const { origin, open } = await serve(t);
    origin.commit({ files: { 'package.json': npm({ a: '1' }) } });
    origin.commit({ files: { 'package.json': npm({ b: '1' }) } });
    assert.deepEqual(await changesIn(await open('2026-03-03')), [
      { added: ['npm:b'], removed: ['npm:a'] },
    ]);
  });
});
