/** The published numbers of the example, as they are asked for; their bytes: fingerprint.test.ts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { SignalsResponse, Startup } from '../../../src/pipeline/edition/record.ts';
import { BASE_URL, COMPUTED_AT } from '../../support/publication.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const text = async (path: string) => (await fetch(`${served.origin}${path}`)).text();
const json = async (path: string): Promise<unknown> => JSON.parse(await text(path));
const lines = async (path: string) => (await text(path)).trimEnd().split('\n');

describe('the files of signals', () => {
  it('are of the current period, or of the one that is asked for', async () => {
    const current = SignalsResponse.parse(await json('/api/signals.json'));
    const past = SignalsResponse.parse(await json('/api/signals.json?period=2025-w10'));
    assert.equal(current.meta.period.slug, '2025-w26');
    assert.equal(past.meta.period.slug, '2025-w10');
    assert.deepEqual(
      past.trending.map(({ slug }) => slug),
      ['acorn'],
    );
    const [header, ...rows] = await lines('/api/signals.csv');
    assert.match(header ?? '', /^period,name,slug,sector,/);
    assert.equal(rows.length, current.meta.totalStartups);
  });

  it('have one record a startup and period, of all periods or of one', async () => {
    const recordsAt = async (path: string) =>
      (await lines(path)).map((line) => Startup.parse(JSON.parse(line)));
    const all = await recordsAt('/api/dataset.jsonl');
    assert.equal(new Set(all.map(({ slug, period }) => `${slug} ${period}`)).size, all.length);
    assert.equal(new Set(all.map(({ period }) => period)).size, 26);
    const some = await recordsAt('/api/dataset.jsonl?period=2025-w10');
    assert.deepEqual(
      some,
      all.filter(({ period }) => period === '2025-w10'),
    );
    assert.deepEqual(
      some.map(({ slug }) => slug),
      ['acorn', 'birch', 'cedar'],
    );
    const [heading, ...rows] = await lines('/api/dataset.csv');
    assert.deepEqual(await lines('/api/dataset.csv?period=2025-w10'), [
      heading,
      ...rows.filter((row) => row.startsWith('2025-w10,')),
    ]);
  });

  it('have a change log of every period, newest first, with dates and counts', async () => {
    const { latestPeriod, periods } = z
      .looseObject({ latestPeriod: z.string(), periods: z.array(z.looseObject({})) })
      .parse(await json('/api/changelog.json'));
    assert.deepEqual([latestPeriod, periods.length], ['2025-w26', 26]);
    const { refreshedAt, sectors } = periods[0] ?? {};
    assert.equal(refreshedAt, COMPUTED_AT.toISOString());
    assert.deepEqual(sectors, [
      { slug: 'databases', startupCount: 1 },
      { slug: 'security', startupCount: 1 },
    ]);
  });
});

describe('GET /api/signal', () => {
  const signal = (company: string, more = '') =>
    json(`/api/signal?company=${encodeURIComponent(company)}${more}`);

  it('gives found:false with near misses for a name that is not certain', async () => {
    assert.deepEqual(await signal('acrn'), {
      found: false,
      company: 'acrn',
      period: '2025-w26',
      tracked: false,
      known: null,
      reason: null,
      repository: null,
      repositories: [],
      lastCovered: null,
      lastRecord: null,
      coveredInPart: null,
      notes: ['No tracked startup has this name.'],
      nearMisses: [{ name: 'Acorn Example', slug: 'acorn', url: `${BASE_URL}/startups/acorn` }],
    });
  });

  it('says why a tracked startup has no signal, and when it has one', async () => {
    const miss = z
      .looseObject({
        notes: z.array(z.string()),
        known: z.looseObject({ slug: z.literal('cedar') }),
        repositories: z.tuple([z.looseObject({ repository: z.literal('cedar/core') })]),
      })
      .parse(await signal('cedar'));
    const { found, tracked, repository, lastCovered, notes } = miss;
    const expected = [false, true, 'cedar/core', '2025-w18'];
    assert.deepEqual([found, tracked, repository, lastCovered], expected);
    assert.match(notes[0] ?? '', /the copy of cedar\/core ends on 2025-05-04/);
    assert.match(notes[1] ?? '', /covered from 2025-w01 to 2025-w18/);
    assert.equal(miss.repositories[0]['commits14d'], null);
    assert.equal(Startup.parse(await signal('cedar', '&period=2025-w18')).slug, 'cedar');
  });
});

it('GET /api/v1/methodology.json has the six steps in their order', async () => {
  const { step } = z
    .object({ step: z.array(z.object({ name: z.string() })) })
    .parse(await json('/api/v1/methodology.json'));
  assert.deepEqual(
    step.map(({ name }) => name),
    ['collect', 'filter', 'normalise', 'accelerate', 'classify', 'rank'],
  );
});
