import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { restOperations, routesOf } from '../../../src/api/operation/operation.ts';
import { findRedis } from '../../support/redis.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

const found = await findRedis();

let lastClient = 0;
/** An address that no test has used; Redis remembers those of the last minutes. */
const newClient = () =>
  `2001:db8:${(process.pid % 65_536).toString(16)}:${(++lastClient).toString(16)}::1`;

let served: ServedExample;
/** Asks in the name of a client, through one proxy. */
const ask = (path: string, client: string, init: RequestInit = {}) =>
  fetch(`${served.origin}${path}`, {
    ...init,
    headers: { ...init.headers, 'x-forwarded-for': client },
  });

async function statuses(times: number, path: string, client: string): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: times }, async () => {
      const response = await ask(path, client);
      await response.arrayBuffer();
      return response.status;
    }),
  );
  return answers.sort();
}

/** Asks until it is refused: a machine that is slow refills a bucket in the meantime. */
async function untilRefused(path: string, client: string, init: RequestInit = {}) {
  for (let asked = 0; asked < 1_000; asked++) {
    const response = await ask(path, client, init);
    if (response.status === 429) return { response, asked };
    await response.arrayBuffer();
  }
  return assert.fail(`${path} is never refused`);
}

const stores: [name: string, redisUrl: string | undefined, skip: false | string][] = [
  ['in memory', undefined, false],
  ['in Redis', found.url, found.skip],
];
for (const [name, redisUrl, skip] of stores)
  describe(`limits on requests, kept ${name}`, { skip }, () => {
    before(async () => {
      served = await serveExample(true, { limits: { redisUrl }, trustedProxies: 1 });
    });
    after(() => served.service.close());

    it('let the burst of each operation through and refuse what is beyond', async () => {
      const limits: [path: string, burst: number, perMinute: number][] = [
        ['/api/diligence.json', 120, 60],
        ['/search?q=acorn', 120, 60],
        ['/api/signal?company=acorn', 60, 30],
        ['/api/receipts/octocat', 20, 10],
      ];
      for (const [path, burst, perMinute] of limits) {
        const client = newClient();
        const started = performance.now();
        assert.deepEqual(new Set(await statuses(burst, path, client)), new Set([200]), path);
        const { asked } = await untilRefused(path, client);
        const refilled = ((performance.now() - started) * perMinute) / 60_000;
        assert.ok(asked <= Math.ceil(refilled), `${path}: ${asked} more, ${refilled} refilled`);
      }
    });

    it('say on every answer what holds, and to one client alone what is left', async () => {
      const client = newClient();
      const answers: [path: string, status: number, init?: RequestInit][] = [
        ['/api/signal?company=acorn', 200],
        ['/api/signal?company=acorn', 304, { headers: { 'if-none-match': '*' } }],
        ['/api/signal', 400],
        ['/api/signal?company=acorn&period=1999-w01', 404],
        ['/api/signal?company=acorn', 200, { method: 'HEAD' }],
      ];
      for (const [index, [path, status, init]] of answers.entries()) {
        const { status: got, headers } = await ask(path, client, init);
        assert.equal(got, status, path);
        assert.equal(headers.get('ratelimit-policy'), '"get_startup_signal";q=60;w=120');
        assert.match(
          headers.get('access-control-expose-headers') ?? '',
          /\bRateLimit, RateLimit-Policy\b/,
        );
        // Shared caches give these answers to others as well.
        if (status < 400) {
          assert.equal(headers.get('ratelimit'), null, path);
          continue;
        }
        const [, left, next] =
          /^"get_startup_signal";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
        assert.ok(Number(left) >= 59 - index, path);
        assert.ok(Number(next) >= 1 && Number(next) <= 2, path);
      }
    });

    it('tell no shared cache what a client has left, at any address', async () => {
      const client = newClient();
      const limited = [
        ...restOperations(await loadOperations()).flatMap((operation) =>
          operation.limit ? routesOf(operation).map((route) => [operation, route] as const) : [],
        ),
      ].map(
        ([
          {
            examples: [example],
            rest,
          },
          route,
        ]) => {
          const values = Object.entries({ ...example, org: 'acorn', repo: 'core' });
          const path = values.reduce(
            (text, [name, value]) => text.replace(`{${name}}`, `${value}`),
            route,
          );
          const query = values.filter(
            ([name]) => name in example && !rest.path.includes(`{${name}}`),
          );
          return `${path}?${new URLSearchParams(query.map(([name, value]) => [name, `${value}`]))}`;
        },
      );
      assert.ok(limited.length >= 10);
      for (const path of [...limited, '/search?q=acorn', '/api/receipts/octocat?no=1'])
        for (const method of ['GET', 'HEAD']) {
          const { headers, status } = await ask(path, client, { method });
          const isShared = headers.get('cache-control')?.startsWith('public') === true;
          assert.notEqual(headers.get('ratelimit-policy'), null, path);
          assert.equal(headers.get('ratelimit') === null, isShared, `${path}: ${status}`);
        }
    });

    it('refuse with a problem that says when to come back', async () => {
      const client = newClient();
      await statuses(20, '/api/receipts/octocat', client);
      const { response } = await untilRefused('/api/receipts/octocat', client);
      assert.match(response.headers.get('ratelimit') ?? '', /^"get_scout_receipts";r=0;t=[1-6]$/);
      const wait = Number(response.headers.get('retry-after'));
      assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 6);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      const problem = await problemIn(response);
      assert.equal(problem.code, 'rate-limited');
      assert.equal(problem['policy'], 'get_scout_receipts');
      assert.equal(problem['retryAfter'], wait);
    });

    it('refuse before a body is read or a value looked at', async () => {
      const client = newClient();
      await statuses(120, '/api/diligence.json', client);
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
        (await ask(path, client)).headers.get('ratelimit')?.split(';').slice(0, 2).join(';');
      await statuses(100, '/api/diligence.json', client);
      const [policy, left] = (await bucket('/api/markets/nothing'))?.split(';r=') ?? [];
      assert.equal(policy, '"default"');
      assert.ok(Number(left) < 40, `${left} left`);
      assert.equal(await bucket('/api/signal'), '"get_startup_signal";r=59');
      assert.equal(await bucket('/api/receipts/octocat'), '"get_scout_receipts";r=19');
    });

    it('count each client for itself, and nobody through what it writes itself', async () => {
      const client = newClient();
      const path = '/api/signal?company=acorn';
      await statuses(60, path, client);
      // Within as many as a bucket of their own would let through.
      const { asked: forged } = await untilRefused(path, `${newClient()}, ${client}`);
      assert.ok(forged < 60, `${forged} through`);
      const { asked: neighbours } = await untilRefused(path, client.replace('::1', ':ffff::2'));
      assert.ok(neighbours < 60, 'same /64');
      assert.equal((await ask('/api/signal?company=acorn', newClient())).status, 200);
    });

    it('hold for no file, page or document', async () => {
      const client = newClient();
      for (const path of [
        '/api/signals.json',
        '/api/signals.csv?period=2025-w10',
        '/',
        '/healthz',
        '/api/openapi.json',
      ]) {
        const all = await statuses(125, path, client);
        assert.deepEqual(new Set(all), new Set([200]), path);
        assert.equal((await ask(path, client)).headers.get('ratelimit'), null, path);
      }
    });

    it('do not count preflights and refused methods', async () => {
      const client = newClient();
      for (const method of ['OPTIONS', 'DELETE', 'PUT']) {
        const { headers } = await ask('/api/signal', client, { method });
        assert.equal(headers.get('ratelimit'), null, method);
      }
    });
  });

describe('limits of a service whose Redis is gone', () => {
  it('hold all the same, and it is counted', async (t) => {
    served = await serveExample(true, {
      limits: { redisUrl: 'redis://127.0.0.1:1' },
      trustedProxies: 1,
    });
    t.after(() => served.service.close());
    const client = newClient();
    await statuses(60, '/api/signal?company=acorn', client);
    await untilRefused('/api/signal?company=acorn', client);
    const metrics = await (await fetch(`${served.origin}/metrics`)).text();
    assert.match(metrics, /^bellwether_limit_store_failures_total [1-9]/m);
  });
});

describe('a service without trusted proxies', () => {
  it('passes over forwarded addresses', async (t) => {
    served = await serveExample(true, { limits: { redisUrl: undefined } });
    t.after(() => served.service.close());
    await statuses(60, '/api/signal?company=acorn', newClient());
    const { asked } = await untilRefused('/api/signal?company=acorn', newClient());
    assert.ok(asked < 60, `${asked} through`);
  });
});
