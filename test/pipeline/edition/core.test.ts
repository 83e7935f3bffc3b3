/** Editions are facts of the ledger: computing one again from the same rows gives the same core. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { isoDay, parseDay } from '../../../src/lib/period.ts';
import {
  type Core,
  computeCores,
  coreArtifact,
  differences,
  parseCore,
} from '../../../src/pipeline/edition/core.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import type { Ledger } from '../../../src/pipeline/ledger/ledger.ts';
import { commitOn, ledgerOf } from '../../support/histories.ts';
import { exampleRegistry, publishedExample } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** `acorn` with two commits a day, held through the day; what is one person's may be another's. */
async function ledgerThrough(
  folder: string,
  coveredThrough: string,
  { changedOn }: { changedOn?: string } = {},
): Promise<Ledger> {
  const first = parseDay('2024-06-01');
  const days = parseDay(coveredThrough) - first + 1;
  const commits = Array.from({ length: days * 2 }, (_, index) => {
    const day = isoDay(first + Math.floor(index / 2));
    return commitOn(day, {
      sha: index.toString(16).padStart(12, '0'),
      emailHash: day === changedOn ? 'another author' : `author${index % 5}`,
    });
  });
  const repository = 'acorn/core';
  return ledgerOf(folder, { acorn: [{ repository, commits, coveredThrough }] });
}

describe('the core of an edition', () => {
  let options: PublishOptions;
  before(async () => {
    options = await publishedExample(await temporaryFolder());
  });

  it('is the same at another address and another time; the manifests are not', async () => {
    const one = await options.store.catalog();
    const { catalog: other } = await publish({
      ...options,
      store: new EditionStore(join(options.dataFolder, 'elsewhere')),
      baseUrl: 'https://other.example.net',
      now: () => new Date('2031-01-01T00:00:00Z'),
    });
    const cores = (catalog: typeof one) => catalog?.editions.map(({ core }) => core);
    assert.deepEqual(cores(other), cores(one));
    assert.equal(new Set(cores(one)).size, 26);
    assert.notEqual(other.editions[0]?.manifest, one?.editions[0]?.manifest);
  });

  it('is computed again from the ledger alone', async () => {
    const catalog = await options.store.catalog();
    const periods = catalog?.editions.map(({ period }) => period) ?? [];
    const cores = await computeCores(options.ledger, options.registry, [...periods, '2019-w01']);
    assert.deepEqual(
      [...cores].map(([period, { sha256 }]) => [period, sha256]),
      catalog?.editions.map(({ period, core }) => [period, core]),
    );
  });

  it('does not change by a later collection', async (t) => {
    const registry = await exampleRegistry();
    const folder = await temporaryFolder(t);
    const [early, late] = [
      await ledgerThrough(join(folder, 'early'), '2025-05-04'),
      await ledgerThrough(join(folder, 'late'), '2025-06-29'),
    ];
    const first = await computeCores(early, registry, ['2025-w10', '2025-w18']);
    assert.deepEqual(await computeCores(late, registry, ['2025-w10', '2025-w18']), first);
    assert.equal(first.size, 2);
  });

  it('says what differs when a row does', async (t) => {
    const registry = await exampleRegistry();
    const folder = await temporaryFolder(t);
    const [plain, changed] = [
      await ledgerThrough(join(folder, 'plain'), '2025-06-29'),
      await ledgerThrough(join(folder, 'changed'), '2025-06-29', { changedOn: '2025-05-01' }),
    ];
    const periods = ['2025-w17', '2025-w18'];
    const one = await computeCores(plain, registry, periods);
    const other = await computeCores(changed, registry, periods);
    // The week before the change.
    assert.equal(other.get('2025-w17')?.sha256, one.get('2025-w17')?.sha256);
    const [before, after] = [one.get('2025-w18')?.core, other.get('2025-w18')?.core];
    assert.ok(before && after);
    const read = (core: Core) => parseCore('2025-w18', coreArtifact(core).body);
    assert.deepEqual(differences(read(before), before), []);
    assert.deepEqual(differences(read(before), after), differences(before, after));
    assert.deepEqual(differences(before, after), [
      'the ledger’s rows of activity',
      'the numbers of 1 startup',
    ]);
  });
});
