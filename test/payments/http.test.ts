/** Deep signals for the credits of a key over HTTP: charges, refusals, headers and events. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { auditBooks } from '../../src/payments/audit.ts';
import { problemIn } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type Described, describedService } from '../transports/http/described.ts';
import { type PaidService, type ServePaidOptions, servePaid } from './support/paid-service.ts';

const PATH = '/api/agent/deep-signal';
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('POST /api/agent/deep-signal', () => {
  let served: PaidService;
  let described: Described;
  before(async () => {
    served = await servePaid(`${await temporaryFolder()}/books.sqlite`);
    described = await describedService(served.origin);
  });
  after(async () => {
    const { faults } = await auditBooks(served.store);
    await served.stop();
    assert.deepEqual(faults, []);
  });

  /** Checked against the OpenAPI document. */
  const post = async (body: object, headers: Record<string, string>) => {
    const route = described.operations.find(({ path }) => path === PATH);
    assert.ok(route);
    const response = await served.post(PATH, body, headers);
    await described.check(route, response.clone());
    const answer = (await response.clone().json()) as Record<string, unknown>;
    const balance = response.headers.get('x-credits-balance');
    return { response, status: response.status, answer, balance };
  };
  const buy = (name: string, key: string, headers: Record<string, string> = {}) =>
    post({ name }, { ...bearer(key), ...headers });
  const account = async (key: string) => {
    const response = await fetch(`${served.origin}/api/account/credits`, { headers: bearer(key) });
    await described.check(described.find('/api/account/credits'), response.clone());
    return (await response.json()) as Record<string, unknown>;
  };

  it('costs one credit, tells the balance, and is logged and counted without a secret', async () => {
    const { key, publicId } = await served.issue(2);
    const { response, status, answer, balance } = await buy('Acorn Example', key);
    assert.deepEqual([status, balance], [200, '1']);
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    const { found, slug, comparables, history } = answer as Record<string, unknown[]>;
    const shape = [found, slug, comparables?.length, history?.length];
    assert.deepEqual(shape, [true, 'acorn', 1, 26]);
    const { lastConsumedAt, ...sums } = await account(key);
    assert.ok(Date.parse(String(lastConsumedAt)) <= Date.now());
    const purchaseUrl = 'http://signals.example.org/pricing';
    assert.deepEqual(sums, { balance: 1, purchased: 2, consumed: 1, purchaseUrl });
    const details = { key: publicId, company: 'acorn' };
    assert.deepEqual(served.events.at(-1), { rail: 'credits', event: 'sold', details });
    assert.ok(!JSON.stringify(served.events).includes(key.slice(16, 40)));
    const metrics = await (await fetch(`${served.origin}/metrics`)).text();
    assert.match(metrics, /bellwether_payment_events_total\{rail="credits",event="sold"\} \d+/);
  });

  it('costs nothing for a startup that is not tracked or not covered', async () => {
    const { key } = await served.issue(1);
    const { answer, balance } = await buy('Acornia', key);
    const notes = ['No tracked startup has this name.', 'Nothing was charged.'];
    assert.deepEqual([answer['found'], answer['notes'], balance], [false, notes, '1']);
    const uncovered = await buy('cedar', key);
    const { found, tracked, reason, lastCovered } = uncovered.answer;
    const ending = 'the copy of cedar/core ends on 2025-05-04';
    assert.deepEqual([found, tracked, reason, lastCovered], [false, true, ending, '2025-w18']);
    assert.equal((await account(key))['balance'], 1);
  });

  it('is refused with 402 once nothing is left; a miss is free even then', async () => {
    const { key } = await served.issue(1);
    await buy('acorn', key);
    const { status, answer, balance } = await buy('acorn', key);
    assert.deepEqual([status, balance], [402, '0']);
    assert.deepEqual([answer['code'], answer['balance']], ['insufficient-credits', 0]);
    assert.equal((await buy('unknown', key)).status, 200);
  });

  it('takes company for name, and not two that differ', async () => {
    const { key } = await served.issue(1);
    const both = await post({ name: 'acorn', company: 'birch' }, bearer(key));
    assert.equal(both.answer['code'], 'invalid-request');
    const { answer, balance } = await post({ company: 'acorn' }, bearer(key));
    assert.deepEqual([answer['slug'], balance], ['acorn', '0']);
  });

  it('is repeated free of charge, to the byte, under its Idempotency-Key', async () => {
    const { key } = await served.issue(3);
    const under = (text: string, name = 'acorn') => buy(name, key, { 'idempotency-key': text });
    const first = await under('order-1');
    const again = await under('order-1');
    assert.equal(again.response.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.balance, '2');
    assert.equal(await again.response.text(), await first.response.text());
    const reused = await under('order-1', 'birch');
    assert.deepEqual([reused.status, reused.answer['code']], [422, 'idempotency-key-reused']);
    for (const [text, status] of [
      ['x'.repeat(255), 200],
      ['x'.repeat(256), 400],
      [encodeURI('ключ'), 200],
      ['clé', 400],
      ['once "and" for all', 400],
    ] as const)
      assert.equal((await under(text, 'unknown')).status, status, text);
    assert.equal((await account(key))['balance'], 2);
  });

  it('takes a name of 1 to 100 characters', async () => {
    const { key } = await served.issue(0);
    const names = { '': 400, ' ': 400, 'a\u0000b': 400, '\u0085': 400, αcorn: 200 };
    const lengths = { ['x'.repeat(101)]: 400, ['x'.repeat(100)]: 200 };
    for (const [name, status] of Object.entries({ ...names, ...lengths }))
      assert.equal((await buy(name, key)).status, status, JSON.stringify(name));
  });

  it('can be called from a page of another origin', async () => {
    const wanted = ['authorization', 'x-payment', 'idempotency-key'];
    const headers = {
      origin: 'https://agent.example.org',
      'access-control-request-method': 'POST',
      'access-control-request-headers': wanted.join(),
    };
    const url = `${served.origin}${PATH}`;
    const preflight = await fetch(url, { method: 'OPTIONS', headers });
    const allowed = preflight.headers.get('access-control-allow-headers') ?? '';
    for (const header of wanted) assert.ok(allowed.includes(header), header);
  });
});

