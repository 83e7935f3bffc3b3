import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import {
  type Limiter,
  MAX_BUCKETS,
  makeLimiter,
  memoryLimiter,
  type Policy,
  type StoreWatch,
} from '../../../src/lib/limits/limiter.ts';
import { KEY_PREFIX } from '../../../src/lib/limits/redis.ts';
import { type Bucket, PARTS, take } from '../../../src/lib/limits/token-bucket.ts';
import { missingRedis, REDIS_URL } from '../../support/redis.ts';
import { IS_INTEGRATION } from '../../support/tier.ts';

/** Refills so slowly that no test waits for it, and so fast that every test does. */
const slow = (name: string): Policy => ({ name, limit: { perMinute: 1, burst: 3 } });
const fast = (name: string): Policy => ({ name, limit: { perMinute: 6000, burst: 3 } });

/** Keys of this run alone: Redis may hold other runs' keys. */
let runs = 0;
const named = (name: string) => `test-${process.pid}-${runs++}-${name}`;

const mustNotFail: StoreWatch = {
  failed: (reason) => assert.fail(reason),
  recovered: () => assert.fail('nothing had failed'),
};
const stores: [name: string, url: string | undefined, skip: false | string][] = [
  ['in memory', undefined, false],
  ...(IS_INTEGRATION
    ? [['in Redis', REDIS_URL, missingRedis()] as [string, string, false | string]]
    : []),
];

for (const [name, url, skip] of stores)
  describe(`limits ${name}`, { skip }, () => {
    let limiter: Limiter;
    before(async () => {
      limiter = await makeLimiter(url, mustNotFail);
    });
    after(() => limiter.close());

    it('admit exactly the burst, also at once, then refuse and say when to come back', async () => {
      const policy = slow(named('burst'));
      const taking = Array.from({ length: 50 }, () => limiter.take(policy, 'a'));
      const decided = await Promise.all(taking);
      const admitted = decided.filter(({ allowed }) => allowed);
      assert.deepEqual(
        admitted.map(({ remaining }) => remaining),
        [2, 1, 0],
      );
      const { nextTokenSeconds = 0, remaining } = decided.at(-1) ?? {};
      assert.ok(remaining === 0 && nextTokenSeconds >= 1 && nextTokenSeconds <= 60);
    });

    it('count each client and each policy for itself', async () => {
      const policy = slow(named('own'));
      for (let index = 0; index < 4; index++) await limiter.take(policy, '192.0.2.1');
      assert.equal((await limiter.take(policy, '192.0.2.1')).allowed, false);
      assert.equal((await limiter.take(policy, '192.0.2.2')).allowed, true);
      assert.equal((await limiter.take(policy, '2001:db8:0:1::/64')).allowed, true);
      assert.equal((await limiter.take(slow(named('other')), '192.0.2.1')).allowed, true);
    });
  });

describe('limits in memory', () => {
  it('keep a bounded number of buckets, and drop the one that was idle longest', async () => {
    const limiter = memoryLimiter(() => 0);
    const policy = slow('default');
    for (let index = 0; index < 4; index++) await limiter.take(policy, 'early');
    for (let index = 0; index < MAX_BUCKETS - 2; index++) await limiter.take(policy, `${index}`);
    assert.equal((await limiter.take(policy, 'early')).allowed, false, 'still kept');
    for (let index = 0; index < MAX_BUCKETS; index++) await limiter.take(policy, `x${index}`);
    assert.equal((await limiter.take(policy, 'early')).allowed, true, 'dropped');
  });
});

if (IS_INTEGRATION)
  describe('limits in Redis', { skip: missingRedis() }, () => {
    let redis: Redis;
    before(() => {
      redis = new Redis(REDIS_URL);
    });
    after(() => redis.disconnect());

    /** Undefined once it has filled up. */
    async function bucketIn(key: string): Promise<Bucket | undefined> {
      const [parts, at] = ((await redis.get(key)) ?? '').split(' ').map(Number);
      return parts === undefined || at === undefined ? undefined : { parts, at };
    }

    it('are computed there as here, step by step, by the clock of Redis', async (t) => {
      const limiter = await makeLimiter(REDIS_URL, mustNotFail);
      t.after(() => limiter.close());
      for (const perMinute of [7, 60, 600]) {
        const policy = { name: named('same'), limit: { perMinute, burst: 4 } };
        const key = `${KEY_PREFIX}${policy.name}:a`;
        let expected: Bucket | undefined;
        let compared = 0;
        while (compared < 12) {
          const { allowed } = await limiter.take(policy, 'a');
          const held = await bucketIn(key);
          if (held) {
            const mine = take(expected, policy.limit, held.at);
            assert.deepEqual([held, allowed], [mine.bucket, mine.allowed]);
            await delay(compared++ % 3);
          }
          expected = held;
        }
      }
    });

    it('stand still while the clock of Redis is behind, and start from anything unreadable', async (t) => {
      const limiter = await makeLimiter(REDIS_URL, mustNotFail);
      t.after(() => limiter.close());
      const policy = slow(named('clock'));
      const key = `${KEY_PREFIX}${policy.name}:a`;
      const ahead = Date.now() + 3_600_000;
      await redis.set(key, `${PARTS} ${ahead}`, 'EX', 60);
      assert.deepEqual(await limiter.take(policy, 'a'), {
        allowed: true,
        remaining: 0,
        nextTokenSeconds: 60,
      });
      const { at } = (await bucketIn(key)) ?? assert.fail('it is not full yet');
      assert.ok(at < ahead);
      await redis.set(key, 'nonsense', 'EX', 60);
      assert.equal((await limiter.take(policy, 'a')).remaining, 2);
    });

    it('are shared by processes, and gone when the bucket is full again', async (t) => {
      const [one, other] = [
        await makeLimiter(REDIS_URL, mustNotFail),
        await makeLimiter(REDIS_URL, mustNotFail),
      ];
      t.after(() => [one, other].map((limiter) => limiter.close()));
      const policy = slow(named('shared'));
      await one.take(policy, 'a');
      assert.equal((await other.take(policy, 'a')).remaining, 1);
      const left = await redis.pttl(`${KEY_PREFIX}${policy.name}:a`);
      assert.ok(left > 60_000 && left <= 120_000, `${left} ms for two tokens`);
      const brief = fast(named('brief'));
      await one.take(brief, 'a');
      await delay(100);
      assert.equal(await redis.exists(`${KEY_PREFIX}${brief.name}:a`), 0);
    });
  });

