/** The buyer's way to the hosted checkout: the prices, the button, the provider's page, and back. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { checkout } from '../../src/payments/checkout/checkout.ts';
import { findChromium, NO_BROWSER } from '../support/browser.ts';
import { BASE_URL } from '../support/publication.ts';
import { problemIn } from '../support/service.ts';
import { type PaidService, servePaid } from './support/paid-service.ts';
import { PACK } from './support/stripe-events.ts';
import { SETTINGS, type StripeServer, stripeServer } from './support/stripe-server.ts';

const executablePath = findChromium();
const skip = executablePath === undefined && !process.env['CI'] ? NO_BROWSER : false;

/** Sells through that server; nothing of it touches the store, so one of memory will do. */
function serveCheckout(apiUrl: string, isLimited = false): Promise<PaidService> {
  const { hostname: host, port } = new URL(apiUrl);
  const settings = { ...SETTINGS, api: { host, port, protocol: 'http' } as const };
  const mailer = { send: () => assert.fail('mailed') };
  return servePaid(':memory:', {
    isLimited,
    rails: ({ store, emit }) => ({
      checkout: checkout({ store, mailer, settings, pack: PACK, watch: emit }),
    }),
  });
}

const press = (served: PaidService, accept = '*/*') =>
  fetch(`${served.origin}/checkout`, {
    method: 'POST',
    redirect: 'manual',
    // As browsers send a form without fields.
    headers: { accept, 'content-type': 'application/x-www-form-urlencoded' },
  });

const pageOf = async ({ origin }: PaidService, path: string) =>
  (await fetch(`${origin}${path}`)).text();

async function isPackAvailable({ origin }: PaidService): Promise<boolean | undefined> {
  const response = await fetch(`${origin}/api/v1/pricing.json`);
  const { tiers } = (await response.json()) as { tiers: { slug: string; available: boolean }[] };
  return tiers.find(({ slug }) => slug === PACK.slug)?.available;
}

describe('POST /checkout', () => {
  let stripe: StripeServer;
  let served: PaidService;
  before(async () => {
    stripe = await stripeServer();
    served = await serveCheckout(stripe.url);
  });
  after(async () => {
    await served.stop();
    stripe.close();
  });
  beforeEach(() => {
    stripe.fail(undefined);
    stripe.requests.length = 0;
    stripe.opened.length = 0;
  });

  it('opens a session of the pack and leads to its page', async () => {
    const response = await press(served);
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('location'), 'https://checkout.stripe.com/c/pay/cs_test_1');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const [form, ...others] = stripe.opened;
    assert.equal(others.length, 0);
    assert.deepEqual(Object.fromEntries(form ?? []), {
      mode: 'payment',
      'line_items[0][price]': 'price_pack',
      'line_items[0][quantity]': '1',
      'metadata[pack]': PACK.slug,
      success_url: `${BASE_URL}/checkout/done`,
      cancel_url: `${BASE_URL}/pricing`,
    });
    const [{ headers } = assert.fail('nothing was asked for')] = stripe.requests;
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded');
    // What is sent again after a failure opens no second session.
    assert.match(headers['idempotency-key']?.toString() ?? '', /./);
  });

  it('comes back to pages that are there', async () => {
    assert.match(await pageOf(served, '/checkout/done'), /<h1>Thank you<\/h1>/);
    const back = await fetch(`${served.origin}/checkout`, { redirect: 'manual' });
    assert.equal(back.status, 303);
    assert.equal(back.headers.get('location'), '/pricing');
  });

  it('gives 503 with Retry-After while the provider fails, having asked again', async () => {
    stripe.fail(500);
    const response = await press(served);
    assert.equal(response.status, 503);
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal((await problemIn(response)).code, 'checkout-unavailable');
    const keys = stripe.requests.map(({ headers }) => headers['idempotency-key']);
    assert.equal(keys.length, 3);
    assert.equal(new Set(keys).size, 1);
    stripe.fail(undefined);
    assert.equal((await press(served)).status, 303);
  });

  it('gives 503 in words that name no secret where the provider refuses', async () => {
    stripe.fail(401);
    const response = await press(served);
    assert.equal(response.status, 503);
    const text = await response.text();
    assert.match(text, /checkout-unavailable/);
    assert.ok(!text.includes(SETTINGS.secretKey) && !text.includes(SETTINGS.priceId), text);
  });

  it('gives 503 as a page to who reads pages', async () => {
    stripe.fail(401);
    const response = await press(served, 'text/html');
    assert.equal(response.status, 503);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(await response.text(), /nothing was charged/);
  });

  it('gives 503 where nobody answers at the provider’s address', async () => {
    const gone = await stripeServer();
    gone.close();
    const alone = await serveCheckout(gone.url);
    const response = await press(alone);
    await alone.stop();
    assert.equal(response.status, 503);
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal((await problemIn(response)).code, 'checkout-unavailable');
  });

  it('gives 429 to the eleventh of a minute from one address', async () => {
    const limited = await serveCheckout(stripe.url, true);
    const all = await Promise.all(Array.from({ length: 11 }, () => press(limited)));
    await limited.stop();
    assert.deepEqual(all.map(({ status }) => status).sort(), [
      ...Array.from({ length: 10 }, () => 303),
      429,
    ]);
    const [refused = assert.fail()] = all.filter(({ status }) => status === 429);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-6]$/);
    assert.equal((await problemIn(refused)).code, 'rate-limited');
    assert.equal(stripe.opened.length, 10);
  });

  it('and the webhook refuse other methods with 405', async () => {
    for (const [path, method, allow] of [
      ['/checkout', 'PUT', 'GET, HEAD, POST, OPTIONS'],
      ['/api/checkout/webhook', 'GET', 'POST, OPTIONS'],
    ] as const) {
      const response = await fetch(`${served.origin}${path}`, { method });
      assert.equal(response.status, 405, path);
      assert.equal(response.headers.get('allow'), allow);
    }
  });
});

