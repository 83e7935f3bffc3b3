/** Top-ups on Solana through the client, with a made-up node. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Client, createClient, redeemWhenFinal, topUpFromSolana } from '../../client/index.ts';
import { type SolanaNode, startSolanaNode } from '../payments/solana/node.ts';
import { openShop, type SolanaShop, solanaConfig } from '../payments/support/solana-shop.ts';
import { temporaryFolder } from '../support/temporary.ts';

let node: SolanaNode;
let shop: SolanaShop;
before(async () => {
  node = await startSolanaNode();
  shop = await openShop(`${await temporaryFolder()}/books.sqlite`, { config: solanaConfig(node) });
});
after(async () => {
  await shop.stop();
  await node.stop();
});

/** A client that waits only as long as the test needs, and reports each refusal. */
function impatientClient(refused: () => void = () => undefined): Client {
  return createClient({
    baseUrl: shop.served.origin,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.status === 402) refused();
      const headers = new Headers(response.headers);
      if (headers.has('retry-after')) headers.set('retry-after', '0');
      return new Response(response.body, { status: response.status, headers });
    },
  });
}

it('a transfer with the key’s memo is redeemed once it is final', async () => {
  const { key, publicId } = await shop.issue();
  let signature = '';
  let asked = 0;
  const client = impatientClient(() => {
    // It becomes final while the client waits for it.
    if (++asked === 2) node.finalize(signature);
  });
  const topUp = await topUpFromSolana(client, key, async ({ payTo, amount, memo }) => {
    assert.equal(memo, `bellwether:${publicId}`);
    assert.equal(payTo, node.payTo);
    signature = node.pay({ amount: BigInt(amount), memos: [memo], isFinal: false });
    return signature;
  });
  assert.deepEqual(topUp, { balance: 100, creditsGranted: 100 });
  assert.ok(asked <= 2);
  await assert.rejects(redeemWhenFinal(client, key, signature), { code: 'already-redeemed' });
});

it('a transfer that never becomes final is given up after a while', async () => {
  const { key } = await shop.issue();
  const nothing =
    '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
  const client = createClient({ baseUrl: shop.served.origin });
  await assert.rejects(redeemWhenFinal(client, key, nothing, { patienceMs: 0 }), {
    code: 'payment-not-found',
  });
  const signal = AbortSignal.timeout(50);
  await assert.rejects(redeemWhenFinal(client, key, nothing, { signal }), { name: 'TimeoutError' });
});
