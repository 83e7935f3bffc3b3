/** Pruning: the files that it removes, and the files that it never does. */
import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { lockPath } from '../../../src/lib/path-lock.ts';
import { sumOf } from '../../../src/lib/removal.ts';
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

it('pruning editions removes the files that no catalog promises, and lists them beforehand', async (t) => {
  // Published, then corrected, so that every edition has a superseded revision.
  const options = await publishedExample(await temporaryFolder(t), FOUR_WEEKS);
  const companies = options.registry.companies.map((one) => ({ ...one, description: 'Other.' }));
  const registry = { ...options.registry, companies };
  const { store } = options;
  await publish({ ...options, registry, correction: 'reworded' });
  assert.deepEqual(await pruneEditions(store, WET), [], 'they may be on their way to a client');
  await madeDaysAgo(join(store.folder, 'catalog.json'), 1);

  const before = (await store.storedFiles()).length;
  const kept = await verifyEditions(store, undefined);
  const told = await pruneEditions(store, DRY);
  assert.ok(told.length > 0);
  assert.equal((await store.storedFiles()).length, before);
  assert.deepEqual(await pruneEditions(store, WET), told);
  assert.deepEqual(await pruneEditions(store, WET), []);
  // Every revision still verifies; of superseded ones, manifest and core are left.
  assert.deepEqual(await verifyEditions(store, undefined), kept);
  assert.deepEqual(kept.map(({ files }) => files).slice(0, 2), [1, 7]);
  // Publishing continues from there, and does not restore the removed files.
  assert.equal((await publish({ ...options, registry })).unchanged.length, 4);
  assert.deepEqual(await verifyEditions(store, undefined), kept);
  assert.equal((await store.storedFiles()).length, before - told.length);
});

const CORE = 'acorn__core.git';
const TWO = 'acorn__with__two.git';
const OTHER = 'cedar__core.git';
const BIRCH = 'birch__core.git';
const cases: [
  what: string,
  sizes: Record<string, number>,
  left: string[],
  more: { maxBytes?: number; copying?: string; old?: string },
][] = [
  [
    'those of repositories that are not tracked, and what killed runs left',
    { [CORE]: 10, [TWO]: 10, [OTHER]: 10, [`${CORE}.partial-abc`]: 10 },
    [CORE, TWO],
    {},
  ],
  [
    'the largest over the limit, but none that cannot be had again',
    { [CORE]: 3000, [TWO]: 2000, [BIRCH]: 1000 },
    [CORE, BIRCH],
    { maxBytes: 4500, old: CORE },
  ],
  ['none that is being copied', { [OTHER]: 10 }, [OTHER], { maxBytes: 0, copying: OTHER }],
  ['any that is not', { [OTHER]: 10 }, [], { maxBytes: 0 }],
];
for (const [what, sizes, expected, { maxBytes = 1e9, copying, old }] of cases)
  it(`pruning copies removes ${what}`, async (t) => {
    const folder = await temporaryFolder(t);
    for (const [name, bytes] of Object.entries(sizes)) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'config'), '');
      await writeFile(join(folder, name, 'pack'), Buffer.alloc(bytes));
    }
    if (old) await madeDaysAgo(join(folder, old, 'config'), 30);
    const release = copying && (await lockPath(join(folder, `${copying}.copying`)));
    const limits = { tracked: new Set(['acorn/core', 'acorn/with__two', 'birch/core']), maxBytes };
    const told = await pruneCopies(folder, limits, DRY);
    assert.deepEqual(await pruneCopies(folder, limits, WET), told);
    if (release) await release();
    const left = (await readdir(folder)).filter((name) => name in sizes);
    assert.deepEqual(left.sort(), expected.sort());
  });

it('pruning a ledger removes what killed collections left, and nothing that it names', async (t) => {
  const { dataFolder } = await publishedExample(await temporaryFolder(t), FOUR_WEEKS);
  const folder = join(dataFolder, 'ledger');
  const before = await readdir(folder);
  const hash = sha256('old').slice(0, 12);
  const junk = [
    ...[`activity-${hash}.parquet`, `activity-2025-${hash}.parquet`],
    ...[`excluded-other-${hash}.parquet`, 'releases.123.tmp'],
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
  for (const [name, days] of Object.entries({ abandoned: 5, acorn: 0 })) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'key'), 'key');
    await madeDaysAgo(join(folder, name), days);
  }
  assert.equal(sumOf(await pruneStages([folder, join(folder, 'none')], WET)), 3);
  assert.deepEqual(await readdir(folder), ['acorn']);
});
