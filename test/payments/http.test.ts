/** Buying with a key over HTTP: what is charged, what is refused, what is said. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { auditBooks } from '../../src/payments/audit.ts';
import { revokeKey } from '../../src/payments/credits/accounts.ts';
import { problemIn } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type Described, describedService } from '../transports/http/described.ts';
import { type PaidService, servePaid } from './support/paid-service.ts';
import { onEachEngine, type TestStore } from './support/stores.ts';

const PATH = '/api/agent/deep-signal';
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

onEachEngine('POST /api/agent/deep-signal', (engine) => {
  let made: TestStore;
  let served: PaidService;
  let described: Described;
  before(async () => {
    made = await engine.make();
    served = await servePaid(made.location);
    described = await describedService(served.origin);
  });
  after(async () => {
    const { faults } = await auditBooks(served.store);
    await served.stop();
    await made.drop();
    assert.deepEqual(faults, []);
  });

  /** Posts, and checks that the answer is one that the OpenAPI document describes. */
  const buy = async (name: unknown, headers: Record<string, string> = {}) => {
    const route = described.operations.find(({ path }) => path === PATH);
    assert.ok(route);
    const response = await served.post(PATH, { name }, headers);
    await described.check(route, response.clone());
    return response;
  };
  const creditsOf = async (key: string) => {
    const response = await fetch(`${served.origin}/api/account/credits`, { headers: bearer(key) });
    await described.check(described.find('/api/account/credits'), response.clone());
    return (await response.json()) as Record<string, unknown>;
  };

  it('costs one credit, and says what is left', async () => {
    const { key } = await served.issue(2);
    const response = await buy('Acorn Example', bearer(key));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('x-credits-balance'), '1');
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    const { found, slug, comparables, history } = (await response.json()) as {
      found: boolean;
      slug: string;
      comparables: unknown[];
      history: unknown[];
    };
    assert.deepEqual([found, slug], [true, 'acorn']);
    assert.equal(comparables.length, 1);
    assert.equal(history.length, 26);
    const { lastConsumedAt, ...account } = await creditsOf(key);
    assert.ok(Date.parse(String(lastConsumedAt)) <= Date.now());
    assert.deepEqual(account, {
      balance: 1,
      purchased: 2,
      consumed: 1,
      purchaseUrl: 'http://signals.example.org/pricing',
    });
  });

  it('costs nothing for a startup that is not tracked, and names near misses', async () => {
    const { key } = await served.issue(1);
    const response = await buy('Acornia', bearer(key));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('x-credits-balance'), '1');
    const miss = (await response.json()) as Record<string, unknown>;
    assert.equal(miss['found'], false);
    assert.deepEqual(miss['notes'], ['No tracked startup has this name.', 'Nothing was charged.']);
    // Tracked, and not covered in the current period: no answer either, and no charge.
    const uncovered = await buy('cedar', bearer(key));
    const answer = (await uncovered.json()) as Record<string, unknown>;
    assert.deepEqual(
      [answer['found'], answer['tracked'], answer['reason'], answer['lastCovered']],
      [false, true, 'the copy of cedar/core ends on 2025-05-04', '2025-w18'],
    );
    assert.equal((await creditsOf(key))['balance'], 1);
  });

  it('takes company for name, and not two that differ', async () => {
    const { key } = await served.issue(1);
    const both = await served.post(PATH, { name: 'acorn', company: 'birch' }, bearer(key));
    assert.equal((await problemIn(both)).code, 'invalid-request');
    const one = await served.post(PATH, { company: 'acorn' }, bearer(key));
    assert.equal(one.headers.get('x-credits-balance'), '0');
    assert.equal(((await one.json()) as { slug: string }).slug, 'acorn');
  });

  it('is refused with 402 once nothing is left', async () => {
    const { key } = await served.issue(1);
    await buy('acorn', bearer(key));
    const refused = await buy('acorn', bearer(key));
    assert.equal(refused.status, 402);
    assert.equal(refused.headers.get('x-credits-balance'), '0');
    const problem = await problemIn(refused);
    assert.equal(problem.code, 'insufficient-credits');
    assert.equal(problem['balance'], 0);
    // A miss is free even then.
    assert.equal((await buy('nobody', bearer(key))).status, 200);
  });

  it('is repeated free of charge, to the byte, under its Idempotency-Key', async () => {
    const { key } = await served.issue(3);
    const headers = { ...bearer(key), 'idempotency-key': 'once "and" for all' };
    assert.equal((await buy('acorn', headers)).status, 400);
    const once = { ...bearer(key), 'idempotency-key': 'order-1' };
    const first = await buy('acorn', once);
    const again = await buy('acorn', once);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.headers.get('x-credits-balance'), '2');
    assert.equal(await again.text(), await first.text());
    const other = await buy('birch', once);
    assert.equal(other.status, 422);
    assert.equal((await problemIn(other)).code, 'idempotency-key-reused');
    const keys: [text: string, status: number][] = [
      ['x'.repeat(255), 200],
      ['x'.repeat(256), 400],
      [encodeURI('ключ'), 200],
      ['clé', 400],
    ];
    for (const [text, status] of keys) {
      const kept = await buy('nobody', { ...bearer(key), 'idempotency-key': text });
      assert.equal(kept.status, status, text);
    }
    assert.equal((await creditsOf(key))['balance'], 2);
  });

  it('needs a key, and says nothing of why one is refused', async () => {
    const { key, publicId } = await served.issue(1);
    await revokeKey(served.store, publicId);
    const said = new Set<string>();
    for (const headers of [
      {},
      { authorization: key },
      { authorization: 'Basic dXNlcjpwYXNz' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer none' },
      { authorization: `Bearer ${'x'.repeat(8_000)}` },
      { authorization: `Bearer ${key} ${key}` },
      bearer(key),
      bearer(`${key.slice(0, -1)}_`),
    ]) {
      const refused = await buy('acorn', headers as Record<string, string>);
      assert.equal(refused.status, 401);
      assert.equal(refused.headers.get('www-authenticate'), 'Bearer realm="credits"');
      said.add(await refused.text());
      const credits = await fetch(`${served.origin}/api/account/credits`, {
        headers: headers as Record<string, string>,
      });
      assert.equal(credits.status, 401);
      said.add(await credits.text());
    }
    assert.equal(said.size, 1);
  });

  it('takes a name of 1 to 100 characters as JSON, and nothing else', async () => {
    const { key } = await served.issue(1);
    for (const name of ['', ' ', 'x'.repeat(101), null, 7, ['acorn'], 'a\u0000b', '\u0085'])
      assert.equal((await buy(name, bearer(key))).status, 400, JSON.stringify(name));
    assert.equal((await buy('x'.repeat(100), bearer(key))).status, 200);
    assert.equal((await buy('αcorn', bearer(key))).status, 200);
    const post = (body: string, type: string) =>
      fetch(`${served.origin}${PATH}`, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': type },
        body,
      });
    assert.equal((await post('{"name":"acorn"', 'application/json')).status, 400);
    assert.equal((await post('name=acorn', 'application/x-www-form-urlencoded')).status, 415);
    assert.equal((await post('{"name":"acorn","more":1}', 'application/json')).status, 400);
    assert.equal((await post(`"${'x'.repeat(70_000)}"`, 'application/json')).status, 413);
    assert.equal((await creditsOf(key))['balance'], 1);
  });

  it('tells the operator of every movement, and of no secret', async () => {
    const { key, publicId } = await served.issue(1);
    await buy('acorn', bearer(key));
    const event = served.events.at(-1);
    assert.deepEqual(event, {
      rail: 'credits',
      event: 'sold',
      details: { key: publicId, company: 'acorn' },
    });
    assert.ok(!JSON.stringify(served.events).includes(key.slice(16, 40)));
    const metrics = await (await fetch(`${served.origin}/metrics`)).text();
    assert.match(metrics, /bellwether_payment_events_total\{rail="credits",event="sold"\} \d+/);
  });

  it('answers other methods with 405 and what would do', async () => {
    const response = await fetch(`${served.origin}${PATH}`);
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS');
    const preflight = await fetch(`${served.origin}${PATH}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://agent.example.org',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-payment,idempotency-key',
      },
    });
    const allowed = preflight.headers.get('access-control-allow-headers') ?? '';
    for (const header of ['authorization', 'x-payment', 'idempotency-key'])
      assert.ok(allowed.includes(header), header);
  });
});

describe('the limits of paid routes', () => {
  it('belong to the key, and not to the address', async () => {
    const location = `${await temporaryFolder()}/books.sqlite`;
    const served = await servePaid(location, { isLimited: true });
    try {
      const [one, other] = [await served.issue(0), await served.issue(0)];
      const ask = ({ key }: { key: string }) => served.post(PATH, { name: 'nobody' }, bearer(key));
      const first = await ask(one);
      assert.match(first.headers.get('ratelimit-policy') ?? '', /^"key";q=600;/);
      let refused: Response | undefined;
      for (let round = 0; round < 40 && !refused; round++) {
        const answers = await Promise.all(Array.from({ length: 50 }, () => ask(one)));
        refused = answers.find(({ status }) => status === 429);
      }
      assert.ok(Number(refused?.headers.get('retry-after')) >= 1);
      assert.equal((await ask(other)).status, 200);
    } finally {
      await served.stop();
    }
  });

  it('hold up who tries keys', async () => {
    const location = `${await temporaryFolder()}/books.sqlite`;
    const served = await servePaid(location, { isLimited: true });
    try {
      const statuses: number[] = [];
      for (let round = 0; round < 14; round++) {
        const tries = Array.from({ length: 10 }, () =>
          served.post(PATH, { name: 'acorn' }, bearer('bw_wrong')),
        );
        for (const { status } of await Promise.all(tries)) statuses.push(status);
      }
      assert.deepEqual([...new Set(statuses)].sort(), [401, 429]);
      // Whoever has a key gets in all the same.
      const { key } = await served.issue(1);
      assert.equal((await served.post(PATH, { name: 'acorn' }, bearer(key))).status, 200);
    } finally {
      await served.stop();
    }
  });
});

describe('books that do not balance', () => {
  it('stop what is paid with 503, and nothing else', async () => {
    const location = `${await temporaryFolder()}/books.sqlite`;
    const before = await servePaid(location);
    const { key } = await before.issue(2);
    await before.post(PATH, { name: 'acorn' }, bearer(key));
    await sql.raw('delete from paid_answer').execute(before.store.database);
    await before.stop();
    const served = await servePaid(location);
    try {
      const refused = await served.post(PATH, { name: 'acorn' }, bearer(key));
      assert.equal(refused.status, 503);
      assert.equal((await problemIn(refused)).code, 'payments-suspended');
      const free = await fetch(`${served.origin}/api/signal?company=acorn`);
      assert.equal(free.status, 200);
    } finally {
      await served.stop();
    }
  });
});
