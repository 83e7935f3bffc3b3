/** Pages of past periods and combinations: limited, and rendered once for a publication. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { gitHubStars } from '../../../src/features/scout/star-source.ts';
import { HostingService } from '../../../src/hosting/hosting-service.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import { loadPages } from '../../../src/web/page/all-pages.ts';
import { CURRENT_PERIOD, page } from '../../../src/web/page/page.ts';
import { publishedExample, TEN_WEEKS } from '../../support/publication.ts';
import { type RawAnswer, rawRequest } from '../../support/raw-request.ts';
import { type Change, problemIn, type Served, servePublication } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Which it is the how manieth time that a page is rendered, by period. */
let renderings: string[] = [];
const counted = page({
  path: '/counted',
  shownPeriod: CURRENT_PERIOD,
  takes: ['q'],
  render: async ({ period, query, published }) => {
    renderings.push(period);
    await delay(5);
    const { meta } = await published.editions.signals(period);
    return `<p>${meta.revision} ${published.baseUrl} ${query['q']} ${'filled up '.repeat(100)}</p>`;
  },
});

let options: PublishOptions;
let folder: string;
before(async () => {
  folder = await temporaryFolder();
  options = await publishedExample(folder, TEN_WEEKS);
});

async function serve(change: Change = {}): Promise<Served> {
  const pages = [...(await loadPages()), counted];
  return servePublication(options, {
    stars: gitHubStars(new HostingService({ tokens: [] })),
    pages,
    ...change,
  });
}

/** What a service answers that is started for these requests alone. */
async function askedAnew(
  change: Change,
  ...requests: [path: string, headers?: Record<string, string>][]
): Promise<RawAnswer[]> {
  const served = await serve(change);
  try {
    const answers: RawAnswer[] = [];
    for (const [path, headers] of requests)
      answers.push(await rawRequest(served.origin, path, headers));
    return answers;
  } finally {
    await served.service.close();
  }
}

describe('limits on pages', () => {
  let served: Served;
  let lastClient = 0;
  before(async () => {
    served = await serve({ limits: { redisUrl: undefined }, trustedProxies: 1 });
  });
  after(() => served.service.close());

  const newClient = () => `10.0.0.${++lastClient}`;
  const ask = (path: string, client: string, accept = '*/*') =>
    fetch(served.origin + path, {
      headers: { accept, 'x-forwarded-for': client },
      redirect: 'manual',
    });
  const exhaust = async (path: string, client: string, times = 125) => {
    const answers = await Promise.all(Array.from({ length: times }, () => ask(path, client)));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    return answers.map(({ status }) => status);
  };

  /** A machine that is slow refills a bucket in the meantime. */
  const untilRefused = async (path: string, client: string, accept: string) => {
    for (let asked = 0; asked < 500; asked++) {
      const response = await ask(path, client, accept);
      if (response.status === 429) return response;
      await response.arrayBuffer();
    }
    return assert.fail(`${path} is never refused`);
  };

  it('do not hold for the current period, nor for what is listed once', async () => {
    const client = newClient();
    for (const path of [
      '/',
      '/?period=2025-w26',
      '/?utm_source=elsewhere',
      '/sectors/databases',
      '/startups/acorn',
      '/startups/acorn?period=2025-w26',
      '/blog/2025-w26',
      '/compare',
      '/faq',
      '/search',
    ]) {
      const all = await exhaust(path, client, 15);
      assert.deepEqual(new Set(all), new Set([200]), path);
      assert.equal((await ask(path, client)).headers.get('ratelimit'), null, path);
    }
  });

  it('hold for past periods and combinations, on one bucket with what is computed', async () => {
    const paths = [
      '/?period=2025-w18',
      '/sectors/databases?period=2025-w18',
      '/startups/acorn?period=2025-w18',
      '/startups/nobody?period=2025-w18',
      '/blog/2025-w18',
      '/compare/acorn-vs-birch',
      '/badges?repository=acorn/core',
      '/search?q=acorn',
      '/api/markets/nothing',
    ];
    const client = newClient();
    for (const path of paths) {
      const { headers } = await ask(path, client);
      assert.equal(headers.get('ratelimit-policy'), '"default";q=120;w=120', path);
    }
    // What nobody else keeps may say what is left.
    const { headers } = await ask('/api/markets/nothing', client);
    const left = Number(/^"default";r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]);
    // A slow machine refills a few in the meantime.
    assert.ok(left >= 119 - paths.length && left < 119, `${left} left`);
  });

  it('refuse what is beyond with 429, as a page to people', async () => {
    // Rendered before, so that the bucket does not refill meanwhile.
    for (const path of ['/?period=2025-w18', '/startups/acorn?period=2025-w19'])
      await ask(path, newClient());
    const client = newClient();
    const passed = await exhaust('/?period=2025-w18', client, 120);
    assert.deepEqual(new Set(passed), new Set([200]));
    for (const accept of ['text/html', '*/*']) {
      const response = await untilRefused('/sectors/databases?period=2025-w20', client, accept);
      const wait = Number(response.headers.get('retry-after'));
      assert.ok(wait >= 1 && wait <= 2);
      assert.match(response.headers.get('ratelimit') ?? '', /^"default";r=0;t=[12]$/);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      if (accept === '*/*') assert.equal((await problemIn(response)).code, 'rate-limited');
      else assert.match(await response.text(), /<h1[ >]/);
    }
    assert.equal((await ask('/', client)).status, 200);
    assert.equal((await ask('/?period=2025-w18', newClient())).status, 200);
  });
});

describe('a page', () => {
  it('that fifty clients ask for at once is rendered once', async (t) => {
    const served = await serve();
    t.after(() => served.service.close());
    renderings = [];
    const ask = async () => (await fetch(`${served.origin}/counted?period=2025-w21`)).text();
    assert.equal(new Set(await Promise.all(Array.from({ length: 50 }, ask))).size, 1);
    assert.deepEqual(renderings, ['2025-w21']);
  });
});

describe('a page of a past period', () => {
  const path = '/counted?period=2025-w18';

  it('is the same in every coding, with a validator of its own', async () => {
    const unpack = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
    const [plain, ...packed] = await askedAnew(
      {},
      [path],
      ...Object.keys(unpack).map((coding): [string, Record<string, string>] => [
        path,
        { 'accept-encoding': coding },
      ]),
    );
    assert.ok(plain);
    const etag = String(plain.headers.etag);
    for (const [index, [coding, decompress]] of Object.entries(unpack).entries()) {
      const { headers, body }: RawAnswer = packed[index] ?? plain;
      assert.equal(headers['content-encoding'], coding);
      assert.equal(headers.etag, etag.replace(/"$/, `-${coding}"`));
      assert.deepEqual(decompress(body), plain.body);
    }
  });

  it('is rendered once for a publication', async (t) => {
    const served = await serve();
    t.after(() => served.service.close());
    renderings = [];
    const text = async () => (await fetch(served.origin + path)).text();
    assert.match(await text(), /^<p>1 /);
    assert.match(await text(), /^<p>1 /);
    const { registry } = options;
    const companies = registry.companies.map((company) => ({ ...company, description: 'Other.' }));
    await publish({
      ...options,
      registry: { ...registry, companies },
      correction: 'Descriptions were wrong.',
    });
    await served.service.refresh();
    assert.match(await text(), /^<p>2 /);
  });
});
