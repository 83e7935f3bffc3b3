/**
 * Injects every fault many times and prints the results.
 *
 * `npm run faults -- [rounds] [--seed <number>] [--only <words>]`: 50 rounds by default.
 */
import { parseArgs } from 'node:util';
import { seeded } from '../../src/features/research/random.ts';
import type { Fault } from './fault.ts';
import { Installation } from './installation.ts';
import { FAULTS } from './list.ts';

/** A round takes half a minute if a disk or a hosting service has to recover. */
const SLOW_SHARE = 0.1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, only: { type: 'string', default: '' } },
});
const rounds = Number(positionals[0] ?? 50);
const seed = Number(values.seed ?? Date.now() % 1e9);
console.log(`${rounds} rounds, seed ${seed}`);

const installation = await Installation.make();
try {
  for (const fault of FAULTS.filter(({ name }) => name.includes(values.only))) await inject(fault);
} finally {
  installation.close();
}

async function inject({ name, skip, inject: run }: Fault): Promise<void> {
  if (skip) return console.log(`${name}: skipped, ${skip}`);
  const times = name.includes('killed') ? rounds : Math.max(1, Math.round(rounds * SLOW_SHARE));
  const started = performance.now();
  try {
    const { served, lost, recovery } = await run(installation, times, seeded(seed));
    const took = ((performance.now() - started) / 1000).toFixed(0);
    console.log(
      `${name} (${took} s)\n  served: ${served}\n  lost: ${lost}\n  recovers: ${recovery}`,
    );
  } catch (error) {
    console.log(`${name}: ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
  }
}
