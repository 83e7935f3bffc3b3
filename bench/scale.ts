/**
 * One period over a ledger of 50 million rows, a million repositories and half a million companies:
 * all that is computed for it, against the engine running the same queries alone. Each runs in a
 * process of its own, so that its memory can be measured, and they take turns. `BENCH_ROWS=5000000`
 * chooses another size, `BENCH_ROUNDS=1` how often. With `CLICKHOUSE_URL`, ClickHouse does the same.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseDay } from '../src/lib/period.ts';
import { computePeriod } from '../src/pipeline/edition/compute-period.ts';
import {
  type LedgerPlan,
  type PeriodRange,
  readPlan,
} from '../src/pipeline/edition/ledger-plan.ts';
import { measurePeriods } from '../src/pipeline/edition/measurements.ts';
import { LedgerPeriods } from '../src/pipeline/edition/periods.ts';
import type { Tracked } from '../src/pipeline/ledger/copies.ts';
import { type Ledger, queryLedger } from '../src/pipeline/ledger/ledger.ts';
import { rowsIn } from '../src/pipeline/ledger/ledger-manifest.ts';
import { TABLES } from '../src/pipeline/ledger/ledger-tables.ts';
import { median, milliseconds, printTable } from './report.ts';
import {
  LAST_COVERED_DAY,
  repositoriesOf,
  syntheticLedger,
  trackedCompanies,
} from './synthetic-ledger.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const ROWS = Number(process.env['BENCH_ROWS'] ?? 50_000_000);

/** Processor time tells more than time where others use the machine. */
type Run = { milliseconds: number; cpuMilliseconds: number; megabytes: number };
type What = 'ours' | 'sql';
type Engine = 'DuckDB' | 'ClickHouse';

export async function benchScale(): Promise<void> {
  const { manifest } = await syntheticLedger(ROWS);
  const repositories = repositoriesOf(ROWS);
  printTable(
    `One period of ${repositories} repositories of ${repositories / 2} companies`,
    TABLES.map((table) => {
      const parts = manifest.tables[table];
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      const rows = rowsIn(manifest, table);
      return {
        what: table,
        value: `${rows} rows in ${parts.length} files, ${megabytes(bytes)} MB`,
      };
    }),
  );
  await benchEngine('DuckDB', 'at most 1.3');
  if (process.env['CLICKHOUSE_URL'] !== undefined) await benchEngine('ClickHouse');
}

async function benchEngine(engine: Engine, aim?: string): Promise<void> {
  const runs: Record<What, Run[]> = { sql: [], ours: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const what of ['sql', 'ours'] as const) runs[what].push(await inProcess(what, engine));
  const of = (what: What, value: (run: Run) => number) => median(runs[what].map(value));
  const shown = (what: What) =>
    `${(of(what, (run) => run.milliseconds) / 1000).toFixed(1)} s, ${(of(what, (run) => run.cpuMilliseconds) / 1000).toFixed(1)} s of processor time, ${Math.max(...runs[what].map((run) => run.megabytes))} MB at the peak`;
  const ratio = (value: (run: Run) => number) => (of('ours', value) / of('sql', value)).toFixed(2);
  printTable(engine, [
    { what: 'the statements alone', value: shown('sql') },
    {
      what: 'statements, signals and ranks',
      value: shown('ours'),
      aim: 'below 4096 MB',
    },
    {
      what: 'ratio',
      value: `${ratio((run) => run.milliseconds)}, of processor time ${ratio((run) => run.cpuMilliseconds)}`,
      ...(aim !== undefined && { aim }),
    },
  ]);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

async function inProcess(what: What, engine: Engine): Promise<Run> {
  const child = spawn(process.execPath, [import.meta.filename, what, engine], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`measuring ${what} failed`);
  // The child below wrote it.
  return JSON.parse(said) as Run;
}

/** Computes as a publication does that adds a week: types continue those of the week before. */
async function computeLatest(ledger: Ledger, tracked: Tracked): Promise<void> {
  const { period, startups } = await queryLedger(ledger, async (connection) => {
    const plan = await readPlan(connection, tracked);
    const periods = await LedgerPeriods.readWeeks(connection, plan, latestIn(plan), new Map());
    return computePeriod(periods, plan.current);
  });
  if (
    period.lastDay !== parseDay(LAST_COVERED_DAY) ||
    startups.length < tracked.companies.size * 0.9
  )
    throw new Error(`${period.slug} has ${startups.length} startups only`);
}

/** The statements alone, on the same engine. */
async function queryLatest(ledger: Ledger, tracked: Tracked): Promise<void> {
  await queryLedger(ledger, async (connection) => {
    const plan = await readPlan(connection, tracked);
    await measurePeriods(connection, plan, latestIn(plan));
  });
}

function latestIn({ current }: LedgerPlan): PeriodRange {
  return { first: current, last: current };
}

if (process.argv[1] === import.meta.filename) {
  const clickHouseUrl =
    process.argv[3] === 'ClickHouse' ? process.env['CLICKHOUSE_URL'] : undefined;
  const synthetic = await syntheticLedger(ROWS);
  const ledger = clickHouseUrl === undefined ? synthetic : { ...synthetic, clickHouseUrl };
  // Loads the files that ClickHouse lacks, before the clock starts.
  if (clickHouseUrl !== undefined) await queryLedger(ledger, async () => undefined);
  // Names come from the registry, not the ledger: they are there before anything is computed.
  const tracked = trackedCompanies(ROWS);
  const before = process.cpuUsage();
  const taken = await milliseconds(() =>
    process.argv[2] === 'sql' ? queryLatest(ledger, tracked) : computeLatest(ledger, tracked),
  );
  const { user, system } = process.cpuUsage(before);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(
    JSON.stringify({
      milliseconds: taken,
      cpuMilliseconds: (user + system) / 1000,
      megabytes: peak,
    }),
  );
}
