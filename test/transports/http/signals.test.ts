import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { SignalsResponse, Startup } from '../../../src/pipeline/edition/record.ts';
import { NOT_COVERED, TRACKED_COMPANY } from '../../../src/published/not-covered.ts';
import { BASE_URL, COMPUTED_AT } from '../../support/publication.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

/** Either answer of GET /api/signal, as far as the tests look at it. */
const Answer = z.looseObject({
  found: z.boolean(),
  slug: z.string().optional(),
  notes: z.array(z.string()).optional(),
});
const Changelog = z.looseObject({
  latestPeriod: z.string(),
  periods: z.array(z.looseObject({ refreshedAt: z.string(), sectors: z.array(z.unknown()) })),
});
const HowTo = z.looseObject({
  '@type': z.string(),
  step: z.array(z.looseObject({ name: z.string() })),
});

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const get = (path: string) => fetch(`${served.origin}${path}`);

describe('GET /api/signals.json', () => {
  it('gives the current period’s signals', async () => {
    const response = await get('/api/signals.json');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
    const { meta } = SignalsResponse.parse(await response.json());
    assert.equal(meta.period.slug, '2025-w26');
  });

  it('gives a past period’s when asked for', async () => {
    const response = await get('/api/signals.json?period=2025-w10');
    const { meta, trending } = SignalsResponse.parse(await response.json());
    assert.equal(meta.period.slug, '2025-w10');
    assert.deepEqual(
      trending.map(({ slug }) => slug),
      ['acorn'],
    );
  });

  it('has the same body under /api/v1/, which names it as canonical', async () => {
    const [plain, mirror] = [await get('/api/signals.json'), await get('/api/v1/signals.json')];
    assert.equal(mirror.headers.get('link'), `<${BASE_URL}/api/signals.json>; rel="canonical"`);
    assert.equal(plain.headers.get('link'), null);
    assert.equal(mirror.headers.get('etag'), plain.headers.get('etag'));
    assert.equal(await mirror.text(), await plain.text());
  });

  it('gives 404 for a period without an edition, with those that there are', async () => {
    for (const period of ['2024-w52', '2025-w27', '1999-w01']) {
      const response = await get(`/api/signals.json?period=${period}`);
      assert.equal(response.status, 404);
      const problem = await problemIn(response);
      assert.equal(problem.code, 'unknown-period');
      assert.deepEqual(problem['available'], { first: '2025-w01', last: '2025-w26' });
    }
  });

  it('gives 400 for what is no period, and for a repeated one', async () => {
    const queries = [
      'period=',
      'period=latest',
      'period=2025-w99',
      'period=2025-W1',
      'period=2025-w10%00',
      'period=2025-w10&period=2025-w11',
    ];
    for (const query of queries) {
      const response = await get(`/api/signals.json?${query}`);
      assert.equal(response.status, 400, query);
      const { code, errors = [] } = await problemIn(response);
      assert.equal(code, 'invalid-request', query);
      assert.ok(errors.length >= 1 && errors[0]?.message !== '', query);
    }
  });
});

describe('GET /api/signals.csv', () => {
  it('gives the same startups as signals.json, one a line', async () => {
    const response = await get('/api/signals.csv');
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
    const [header, ...lines] = (await response.text()).trimEnd().split('\n');
    assert.match(header ?? '', /^period,name,slug,sector,/);
    const { meta } = SignalsResponse.parse(await (await get('/api/signals.json')).json());
    assert.equal(lines.length, meta.totalStartups);
  });
});

describe('GET /api/dataset.csv', () => {
  it('gives the lines of all periods, or of one when asked for', async () => {
    const all = (await (await get('/api/dataset.csv')).text()).split('\n');
    const response = await get('/api/dataset.csv?period=2025-w10');
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
    const [header, ...lines] = (await response.text()).split('\n');
    assert.equal(header, all[0]);
    assert.deepEqual(
      lines,
      all.filter((line) => line.startsWith('2025-w10,') || line === ''),
    );
    assert.ok(lines.length > 2);
  });

  it('refuses a period without an edition, and what is no period', async () => {
    assert.equal((await get('/api/dataset.csv?period=1999-w01')).status, 404);
    assert.equal((await get('/api/dataset.csv?period=latest')).status, 400);
  });
});

describe('GET /api/dataset.jsonl', () => {
  it('gives one record a startup and period, and the same under /api/v1/', async () => {
    const [plain, mirror] = [await get('/api/dataset.jsonl'), await get('/api/v1/dataset.jsonl')];
    assert.equal(plain.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    const text = await plain.text();
    assert.equal(await mirror.text(), text);
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => Startup.parse(JSON.parse(line)));
    const keys = new Set(records.map(({ slug, period }) => `${slug} ${period}`));
    assert.equal(keys.size, records.length);
    assert.equal(new Set(records.map(({ period }) => period)).size, 26);
  });

  it('gives one period’s records when asked for', async () => {
    const text = await (await get('/api/dataset.jsonl?period=2025-w10')).text();
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => Startup.parse(JSON.parse(line)));
    assert.deepEqual(
      records.map(({ slug }) => slug),
      ['acorn', 'birch', 'cedar'],
    );
  });
});

