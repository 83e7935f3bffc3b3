/** The log of forecasts only grows, and tells when it was changed. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import {
  appendForecasts,
  type NewForecast,
  readForecastLog,
  type Signer,
  verifyForecastLog,
} from '../../../src/features/forecasts/log.ts';
import type { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import { FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const NOON = new Date('2026-11-23T12:00:00Z');

function marketForecast(probability: number): NewForecast {
  return { kind: 'market', market: 'acorn-round', probability, candidates: { acorn: probability } };
}

async function signerOf(folder: string): Promise<Signer> {
  const { sign, publicKeyPem } = await signingKey(folder);
  return { sign, publicKeys: [publicKeyPem] };
}

describe('the log of forecasts', () => {
  let store: EditionStore;
  let key: Signer;
  beforeEach(async () => {
    const options = await publishedExample(await temporaryFolder(), FOUR_WEEKS);
    store = options.store;
    key = await signerOf(options.dataFolder);
    for (const [at, probability] of [0.1, 0.2, 0.3].entries())
      await add(probability, new Date(NOON.getTime() + at * 1000));
  });
  const add = (probability: number, now = new Date('2026-11-30T12:00:00Z')) =>
    appendForecasts(store, key, now, () => [marketForecast(probability)]);
  const verify = (kept?: string) => verifyForecastLog(store, key.publicKeys, kept);
  const catalogOf = async () => (await store.catalog()) ?? assert.fail();

  it('has every entry as it was made, each after the one before', async () => {
    const { entries, head } = await verify();
    assert.deepEqual(
      entries.map(({ number, probability }) => [number, probability]),
      [
        [1, 0.1],
        [2, 0.2],
        [3, 0.3],
      ],
    );
    assert.equal((await readForecastLog({ store, catalog: await catalogOf() })).head, head);
    await add(0.4);
    // A reader who kept the old head sees that the log only grew.
    assert.equal((await verify(head)).entries.length, 4);
    await assert.rejects(verify('f'.repeat(64)), /no entry has the SHA-256/);
  });

  for (const [what, change, expected] of [
    [
      'changed',
      (lines: string[]) => lines.with(1, lines[1]?.replace('0.2', '0.9') ?? ''),
      /line 3 does not follow/,
    ],
    [
      'changed at its end',
      (lines: string[]) => lines.with(2, lines[2]?.replace('0.3', '0.9') ?? ''),
      /signature of its end is not by this operator’s key/,
    ],
    ['shortened', (lines: string[]) => lines.toSpliced(1, 1), /line 2 says that it is number 3/],
    ['cut off', (lines: string[]) => lines.slice(0, 2), /signature of its end/],
    ['filled with something else', (lines: string[]) => lines.with(0, '{}'), /line 1 is not/],
  ] as const)
    it(`tells that it was ${what}, even where the catalog is signed, and is not added to`, async () => {
      const catalog = await catalogOf();
      assert.ok(catalog.forecasts);
      const lines = String(await store.read(catalog.forecasts.log))
        .trimEnd()
        .split('\n');
      const log = await store.put(Buffer.from(`${change(lines).join('\n')}\n`));
      const forecasts = { ...catalog.forecasts, log };
      await store.replaceCatalog({ ...catalog, forecasts }, key);
      await assert.rejects(verify(), { code: 'log-broken', message: expected });
      await assert.rejects(add(0.5), { code: 'log-broken' });
    });

  it('is vouched for by a replaced key, and by no other', async () => {
    const other = await signerOf(await temporaryFolder());
    await assert.rejects(verifyForecastLog(store, other.publicKeys), { code: 'log-broken' });
    await verifyForecastLog(store, [...other.publicKeys, ...key.publicKeys]);
  });

  it('takes nothing while the clock is behind its last entry', async () => {
    await assert.rejects(add(0.2, new Date('2026-11-22T12:00:00Z')), { code: 'clock-behind' });
    assert.equal((await verify()).entries.length, 3);
  });

  it('takes the entries of several processes one after another', async () => {
    await Promise.all([0.4, 0.5, 0.6].map((probability) => add(probability)));
    assert.equal((await verify()).entries.length, 6);
  });
});
