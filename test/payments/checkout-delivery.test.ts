/** A key that cannot be mailed at once: the credits stay, and one key that works comes in the end. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { inspect } from 'node:util';
import { problemIn } from '../support/service.ts';
import { type CheckoutShop, KEY, keyIn, openShop } from './support/checkout-shop.ts';
import { onEachEngine } from './support/stores.ts';
import { buyerOf, post, signatureOf } from './support/stripe-events.ts';

onEachEngine('the key to a checkout', (engine) => {
  let shop: CheckoutShop;
  before(async () => {
    shop = await openShop(engine);
  });
  after(() => shop.close());
  beforeEach(() => shop.begin());
  afterEach(() => shop.isInOrder());

  /** The provider asks again, and by then everything is well. */
  const comesInTheEnd = async () => {
    assert.equal(await shop.tell(), 200);
    await shop.isFulfilled();
  };
  const isRefused = async () => {
    const response = await post(shop.origin, shop.event());
    assert.equal(response.status, 503);
    assert.equal((await problemIn(response)).code, 'delivery-failed');
    assert.deepEqual(await shop.grants(), ['grant 100']);
    assert.equal(shop.mailed().length, 0);
  };

  it('is withdrawn where the mail is refused, and another comes', async () => {
    shop.mail.refuse(true);
    await isRefused();
    await isRefused();
    shop.mail.refuse(false);
    const withdrawn = shop.refused();
    assert.equal(withdrawn.length, 2);
    for (const mail of withdrawn) assert.equal((await shop.creditsOf(keyIn(mail))).status, 401);
    await comesInTheEnd();
    const told = shop.events.filter(({ details }) => details['session'] === shop.session());
    assert.deepEqual(
      told.map(({ event }) => event),
      ['delivery-failed', 'delivery-failed', 'fulfilled'],
    );
  });

  it('comes once there is a mail server', async () => {
    await shop.mail.down();
    await isRefused();
    await shop.mail.up();
    await comesInTheEnd();
  });

  it('comes once there is an e-mail address', async () => {
    assert.equal(await shop.tell({ email: null }), 503);
    assert.equal(await shop.tell({ email: null }), 503);
    assert.deepEqual(await shop.grants(), ['grant 100']);
    await comesInTheEnd();
  });

  it('comes to one address only, or is not sent', async () => {
    const count = shop.mail.mails.length;
    const buyer = buyerOf(shop.session());
    const other = 'other@elsewhere.example.org';
    for (const email of [
      `${buyer},${other}`,
      `${buyer}, ${other}`,
      `${buyer}; ${other}`,
      `${buyer} ${other}`,
      `Ada <${buyer}>, Bob <${other}>`,
      `<${buyer}><${other}>`,
      `"${buyer}" <${other}>`,
      `both: ${buyer}, ${other};`,
      `${buyer}\r\nBcc: ${other}`,
      `${buyer}(${other})`,
      `${buyer}\u0000,${other}`,
      `${buyer}@elsewhere.example.org`,
      'nobody',
      '@example.org',
      ' ',
      '',
    ])
      assert.equal(await shop.tell({ email }), 503, JSON.stringify(email));
    assert.equal(shop.mail.mails.length, count);
    assert.deepEqual(await shop.grants(), ['grant 100']);
    await comesInTheEnd();
  });

  it('comes at the next event where the process died before mailing it', async () => {
    assert.equal(await shop.tell({ email: null }), 503);
    await shop.holdUntil(Date.now() - 1);
    await comesInTheEnd();
  });

  it('is not taken for delivered while another process may be mailing it', async () => {
    assert.equal(await shop.tell({ email: null }), 503);
    await shop.holdUntil(Date.now() + 30_000);
    await isRefused();
    // That process died.
    await shop.holdUntil(Date.now() - 1);
    await comesInTheEnd();
  });

  it('is not in the words of what fails, nor is the address', async () => {
    const { told, end } = shop.anotherProcess();
    const event = shop.event();
    const failure = (): Promise<string> =>
      told.receive(Buffer.from(event), signatureOf(event)).then(
        () => assert.fail('was delivered'),
        // All that a log could show of it.
        (thrown: unknown) => inspect(thrown, { depth: null, showHidden: true }),
      );
    shop.mail.refuse(true);
    const refused = await failure();
    shop.mail.refuse(false);
    await shop.mail.down();
    const unreachable = await failure();
    await shop.mail.up();
    await end();
    // The operator is told what is wrong all the same.
    assert.match(refused, /EMESSAGE 550/);
    assert.match(unreachable, /ECONNREFUSED|ESOCKET|ECONNECTION/);
    for (const words of [refused, unreachable]) {
      assert.ok(!words.includes(buyerOf(shop.session())), words);
      assert.doesNotMatch(words, KEY);
    }
  });
});
