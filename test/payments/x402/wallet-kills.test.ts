/**
 * One wallet in two processes, which are killed and cut off from their store between a nonce and its
 * transaction. `ROUNDS=40` injects forty faults on each engine.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onBothEngines, type TestStore } from '../support/stores.ts';
import { settleThroughFaults } from './wallet-faults.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 6);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

onBothEngines('a wallet in two processes that die', (engine) => {
  let made: TestStore;
  before(async () => {
    made = await engine.make();
  });
  after(() => made.drop());

  it('uses no nonce twice, is paid once, and loses no answer', async (context) => {
    context.diagnostic(`SEED=${SEED}`);
    const { faults, counts } = await settleThroughFaults(made, { rounds: ROUNDS, seed: SEED });
    context.diagnostic(JSON.stringify(counts));
    assert.deepEqual(faults, []);
    assert.ok((counts['purchases'] ?? 0) > ROUNDS, JSON.stringify(counts));
  });
});