const NotCoveredAnswer = z.object({ ...TRACKED_COMPANY, ...NOT_COVERED });

describe('GET /api/signal', () => {
  const signal = async (query: string) =>
    Answer.parse(await (await get(`/api/signal?${query}`)).json());

  it('finds a startup by name, alias, slug and account, in any case', async () => {
    for (const name of ['Acorn Example', 'acorn', 'ACORN', 'nut store', 'acorn-example']) {
      const startup = Startup.parse(await signal(`company=${encodeURIComponent(name)}`));
      assert.equal(startup.slug, 'acorn', name);
      assert.equal(startup.period, '2025-w26');
    }
  });

  it('gives found:false with near misses for a name that is not certain', async () => {
    const body = await signal('company=acrn');
    assert.deepEqual(body, {
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
    const body = await signal('company=cedar');
    assert.equal(body.found, false);
    assert.match(body.notes?.[0] ?? '', /the copy of cedar\/core ends on 2025-05-04/);
    assert.match(body.notes?.[1] ?? '', /covered from 2025-w01 to 2025-w18/);
    assert.equal((await signal('company=cedar&period=2025-w18')).slug, 'cedar');
    const { tracked, known, repository, lastCovered, repositories } = NotCoveredAnswer.parse(body);
    assert.deepEqual(
      [tracked, known?.slug, repository, lastCovered],
      [true, 'cedar', 'cedar/core', '2025-w18'],
    );
    assert.deepEqual(
      repositories.map((one) => [one.repository, one.commits14d]),
      [['cedar/core', null]],
    );
  });

  it('gives 400 without company, and for one that is blank, too long or repeated', async () => {
    const long = 'x'.repeat(81);
    const queries = [
      '',
      'company',
      'company=',
      'company=%20%20',
      `company=${long}`,
      `company=${'x'.repeat(10_000)}`,
      'company=a&company=b',
      'company[]=a',
      'company=a%00b',
      'company=a%0Ab',
      'company=%1b[2J',
      'company=acorn&extra=1',
      'company=acorn&period=soon',
    ];
    for (const query of queries) {
      const response = await get(`/api/signal?${query}`);
      assert.equal(response.status, 400, query.slice(0, 40));
      assert.equal((await problemIn(response)).code, 'invalid-request');
    }
  });

  it('takes a name of 80 characters, in any script', async () => {
    for (const name of ['x'.repeat(80), '株式会社', 'Асоrn', '🙂', "' OR 1=1 --"]) {
      const response = await get(`/api/signal?company=${encodeURIComponent(name)}`);
      assert.equal(response.status, 200, name);
      assert.equal(Answer.parse(await response.json()).found, false, name);
    }
  });

  it('takes a percent sign that encodes nothing as text, and no bytes that are not UTF-8', async () => {
    for (const query of ['company=%', 'company=%zz']) {
      const response = await get(`/api/signal?${query}`);
      assert.equal(response.status, 200, query);
      assert.equal(Answer.parse(await response.json()).found, false, query);
    }
    for (const query of ['company=%E0%A4%A', 'company=%ff%fe']) {
      const response = await get(`/api/signal?${query}`);
      assert.equal(response.status, 400, query);
      assert.equal((await problemIn(response)).code, 'malformed-request');
    }
  });

  it('answers many at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => signal(`company=${index % 2 ? 'acorn' : 'birch'}`)),
    );
    assert.deepEqual(new Set(answers.map(({ slug }) => slug)), new Set(['acorn', 'birch']));
  });
});

describe('GET /api/changelog.json', () => {
  it('lists every period, newest first, with refresh dates and sector counts', async () => {
    const raw = await (await get('/api/changelog.json')).json();
    const body = Changelog.parse(raw);
    assert.equal(body.latestPeriod, '2025-w26');
    assert.equal(body.periods.length, 26);
    assert.equal(body.periods[0]?.refreshedAt, COMPUTED_AT.toISOString());
    assert.deepEqual(body.periods[0]?.sectors, [
      { slug: 'databases', startupCount: 1 },
      { slug: 'security', startupCount: 1 },
    ]);
    assert.deepEqual(await (await get('/api/v1/changelog.json')).json(), raw);
  });
});

describe('GET /api/v1/methodology.json', () => {
  it('gives the six steps in their order as a HowTo', async () => {
    const body = HowTo.parse(await (await get('/api/v1/methodology.json')).json());
    assert.equal(body['@type'], 'HowTo');
    assert.deepEqual(
      body.step.map(({ name }) => name),
      ['collect', 'filter', 'normalise', 'accelerate', 'classify', 'rank'],
    );
  });
});
