/** Pruning: the files that it removes, and the files that it never does. */
import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { lockPath } from '../../../src/lib/path-lock.ts';
import { pruneCopies } from '../../../src/pipeline/collect/prune-copies.ts';
import { pruneStages } from '../../../src/pipeline/collect/staging.ts';
import { pruneEditions } from '../../../src/pipeline/edition/prune.ts';
import { publish } from '../../../src/pipeline/edition/publish.ts';
import { openLedger, verifyLedger } from '../../../src/pipeline/ledger/ledger.ts';
import { pruneLedger } from '../../../src/pipeline/ledger/leftovers.ts';
import { verifyEditions } from '../../../src/published/verify.ts';
import { FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const DAY_MS = 86_400_000;
const NOW = new Date();
const DRY = { isDryRun: true, now: NOW };
const WET = { isDryRun: false, now: NOW };

async function madeDaysAgo(path: string, days: number): Promise<void> {
  const then = new Date(NOW.getTime() - days * DAY_MS);
  await utimes(path, then, then);
}

const sizeOf = (removed: readonly { bytes: number }[]) =>
  removed.reduce((sum, { bytes }) => sum + bytes, 0);

describe('pruning editions', () => {
  /** Published, then corrected, so that every edition has a superseded revision. */
  async function corrected(t: TestContext) {
    const options = await publishedExample(await temporaryFolder(t), FOUR_WEEKS);
    const companies = options.registry.companies.map((one) => ({ ...one, description: 'Other.' }));
    const registry = { ...options.registry, companies };
    await publish({ ...options, registry, correction: 'reworded' });
    const catalog = join(options.store.folder, 'catalog.json');
    await madeDaysAgo(catalog, 1);
    return { ...options, registry, catalog };
  }

  it('removes the files that no catalog promises, and lists the same beforehand', async (t) => {
    const { store, catalog, ...options } = await corrected(t);
    const before = (await store.storedFiles()).length;
    const kept = await verifyEditions(store, undefined);
    const told = await pruneEditions(store, DRY);
    assert.ok(told.length > 0);
    assert.equal((await store.storedFiles()).length, before);
    assert.deepEqual(await pruneEditions(store, WET), told);
    assert.equal((await store.storedFiles()).length, before - told.length);
    assert.deepEqual(await pruneEditions(store, WET), []);
    // Every revision still verifies; of superseded ones, manifest and core are left.
    assert.deepEqual(await verifyEditions(store, undefined), kept);
    assert.deepEqual(kept.map(({ files }) => files).slice(0, 2), [1, 7]);
    // Publishing continues from there, and does not restore the removed files.
    const { unchanged } = await publish({ ...options, store });
    assert.equal(unchanged.length, 4);
    assert.deepEqual(await verifyEditions(store, undefined), kept);
    assert.equal((await store.storedFiles()).length, before - told.length);
  });

  it('leaves alone what may still be on its way to a client', async (t) => {
    const { store, catalog } = await corrected(t);
    await utimes(catalog, NOW, NOW);
    assert.deepEqual(await pruneEditions(store, WET), []);
  });
});

describe('pruning copies', () => {
  async function copies(t: TestContext, sizes: Record<string, number>): Promise<string> {
    const folder = await temporaryFolder(t);
    for (const [name, bytes] of Object.entries(sizes)) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'config'), '');
      await writeFile(join(folder, name, 'pack'), Buffer.alloc(bytes));
    }
    return folder;
  }
  const tracked = new Set(['acorn/core', 'acorn/with__two', 'birch/core']);
  const left = async (folder: string) =>
    (await readdir(folder)).filter((name) => !name.endsWith('.held')).sort();

  it('removes those of repositories that are not tracked, and what killed runs left', async (t) => {
    const folder = await copies(t, {
      'acorn__core.git': 10,
      'acorn__with__two.git': 10,
      'cedar__core.git': 10,
      'acorn__core.git.partial-abc': 10,
    });
    const told = await pruneCopies(folder, { tracked, maxBytes: 1e9 }, DRY);
    assert.equal((await left(folder)).length, 4);
    assert.deepEqual(await pruneCopies(folder, { tracked, maxBytes: 1e9 }, WET), told);
    assert.deepEqual(await left(folder), ['acorn__core.git', 'acorn__with__two.git']);
  });

  it('removes the largest over the limit, but none that cannot be had again', async (t) => {
    const folder = await copies(t, {
      'acorn__core.git': 3000,
      'acorn__with__two.git': 2000,
      'birch__core.git': 1000,
    });
    await madeDaysAgo(join(folder, 'acorn__core.git', 'config'), 30);
    await pruneCopies(folder, { tracked, maxBytes: 4500 }, WET);
    assert.deepEqual(await left(folder), ['acorn__core.git', 'birch__core.git']);
  });

  it('passes over one that is being copied', async (t) => {
    const folder = await copies(t, { 'cedar__core.git': 10 });
    const release = await lockPath(join(folder, 'cedar__core.git.copying'));
    assert.deepEqual(await pruneCopies(folder, { tracked, maxBytes: 0 }, WET), []);
    await release();
    assert.equal((await pruneCopies(folder, { tracked, maxBytes: 0 }, WET)).length, 1);
  });
});

it('pruning a ledger removes what killed collections left, and nothing that it names', async (t) => {
  const { dataFolder } = await publishedExample(await temporaryFolder(t), FOUR_WEEKS);
  const folder = join(dataFolder, 'ledger');
  const before = await readdir(folder);
  const hash = sha256('old').slice(0, 12);
  const junk = [
    `activity-${hash}.parquet`,
    `activity-2025-${hash}.parquet`,
    `excluded-other-${hash}.parquet`,
    'releases.123.tmp',
  ];
  for (const name of [...junk, 'notes.txt', 'activity-new.parquet', 'activity.9.tmp'])
    await writeFile(join(folder, name), 'x');
  for (const name of [...before, ...junk, 'notes.txt']) await madeDaysAgo(join(folder, name), 2);
  const removed = await pruneLedger(folder, WET);
  assert.deepEqual(
    removed.map(({ path }) => path).sort(),
    junk.map((name) => join(folder, name)).sort(),
  );
  const ledger = await openLedger(folder);
  assert.ok(ledger);
  await verifyLedger(ledger);
});

it('pruning stages removes those of abandoned collections', async (t) => {
  const folder = await temporaryFolder(t);
  for (const [name, days] of [
    ['abandoned', 5],
    ['acorn', 0],
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'key'), 'key');
    await madeDaysAgo(join(folder, name), days);
  }
  assert.equal(sizeOf(await pruneStages([folder, join(folder, 'none')], WET)), 3);
  assert.deepEqual(await readdir(folder), ['acorn']);
});
