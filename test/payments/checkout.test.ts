/** What the checkout's provider tells of: one grant and one mailed key for a paid session. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { auditBooks } from '../../src/payments/audit.ts';
import { BASE_URL } from '../support/publication.ts';
import { problemIn } from '../support/service.ts';
import { type CheckoutShop, KEY, openShop } from './support/checkout-shop.ts';
import { onEachEngine } from './support/stores.ts';
import { COMPLETED, PAID_LATER, post, signatureOf, type Told } from './support/stripe-events.ts';

/** Bodies that are signed as they should be, and are no event of a session. */
function nonsense(event: string): Record<string, string> {
  const { data, ...rest } = JSON.parse(event);
  const { id, ...session } = data.object;
  const about = (object: unknown) => JSON.stringify({ ...rest, data: { object } });
  const withId = (other: unknown) => about({ ...session, id: other });
  const having = (change: object) => about({ id, ...session, ...change });
  return {
    'no body': '',
    'no JSON': 'paid, honestly',
    'half of it': event.slice(0, -10),
    null: 'null',
    'a number': '7',
    true: 'true',
    'a text': '"checkout.session.completed"',
    'a list': '[]',
    'a list of it': `[${event}]`,
    'an empty object': '{}',
    'no type': JSON.stringify({ ...rest, type: undefined, data }),
    'a type that is no text': JSON.stringify({
      ...rest,
      type: ['checkout.session.completed'],
      data,
    }),
    'a thin event': JSON.stringify({ ...rest, object: 'v2.core.event' }),
    'no data': JSON.stringify(rest),
    'data that is null': JSON.stringify({ ...rest, data: null }),
    'no session': JSON.stringify({ ...rest, data: {} }),
    'a session that is a text': about(id),
    'a session that is a list': about([session]),
    'no session id': about(session),
    'a session id that is null': withId(null),
    'a session id that is empty': withId(''),
    'a session id that is a number': withId(7),
    'a session id that is a list': withId([id]),
    'a session id that is an object': withId({ id }),
    'a session id with a NUL': withId(`${id}\0`),
    'a session id of spaces': withId(' '),
    'a session id that is huge': withId('x'.repeat(60_000)),
    'a status that is a list': having({ payment_status: ['paid'] }),
    'no status': having({ payment_status: undefined }),
    'metadata that is a text': having({ metadata: 'deep-signal-pack-100' }),
    'metadata of lists': having({ metadata: { pack: ['deep-signal-pack-100'] } }),
    'an address that is a list': having({ customer_details: { email: ['a@example.org'] } }),
    'an address that is huge': having({ customer_details: { email: 'x'.repeat(50_000) } }),
    'a customer that is a text': having({ customer_details: 'a@example.org' }),
  };
}

/** What the provider's library does not take for an event; the others are refused by their shape. */
const NO_EVENTS = new Set(['no body', 'no JSON', 'half of it', 'a thin event']);

/** The service's longest body. */
const LONGEST = 64 * 1024;

