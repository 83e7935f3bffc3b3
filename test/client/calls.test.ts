/** Retries, aborted calls and cached answers, against servers whose answers a test sets. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient, memoryCache } from '../../client/index.ts';
import { refusal } from './refusal.ts';
import { hangUp, json, scriptedServer } from './server.ts';

const busy = (after: string, status = 503) =>
  json(status, { code: 'overloaded', detail: 'Busy.' }, { 'retry-after': after });

describe('an error', () => {
  it('is thrown for responses that are not the service’s', async (t) => {
    const { origin } = await scriptedServer(t, (_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });
    const error = await refusal(createClient({ baseUrl: origin }).getSignals());
    assert.deepEqual([error.status, error.code], [502, 'unexpected-answer']);
    const list = await scriptedServer(t, json(500, ['not', 'a', 'problem']));
    const other = await refusal(createClient({ baseUrl: list.origin }).getSignals());
    assert.deepEqual([other.code, other.body], ['unexpected-answer', {}]);
  });
});

describe('a call', () => {
  it('is repeated when Retry-After says so', async (t) => {
    const date = new Date(Date.now() - 1_000).toUTCString();
    const server = await scriptedServer(t, busy('0', 429), busy(date), json(200, { trending: [] }));
    const client = createClient({ baseUrl: server.origin });
    assert.deepEqual((await client.getSignals()).trending, []);
    assert.equal(server.received.length, 3);
  });

  it('is not repeated for longer or more often than wanted, or without Retry-After', async (t) => {
    const long = await scriptedServer(t, busy('61'));
    const error = await refusal(createClient({ baseUrl: long.origin }).getSignals());
    assert.deepEqual([error.code, error.retryAfter], ['overloaded', 61]);
    assert.equal(long.received.length, 1);
    const often = await scriptedServer(t, busy('0'));
    await refusal(createClient({ baseUrl: often.origin, retries: 2 }).getSignals());
    assert.equal(often.received.length, 3);
    const silent = await scriptedServer(t, json(503, { code: 'payment-not-configured' }));
    await refusal(createClient({ baseUrl: silent.origin }).getSignals());
    assert.equal(silent.received.length, 1);
  });

  it('is repeated when its connection breaks, if that is safe', async (t) => {
    const reading = await scriptedServer(t, hangUp, json(200, { trending: [] }));
    await createClient({ baseUrl: reading.origin }).getSignals();
    assert.equal(reading.received.length, 2);
    const redeeming = await scriptedServer(t, hangUp, json(200, {}));
    const client = createClient({ baseUrl: redeeming.origin, creditKey: 'bw_key' });
    await assert.rejects(client.redeemSolanaPayment({ signature: 'x' }), TypeError);
    assert.equal(redeeming.received.length, 1);
  });

  it('has one Idempotency-Key, however often it is sent', async (t) => {
    const server = await scriptedServer(t, hangUp, busy('0'), json(200, { found: false }));
    const client = createClient({ baseUrl: server.origin, creditKey: 'bw_key' });
    await client.getDeepSignal({ name: 'acorn' });
    await client.getDeepSignal({ name: 'acorn' });
    await client.getDeepSignal({ name: 'acorn' }, { idempotencyKey: 'order-1' });
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    assert.equal(new Set(keys.slice(0, 3)).size, 1);
    assert.equal(new Set(keys).size, 3);
    assert.equal(keys.at(-1), 'order-1');
    assert.ok(server.received.every(({ body }) => body === '{"name":"acorn"}'));
  });

  it('carries the credit key where one is needed, and nowhere else', async (t) => {
    const server = await scriptedServer(t, json(200, {}));
    const client = createClient({ baseUrl: server.origin, creditKey: 'bw_key' });
    await client.getSignals();
    await client.getCredits();
    assert.deepEqual(
      server.received.map(({ headers }) => headers.authorization),
      [undefined, 'Bearer bw_key'],
    );
  });

  it('ends when its signal is aborted, also while it waits', async (t) => {
    const server = await scriptedServer(t, busy('30'));
    const client = createClient({ baseUrl: server.origin });
    const given = new AbortController();
    const waiting = client.getSignals({}, { signal: given.signal });
    const reason = new Error('no longer wanted');
    while (server.received.length === 0) await new Promise(setImmediate);
    given.abort(reason);
    await assert.rejects(waiting, reason);
    assert.equal(server.received.length, 1);
    await assert.rejects(client.getSignals({}, { signal: AbortSignal.abort(reason) }), reason);
    const silent = await scriptedServer(t, () => undefined);
    const slow = createClient({ baseUrl: silent.origin });
    await assert.rejects(slow.getSignals({}, { signal: AbortSignal.timeout(20) }), {
      name: 'TimeoutError',
    });
    assert.equal(server.received.length, 1);
  });
});

describe('kept answers', () => {
  it('are dropped when they are too many, the longest unused first', () => {
    const cache = memoryCache(2);
    const answer = { etag: '"1"', type: 'text/plain', body: new ArrayBuffer(0) };
    cache.set('a', answer);
    cache.set('b', answer);
    cache.get('a');
    cache.set('c', answer);
    assert.deepEqual(
      ['a', 'b', 'c'].map((url) => cache.get(url) !== undefined),
      [true, false, true],
    );
  });

  it('are none of answers that are not to be stored', async (t) => {
    const live = json(200, {}, { etag: '"1"', 'cache-control': 'no-store' });
    const server = await scriptedServer(t, live);
    const client = createClient({ baseUrl: server.origin, cache: memoryCache() });
    await client.getScoutReceipts({ username: 'octocat' });
    await client.getScoutReceipts({ username: 'octocat' });
    assert.ok(server.received.every(({ headers }) => headers['if-none-match'] === undefined));
  });
});
