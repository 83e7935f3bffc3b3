/** The example publication as it is asked for; the bytes of its files: fingerprint.test.ts. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { publish } from '../../../src/pipeline/edition/publish.ts';
import { SignalsResponse, Startup } from '../../../src/pipeline/edition/record.ts';
import { PUBLIC_KEY_PATH } from '../../../src/pipeline/edition/signing.ts';
import { Editions } from '../../../src/published/editions.ts';
import { verifyFile } from '../../../src/published/verify.ts';
import { CURRENT_PERIOD, page } from '../../../src/web/page/page.ts';
import { BASE_URL, COMPUTED_AT, FOUR_WEEKS } from '../../support/publication.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const get = (path: string) => fetch(served.origin + path);
const text = async (path: string) => (await get(path)).text();
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

describe('a service', () => {
  const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());

  it('hands out what is needed to check a download', async () => {
    const manifest = await bytes('/editions/2025-w26/manifest.json');
    const signature = (await bytes('/editions/2025-w26/manifest.json.sig')).toString().trim();
    const key = (await bytes(PUBLIC_KEY_PATH)).toString();
    const file = await bytes('/api/signals.json');
    assert.equal(verifyFile(file, manifest, signature, [key]).file.name, 'signals.json');
    for (const name of ['signals.csv', 'dataset.jsonl', 'evidence.jsonl'])
      verifyFile(await bytes(`/editions/2025-w26/${name}`), manifest, signature, [key]);
  });

  it('shows what is known of a startup that is not covered now, and why it is not', async () => {
    const html = (await bytes('/startups/cedar')).toString();
    assert.match(html, /Not covered in this period: the copy of cedar\/core ends on 2025-05-04\./);
    assert.match(html, /href="\/startups\/cedar\?period=2025-w18"/);
    assert.match(html, /As of Week 18, 2025, .*>33 <small>of 100/s);
    assert.ok(!html.includes('<script>alert'), 'names are escaped');
  });

  it('shows pages under a policy that lets only the site’s own modules run', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'.*script-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*/);
  });

  it('says 503, and nothing of its insides, when a body is gone from the disk', async () => {
    const { options } = served;
    const editions = await Editions.open(options.store);
    const { sha256 = '' } = (await editions?.file('2025-w12', 'signals.json')) ?? {};
    await rm(options.store.pathOf(sha256));
    const response = await get('/api/signals.json?period=2025-w12');
    assert.equal(response.status, 503);
    const text = await response.text();
    assert.match(text, /editions-damaged/);
    assert.ok(!text.includes(options.store.folder));
    assert.equal((await get('/api/signals.json')).status, 200);
  });
});

it('a service says that its numbers are old once they are, without a new publication', async (t) => {
  // Fourteen days after 29 June, and a day later.
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2025-07-14T12:00:00Z') });
  const { service, origin } = await serveExample(true, {}, FOUR_WEEKS);
  t.after(() => service.close());
  const page = async () => (await fetch(`${origin}/`)).text();
  const old = /Latest complete week: 23–29 June 2025\. Newer weeks are not collected yet\./;
  assert.doesNotMatch(await page(), old);
  t.mock.timers.setTime(Date.parse('2025-07-15T12:00:00Z'));
  await service.refresh();
  assert.match(await page(), old);
});

it('a page that fifty clients ask for at once is rendered once, and again when more is published', async (t) => {
  const renderings: string[] = [];
  const counted = page({
    path: '/counted',
    shownPeriod: CURRENT_PERIOD,
    render: async ({ period, published }) => {
      renderings.push(period);
      await delay(5);
      const { meta } = await published.editions.signals(period);
      return `revision ${meta.revision} of ${period}`;
    },
  });
  const { options, service, origin } = await serveExample(true, { pages: [counted] }, FOUR_WEEKS);
  t.after(() => service.close());
  const ask = async () => (await fetch(`${origin}/counted?period=2025-w24`)).text();
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  assert.deepEqual([...new Set([...answers, await ask()])], ['revision 1 of 2025-w24']);
  assert.deepEqual(renderings, ['2025-w24']);
  const companies = options.registry.companies.map((each) => ({ ...each, description: 'Other.' }));
  const registry = { ...options.registry, companies };
  await publish({ ...options, registry, correction: 'Descriptions were wrong.' });
  await service.refresh();
  assert.equal(await ask(), 'revision 2 of 2025-w24');
});
