/** Events of the checkout's provider: one grant and one mailed key for a paid session, in the end. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { auditBooks } from '../../src/payments/audit.ts';
import { BASE_URL } from '../support/publication.ts';
import { problemIn } from '../support/service.ts';
import { type CheckoutShop, KEY, keyIn, openShop } from './support/checkout-shop.ts';
import { onEachEngine } from './support/stores.ts';
import {
  buyerOf,
  COMPLETED,
  PACK,
  PAID_LATER,
  post,
  signatureOf,
  type Told,
} from './support/stripe.ts';

/** Correctly signed bodies that are not events of a session. */
function malformedEvents(event: string): readonly string[] {
  const { data, ...rest } = JSON.parse(event);
  const { id, ...session } = data.object;
  const withObject = (object: unknown) => JSON.stringify({ ...rest, data: { object } });
  const withId = (other: unknown) => withObject({ ...session, id: other });
  const having = (change: object) => withObject({ id, ...session, ...change });
  return [
    ...['null', '7', 'true', `"${COMPLETED}"`, '[]', `[${event}]`, '{}', JSON.stringify(rest)],
    ...[undefined, [COMPLETED], ''].map((type) => JSON.stringify({ ...rest, type, data })),
    ...[null, {}].map((part) => JSON.stringify({ ...rest, data: part })),
    ...[id, [session], session].map(withObject),
    ...[null, '', 7, [id], { id }, `${id}\0`, ' ', 'x'.repeat(60_000)].map(withId),
    ...[['paid'], undefined].map((payment_status) => having({ payment_status })),
    ...[PACK.slug, { pack: [PACK.slug] }].map((metadata) => having({ metadata })),
    ...[{ email: ['a@example.org'] }, { email: 'x'.repeat(50_000) }, 'a@example.org'].map(
      (customer_details) => having({ customer_details }),
    ),
  ];
}

/** Texts that are not one plain address. */
function wrongAddresses(buyer: string): readonly string[] {
  const other = 'other@elsewhere.example.org';
  return [
    ...[`${buyer},${other}`, `${buyer}; ${other}`, `${buyer} ${other}`, `${buyer}(${other})`],
    ...[`Ada <${buyer}>, Bob <${other}>`, `<${buyer}><${other}>`, `"${buyer}" <${other}>`],
    ...[`both: ${buyer}, ${other};`, `${buyer}\r\nBcc: ${other}`, `${buyer}\u0000,${other}`],
    ...[`${buyer}@elsewhere.example.org`, 'no-address', '@example.org', ' ', ''],
  ];
}

/** The service's longest body. */
const MAX_BODY_BYTES = 64 * 1024;

