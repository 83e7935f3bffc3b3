/** Deep signals for x402 payments, through the client, on the test chain. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { x402Client } from '@x402/core/client';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment } from '@x402/fetch';
import {
  buyWithX402,
  createClient,
  type Payer,
  payWith,
  SpendingLimitError,
  UnsettledPaymentError,
} from '../../client/index.ts';
import { SQLITE } from '../payments/support/stores.ts';
import { openMarket } from '../payments/x402/market.ts';
import { type Merchant, PRICE, payTo } from '../payments/x402/merchant.ts';

let merchant: Merchant;
/** How many of the next settlements have an unknown outcome. */
let unknowns = 0;
const market = openMarket(SQLITE, async ({ serve }) => {
  merchant = await serve({
    settler: (own) => ({
      settle: async (...given) => {
        if (unknowns-- > 0) return { kind: 'unknown', reason: 'the facilitator does not answer' };
        return own.settle(...given);
      },
    }),
  });
});
const wallets = () => market.chain.wallets;

const NETWORK = 'eip155:84532';
const limit = () => ({ network: NETWORK, asset: market.chain.token, maxAmount: PRICE });

/** A client that sees every payment that is sent, and waits for nothing. */
function watchedClient(lose: (payments: number) => boolean = () => false) {
  const payments: string[] = [];
  const client = createClient({
    baseUrl: merchant.origin,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const payment = request.headers.get('payment-signature');
      if (payment !== null) payments.push(payment);
      const response = await fetch(request);
      if (payment !== null && lose(payments.length)) throw new TypeError('connection lost');
      const headers = new Headers(response.headers);
      if (headers.has('retry-after')) headers.set('retry-after', '0');
      return new Response(response.body, { status: response.status, headers });
    },
  });
  return { client, payments };
}

/** Payers by name, all with the wallet that has money. */
function payers(): Record<string, Payer> {
  const { account } = wallets().payer;
  const official = x402Client.fromConfig({
    schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],
    spendControls: { allowedAssets: true },
  });
  return {
    'an account of viem': payWith(account, limit()),
    'a client of @x402/fetch': (fetch) => wrapFetchWithPayment(fetch, official) as typeof fetch,
  };
}

type Purchase = { pending?: number; lose?: (payments: number) => boolean; sent: number };
/** Each is paid with one transfer, and signed once, however often the payment is sent. */
const PURCHASES: Record<string, Purchase> = {
  'with one transfer': { sent: 1 },
  'whose settlement is pending': { pending: 3, sent: 4 },
  'whose answer is lost': { lose: (payments) => payments === 1, sent: 2 },
};

for (const name of ['an account of viem', 'a client of @x402/fetch']) {
  const payer = () => payers()[name] ?? assert.fail(`${name} is no payer`);

  for (const [how, { pending = 0, lose, sent }] of Object.entries(PURCHASES))
    it(`${name} buys a deep signal ${how}`, async () => {
      const { client, payments } = watchedClient(lose);
      unknowns = pending;
      const bought = await buyWithX402(client, { name: 'acorn' }, { payer: payer() });
      assert.equal(bought.answer.slug, 'acorn');
      const { network, payer: by, txHash } = bought.settlement;
      assert.deepEqual([network, by], [NETWORK, wallets().payer.account.address]);
      assert.match(txHash, /^0x[0-9a-f]{64}$/);
      assert.deepEqual([payments.length, new Set(payments).size], [sent, 1]);
      assert.equal(await market.paid(), 1n);
    });

  it(`${name} pays nothing for a startup that is not tracked`, async () => {
    const { client } = watchedClient();
    const buying = buyWithX402(client, { name: 'unknown company' }, { payer: payer() });
    await assert.rejects(buying, { name: 'BellwetherApiError', status: 404, code: 'not-tracked' });
    assert.equal(await market.paid(), 0n);
  });
}

it('a purchase that was left unsettled goes on with its payment', async () => {
  const { account } = wallets().payer;
  const { client, payments } = watchedClient(() => true);
  const left = await buyWithX402(
    client,
    { name: 'acorn' },
    { payer: payWith(account, limit()), patienceMs: 0 },
  ).catch((error: unknown) => error);
  assert.ok(left instanceof UnsettledPaymentError);
  assert.ok(left.cause instanceof TypeError);
  assert.deepEqual(left.payment, { 'payment-signature': payments[0] });
  const { payment } = left;
  const { answer } = await buyWithX402(watchedClient().client, { name: 'acorn' }, { payment });
  assert.equal(answer.slug, 'acorn');
  assert.equal(await market.paid(), 1n);
  // It pays only for the name that it was sent with.
  await assert.rejects(buyWithX402(client, { name: 'birch' }, { payment, patienceMs: 0 }));
  assert.equal(await market.paid(), 1n);
});

it('a call that is given up while its payment is pending hands the payment back', async () => {
  const { account } = wallets().payer;
  const giving = new AbortController();
  const { client } = watchedClient((sent) => {
    if (sent === 1) giving.abort(new Error('given up'));
    return false;
  });
  unknowns = 1;
  const { signal } = giving;
  const buying = buyWithX402(
    client,
    { name: 'acorn' },
    { payer: payWith(account, limit()), signal },
  );
  await assert.rejects(buying, (error: unknown) => {
    assert.ok(error instanceof UnsettledPaymentError);
    assert.equal((error.cause as Error).message, 'given up');
    return true;
  });
});

it('nothing is signed beyond the limit', async () => {
  const { account } = wallets().payer;
  const { client, payments } = watchedClient();
  for (const change of [
    { maxAmount: PRICE - 1n },
    { network: 'eip155:8453' },
    { asset: payTo(market.chain) },
  ])
    await assert.rejects(
      buyWithX402(
        client,
        { name: 'acorn' },
        { payer: payWith(account, { ...limit(), ...change }) },
      ),
      SpendingLimitError,
    );
  assert.deepEqual(payments, []);
});

it('a payer without money is told why, and a payer that signs twice is stopped', async () => {
  const { client, payments } = watchedClient();
  const { stranger, payer } = wallets();
  await assert.rejects(
    buyWithX402(client, { name: 'acorn' }, { payer: payWith(stranger.account, limit()) }),
    { name: 'BellwetherApiError', status: 402, code: 'payment-required' },
  );
  assert.equal(payments.length, 1);
  const twice: Payer = (fetch) => {
    const paying = payWith(payer.account, limit())(fetch);
    return async (...given) => {
      const [input, init] = given;
      const request = new Request(input, init);
      await paying(request.clone());
      return paying(request);
    };
  };
  await assert.rejects(buyWithX402(client, { name: 'acorn' }, { payer: twice }), /second/);
  assert.equal(await market.paid(), 1n);
});
