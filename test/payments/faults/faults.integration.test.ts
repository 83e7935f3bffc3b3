/**
 * Credits when the service is killed: many clients spend from a few keys while it is killed again and
 * again; then their answers are compared with the books. `ROUNDS=100` kills it a hundred times.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { seeded } from '../../../src/features/research/random.ts';
import { issueKey } from '../../../src/payments/credits/accounts.ts';
import { onEachEngine } from '../support/stores.ts';
import { findFaults, isSold } from './books.ts';
import { spend } from './client.ts';
import { startKillable } from './killable-service.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 4);
const SEED = Number(process.env['SEED'] ?? 20_261_121);
const CLIENTS = 16;
/** Two keys run out of credits during the test, one after the other. */
const GRANTS = [ROUNDS * 4, ROUNDS * 10, 1_000_000, 1_000_000];
/** How long a process lives once it is ready. */
const MIN_LIFE_MS = 30;
const MAX_LIFE_MS = 600;

onEachEngine('credits of a service that is killed', (engine) => {
  it('are charged once for every answer that is given, and for no other', async (t) => {
    const { location, store, drop } = await engine.make();
    t.after(drop);
    const service = await startKillable(location);
    t.after(service.stop);
    const accounts = await Promise.all(
      GRANTS.map(async (granted) => ({ ...(await issueKey(store, granted, 'faults')), granted })),
    );
    const keys = accounts.map(({ key }) => key);
    const ending = new AbortController();
    const { signal } = ending;
    const spending = Array.from({ length: CLIENTS }, (_, index) =>
      spend({ service, keys, random: seeded(SEED + index + 1), signal }),
    );
    const killing = (async () => {
      const random = seeded(SEED);
      for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
        await service.origin();
        await delay(MIN_LIFE_MS + random() * (MAX_LIFE_MS - MIN_LIFE_MS));
        service.kill();
      }
    })();
    // A failed client ends the test at once.
    const [clients] = await Promise.all([
      Promise.all(spending).finally(() => ending.abort()),
      killing.finally(() => ending.abort()),
    ]);
    assert.deepEqual(await findFaults(store, accounts, clients), []);
    const asked = clients.flatMap((client) => client.asked);
    assert.ok(
      asked.some(isSold) && asked.some(({ answers }) => answers.some((a) => a.retries > 0)),
    );
  });
});