/** A watch that records its reports. */
function recordingWatch(): StoreWatch & { failures: string[]; first: number; recoveries: number } {
  const heard = {
    failures: [] as string[],
    first: 0,
    recoveries: 0,
    failed: (reason: string, isFirst: boolean) => {
      heard.failures.push(reason);
      heard.first += Number(isFirst);
    },
    recovered: () => {
      heard.recoveries++;
    },
  };
  return heard;
}

async function listen(server: Server, t: TestContext): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return address.port;
}

describe('without a Redis that answers', () => {
  const assertInMemory = async (t: TestContext, url: string) => {
    const heard = recordingWatch();
    const limiter = await makeLimiter(url, heard);
    t.after(() => limiter.close());
    const taking = Array.from({ length: 5 }, () => limiter.take(slow('default'), 'a'));
    const decided = await Promise.all(taking);
    assert.equal(decided.filter(({ allowed }) => allowed).length, 3);
    assert.equal(heard.first, 1);
  };

  it('limits are kept in memory when nothing listens there', (t) =>
    assertInMemory(t, 'redis://127.0.0.1:1'));

  it('limits are kept in memory when it takes connections and says nothing', async (t) => {
    const sockets: Socket[] = [];
    const port = await listen(
      createServer((socket) => sockets.push(socket)),
      t,
    );
    t.after(() => sockets.map((socket) => socket.destroy()));
    await assertInMemory(t, `redis://127.0.0.1:${port}`);
  });
});

if (IS_INTEGRATION)
  describe('a Redis that cannot always be reached', { skip: missingRedis() }, () => {
    it('passwords stay out of what is reported', async (t) => {
      const heard = recordingWatch();
      const url = new URL(REDIS_URL);
      url.username = 'reader';
      url.password = 'hunter2hunter2';
      const limiter = await makeLimiter(url.href, heard);
      t.after(() => limiter.close());
      assert.equal((await limiter.take(slow('default'), 'a')).allowed, true);
      assert.ok(heard.failures.length > 0);
      assert.doesNotMatch(heard.failures.join(' '), /hunter2/);
    });

    it('is used again once it answers', async (t) => {
      const { hostname, port } = new URL(REDIS_URL);
      let isLost = false;
      const open = new Set<Socket>();
      // A connection to the real one on which everything can get lost.
      const between = createServer((client) => {
        const upstream = createConnection(Number(port || 6379), hostname);
        for (const socket of [client, upstream]) {
          open.add(socket);
          socket.on('error', () => undefined);
          socket.on('close', () => open.delete(socket));
        }
        client.on('data', (bytes) => isLost || upstream.write(bytes));
        upstream.on('data', (bytes) => client.write(bytes));
      });
      const own = await listen(between, t);
      t.after(() => [...open].map((socket) => socket.destroy()));
      const url = new URL(REDIS_URL);
      url.host = `127.0.0.1:${own}`;
      const heard = recordingWatch();
      const limiter = await makeLimiter(url.href, heard);
      t.after(() => limiter.close());
      const policy = slow(named('again'));
      assert.equal((await limiter.take(policy, 'a')).remaining, 2);
      isLost = true;
      assert.equal((await limiter.take(policy, 'a')).remaining, 2, 'a bucket in memory');
      assert.equal(heard.first, 1);
      isLost = false;
      for (let index = 0; index < 40 && heard.recoveries === 0; index++) {
        await delay(250);
        await limiter.take(policy, `other ${index}`);
      }
      assert.equal(heard.recoveries, 1);
      assert.equal((await limiter.take(policy, 'a')).remaining, 1, 'the bucket in Redis');
    });
  });
