/** Deep signals for x402 payments, through the client, on the test chain. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
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
import { type EvmChain, startChain } from '../payments/evm/chain.ts';
import { type Merchant, PRICE, payTo, serveMerchant } from '../payments/x402/merchant.ts';
import { temporaryFolder } from '../support/temporary.ts';

let chain: EvmChain;
let merchant: Merchant;
/** How many of the next settlements have an unknown outcome. */
let unknowns = 0;
before(async () => {
  chain = await startChain();
  merchant = await serveMerchant(`${await temporaryFolder()}/books.sqlite`, chain, {
    settler: (own) => ({
      settle: async (...given) => {
        if (unknowns-- > 0) return { kind: 'unknown', reason: 'the facilitator does not answer' };
        return own.settle(...given);
      },
    }),
  });
  await chain.mint(chain.wallets.payer.account.address, 100n * PRICE);
});
after(async () => {
  await merchant.stop();
  await chain.stop();
});

const NETWORK = 'eip155:84532';
const limit = () => ({ network: NETWORK, asset: chain.token, maxAmount: PRICE });
const received = () => chain.balanceOf(payTo(chain));

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
  const { account } = chain.wallets.payer;
  const official = x402Client.fromConfig({
    schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],
    spendControls: { allowedAssets: true },
  });
  return {
    'an account of viem': payWith(account, limit()),
    'a client of @x402/fetch': (fetch) => wrapFetchWithPayment(fetch, official) as typeof fetch,
  };
}

for (const name of ['an account of viem', 'a client of @x402/fetch']) {
  const payer = () => payers()[name] ?? assert.fail(`${name} is no payer`);

  it(`${name} buys a deep signal with one transfer`, async () => {
    const before = await received();
    const { client, payments } = watchedClient();
    const { answer, settlement } = await buyWithX402(client, { name: 'acorn' }, { payer: payer() });
    assert.equal(answer.slug, 'acorn');
    assert.equal(settlement.network, NETWORK);
    assert.equal(settlement.payer, chain.wallets.payer.account.address);
    assert.match(settlement.txHash, /^0x[0-9a-f]{64}$/);
    assert.equal((await received()) - before, PRICE);
    assert.equal(payments.length, 1);
  });

  it(`${name} signs once, however long the settlement is pending`, async () => {
    const before = await received();
    const { client, payments } = watchedClient();
    unknowns = 3;
    const { answer } = await buyWithX402(client, { name: 'acorn' }, { payer: payer() });
    assert.equal(answer.slug, 'acorn');
    assert.equal(payments.length, 4);
    assert.equal(new Set(payments).size, 1);
    assert.equal((await received()) - before, PRICE);
  });

  it(`${name} sends the same payment again when the answer is lost`, async () => {
    const before = await received();
    const { client, payments } = watchedClient((sent) => sent === 1);
    await buyWithX402(client, { name: 'acorn' }, { payer: payer() });
    assert.equal(payments.length, 2);
    assert.equal(new Set(payments).size, 1);
    assert.equal((await received()) - before, PRICE);
  });

  it(`${name} pays nothing for a startup that is not tracked`, async () => {
    const before = await received();
    const { client } = watchedClient();
    const buying = buyWithX402(client, { name: 'unknown company' }, { payer: payer() });
    await assert.rejects(buying, { name: 'BellwetherApiError', status: 404, code: 'not-tracked' });
    assert.equal(await received(), before);
  });
}

it('a purchase that was left unsettled goes on with its payment', async () => {
  const before = await received();
  const { account } = chain.wallets.payer;
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
  assert.equal((await received()) - before, PRICE);
  // It pays only for the name that it was sent with.
  await assert.rejects(buyWithX402(client, { name: 'birch' }, { payment, patienceMs: 0 }));
  assert.equal((await received()) - before, PRICE);
});

it('a call that is given up while its payment is pending hands the payment back', async () => {
  const { account } = chain.wallets.payer;
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
  const { account } = chain.wallets.payer;
  const { client, payments } = watchedClient();
  for (const change of [
    { maxAmount: PRICE - 1n },
    { network: 'eip155:8453' },
    { asset: payTo(chain) },
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
  const { stranger, payer } = chain.wallets;
  await assert.rejects(
    buyWithX402(client, { name: 'acorn' }, { payer: payWith(stranger.account, limit()) }),
    { name: 'BellwetherApiError', status: 402, code: 'payment-required' },
  );
  assert.equal(payments.length, 1);
  const before = await received();
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
  assert.equal((await received()) - before, PRICE);
});
