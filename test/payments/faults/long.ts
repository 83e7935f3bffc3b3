/**
 * The same through many deaths, with what came of it as a table.
 *
 * `node test/payments/faults/long.ts [rounds] [seed]`: 100 rounds on each engine without.
 */
import { styleText } from 'node:util';
import { ENGINES } from '../support/stores.ts';
import { spendThroughKills } from './spend.ts';

const [rounds = 100, seed = 20_261_121] = process.argv.slice(2).map(Number);
/** Two keys run dry on the way, one after the other. */
const keys = [rounds * 3, rounds * 6, 1_000_000, 1_000_000];

for (const { name, skip, make } of ENGINES) {
  if (skip !== false) {
    console.log(`${name}: ${skip}`);
    continue;
  }
  const { location, drop } = await make();
  try {
    const { faults, failures, ...counts } = await spendThroughKills({
      location,
      rounds,
      keys,
      clients: 16,
      seed,
    });
    console.log(`\n${styleText('bold', name)}`);
    for (const [what, count] of Object.entries({ ...counts, ...failures, faults: faults.length }))
      console.log(`  ${what.padEnd(12)}${String(count).padStart(8)}`);
    for (const fault of faults) console.log(`  ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await drop();
  }
}
