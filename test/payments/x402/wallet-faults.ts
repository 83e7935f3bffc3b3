/**
 * Two processes settle with one wallet on one store, and die or lose the store again and again; then
 * what buyers were told, the books, and what reached the node are held against the chain.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Hex, parseTransaction } from 'viem';
import { seeded } from '../../../src/features/research/random.ts';
import { auditBooks } from '../../../src/payments/audit.ts';
import { type EvmChain, startChain } from '../evm/chain.ts';
import { type InterceptedNode, interceptedNode } from '../evm/intercepted-node.ts';
import { newWallet, type Wallet } from '../evm/wallets.ts';
import type { TestStore } from '../support/stores.ts';
import { PRICE, pay, payTo, version2, x402Settings } from './merchant.ts';
import { faultsOfBooks, nameOf, readBooks, transfersToMerchant } from './transfer-law.ts';
import { type Seller, startSeller } from './wallet-seller.ts';

export type Tally = { faults: string[]; counts: Record<string, number> };
type Purchase = { authorization: string; input: string; body?: string; transaction?: string };

const BUYERS = 8;
const BLOCK_MS = 50;
const PAUSE_MS = 50;
/** After this an authorization has expired. */
const PATIENCE_MS = 120_000;

export async function settleThroughFaults(
  { location, store }: TestStore,
  { rounds, seed }: { rounds: number; seed: number },
): Promise<Tally> {
  const started = Date.now();
  const chain = await startChain();
  const node = await interceptedNode(chain.rpcUrl);
  const calls = collectCalls(node);
  const settings = x402Settings(chain, { rpcUrl: node.url });
  const sellers = [startSeller(location, settings), startSeller(location, settings)];
  const random = seeded(seed);
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const ending = new AbortController();
  try {
    const buyers = Array.from({ length: BUYERS }, newWallet);
    for (const { account } of buyers) await chain.mint(account.address, 1_000n * PRICE);
    await chain.setAutomine(false);
    await chain.setIntervalMining(BLOCK_MS);
    const buying = buyers.map((buyer) => buyAgain({ chain, buyer, sellers, count, ending }));
    const injecting = (async () => {
      for (let round = 0; round < rounds && !ending.signal.aborted; round++) {
        const seller = sellers[Math.floor(random() * sellers.length)];
        count(`fault: ${await seller?.suffer(round)}`);
      }
    })();
    const [purchases] = await Promise.all([
      Promise.all(buying).finally(() => ending.abort()),
      injecting.finally(() => ending.abort()),
    ]);
    const merchant = { address: payTo(chain) };
    const countMined = () => chain.publicClient.getTransactionCount(merchant);
    for (let waited = 0; waited < 100 && (await countMined()) < calls.size; waited++)
      await delay(100);
    const transfers = await transfersToMerchant(chain);
    const faults = [
      ...(await auditBooks(store)).faults.map(({ check, subject }) => `${check}: ${subject}`),
      ...faultsOfBooks(transfers, await readBooks(store)),
      ...faultsOfPurchases(purchases.flat(), transfers),
      ...faultsOfNonces(calls, await countMined()),
    ];
    if ((await chain.balanceOf(merchant.address)) !== BigInt(purchases.flat().length) * PRICE)
      faults.push('the merchant was not paid once for each purchase');
    counts['purchases'] = purchases.flat().length;
    counts['transfers'] = transfers.length;
    counts['nonces'] = calls.size;
    counts['seconds'] = Math.round((Date.now() - started) / 1000);
    return { faults, counts };
  } finally {
    ending.abort();
    for (const seller of sellers) await seller.stop();
    await node.close();
    await chain.stop();
  }
}

type Buying = {
  chain: EvmChain;
  buyer: Wallet;
  sellers: readonly Seller[];
  count: (what: string) => void;
  ending: AbortController;
};

/** Buys one thing after another, each with one authorization, until there are no faults any more. */
async function buyAgain({ chain, buyer, sellers, count, ending }: Buying): Promise<Purchase[]> {
  const purchases: Purchase[] = [];
  while (!ending.signal.aborted) {
    const signed = await pay(chain, buyer);
    const content = version2(chain, signed)['payment-signature'] ?? '';
    const purchase: Purchase = {
      authorization: nameOf(signed.from, signed.nonce),
      input: signed.nonce,
    };
    purchases.push(purchase);
    const deadline = Date.now() + PATIENCE_MS;
    while (purchase.transaction === undefined && Date.now() < deadline) {
      const seller = sellers[Math.floor(Math.random() * sellers.length)];
      const told = await seller?.ask({ version: 2, content }, purchase.input);
      count(`reply: ${told?.fault ?? 'sold'}`);
      Object.assign(purchase, told);
      if (told?.fault !== undefined) await delay(PAUSE_MS);
    }
  }
  return purchases;
}

/** The calls that each nonce was sent with: a transaction can be sent again, and be made to pay more. */
function collectCalls(node: InterceptedNode): Map<number, Set<Hex>> {
  const calls = new Map<number, Set<Hex>>();
  node.intercept = ({ method, params }) => {
    if (method === 'eth_sendRawTransaction') {
      const [serialized] = params;
      const { nonce = 0, data = '0x' } = parseTransaction(serialized as Hex);
      calls.set(nonce, (calls.get(nonce) ?? new Set()).add(data));
    }
    return undefined;
  };
  return calls;
}

function faultsOfNonces(calls: ReadonlyMap<number, ReadonlySet<Hex>>, mined: number): string[] {
  const faults = [...calls]
    .filter(([, { size }]) => size > 1)
    .map(([nonce, { size }]) => `the nonce ${nonce} was given to ${size} calls`);
  if (mined !== calls.size) faults.push(`of ${calls.size} nonces, ${mined} are mined`);
  return faults;
}

function faultsOfPurchases(
  purchases: readonly Purchase[],
  transfers: Awaited<ReturnType<typeof transfersToMerchant>>,
): string[] {
  const faults = purchases.flatMap(({ authorization, input, body, transaction }) => {
    const own = transfers.filter((transfer) => transfer.authorization === authorization);
    if (transaction === undefined) return [`${authorization} was never answered`];
    if (own.length !== 1) return [`${authorization} paid ${own.length} times`];
    if (own[0]?.transaction !== transaction) return [`${authorization} has another's transfer`];
    return JSON.parse(body ?? '{}').slug === input ? [] : [`${authorization} has another's answer`];
  });
  if (transfers.length !== purchases.length)
    faults.push(`${purchases.length} purchases have ${transfers.length} transfers`);
  return faults;
}
