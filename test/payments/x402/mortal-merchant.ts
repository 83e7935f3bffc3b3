/**
 * A merchant that dies and is served again from the same store, in this process: its store is closed
 * and its node cut off at the same instant, as when a process is killed between two awaits.
 */
import { X402_PATH } from '../../../src/payments/rails.ts';
import type { EvmChain } from '../evm/chain.ts';
import type { DisagreeingNode } from '../evm/disagreeing-node.ts';
import { type Merchant, serveMerchant } from './merchant.ts';
import type { Settings } from './rail-with.ts';

/** For a chain that has a block every 100 ms. */
const TIMING = {
  requestTimeoutMs: 5_000,
  pollingMs: 150,
  patienceMs: 500,
  settlementTimeoutMs: 700,
  holdMs: 1_000,
  renewMs: 300,
};

type Life = { merchant: Merchant; client: string; death: AbortController };

export type MortalMerchant = ReturnType<typeof startMortalMerchant>;

export function startMortalMerchant(
  location: string,
  parts: { name: string; chain: EvmChain; node: DisagreeingNode; settleBy: Settings['settleBy'] },
) {
  const { name, chain, node, settleBy } = parts;
  const endings: Promise<unknown>[] = [];
  let lives = 0;
  const begin = async (): Promise<Life> => {
    lives += 1;
    const client = `${name}-${lives}`;
    const options = { rpcUrl: node.urlFor(client), settleBy, timing: TIMING };
    const merchant = await serveMerchant(location, chain, options);
    return { merchant, client, death: new AbortController() };
  };
  const end = async ({ merchant, client, death }: Life): Promise<void> => {
    // `fetch` fails this way for a broken connection.
    death.abort(new TypeError('the merchant was killed'));
    node.cutOff(client);
    await merchant.store.close();
    // Its work fails without a reply.
    endings.push(Promise.allSettled([merchant.stop()]));
  };
  let life = begin();
  return {
    /**
     * The address of its sales, and the signal that ends connections when it dies. Waits while one
     * life is over and the next has not begun.
     */
    address: async () => {
      const { merchant, death } = await life;
      return { url: `${merchant.origin}${X402_PATH}`, death: death.signal };
    },
    /** Ends this life; the next begins at once. */
    kill: (): void => {
      life = life.then(async (ended) => {
        await end(ended);
        return begin();
      });
      // Rejects the next call of `address`.
      life.catch(() => undefined);
    },
    recover: async () => (await life).merchant.recover(),
    stop: async (): Promise<void> => {
      await (await life).merchant.stop();
      await Promise.all(endings);
    },
  };
}
