/** The buyer's way to the hosted checkout and back: prices, button, redirects, failures. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test';
import { checkout } from '../../src/payments/checkout/checkout.ts';
import { BASE_URL } from '../support/publication.ts';
import { problemIn } from '../support/service.ts';
import { type PaidService, servePaid } from './support/paid-service.ts';
import {
  CHECKOUT_PAGE,
  PACK,
  SETTINGS,
  type StripeServer,
  stripeServer,
} from './support/stripe.ts';

let stripe: StripeServer;
before(async () => {
  stripe = await stripeServer();
});
after(() => stripe.close());

/** In memory, because these pages do not use the store. */
const serveCheckout = ({ api } = stripe, isLimited = false) =>
  servePaid(':memory:', {
    isLimited,
    rails: ({ store, emit }) => ({
      checkout: checkout({
        ...{ store, mailer: { send: () => assert.fail('mailed') }, pack: PACK, watch: emit },
        settings: { ...SETTINGS, api },
      }),
    }),
  });

const press = ({ origin }: PaidService, accept = '*/*') =>
  fetch(`${origin}/checkout`, {
    method: 'POST',
    redirect: 'manual',
    // Browsers send a form without fields this way.
    headers: { accept, 'content-type': 'application/x-www-form-urlencoded' },
  });

const pageAt = async ({ origin }: PaidService, path: string) =>
  (await fetch(`${origin}${path}`)).text();

describe('POST /checkout', () => {
  let served: PaidService;
  before(async () => {
    served = await serveCheckout();
  });
  after(() => served.stop());
  beforeEach(() => {
    stripe.failure = undefined;
    stripe.requests.length = 0;
    stripe.opened.length = 0;
  });
  const isUnavailable = async (response: Response) => {
    assert.equal(response.status, 503);
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    const problem = await problemIn(response);
    assert.equal(problem.code, 'checkout-unavailable');
    const words = JSON.stringify(problem);
    assert.ok(!words.includes(SETTINGS.secretKey) && !words.includes(SETTINGS.priceId), words);
  };

  it('opens a session of the pack, leads to its page, and comes back to pages', async () => {
    const response = await press(served);
    const location = response.headers.get('location');
    assert.deepEqual([response.status, location], [303, `${CHECKOUT_PAGE}cs_test_1`]);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const forms = stripe.opened.map((form) => Object.fromEntries(form));
    assert.deepEqual(forms, [
      {
        mode: 'payment',
        'line_items[0][price]': 'price_pack',
        'line_items[0][quantity]': '1',
        'metadata[pack]': PACK.slug,
        success_url: `${BASE_URL}/checkout/done`,
        cancel_url: `${BASE_URL}/pricing`,
      },
    ]);
    assert.match(await pageAt(served, '/checkout/done'), /<h1>Thank you<\/h1>/);
  });

  it('gives 503 while the provider fails, having asked again for the same session', async () => {
    stripe.failure = 500;
    await isUnavailable(await press(served));
    const keys = stripe.requests.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual([keys.length, new Set(keys).size, typeof keys[0]], [3, 1, 'string']);
    stripe.failure = undefined;
    assert.equal((await press(served)).status, 303);
  });

  it('gives 503 if the provider refuses or does not answer, as a page to a browser', async (t) => {
    stripe.failure = 401;
    await isUnavailable(await press(served));
    const page = await press(served, 'text/html');
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(await page.text(), /nothing was charged/);
    const gone = await stripeServer();
    gone.close();
    const alone = await serveCheckout(gone);
    t.after(alone.stop);
    await isUnavailable(await press(alone));
  });

  it('gives 429 to the eleventh request in a minute from one address', async (t) => {
    const limited = await serveCheckout(stripe, true);
    t.after(limited.stop);
    const all = await Promise.all(Array.from({ length: 11 }, () => press(limited)));
    const statuses = all.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(10).fill(303), 429]);
    const refused = all.find(({ status }) => status === 429) ?? assert.fail();
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-6]$/);
    assert.equal((await problemIn(refused)).code, 'rate-limited');
    assert.equal(stripe.opened.length, 10);
  });
});

describe('the prices', () => {
  const settings = { ...SETTINGS, smtpUrl: 'smtp://127.0.0.1:9', mailFrom: 'keys@example.org' };
  const show = async (t: TestContext, config: Parameters<typeof servePaid>[1]) => {
    const served = await servePaid(':memory:', config);
    t.after(served.stop);
    const pricing = await (await fetch(`${served.origin}/api/v1/pricing.json`)).json();
    const { tiers } = pricing as { tiers: { slug: string; available: boolean }[] };
    const pack = tiers.find(({ slug }) => slug === PACK.slug);
    return { served, isAvailable: pack?.available, page: await pageAt(served, '/pricing') };
  };

  it('say that the checkout is not configured, and nothing opens it', async (t) => {
    const { served, isAvailable, page } = await show(t, {});
    assert.equal(isAvailable, false);
    assert.match(page, /Nothing is sold at this address|Cards are not taken here/);
    assert.doesNotMatch(page, /<form[^>]*checkout/);
    for (const path of ['/checkout', '/api/checkout/webhook']) {
      const response = await fetch(`${served.origin}${path}`, { method: 'POST' });
      assert.equal(response.status, 503, path);
      assert.equal((await problemIn(response)).code, 'payment-not-configured');
    }
  });

  it('have a button where the checkout is configured', async (t) => {
    const config = { checkout: { isComplete: true, settings } } as const;
    const { served, isAvailable, page } = await show(t, { config });
    assert.equal(isAvailable, true);
    // A browser lets the form lead there, and to no other address.
    const { headers } = await fetch(`${served.origin}/pricing`);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /form-action 'self' https:\/\/checkout\.stripe\.com;/);
    assert.match(page, /<form[^>]*method="post" action="\/checkout"/);
    assert.doesNotMatch(page, /Nothing is sold at this address|Cards are not taken here/);
  });
});
