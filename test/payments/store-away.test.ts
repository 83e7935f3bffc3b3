/** A store that is away takes what is paid with it for as long, and nothing else. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { after, before, describe, it, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { newApiKey } from '../../src/lib/api-key.ts';
import type { BooksState } from '../../src/payments/books.ts';
import { CREDIT_KEY, issueKey } from '../../src/payments/credits/accounts.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { watchPayments } from '../../src/transports/http/payment-log.ts';
import { findPostgresql, newDatabase } from '../../tools/postgresql.ts';
import { problemIn } from '../support/service.ts';
import { type TcpProxy, tcpProxy } from '../support/tcp-proxy.ts';
import { type PaidService, servePaid } from './support/paid-service.ts';

const PATH = '/api/agent/deep-signal';
const CREDITS = '/api/account/credits';
const RETRY_MS = 20;
/** Shorter than anything that a service waits for when it stops, on a busy machine too. */
const MOMENT_MS = 5_000;
const UNKNOWN = `Bearer ${CREDIT_KEY.format(newApiKey())}`;
const { skip } = await findPostgresql();

/** Resolves once the books are so. */
function books({ payments }: Pick<PaidService, 'payments'>, wanted: BooksState): Promise<void> {
  return new Promise((resolve) => {
    payments.books.listen((state) => {
      if (state === wanted) resolve();
    });
  });
}

describe('a store that is away', { skip }, () => {
  let url: string;
  let drop: () => Promise<void>;
  let proxy: TcpProxy;
  let location: string;
  /** Past the proxy. */
  let direct: Store;
  before(async () => {
    ({ url, drop } = await newDatabase());
    const { hostname, port } = new URL(url);
    proxy = await tcpProxy(hostname, Number(port || 5432));
    const through = new URL(url);
    through.host = `127.0.0.1:${proxy.port}`;
    location = through.href;
    direct = openStore(url);
  });
  after(async () => {
    await direct.close();
    await proxy.shut();
    await drop();
  });

  const serve = async (t: TestContext) => {
    const served = await servePaid(location, { retryMs: RETRY_MS });
    t.after(served.stop);
    return served;
  };
  const freeIsServed = async ({ origin }: PaidService) => {
    assert.equal((await fetch(`${origin}/api/signals.json`)).status, 200);
    assert.equal((await fetch(`${origin}/api/signal?company=acorn`)).status, 200);
    assert.equal((await fetch(`${origin}/healthz`)).status, 200);
  };
  const isAway = async (response: Response) => {
    assert.equal(response.status, 503);
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]$/);
    const problem = await problemIn(response);
    assert.equal(problem.code, 'store-unavailable');
    assert.doesNotMatch(JSON.stringify(problem), /127\.0\.0\.1|ECONN|postgres/);
  };
  const isSaid = async ({ origin }: PaidService, state: BooksState) => {
    const ready = await fetch(`${origin}/readyz`);
    assert.equal(ready.status, 200);
    assert.equal(((await ready.json()) as { store: string }).store, state);
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    const up = [...metrics.matchAll(/^bellwether_store_state\{state="(\w+)"\} 1$/gm)];
    assert.deepEqual(
      up.map(([, name]) => name),
      [state],
    );
  };
  /** Everything that a key, or whoever has none, can ask for. */
  const asked = ({ origin, post }: PaidService, key: string) => {
    const authorization = `Bearer ${key}`;
    return Promise.all([
      fetch(`${origin}${CREDITS}`, { headers: { authorization } }),
      fetch(`${origin}${CREDITS}`, { headers: { authorization: UNKNOWN } }),
      post(PATH, { name: 'acorn' }, { authorization }),
      post(PATH, { name: 'acorn' }, { authorization, 'idempotency-key': 'a' }),
    ]);
  };

  it('at the start: free data from the first moment, then tables, audit and sales', async (t) => {
    await proxy.shut();
    const served = await serve(t);
    await freeIsServed(served);
    await isSaid(served, 'away');
    for (const response of await asked(served, 'bw_none')) await isAway(response);
    const back = books(served, 'ready');
    await proxy.open();
    await back;
    await isSaid(served, 'ready');
    // The tables were made meanwhile.
    const { key } = await served.issue(1);
    const bought = await served.post(PATH, { name: 'acorn' }, { authorization: `Bearer ${key}` });
    assert.equal(bought.status, 200);
  });

  it('in the middle: the same key goes on once it is back', async (t) => {
    const served = await serve(t);
    const { key } = await served.issue(3);
    const authorization = `Bearer ${key}`;
    assert.equal((await served.post(PATH, { name: 'acorn' }, { authorization })).status, 200);
    for (let time = 0; time < 2; time++) {
      const gone = books(served, 'away');
      await proxy.shut();
      for (const response of await asked(served, key)) await isAway(response);
      await gone;
      await freeIsServed(served);
      await isSaid(served, 'away');
      const back = books(served, 'ready');
      await proxy.open();
      await back;
      const credits = await fetch(`${served.origin}${CREDITS}`, { headers: { authorization } });
      assert.equal(((await credits.json()) as { balance: number }).balance, 2);
    }
  });

  it('is audited when it is back: books that are at fault by then sell nothing', async (t) => {
    const served = await serve(t);
    const { key, accountId } = await served.issue(1);
    const gone = books(served, 'away');
    await proxy.shut();
    for (const response of await asked(served, key)) await isAway(response);
    await gone;
    await sql`insert into ledger_entry values (${accountId}, 2, 'grant', 1, 99, 'forged', '')`.execute(
      direct.database,
    );
    const suspended = books(served, 'suspended');
    await proxy.open();
    await suspended;
    const refused = await served.post(PATH, { name: 'acorn' }, { authorization: `Bearer ${key}` });
    assert.equal((await problemIn(refused)).code, 'payments-suspended');
    await isSaid(served, 'suspended');
    await freeIsServed(served);
  });

  it('stops a service that is stopped meanwhile no longer than a moment', async () => {
    await proxy.shut();
    const served = await servePaid(location, { retryMs: RETRY_MS });
    const began = performance.now();
    await served.stop();
    const took = performance.now() - began;
    await proxy.open();
    assert.ok(took < MOMENT_MS, `${took} ms`);
  });
});

