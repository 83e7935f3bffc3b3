/** Each fault once; `npm run faults` injects each of them many times. */
import { after, before, describe, it } from 'node:test';
import { seeded } from '../../src/features/research/random.ts';
import { Installation } from './installation.ts';
import { FAULTS } from './list.ts';

/** Faults mostly wait for recovery. */
const AT_ONCE = 4;

describe('nothing is lost, and what is published is served, when', { concurrency: AT_ONCE }, () => {
  let installation: Installation;
  before(async () => {
    installation = await Installation.make();
  });
  after(() => installation.close());

  for (const [place, { name, skip = false, inject }] of FAULTS.entries())
    it(name, { skip }, async (t) => {
      const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1e9) + place;
      t.diagnostic(`seed ${seed}`);
      await inject(installation, 1, seeded(seed));
    });
});
