/**
 * One period over a ledger of 50 million rows and a million repositories: all that publishing
 * computes for it, against the engine running the same queries alone. Each runs in a process of its
 * own, so that its memory can be told. `BENCH_ROWS` and `BENCH_REPOSITORIES` choose another size.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { computePeriod, readPeriods } from '../src/edition/compute.ts';
import { withEngine } from '../src/ledger/duckdb.ts';
import {
  COVERAGE_QUERY,
  type PeriodRange,
  seriesQueries,
  setUpStatements,
} from '../src/ledger/series-sql.ts';
import { attachLedger, type Ledger } from '../src/ledger/store.ts';
import { parseDay, weekIndex } from '../src/period.ts';
import { median, milliseconds, printTable } from './report.ts';
import { LAST_COVERED_DAY, type LedgerSize, syntheticLedger } from './synthetic-ledger.ts';

const ROUNDS = 3;
/** The engine's share of the 4 GB; the rest is for what is computed from its answers. */
const ENGINE = { memoryLimit: '2GB' };

function size(): LedgerSize {
  return {
    rows: Number(process.env['BENCH_ROWS'] ?? 50_000_000),
    repositories: Number(process.env['BENCH_REPOSITORIES'] ?? 1_000_000),
  };
}

export async function benchScale(): Promise<void> {
  const { rows, repositories } = size();
  const ledger = await syntheticLedger(size());
  const bytes = Object.values(ledger.manifest.tables).reduce((sum, table) => sum + table.bytes, 0);
  const runs = { ours: [] as Run[], sql: [] as Run[] };
  for (let round = 0; round < ROUNDS; round++) {
    runs.sql.push(await inProcess('sql'));
    runs.ours.push(await inProcess('ours'));
  }
  const [ours, sql] = [runs.ours, runs.sql].map((list) =>
    median(list.map((run) => run.milliseconds)),
  );
  const memory = Math.max(...runs.ours.map((run) => run.megabytes));
  printTable(
    `One period of ${rows} rows, ${repositories} repositories (${Math.round(bytes / 1e6)} MB)`,
    [
      { what: 'the queries alone', value: `${((sql ?? 0) / 1000).toFixed(1)} s` },
      { what: 'everything', value: `${((ours ?? 0) / 1000).toFixed(1)} s` },
      { what: 'ratio', value: ((ours ?? 0) / (sql ?? 1)).toFixed(2), aim: 'at most 2' },
      { what: 'peak memory', value: `${memory} MB`, aim: 'below 4096 MB' },
    ],
  );
}

type Run = { milliseconds: number; megabytes: number };

async function inProcess(what: 'ours' | 'sql'): Promise<Run> {
  const child = spawn(process.execPath, [import.meta.filename, what], {
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

async function ours(ledger: Ledger): Promise<void> {
  const { tracked, series } = await withEngine(async (connection) => {
    await attachLedger(connection, ledger);
    const companies = await connection.runAndReadAll('SELECT DISTINCT company FROM repositories');
    const tracked = new Map(companies.getRows().map(([slug]) => [String(slug), String(slug)]));
    const latest = ({ last }: PeriodRange) => ({ first: last, last });
    return { tracked, series: await readPeriods(connection, tracked, latest) };
  }, ENGINE);
  const { startups } = computePeriod(series, series.range.last, tracked);
  if (startups.length === 0) throw new Error('the period has no startup');
}

/** The same statements, their results discarded by the engine. */
async function sqlAlone(ledger: Ledger): Promise<void> {
  await withEngine(async (connection) => {
    await attachLedger(connection, ledger);
    const last = weekIndex(parseDay(LAST_COVERED_DAY));
    const range = { first: last, last };
    for (const statement of setUpStatements(range)) await connection.run(statement);
    for (const query of [COVERAGE_QUERY, ...Object.values(seriesQueries(range))])
      await connection.run(`CREATE OR REPLACE TEMP TABLE answer AS ${query}`);
  }, ENGINE);
}

if (process.argv[1] === import.meta.filename) {
  const ledger = await syntheticLedger(size());
  const run = process.argv[2] === 'sql' ? sqlAlone : ours;
  const taken = await milliseconds(() => run(ledger));
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(JSON.stringify({ milliseconds: taken, megabytes }));
}
