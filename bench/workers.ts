/**
 * Two workers against one (`--workers 2`): requests a second of an answer that is computed for each,
 * with limits on, which both workers ask the primary process about.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOADER, load, type Measured } from './load.ts';
import { median, printTable } from './report.ts';
import { startServiceIn } from './servers.ts';

const ROUNDS = 3;
const SECONDS = 5;
const COMPANIES = [
  'langfuse',
  'prefect',
  'posthog',
  'convex',
  'qdrant',
  'rerun',
  'chroma',
  'bruno',
];
const WEEKS = Array.from(
  { length: 31 },
  (_, index) => `2026-w${String(index + 1).padStart(2, '0')}`,
);
/** Each is asked so rarely that its answer is hardly ever at hand. */
const PATHS = ['commits', 'contributors', 'new contributors', 'new repositories'].flatMap((what) =>
  WEEKS.flatMap((week) =>
    COMPANIES.map(
      (name) =>
        `/api/answer?q=${encodeURIComponent(`How many ${what} did ${name} have in ${week}?`)}`,
    ),
  ),
);

export async function benchWorkers(): Promise<void> {
  console.log(`\n${LOADER}`);
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  try {
    const one = await startServiceIn(folder, '/readyz');
    const two = await startServiceIn(folder, '/readyz', undefined, ['--workers', '2']);
    const measured: Record<'one' | 'two', Measured[]> = { one: [], two: [] };
    try {
      for (let round = 0; round <= ROUNDS; round++)
        for (const [name, { origin }] of [['one', one] as const, ['two', two] as const]) {
          const sent = { origin, paths: PATHS, encoding: 'identity', seconds: SECONDS } as const;
          const result = await load({ ...sent, fromMany: true });
          // The first round warms them up.
          if (round > 0) measured[name].push(result);
        }
    } finally {
      await two.stop();
      await one.stop();
    }
    const rate = (name: 'one' | 'two') => median(measured[name].map((each) => each.rate));
    const p99 = (name: 'one' | 'two') => median(measured[name].map((each) => each.p99)).toFixed(1);
    printTable(`Answers by one process and by two workers, ${cpus().length} cores`, [
      { what: 'one process', value: `${rate('one').toFixed(0)} a second, p99 ${p99('one')} ms` },
      {
        what: 'two workers',
        value: `${rate('two').toFixed(0)} a second, p99 ${p99('two')} ms, two / one ${(rate('two') / rate('one')).toFixed(2)}`,
      },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
