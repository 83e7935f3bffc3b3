/** What the checkout's provider tells of: one grant and one mailed key for a paid session. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { BASE_URL } from '../support/publication.ts';
import { problemIn } from '../support/service.ts';
import { type CheckoutShop, KEY, openShop } from './support/checkout-shop.ts';
import { onBothEngines } from './support/stores.ts';
import { COMPLETED, PAID_LATER, post, signatureOf, type Told } from './support/stripe-events.ts';

/** The service's longest body. */
const LONGEST = 64 * 1024;

onBothEngines('a checkout', (engine) => {
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
      'of an empty body': ['', signatureOf('')],
      'of no JSON': ['paid, honestly', signatureOf('paid, honestly')],
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
