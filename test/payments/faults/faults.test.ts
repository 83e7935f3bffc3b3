/** Credits through the death of the service; `long.ts` beside it does the same for longer. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onBothEngines, type TestStore } from '../support/stores.ts';
import { spendThroughKills } from './spend.ts';

onBothEngines('credits of a service that is killed', (engine) => {
  let made: TestStore;
  before(async () => {
    made = await engine.make();
  });
  after(() => made.drop());

  it('are charged once for every answer that is given, and for no other', async () => {
    const { faults, failures, ...tally } = await spendThroughKills({
      location: made.location,
      rounds: 4,
      keys: [15, 40, 10_000, 10_000],
      clients: 16,
      seed: 20_261_121,
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(failures, {});
    assert.equal(tally.lost, 0);
    assert.equal(tally.double, 0);
    assert.equal(tally.consumed, tally.charged);
    assert.ok(tally.charged > 0 && tally.retries > 0, JSON.stringify(tally));
  });
});
