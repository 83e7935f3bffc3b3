/** Payments as the books of a running service have them, for tests that wait for them or let holds end. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hash } from 'viem';
import type { Store } from '../../../src/store/store.ts';
import type { EvmChain } from '../evm/chain.ts';

/** Lets the holds of a process that died run out at once, or not for a while. */
export async function setHolds({ database }: Store, until: number): Promise<void> {
  await database
    .updateTable('x402_payment')
    .set({ held_until: new Date(until).toISOString() })
    .where('state', '<>', 'settled')
    .execute();
}

export const endHolds = (store: Store) => setHolds(store, 0);

/** Waits until so many transfers have been sent: each is recorded first, and the node has it then. */
export async function settling(
  { database }: Store,
  { publicClient }: EvmChain,
  count = 1,
): Promise<void> {
  const sent = database
    .selectFrom('x402_payment')
    .select('transaction_hash')
    .where('state', '=', 'settling')
    .where('transaction_hash', 'is not', null);
  for (let waited = 0; waited < 600; waited++) {
    // The column holds what the node calls it.
    const hashes = (await sent.execute()).map(({ transaction_hash }) => transaction_hash as Hash);
    const known = await Promise.all(
      hashes.map((hash) => publicClient.getTransaction({ hash }).catch(() => undefined)),
    );
    if (known.filter(Boolean).length >= count) return;
    await delay(50);
  }
  assert.fail('nothing was sent');
}
