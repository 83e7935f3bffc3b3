/**
 * Many clients spend from a few keys while the service is killed again and again; then what they
 * were told is held against the books.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { seeded } from '../../../src/features/research/random.ts';
import { issueKey } from '../../../src/payments/credits/accounts.ts';
import { openStore } from '../../../src/store/store.ts';
import { type Spent, settleAccounts, type Tally } from './books.ts';
import { spend } from './client.ts';
import { type KillableService, startKillable } from './killable-service.ts';

type Plan = {
  /** Of a store with all tables, as `openStore` takes it. */
  location: string;
  /** How often the service is killed. */
  rounds: number;
  /** Credits that each key begins with. */
  keys: readonly number[];
  clients: number;
  seed: number;
};

/** A life's length after the service is ready, in milliseconds. */
const MIN_LIFE = 30;
const MAX_LIFE = 600;

export async function spendThroughKills(plan: Plan): Promise<Tally> {
  const { location, rounds, keys, clients, seed } = plan;
  const store = openStore(location);
  const service = await startKillable(location);
  const ending = new AbortController();
  try {
    const issued = await Promise.all(
      keys.map(async (granted) => ({ ...(await issueKey(store, granted, 'faults')), granted })),
    );
    const spending = Promise.all(
      Array.from({ length: clients }, (_, index) =>
        spend({
          service,
          keys: issued.map(({ key }) => key),
          random: seeded(seed + index + 1),
          signal: ending.signal,
        }),
      ),
    );
    const killing = killAgainAndAgain(rounds, seeded(seed), service, ending.signal);
    // A client that fails ends it all at once.
    const [told] = await Promise.all([spending, killing.finally(() => ending.abort())]);
    const spent: Spent = { rounds, keys: issued, clients: told };
    return await settleAccounts(store, spent);
  } finally {
    ending.abort();
    await service.stop();
    await store.close();
  }
}

async function killAgainAndAgain(
  rounds: number,
  random: () => number,
  service: KillableService,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await service.origin();
    await delay(MIN_LIFE + random() * (MAX_LIFE - MIN_LIFE));
    if (signal.aborted) return;
    service.kill();
  }
}
