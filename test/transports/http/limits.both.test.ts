/** Rate limits of answers and pages; that every limited operation is refused in the end: crawl.test.ts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { missingRedis, REDIS_URL } from '../../support/redis.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';
import { IS_INTEGRATION } from '../../support/tier.ts';

const SIGNAL = '/api/signal?company=acorn';
const RECEIPT = '/api/receipts/octocat';
const STANDARD = '"default";q=120;w=120';

let lastClient = 0;
/** An address that no test has used; Redis remembers those of the last minutes. */
const newClient = () =>
  `2001:db8:${(process.pid % 65_536).toString(16)}:${(++lastClient).toString(16)}::1`;

let served: ServedExample;
/** Asks in the name of a client, through one proxy. */
const ask = (path: string, client: string, init: RequestInit = {}, { origin } = served) =>
  fetch(`${origin}${path}`, { ...init, headers: { ...init.headers, 'x-forwarded-for': client } });

/** Asks as often as is allowed at once, all of which is answered. */
async function exhaust(path: string, burst: number, client: string, at = served): Promise<void> {
  const statuses = await Promise.all(
    Array.from({ length: burst }, async () => {
      const response = await ask(path, client, {}, at);
      await response.arrayBuffer();
      return response.status;
    }),
  );
  assert.deepEqual(new Set(statuses), new Set([200]), path);
}

/** Asks until it is refused: a machine that is slow refills a bucket in the meantime. */
async function untilRefused(path: string, client: string, init: RequestInit = {}, at = served) {
  for (let asked = 0; asked < 500; asked++) {
    const response = await ask(path, client, init, at);
    if (response.status === 429) return { response, asked };
    await response.arrayBuffer();
  }
  return assert.fail(`${path} is never refused`);
}

describe('limits on requests', () => {
  before(async () => {
    served = await serveExample(true, { limits: { redisUrl: undefined }, trustedProxies: 1 });
  });
  after(() => served.service.close());

  for (const [path, burst, perMinute] of [
    ['/search?q=acorn', 120, 60],
    [SIGNAL, 60, 30],
    [RECEIPT, 20, 10],
  ] as const)
    it(`let ${burst} at once through at ${path}, and refuse what is beyond`, async () => {
      const client = newClient();
      const began = performance.now();
      await exhaust(path, burst, client);
      const { asked, response } = await untilRefused(path, client);
      const refilled = ((performance.now() - began) * perMinute) / 60_000;
      assert.ok(asked <= Math.ceil(refilled), `${asked} more, ${refilled} refilled`);
      const wait = Number(response.headers.get('retry-after'));
      assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 6);
      assert.match(response.headers.get('ratelimit') ?? '', /^"\w+";r=0;t=[1-6]$/);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const { code, policy, retryAfter } = await problemIn(response);
      assert.equal(code, 'rate-limited');
      assert.deepEqual([policy !== undefined, retryAfter], [true, wait]);
    });

  it('say on every answer what holds, and to one client alone what is left', async () => {
    const client = newClient();
    const answers: [path: string, status: number, init?: RequestInit][] = [
      [SIGNAL, 200],
      [SIGNAL, 304, { headers: { 'if-none-match': '*' } }],
      ['/api/signal', 400],
      [`${SIGNAL}&period=1999-w01`, 404],
      [SIGNAL, 200, { method: 'HEAD' }],
    ];
    for (const [index, [path, status, init]] of answers.entries()) {
      const { status: got, headers } = await ask(path, client, init);
      assert.equal(got, status, path);
      assert.equal(headers.get('ratelimit-policy'), '"get_startup_signal";q=60;w=120');
      assert.match(headers.get('access-control-expose-headers') ?? '', /\bRateLimit, RateLimit-P/);
      const left = /^"get_startup_signal";r=(\d+);t=[12]$/.exec(headers.get('ratelimit') ?? '');
      // Shared caches give answers to others as well.
      assert.equal(left !== null, status >= 400, path);
      if (left) assert.ok(Number(left[1]) >= 59 - index, path);
    }
  });

  it('refuse before a body is read or a value looked at', async () => {
    const client = newClient();
    await exhaust('/api/diligence.json', 120, client);
    const body = 'x'.repeat(1_000_000);
    for (const init of [
      { method: 'POST', body, headers: { 'content-type': 'text/plain' } },
      { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
    ])
      await untilRefused('/api/diligence.json', client, init);
  });

  it('give routes with the standard limit one bucket, and each other limit its own', async () => {
    const client = newClient();
    const bucket = async (path: string) =>
      /^"(\w+)";r=(\d+)/.exec((await ask(path, client)).headers.get('ratelimit') ?? '')?.slice(1);
    await exhaust('/api/diligence.json', 100, client);
    const [policy, left] = (await bucket('/api/markets/nothing')) ?? [];
    assert.equal(policy, 'default');
    assert.ok(Number(left) < 40, `${left} left`);
    assert.deepEqual(await bucket('/api/signal'), ['get_startup_signal', '59']);
  });

  for (const [policy, paths] of [
    [
      null,
      [
        ...['/api/signals.csv?period=2025-w10', '/healthz', '/', '/?period=2025-w26', '/search'],
        ...['/?utm_source=elsewhere', '/startups/acorn', '/blog/2025-w26', '/compare', '/faq'],
        ...['/charts/startups/acorn/commits.svg?period=2025-w26&utm_source=x'],
      ],
    ],
    [
      STANDARD,
      [
        ...['/?period=2025-w18', '/startups/unknown?period=2025-w18', '/blog/2025-w18'],
        ...['/compare/acorn-vs-birch', '/badges?of=acorn/core', '/search?q=acorn'],
        '/charts/startups/acorn/commits.svg?scheme=dark',
        ...['/charts/startups/acorn/commits.svg?period=2025-w20', '/images/research.png'],
        ...['/images/home.png?period=2025-w20'],
      ],
    ],
  ] as const)
    it(`are ${policy ?? 'none'} at ${paths[0]} and the like`, async () => {
      for (const path of paths) {
        const { headers } = await ask(path, newClient());
        assert.equal(headers.get('ratelimit-policy'), policy, path);
      }
    });

  it('do not count preflights and refused methods', async () => {
    for (const method of ['OPTIONS', 'DELETE', 'PUT']) {
      const { headers } = await ask('/api/signal', newClient(), { method });
      assert.equal(headers.get('ratelimit-policy'), null, method);
    }
  });
});

describe('limits that are kept elsewhere', () => {
  for (const [where, redisUrl, skip] of [
    ...(IS_INTEGRATION ? [['in Redis', REDIS_URL, missingRedis()] as const] : []),
    ['in memory while Redis is gone, which is counted', 'redis://127.0.0.1:1', false],
  ] as const)
    it(`hold ${where}`, { skip }, async (t) => {
      const other = await serveExample(true, { limits: { redisUrl }, trustedProxies: 1 });
      t.after(() => other.service.close());
      const client = newClient();
      await exhaust(RECEIPT, 20, client, other);
      await untilRefused(RECEIPT, client, {}, other);
      const metrics = await (await fetch(`${other.origin}/metrics`)).text();
      const [, failures] = /^bellwether_limit_store_failures_total (\d+)/m.exec(metrics) ?? [];
      assert.equal(Number(failures) > 0, where !== 'in Redis');
    });
});