describe('the prices', () => {
  it('say that the checkout is not configured where it is not, and nothing opens it', async () => {
    const served = await servePaid(':memory:');
    try {
      const prices = await pageOf(served, '/pricing');
      assert.match(prices, /nothing is sold here|Cards are not taken here/);
      assert.doesNotMatch(prices, /<form[^>]*checkout/);
      assert.equal(await isPackAvailable(served), false);
      for (const path of ['/checkout', '/api/checkout/webhook']) {
        const response = await fetch(`${served.origin}${path}`, { method: 'POST' });
        assert.equal(response.status, 503, path);
        assert.equal((await problemIn(response)).code, 'payment-not-configured');
      }
    } finally {
      await served.stop();
    }
  });

  it('have a button and say that the pack is available where the checkout is configured', async () => {
    const served = await servePaid(':memory:', {
      config: {
        checkout: {
          isComplete: true,
          settings: { ...SETTINGS, smtpUrl: 'smtp://127.0.0.1:9', mailFrom: 'keys@example.org' },
        },
      },
    });
    try {
      const prices = await pageOf(served, '/pricing');
      assert.match(prices, /<form[^>]*method="post" action="\/checkout"/);
      assert.doesNotMatch(prices, /nothing is sold here|Cards are not taken here/);
      assert.equal(await isPackAvailable(served), true);
    } finally {
      await served.stop();
    }
  });
});

describe('the checkout in a browser', { skip }, () => {
  it('is reached from the prices with one press', async () => {
    assert.ok(executablePath, NO_BROWSER);
    const stripe = await stripeServer();
    const served = await serveCheckout(stripe.url);
    const browser = await chromium.launch({ executablePath });
    try {
      const page = await browser.newPage();
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/security policy/i.test(message.text())) refused.push(message.text());
      });
      // The pages' policy lets a form lead to the provider's own address and to no other.
      await page.route('https://checkout.stripe.com/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Pay 19 EUR</h1>' }),
      );
      await page.goto(`${served.origin}/pricing`);
      const leaving = page.waitForRequest('https://checkout.stripe.com/c/pay/cs_test_1');
      await page.getByRole('button', { name: 'Buy 100 credits' }).click();
      assert.equal((await leaving).isNavigationRequest(), true);
      assert.equal(stripe.opened.length, 1);
      assert.deepEqual(refused, []);
    } finally {
      await browser.close();
      await served.stop();
      stripe.close();
    }
  });
});
