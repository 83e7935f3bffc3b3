/** A PostgreSQL that is away stops paid operations for that time, and nothing else. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { after, before, describe, it, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { newApiKey } from '../../src/lib/api-key.ts';
import type { BooksState } from '../../src/payments/books.ts';
import { CREDIT_KEY } from '../../src/payments/credits/accounts.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { watchPayments } from '../../src/transports/http/logs.ts';
import { missingPostgresql, newDatabase } from '../../tools/postgresql.ts';
import { type TcpProxy, tcpProxy } from '../support/tcp-proxy.ts';
import { isAway, showsState } from './support/away.ts';
import { type PaidService, servePaid } from './support/paid-service.ts';

const PATH = '/api/agent/deep-signal';
const CREDITS = '/api/account/credits';
const retryMs = 20;
const UNKNOWN = CREDIT_KEY.format(newApiKey());
const skip = missingPostgresql();

describe('a store that is away', { skip }, () => {
  let drop: () => Promise<void>;
  let proxy: TcpProxy;
  let location: string;
  /** Connects without the proxy. */
  let direct: Store;
  before(async () => {
    const database = await newDatabase();
    ({ drop } = database);
    const through = new URL(database.url);
    proxy = await tcpProxy(through.hostname, Number(through.port || 5432));
    through.host = `127.0.0.1:${proxy.port}`;
    location = through.href;
    direct = openStore(database.url);
  });
  after(async () => {
    await direct.close();
    await proxy.shut();
    await drop();
  });

  const serve = async (t: TestContext) => {
    const served = await servePaid(location, { retryMs });
    t.after(served.stop);
    return served;
  };
  const becomes = ({ payments }: PaidService, wanted: BooksState) =>
    new Promise<void>((resolve) => {
      payments.books.listen((state) => {
        if (state === wanted) resolve();
      });
    });
  const freeIsServed = async ({ origin }: PaidService) => {
    for (const path of ['/api/signals.json', '/api/signal?company=acorn', '/healthz'])
      assert.equal((await fetch(`${origin}${path}`)).status, 200);
  };
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const buy = ({ post }: PaidService, key: string) => post(PATH, { name: 'acorn' }, bearer(key));
  const ask = ({ origin }: PaidService, key: string) =>
    fetch(`${origin}${CREDITS}`, { headers: bearer(key) });
  /** Shuts the store; every request that needs it is refused. */
  const goesAway = async (served: PaidService, key: string) => {
    const gone = becomes(served, 'away');
    await proxy.shut();
    for (const given of [key, UNKNOWN])
      for (const request of [ask, buy]) await isAway(await request(served, given));
    await gone;
    await showsState(served.origin, 'away');
    await freeIsServed(served);
  };
  const comesBack = async (served: PaidService, state: BooksState = 'ready') => {
    const back = becomes(served, state);
    await proxy.open();
    await back;
    await showsState(served.origin, state);
  };

  it('at the start: free data from the first moment, then tables, audit and sales', async (t) => {
    await proxy.shut();
    const served = await serve(t);
    await goesAway(served, 'bw_none');
    await comesBack(served);
    const { key } = await served.issue(1);
    assert.equal((await buy(served, key)).status, 200);
  });

  it('in the middle: the same key goes on once it is back', async (t) => {
    const served = await serve(t);
    const { key } = await served.issue(3);
    assert.equal((await buy(served, key)).status, 200);
    for (let time = 0; time < 2; time++) {
      await goesAway(served, key);
      await comesBack(served);
      const { balance } = (await (await ask(served, key)).json()) as { balance: number };
      assert.equal(balance, 2);
    }
  });

  it('is logged in one line without a stack, and in one when it is back', async (t) => {
    const served = await serve(t);
    const { key } = await served.issue(1);
    const stream = new PassThrough({ encoding: 'utf8' });
    const { log } = Fastify({ logger: { level: 'warn', stream } });
    watchPayments(log, served.payments, { paid: () => undefined });
    let lines = '';
    stream.on('data', (text: string) => {
      lines += text;
    });
    const written = once(stream, 'data');
    const gone = becomes(served, 'away');
    await proxy.shut();
    await Promise.all(Array.from({ length: 20 }, () => ask(served, key)));
    await Promise.all([gone, written]);
    const back = once(stream, 'data');
    await comesBack(served);
    await back;
    const messages = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).msg);
    assert.equal(messages.length, 2, lines);
    assert.match(messages[0], /does not answer/);
    assert.match(messages[1], /answers again/);
    assert.doesNotMatch(lines, /stack|\bat .*\.ts:\d+/);
  });

  it('is audited when it is back: books that are at fault by then sell nothing', async (t) => {
    const served = await serve(t);
    const { key, accountId } = await served.issue(1);
    await goesAway(served, key);
    await sql`insert into ledger_entry values (${accountId}, 2, 'grant', 1, 99, 'forged', '')`.execute(
      direct.database,
    );
    await comesBack(served, 'suspended');
    const refused = await buy(served, key);
    assert.equal(((await refused.json()) as { code: string }).code, 'payments-suspended');
    await freeIsServed(served);
  });

  it('does not keep a service from stopping', async (t) => {
    await proxy.shut();
    const served = await servePaid(location, { retryMs });
    await served.stop();
    t.after(proxy.open);
  });
});