describe('what the log says of a store that is away', { skip }, () => {
  it('is a line without a stack, however many calls fail, and one when it is back', async (t) => {
    const { url, drop } = await newDatabase();
    t.after(drop);
    const { hostname, port } = new URL(url);
    const proxy = await tcpProxy(hostname, Number(port || 5432));
    const through = new URL(url);
    through.host = `127.0.0.1:${proxy.port}`;
    const store = openStore(url);
    await migrate(store);
    const { key } = await issueKey(store, 1, null);
    await store.close();
    const served = await servePaid(through.href, { retryMs: RETRY_MS });
    t.after(async () => {
      await served.stop();
      await proxy.shut();
    });
    const stream = new PassThrough({ encoding: 'utf8' });
    const { log } = Fastify({ logger: { level: 'warn', stream } });
    watchPayments(log, served.payments, { paid: () => undefined });
    const lines: Record<string, unknown>[] = [];
    stream.on('data', (text: string) => {
      for (const line of text.trimEnd().split('\n')) lines.push(JSON.parse(line));
    });
    const written = once(stream, 'data');
    const gone = books(served, 'away');
    await proxy.shut();
    const ask = () =>
      fetch(`${served.origin}${CREDITS}`, { headers: { authorization: `Bearer ${key}` } });
    await Promise.all(Array.from({ length: 20 }, ask));
    await gone;
    await written;
    assert.equal(lines.length, 1);
    assert.match(String(lines[0]?.['msg']), /does not answer/);
    assert.doesNotMatch(JSON.stringify(lines), /stack|\bat .*\.ts:\d+/);
    const back = books(served, 'ready');
    const answered = once(stream, 'data');
    await proxy.open();
    await Promise.all([back, answered]);
    assert.match(String(lines.at(-1)?.['msg']), /answers again/);
    assert.equal(lines.length, 2);
  });
});
