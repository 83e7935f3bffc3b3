/**
 * Payments while the chain's reads, receipts and mempool disagree at random, merchants
 * die, and buyers lose patience. Whatever happens: every transfer to the merchant has exactly one
 * answer or one recorded debt, and no answer is without its own transfer.
 *
 * `SEED=<number>` draws the same again; the order of what happens at once is still the machine's.
 * `PAYMENTS=1000` makes a thousand on each engine.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ENGINES } from '../support/stores.ts';
import type { Outcome } from './random-outcome.ts';

// The merchants die here, and the machine does not: no store has to reach a disk.
if (existsSync('/dev/shm')) process.env['TMPDIR'] = '/dev/shm';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const SCRIPT = join(import.meta.dirname, 'random-payments.ts');
const PAYMENTS = Number(process.env['PAYMENTS'] ?? 50);

describe('payments on a chain that disagrees with itself', () => {
  const engines = ENGINES.filter(({ skip }) => skip === false);
  let outcomes: Map<string, Outcome>;
  before(async () => {
    const stores = await Promise.all(engines.map(({ make }) => make()));
    try {
      const locations = stores.map(({ location }) => location);
      const made = await payAtRandom(locations);
      outcomes = new Map(made.map((outcome, index) => [engines[index]?.name ?? '', outcome]));
    } finally {
      await Promise.all(stores.map(({ drop }) => drop()));
    }
  });

  for (const { name, skip } of ENGINES)
    it(`have one answer or one debt for each transfer, on ${name}`, { skip }, (context) => {
      context.diagnostic(`SEED=${SEED}`);
      const outcome = outcomes.get(name);
      assert.ok(outcome);
      const { faults, ...told } = outcome;
      for (const [what, counts] of Object.entries(told))
        context.diagnostic(`${what}: ${listed(counts)}`);
      assert.deepEqual(faults, []);
      assert.equal(told.figures['payments'], PAYMENTS);
      // It is about what goes wrong: a quiet run proves nothing.
      for (const fate of ['dropped', 'returning', 'front-run', 'overtaken'])
        assert.ok((told.injected[`transaction ${fate}`] ?? 0) > 0, fate);
    });
});

async function payAtRandom(locations: readonly string[]): Promise<Outcome[]> {
  const words = ['--max-semi-space-size=32', SCRIPT, String(PAYMENTS), String(SEED), ...locations];
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 2 ** 24 });
  return JSON.parse(stdout) as Outcome[];
}

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
