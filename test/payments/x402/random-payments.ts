/**
 * Payments while the chain's reads, receipts and mempool disagree at random, merchants die, and
 * buyers lose patience: `node random-payments.ts <payments> <seed> <location of a store>…` makes them
 * on one store after the other and prints what came of each as JSON. A process of its own, since a
 * merchant that dies leaves waits behind; one for all stores, since chain and clients take seconds to
 * load.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPublicClient, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { seeded } from '../../../src/features/research/random.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { type EvmChain, startChain } from '../evm/chain.ts';
import { type DisagreeingNode, startDisagreeingNode } from '../evm/disagreeing-node.ts';
import { type FacilitatorServer, startFacilitator } from '../support/facilitator-server.ts';
import { PRICE, payTo } from './merchant.ts';
import { type MortalMerchant, startMortalMerchant } from './mortal-merchant.ts';
import { type Buying, buy, type Purchase } from './random-buyer.ts';
import { figuresOf, holdToTheLaw, type Outcome, repliesTo } from './random-outcome.ts';
import { faultsOfBooks, readBooks, transfersToMerchant } from './transfer-law.ts';

/** Buyers at the same time, each with a wallet of its own. */
const LANES = 25;
/** In milliseconds, on average. */
const BLOCK_TIME = 100;
/** Purchases that are made between two deaths of a merchant, at most. */
const MAX_LIFE = 60;
/** Most rounds of finishing what is left over, once the chain keeps to the rules again. */
const ROUNDS = 10;

async function payAtRandom(location: string, payments: number, seed: number): Promise<Outcome> {
  const started = Date.now();
  const store = openStore(location);
  const chain = await startChain();
  const payers = Array.from({ length: LANES }, () => ({
    account: privateKeyToAccount(generatePrivateKey()),
  }));
  for (const { account } of payers) await chain.mint(account.address, 1_000n * PRICE);
  const facilitatorWallet = await fundedWallet(chain);
  const node = await startDisagreeingNode(chain, { random: seeded(seed), blockTime: BLOCK_TIME });
  const facilitator = await startFacilitator(seenThrough(node, chain), facilitatorWallet);
  const parts = { chain, node };
  const { privateKey } = chain.wallets.merchant;
  const merchants = [
    startMortalMerchant(location, { ...parts, name: 'wallet', settleBy: { privateKey } }),
    startMortalMerchant(location, {
      ...parts,
      name: 'facilitated',
      settleBy: { facilitatorUrl: facilitator.url },
    }),
  ];
  try {
    const trouble = troubleMaker(merchants, facilitator, seeded(seed + 1));
    const buyers: Buying[] = payers.map((payer, lane) => ({
      chain,
      payer,
      merchants,
      random: seeded(seed + 2 + lane),
    }));
    const inTurn = buyers.map((buyer) => buyInTurn(buyer, payments / LANES, trouble));
    const purchases = (await Promise.all(inTurn)).flat();
    facilitator.losesAnswers = false;
    facilitator.givesUp = false;
    const bought = Date.now();
    await node.heal();
    await finish(chain, store, merchants);
    const senders = [payTo(chain), facilitatorWallet.account.address];
    const { faults, ...counts } = await holdToTheLaw(chain, store, buyers, purchases, senders);
    return {
      faults,
      figures: {
        ...figuresOf(purchases),
        ...counts,
        'milliseconds of buying': bought - started,
        milliseconds: Date.now() - started,
      },
      replies: repliesTo(purchases),
      injected: Object.fromEntries(node.faults),
    };
  } finally {
    for (const merchant of merchants) await merchant.stop();
    await facilitator.stop();
    await node.stop();
    await chain.stop();
    await store.close();
  }
}

async function buyInTurn(buyer: Buying, count: number, trouble: () => void): Promise<Purchase[]> {
  const purchases: Purchase[] = [];
  while (purchases.length < count) {
    purchases.push(await buy(buyer));
    trouble();
  }
  return purchases;
}

async function fundedWallet(chain: EvmChain) {
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey);
  await chain.testClient.setBalance({ address: account.address, value: parseEther('100') });
  return { privateKey, account };
}

/** The chain as a client sees it who asks the disagreeing node. */
function seenThrough(node: DisagreeingNode, chain: EvmChain): EvmChain {
  const rpcUrl = node.urlFor('facilitator');
  const publicClient = createPublicClient({
    chain: chain.publicClient.chain,
    transport: http(rpcUrl, { timeout: 5_000, retryCount: 1 }),
    pollingInterval: 150,
    cacheTime: 0,
  });
  // The official facilitator leaves a failure of this one unhandled, which ends its process.
  const { getCode } = chain.publicClient;
  return { ...chain, rpcUrl, publicClient: { ...publicClient, getCode } };
}

/** To be told of every purchase: some are followed by a death, or by a facilitator's bad time. */
function troubleMaker(
  merchants: readonly MortalMerchant[],
  facilitator: FacilitatorServer,
  random: () => number,
): () => void {
  let left = random() * MAX_LIFE;
  return () => {
    left -= 1;
    if (left > 0) return;
    left = random() * MAX_LIFE;
    merchants[Math.floor(random() * merchants.length)]?.kill();
    facilitator.losesAnswers = random() < 0.3;
    facilitator.givesUp = random() < 0.3;
  };
}

/** Lets holds run out and the merchants find what was settled. */
async function finish(
  chain: EvmChain,
  store: Store,
  merchants: readonly MortalMerchant[],
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const merchant of merchants) await merchant.recover();
    const faults = faultsOfBooks(await transfersToMerchant(chain), await readBooks(store));
    if (faults.length === 0) return;
    await delay(200);
  }
}

const {
  positionals: [payments = '', seed = '', ...locations],
} = parseArgs({ allowPositionals: true });
const outcomes: Outcome[] = [];
for (const location of locations)
  outcomes.push(await payAtRandom(location, Number(payments), Number(seed)));
// Merchants that were killed leave waits behind, which nothing waits for.
process.stdout.write(JSON.stringify(outcomes), () => process.exit(0));