onEachEngine('a checkout', (engine) => {
  let shop: CheckoutShop;
  before(async () => {
    shop = await openShop(engine);
  });
  after(() => shop.close());
  beforeEach(() => shop.begin());
  afterEach(() => shop.isInOrder());
  const counts = async () => (await auditBooks(shop.store)).counts;
  /** The provider sends the event again once the fault is over. */
  const isDeliveredInTheEnd = async () => {
    assert.equal(await shop.tell(), 200);
    await shop.isFulfilled();
  };
  const isNotDelivered = async () => {
    const response = await post(shop.origin, shop.event());
    assert.equal(response.status, 503);
    assert.equal((await problemIn(response)).code, 'delivery-failed');
    assert.deepEqual([await shop.grants(), shop.mailed()], [['grant 100'], []]);
  };

  it('that is paid grants 100 credits, and mails a key to them', async () => {
    const response = await post(shop.origin, shop.event());
    assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'no-store']);
    assert.deepEqual(await response.json(), { received: true });
    await shop.isFulfilled();
    const [sent] = shop.mailed();
    assert.equal(sent?.from, 'keys@signals.example.org');
    assert.match(sent.headers, /^subject: Your Bellwether key: 100 credits\r$/im);
    assert.equal(sent.text.match(new RegExp(KEY, 'g'))?.length, 2);
    assert.ok(sent.text.includes(`${BASE_URL}/api/agent/deep-signal`));
  });

  it('is fulfilled once by one event sent again, and by another of its session', async () => {
    const event = shop.event();
    for (let time = 0; time < 3; time++) assert.equal((await post(shop.origin, event)).status, 200);
    await shop.holdUntil(Date.now() - 86_400_000);
    await isDeliveredInTheEnd();
    assert.deepEqual(shop.events(), ['fulfilled']);
  });

  it('is fulfilled once by ten events at the same instant in two processes', async () => {
    const event = shop.event();
    const other = shop.anotherProcess();
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        if (index % 2 === 0) return (await post(shop.origin, event)).status;
        return other.receive(Buffer.from(event), signatureOf(event)).then(
          () => 200,
          (error: { code: string }) => (error.code === 'delivery-failed' ? 503 : 500),
        );
      }),
    );
    await other.end();
    // An event that comes while the key is being mailed has to be sent again.
    assert.deepEqual([...new Set([...statuses, 503])].sort(), [200, 503]);
    await isDeliveredInTheEnd();
  });

  it('that is paid later is granted then', async () => {
    assert.equal(await shop.tell({ status: 'unpaid' }), 200);
    await shop.isUntouched();
    assert.equal(await shop.tell({ type: PAID_LATER }), 200);
    await shop.isFulfilled();
  });

  it('of another product, and events of other types, change nothing', async () => {
    const others: Partial<Told>[] = [
      ...[null, {}, { pack: 'deep-signal-pack-1000' }].map((metadata) => ({ metadata })),
      { type: 'checkout.session.async_payment_failed', status: 'unpaid' },
      { type: 'checkout.session.expired' },
      { type: 'payment_intent.succeeded' },
    ];
    for (const other of others) assert.equal(await shop.tell(other), 200, inspect(other));
    await shop.isUntouched();
  });

  it('needs the provider’s fresh signature of these very bytes', async () => {
    const event = shop.event();
    const forged: [body: string, signature: string | null][] = [
      ...[null, '', 't=now,v1=yes'].map((signature): [string, string | null] => [event, signature]),
      [event, signatureOf(event, { secret: 'whsec_of_another' })],
      [`${event} `, signatureOf(event)],
      [shop.event({ session: 'cs_test_other' }), signatureOf(event)],
      [event, signatureOf(event, { age: 310 })],
    ];
    for (const [body, signature] of forged) {
      const response = await post(shop.origin, body, signature);
      assert.equal(response.status, 400);
      assert.equal((await problemIn(response)).code, 'invalid-signature');
    }
    await shop.isUntouched();
    assert.equal((await post(shop.origin, event, signatureOf(event, { age: 240 }))).status, 200);
    await shop.isFulfilled();
  });

  it('is not made from malformed events, although signed: 400, and nothing is written', async () => {
    const earlier = await counts();
    const event = shop.event();
    const isRefused = async (body: string, code: string) => {
      const response = await post(shop.origin, body);
      assert.equal(response.status, 400, body.slice(0, 200));
      assert.equal((await problemIn(response)).code, code, body.slice(0, 200));
    };
    const thin = JSON.stringify({ ...JSON.parse(event), object: 'v2.core.event' });
    for (const body of ['', 'paid, honestly', event.slice(0, -10), thin])
      await isRefused(body, 'malformed-request');
    for (const body of malformedEvents(event)) await isRefused(body, 'invalid-request');
    const { data, ...rest } = JSON.parse(event);
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), async (json) => {
        const value: unknown = JSON.parse(json);
        for (const part of [{ object: value }, { object: { ...data.object, id: [value] } }])
          await isRefused(JSON.stringify({ ...rest, data: part }), 'invalid-request');
      }),
      { numRuns: 25, seed: 20_261_122 },
    );
    assert.deepEqual(await counts(), earlier);
    assert.equal((await post(shop.origin, event.padEnd(MAX_BODY_BYTES + 1))).status, 413);
    await shop.isUntouched();
    assert.equal((await post(shop.origin, event.padEnd(MAX_BODY_BYTES))).status, 200);
    await shop.isFulfilled();
  });

  it('whose mail is refused has its key withdrawn, and another is mailed', async () => {
    shop.mail.isRefusing = true;
    await isNotDelivered();
    await isNotDelivered();
    shop.mail.isRefusing = false;
    const withdrawn = shop.refused();
    assert.equal(withdrawn.length, 2);
    for (const { text } of withdrawn) assert.equal((await shop.creditsOf(keyIn(text))).status, 401);
    await isDeliveredInTheEnd();
    assert.deepEqual(shop.events(), ['delivery-failed', 'delivery-failed', 'fulfilled']);
  });

  it('is delivered once there is a mail server, and one address', async () => {
    await shop.mail.down();
    await isNotDelivered();
    await shop.mail.up();
    const sent = shop.mail.mails.length;
    for (const email of [null, ...wrongAddresses(buyerOf(shop.session()))])
      assert.equal(await shop.tell({ email }), 503, JSON.stringify(email));
    assert.equal(shop.mail.mails.length, sent);
    await isDeliveredInTheEnd();
  });

  it('does not count as delivered while another process may be mailing, until that one is dead', async () => {
    assert.equal(await shop.tell({ email: null }), 503);
    await shop.holdUntil(Date.now() + 30_000);
    await isNotDelivered();
    await shop.holdUntil(Date.now() - 1);
    await isDeliveredInTheEnd();
  });

  it('names the cause in the error of a failed mail, but neither key nor address', async () => {
    const { receive, end } = shop.anotherProcess();
    const event = shop.event();
    /** Everything that a log could show of the error. */
    const failure = async (cause: RegExp) => {
      const error = await receive(Buffer.from(event), signatureOf(event)).then(
        () => assert.fail('was delivered'),
        (thrown: unknown) => inspect(thrown, { depth: null, showHidden: true }),
      );
      assert.match(error, cause);
      assert.ok(!error.includes(buyerOf(shop.session())), error);
      assert.doesNotMatch(error, KEY);
    };
    shop.mail.isRefusing = true;
    await failure(/EMESSAGE 550/);
    shop.mail.isRefusing = false;
    await shop.mail.down();
    await failure(/ECONNREFUSED|ESOCKET|ECONNECTION/);
    await shop.mail.up();
    await end();
  });

  it('is granted and mailed once by any events in any order', async () => {
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
            shop.mail.isRefusing = !hasMail;
          }
          atOnce.push(shop.tell({ type, status }));
        }
        await Promise.all(atOnce);
        shop.mail.isRefusing = false;
        const isPaid = tellings.some(
          ({ type, status }) => status === 'paid' && type !== 'checkout.session.expired',
        );
        // The provider repeats the event until the response is 200.
        await (isPaid ? isDeliveredInTheEnd() : shop.isUntouched());
      }),
      { numRuns: 20, seed: 20_261_121 },
    );
  });
});
