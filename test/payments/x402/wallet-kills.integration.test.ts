/**
 * One wallet in two processes, which are killed, or lose their store, between a nonce and its
 * transaction. `ROUNDS=40` injects forty faults.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Hex, parseTransaction } from 'viem';
import { seeded } from '../../../src/features/research/random.ts';
import { type EvmChain, newWallet, startChain, type Wallet } from '../evm/chain.ts';
import { interceptedNode } from '../evm/intercepted-node.ts';
import { onEachEngine } from '../support/stores.ts';
import { PRICE, pay, payTo, version2, x402Settings } from './merchant.ts';
import {
  authorizationName,
  faultsOfBooks,
  type Transfer,
  transfersToMerchant,
} from './transfer-law.ts';
import { type Seller, type Sold, startSeller } from './wallet-seller.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 6);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const BUYERS = 8;
const BLOCK_MS = 50;
const PAUSE_MS = 50;
/** Shorter than the validity of an authorization. */
const PATIENCE_MS = 120_000;

type Purchase = Sold & { authorization: string; input: string };

onEachEngine('a wallet in two processes that die', (engine) => {
  it('uses no nonce twice, is paid once, and loses no answer', async (t) => {
    t.diagnostic(`SEED=${SEED}`);
    const { location, store, drop } = await engine.make();
    const chain = await startChain();
    const node = await interceptedNode(chain.rpcUrl);
    /** The calls that each nonce was sent with: a transaction can be sent again, and pay more. */
    const calls = new Map<number, Set<Hex>>();
    node.intercept = ({ method, params }) => {
      if (method !== 'eth_sendRawTransaction') return undefined;
      const { nonce = 0, data = '0x' } = parseTransaction(params[0] as Hex);
      calls.set(nonce, (calls.get(nonce) ?? new Set()).add(data));
      return undefined;
    };
    const settings = x402Settings(chain, { rpcUrl: node.url });
    const sellers = [startSeller(location, settings), startSeller(location, settings)];
    const ending = new AbortController();
    t.after(async () => {
      ending.abort();
      for (const seller of sellers) await seller.stop();
      await node.close();
      await chain.stop();
      await drop();
    });
    const buyers = Array.from({ length: BUYERS }, newWallet);
    for (const { account } of buyers) await chain.mint(account.address, 1_000n * PRICE);
    await chain.setAutomine(false);
    await chain.setIntervalMining(BLOCK_MS);
    const random = seeded(SEED);
    const injecting = (async () => {
      for (let round = 0; round < ROUNDS && !ending.signal.aborted; round++) {
        const fault = await sellers[Math.floor(random() * sellers.length)]?.suffer(round);
        t.diagnostic(String(fault));
      }
    })();
    const buying = buyers.map((buyer) => buyAgain(chain, buyer, sellers, ending.signal));
    const [purchases] = await Promise.all([
      Promise.all(buying).finally(() => ending.abort()),
      injecting.finally(() => ending.abort()),
    ]);

    const all = purchases.flat();
    const countMined = () => chain.publicClient.getTransactionCount({ address: payTo(chain) });
    for (let tries = 0; tries < 100 && (await countMined()) < calls.size; tries++) await delay(100);
    const transfers = await transfersToMerchant(chain);
    const faults = [
      ...(await faultsOfBooks(store, chain, transfers)),
      ...all.flatMap((purchase) => faultsOfPurchase(purchase, transfers)),
      ...[...calls].flatMap(([nonce, { size }]) =>
        size > 1 ? [`the nonce ${nonce} was given to ${size} calls`] : [],
      ),
    ];
    assert.deepEqual(faults, []);
    assert.equal(transfers.length, all.length);
    assert.equal(await countMined(), calls.size);
    assert.ok(all.length > ROUNDS, `${all.length} purchases`);
  });
});

/** Buys repeatedly, each time with one authorization, until all faults have been injected. */
async function buyAgain(
  chain: EvmChain,
  buyer: Wallet,
  sellers: readonly Seller[],
  ending: AbortSignal,
): Promise<Purchase[]> {
  const purchases: Purchase[] = [];
  while (!ending.aborted) {
    const signed = await pay(chain, buyer);
    const content = version2(chain, signed)['payment-signature'] ?? '';
    const authorization = authorizationName(signed.from, signed.nonce);
    const purchase: Purchase = { authorization, input: signed.nonce };
    purchases.push(purchase);
    const deadline = Date.now() + PATIENCE_MS;
    while (purchase.transaction === undefined && Date.now() < deadline) {
      const seller = sellers[Math.floor(Math.random() * sellers.length)];
      Object.assign(purchase, await seller?.ask({ version: 2, content }, purchase.input));
      if (purchase.transaction === undefined) await delay(PAUSE_MS);
    }
  }
  return purchases;
}

function faultsOfPurchase(
  { authorization, input, body, transaction }: Purchase,
  transfers: readonly Transfer[],
): string[] {
  const own = transfers.filter((transfer) => transfer.authorization === authorization);
  if (transaction === undefined) return [`${authorization} was never answered`];
  if (own.length !== 1) return [`${authorization} paid ${own.length} times`];
  if (own[0]?.transaction !== transaction) return [`${authorization} has another's transfer`];
  return JSON.parse(body ?? '{}').slug === input ? [] : [`${authorization} has another's answer`];
}
