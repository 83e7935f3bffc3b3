/** The log of forecasts only grows, and tells when somebody changed it. */
import assert from 'node:assert/strict';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import {
  appendForecasts,
  type NewForecast,
  readForecastLog,
  type Signer,
  verifyForecastLog,
} from '../../../src/features/forecasts/log.ts';
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const NOON = new Date('2026-11-23T12:00:00Z');

function marketForecast(probability: number): NewForecast {
  return { kind: 'market', market: 'acorn-round', probability, candidates: { acorn: probability } };
}

async function signer(): Promise<Signer> {
  const { sign, publicKeyPem } = await signingKey(await temporaryFolder());
  return { sign, publicKeys: [publicKeyPem] };
}

describe('the log of forecasts', () => {
  let key: Signer;
  before(async () => {
    key = await signer();
  });
  const logged = async (...probabilities: number[]) => {
    const folder = await temporaryFolder();
    for (const [at, probability] of probabilities.entries())
      await appendForecasts(folder, key, new Date(NOON.getTime() + at * 1000), () => [
        marketForecast(probability),
      ]);
    const path = join(folder, 'forecasts.jsonl');
    return {
      folder,
      path,
      verify: (kept?: string) => verifyForecastLog(folder, key.publicKeys, kept),
    };
  };

  it('has every entry as it was made, each after the one before', async () => {
    const { folder, verify } = await logged(0.1, 0.2, 0.3);
    const { entries, head } = await verify();
    assert.deepEqual(
      entries.map((entry) => entry.kind === 'market' && [entry.number, entry.probability]),
      [
        [1, 0.1],
        [2, 0.2],
        [3, 0.3],
      ],
    );
    assert.equal((await readForecastLog(folder)).head, head);
    await appendForecasts(folder, key, new Date('2026-11-30T12:00:00Z'), () => [
      marketForecast(0.4),
    ]);
    // Whoever kept the old head sees that the log only grew.
    assert.equal((await verify(head)).entries.length, 4);
    assert.equal((await readForecastLog(folder)).entries.length, 4);
  });

  it('tells of an entry that was changed, dropped, or cut off', async () => {
    for (const [change, expected] of [
      [
        (lines: string[]) => lines.with(1, lines[1]?.replace('0.2', '0.9') ?? ''),
        /line 3 does not follow/,
      ],
      [
        (lines: string[]) => lines.with(2, lines[2]?.replace('0.3', '0.9') ?? ''),
        /entry 3 is not the one that was signed/,
      ],
      [(lines: string[]) => lines.toSpliced(1, 1), /line 2 says that it is number 3/],
      [(lines: string[]) => lines.slice(0, 2), /had 3 entries and has 2/],
      [(lines: string[]) => lines.with(0, '{}'), /line 1 is not an entry/],
    ] as const) {
      const { folder, path, verify } = await logged(0.1, 0.2, 0.3);
      const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
      await writeFile(path, `${change(lines).join('\n')}\n`);
      await assert.rejects(verify(), { code: 'log-broken', message: expected });
      // Nothing is added to it either.
      const add = appendForecasts(folder, key, NOON, () => [marketForecast(0.5)]);
      await assert.rejects(add, { code: 'log-broken' });
    }
  });

  it('tells of a head that is missing, or that somebody else signed', async () => {
    const { folder, verify } = await logged(0.1);
    const other = await signer();
    await assert.rejects(
      verifyForecastLog(folder, other.publicKeys),
      /not by this operator’s key|not by this operator's key/,
    );
    // A replaced key still vouches for what it signed.
    await verifyForecastLog(folder, [...other.publicKeys, ...key.publicKeys]);
    await assert.rejects(verify('f'.repeat(64)), /no entry has the SHA-256/);
    await rm(join(folder, 'forecasts.head.json'));
    await assert.rejects(verify(), /is missing/);
  });

  it('goes on from the house entries of earlier releases, which nobody can change either', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'forecasts.jsonl');
    const house = JSON.stringify({
      ...{ number: 1, previous: '0'.repeat(64), madeAt: '2026-11-16T12:00:00.000Z' },
      ...{ kind: 'house', timing: 'live', period: '2026-w46', after: '2026-11-16', days: 90 },
      forecasts: { acorn: [0.045892, 0.050788] },
    });
    const head = sha256(house);
    const signature = key.sign(Buffer.from(`bellwether forecasts 1 ${head}\n`));
    await writeFile(path, `${house}\n`);
    await writeFile(
      join(folder, 'forecasts.head.json'),
      JSON.stringify({ entries: 1, head, signature }),
    );
    await appendForecasts(folder, key, NOON, () => [marketForecast(0.4)]);
    const { entries } = await verifyForecastLog(folder, key.publicKeys, head);
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['house', 'market'],
    );
    const text = await readFile(path, 'utf8');
    assert.ok(text.startsWith(`${house}\n`));
    await writeFile(path, text.replace('0.045892', '0.945892'));
    await assert.rejects(verifyForecastLog(folder, key.publicKeys), { code: 'log-broken' });
  });

  it('goes on after a power cut in the middle of a line', async () => {
    const { folder, path, verify } = await logged(0.1, 0.2);
    await appendFile(path, '{"kind":"market","ma');
    assert.equal((await readForecastLog(folder)).entries.length, 2);
    await appendForecasts(folder, key, new Date('2026-11-30T12:00:00Z'), () => [
      marketForecast(0.3),
    ]);
    assert.equal((await verify()).entries.length, 3);
  });

  it('takes nothing while the clock is behind its last entry', async () => {
    const { folder, verify } = await logged(0.1);
    const yesterday = new Date('2026-11-22T12:00:00Z');
    const add = appendForecasts(folder, key, yesterday, () => [marketForecast(0.2)]);
    await assert.rejects(add, { code: 'clock-behind' });
    assert.equal((await verify()).entries.length, 1);
  });

  it('takes the entries of several processes one after another', async () => {
    const { folder, verify } = await logged(0.1);
    await Promise.all(
      [0.2, 0.3, 0.4].map((probability) =>
        appendForecasts(folder, key, NOON, () => [marketForecast(probability)]),
      ),
    );
    assert.equal((await verify()).entries.length, 4);
  });
});