onEachEngine('a checkout', (engine) => {
  let shop: CheckoutShop;
  before(async () => {
    shop = await openShop(engine);
  });
  after(() => shop.close());
  beforeEach(() => shop.begin());
  afterEach(() => shop.isInOrder());

  it('that is paid grants 100 credits, and mails a key to them', async () => {
    const response = await post(shop.origin, shop.event());
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.deepEqual(await response.json(), { received: true });
    await shop.isFulfilled();
    const [sent] = shop.mailed();
    assert.equal(sent?.from, 'keys@signals.example.org');
    assert.match(sent.headers, /^subject: Your Bellwether key: 100 credits\r$/im);
    assert.equal(sent.text.match(new RegExp(KEY, 'g'))?.length, 2);
    assert.ok(sent.text.includes(`${BASE_URL}/api/agent/deep-signal`));
  });

  it('is fulfilled once, however often it is told', async () => {
    const event = shop.event();
    for (let time = 0; time < 3; time++) assert.equal((await post(shop.origin, event)).status, 200);
    // As another event of the same session, and long after the delivery.
    await shop.holdUntil(Date.now() - 86_400_000);
    assert.equal(await shop.tell(), 200);
    await shop.isFulfilled();
    const told = shop.events.filter(({ details }) => details['session'] === shop.session());
    assert.deepEqual(
      told.map(({ rail, event: what }) => `${rail} ${what}`),
      ['checkout fulfilled'],
    );
  });

  it('is fulfilled once, told ten times at the same instant to two processes', async () => {
    const event = shop.event();
    const other = shop.anotherProcess();
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        if (index % 2 === 0) return (await post(shop.origin, event)).status;
        const receiving = other.told.receive(Buffer.from(event), signatureOf(event));
        return receiving.then(
          () => 200,
          (error: { code: string }) => (error.code === 'delivery-failed' ? 503 : 500),
        );
      }),
    );
    await other.end();
    // Who comes while the key is being mailed cannot know yet that it will be.
    assert.ok(statuses.includes(200), statuses.join());
    assert.ok(
      statuses.every((status) => status === 200 || status === 503),
      statuses.join(),
    );
    assert.equal(await shop.tell(), 200);
    await shop.isFulfilled();
  });

  it('that is paid later is fulfilled by then', async () => {
    assert.equal(await shop.tell({ status: 'unpaid' }), 200);
    await shop.isUntouched();
    assert.equal(await shop.tell({ type: PAID_LATER }), 200);
    await shop.isFulfilled();
  });

  it('is fulfilled once by events in the wrong order', async () => {
    assert.equal(await shop.tell({ type: PAID_LATER }), 200);
    assert.equal(await shop.tell({ status: 'unpaid' }), 200);
    assert.equal(await shop.tell(), 200);
    await shop.isFulfilled();
  });

  it('is fulfilled by an event of long ago that is told now', async () => {
    assert.equal(await shop.tell({ at: new Date('2021-01-01') }), 200);
    await shop.isFulfilled();
  });

  it('is fulfilled by an event as long as a body may be, and by none that is longer', async () => {
    const event = shop.event();
    assert.equal((await post(shop.origin, event.padEnd(LONGEST + 1))).status, 413);
    await shop.isUntouched();
    assert.equal((await post(shop.origin, event.padEnd(LONGEST))).status, 200);
    await shop.isFulfilled();
  });

  it('is not believed to be paid without the provider’s fresh signature', async () => {
    const event = shop.event();
    const forged: Record<string, [payload: string, signature: string | null]> = {
      none: [event, null],
      empty: [event, ''],
      nonsense: [event, 't=now,v1=yes'],
      'of another secret': [event, signatureOf(event, { secret: 'whsec_of_another' })],
      'of another body': [`${event} `, signatureOf(event)],
      'of another session': [shop.event({ session: 'cs_test_other' }), signatureOf(event)],
      'older than five minutes': [event, signatureOf(event, { age: 310 })],
    };
    for (const [what, [payload, signature]] of Object.entries(forged)) {
      const response = await post(shop.origin, payload, signature);
      assert.equal(response.status, 400, what);
      assert.equal((await problemIn(response)).code, 'invalid-signature', what);
    }
    await shop.isUntouched();
    // Events travel for a while.
    assert.equal((await post(shop.origin, event, signatureOf(event, { age: 240 }))).status, 200);
    await shop.isFulfilled();
  });

  it('is not made of signed nonsense: 400, and nothing is written', async () => {
    const counts = async () => (await auditBooks(shop.store)).counts;
    const before = await counts();
    for (const [what, body] of Object.entries(nonsense(shop.event()))) {
      const response = await post(shop.origin, body);
      assert.equal(response.status, 400, what);
      const { code } = await problemIn(response);
      const isEvent = !NO_EVENTS.has(what);
      assert.equal(code, isEvent ? 'invalid-request' : 'malformed-request', what);
    }
    await shop.isUntouched();
    assert.deepEqual(await counts(), before);
    const rows = shop.store.database.selectFrom('checkout').select('session_id');
    assert.ok((await rows.execute()).every(({ session_id }) => session_id !== null));
  });

  it('is not made of any JSON, signed: 400, and nothing is written', async () => {
    const before = (await auditBooks(shop.store)).counts;
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), fc.json(), async (whole, part) => {
        const { data, ...event } = JSON.parse(shop.event());
        for (const body of [
          whole,
          JSON.stringify({ ...event, data: JSON.parse(part) }),
          JSON.stringify({ ...event, data: { object: JSON.parse(part) } }),
          JSON.stringify({
            ...event,
            data: { object: { ...data.object, id: JSON.parse(`[${part}]`) } },
          }),
        ]) {
          assert.equal((await post(shop.origin, body)).status, 400, body);
        }
      }),
      { numRuns: 25, seed: 20_261_122 },
    );
    assert.deepEqual((await auditBooks(shop.store)).counts, before);
  });

  it('of something else, and events of other types, change nothing', async () => {
    const others: Partial<Told>[] = [
      { metadata: null },
      { metadata: {} },
      { metadata: { pack: 'deep-signal-pack-1000' } },
      { type: 'checkout.session.expired' },
      { type: 'checkout.session.async_payment_failed', status: 'unpaid' },
      { type: 'payment_intent.succeeded' },
    ];
    for (const other of others) assert.equal(await shop.tell(other), 200, inspect(other));
    await shop.isUntouched();
  });

  it('is granted once and mailed once, whatever is told in whatever order', async () => {
    const telling = fc.record({
      type: fc.constantFrom(COMPLETED, PAID_LATER, 'checkout.session.expired'),
      status: fc.constantFrom('paid' as const, 'unpaid' as const),
      hasMail: fc.boolean(),
      isAtOnce: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(telling, { maxLength: 8 }), async (tellings) => {
        shop.begin();
        let atOnce: Promise<number>[] = [];
        for (const { type, status, hasMail, isAtOnce } of tellings) {
          if (!isAtOnce) {
            await Promise.all(atOnce);
            atOnce = [];
            shop.mail.refuse(!hasMail);
          }
          atOnce.push(shop.tell({ type, status }));
        }
        await Promise.all(atOnce);
        shop.mail.refuse(false);
        const isPaid = tellings.some(
          ({ type, status }) => status === 'paid' && type !== 'checkout.session.expired',
        );
        if (!isPaid) return shop.isUntouched();
        // The provider goes on until it is answered with 200.
        assert.equal(await shop.tell(), 200);
        await shop.isFulfilled();
      }),
      { numRuns: 20, seed: 20_261_121 },
    );
  });
});