describe('paid routes', () => {
  const serve = async (t: TestContext, location: string, options: ServePaidOptions) => {
    const served = await servePaid(location, options);
    t.after(served.stop);
    const ask = (key: string, name = 'unknown') => served.post(PATH, { name }, bearer(key));
    return { ...served, ask };
  };
  const location = async () => `${await temporaryFolder()}/books.sqlite`;
  const statusesOf = async (ask: () => Promise<Response>, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, ask));
    return new Set(answers.map(({ status }) => status));
  };

  it('are limited by the key, and by the address for wrong keys', async (t) => {
    const { ask, issue } = await serve(t, await location(), { isLimited: true });
    const [one, other] = [await issue(0), await issue(1)];
    assert.match((await ask(one.key)).headers.get('ratelimit-policy') ?? '', /^"key";q=600;/);
    let statuses = new Set<number>();
    for (let round = 0; round < 40 && !statuses.has(429); round++)
      statuses = await statusesOf(() => ask(one.key), 50);
    assert.ok(statuses.has(429));
    assert.equal((await ask(other.key)).status, 200);
    assert.deepEqual(await statusesOf(() => ask('bw_wrong'), 140), new Set([401, 429]));
    assert.equal((await ask(other.key, 'acorn')).status, 200);
  });

  it('stop with 503 while the books do not balance, and free ones go on', async (t) => {
    const place = await location();
    const sound = await serve(t, place, {});
    const { key } = await sound.issue(2);
    await sound.ask(key, 'acorn');
    await sql.raw('delete from paid_answer').execute(sound.store.database);
    const { ask, origin } = await serve(t, place, {});
    const refused = await ask(key, 'acorn');
    assert.deepEqual(
      [refused.status, (await problemIn(refused)).code],
      [503, 'payments-suspended'],
    );
    assert.equal((await fetch(`${origin}/api/signal?company=acorn`)).status, 200);
  });
});
