/** The way from the prices to the hosted checkout, in a browser. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkout } from '../../src/payments/checkout/checkout.ts';
import { launchBrowser, skipBrowser } from '../support/browser.ts';
import { servePaid } from './support/paid-service.ts';
import { CHECKOUT_PAGE, PACK, SETTINGS, stripeServer } from './support/stripe.ts';

it('the checkout is reached from the prices with one press', { skip: skipBrowser }, async (t) => {
  const stripe = await stripeServer();
  t.after(stripe.close);
  const served = await servePaid(':memory:', {
    rails: ({ store, emit }) => ({
      checkout: checkout({
        ...{ store, mailer: { send: () => assert.fail('mailed') }, pack: PACK, watch: emit },
        settings: { ...SETTINGS, api: stripe.api },
      }),
    }),
  });
  t.after(served.stop);
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/security policy/i.test(message.text())) violations.push(message.text());
  });
  // The pages' policy lets a form lead to the provider's address and to no other.
  await page.route(`${CHECKOUT_PAGE}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Pay 19 EUR</h1>' }),
  );
  await page.goto(`${served.origin}/pricing`);
  const leaving = page.waitForRequest(`${CHECKOUT_PAGE}cs_test_1`);
  await page.getByRole('button', { name: 'Buy 100 credits' }).click();
  assert.equal((await leaving).isNavigationRequest(), true);
  assert.equal(stripe.opened.length, 1);
  assert.deepEqual(violations, []);
});
