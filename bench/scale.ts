/**
 * One period over a ledger of 50 million rows, a million repositories and half a million companies:
 * all that is computed for it, against the engine running the same queries alone. Each runs in a
 * process of its own, so that its memory can be told, and they take turns. `BENCH_ROWS=5000000`
 * chooses another size.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseDay } from '../src/lib/period.ts';
import { computePeriod } from '../src/pipeline/edition/compute.ts';
import { LedgerPeriods, type PeriodRange } from '../src/pipeline/edition/periods.ts';
import { COMMIT_DAYS_QUERY } from '../src/pipeline/ledger/commit-days.ts';
import { COPIES_QUERY, readCopies, type Tracked } from '../src/pipeline/ledger/copies.ts';
import { type Ledger, withLedger } from '../src/pipeline/ledger/ledger.ts';
import { partsOf, rowsIn } from '../src/pipeline/ledger/manifest.ts';
import {
  dependenciesQuery,
  numberCopies,
  peopleQuery,
  releasesQuery,
} from '../src/pipeline/ledger/rows.ts';
import { TABLES } from '../src/pipeline/ledger/tables.ts';
import { median, milliseconds, printTable } from './report.ts';
import {
  LAST_COVERED_DAY,
  repositoriesOf,
  syntheticLedger,
  trackedCompanies,
} from './synthetic-ledger.ts';

const ROUNDS = 5;
const ROWS = Number(process.env['BENCH_ROWS'] ?? 50_000_000);

type Run = { milliseconds: number; megabytes: number };

export async function benchScale(): Promise<void> {
  const { manifest } = await syntheticLedger(ROWS);
  const runs: { sql: Run; ours: Run }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    runs.push({ sql: await inProcess('sql'), ours: await inProcess('ours') });
  const sql = median(runs.map((run) => run.sql.milliseconds));
  const ours = median(runs.map((run) => run.ours.milliseconds));
  const shown = (time: number, peak: number[]) =>
    `${(time / 1000).toFixed(1)} s, ${Math.max(...peak)} MB at the peak`;
  const repositories = repositoriesOf(ROWS);
  printTable(`One period of ${repositories} repositories of ${repositories / 2} companies`, [
    ...TABLES.flatMap((table) => {
      const parts = partsOf(manifest, table);
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      const rows = rowsIn(manifest, table);
      return {
        what: table,
        value: `${rows} rows in ${parts.length} files, ${megabytes(bytes)} MB`,
      };
    }),
    {
      what: 'the queries alone',
      value: shown(
        sql,
        runs.map((run) => run.sql.megabytes),
      ),
    },
    {
      what: 'queries, arrays, signals and ranks',
      value: shown(
        ours,
        runs.map((run) => run.ours.megabytes),
      ),
      aim: 'below 4096 MB',
    },
    { what: 'ratio', value: (ours / sql).toFixed(2), aim: 'at most 2' },
  ]);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

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

async function computeLatest(ledger: Ledger, tracked: Tracked): Promise<void> {
  const latest = ({ last }: PeriodRange) => ({ first: last, last });
  const periods = await withLedger(ledger, (connection) =>
    LedgerPeriods.read(connection, tracked, latest),
  );
  const { period, startups } = computePeriod(periods, periods.range.last);
  if (period.lastDay !== parseDay(LAST_COVERED_DAY) || startups.length < tracked.size * 0.9)
    throw new Error(`${period.slug} has ${startups.length} startups only`);
}

/** More days than the numbers of one period depend on. */
const DAYS_READ = 600;

/** The same statements on the same engine; the rows that they give are dropped unread. */
async function queryLatest(ledger: Ledger, tracked: Tracked): Promise<void> {
  const since = parseDay(LAST_COVERED_DAY) - DAYS_READ;
  await withLedger(ledger, async (connection) => {
    await numberCopies(connection, await readCopies(connection, tracked));
    const queries = [
      COPIES_QUERY,
      COMMIT_DAYS_QUERY,
      peopleQuery({ since }),
      releasesQuery({ since }),
      dependenciesQuery(),
    ];
    for (const query of queries) {
      const result = await connection.stream(query);
      while ((await result.fetchChunk())?.rowCount);
    }
  });
}

if (process.argv[1] === import.meta.filename) {
  const ledger = await syntheticLedger(ROWS);
  // Names come from the registry, whatever the ledger: they are there before anything is computed.
  const tracked = trackedCompanies(ROWS);
  const taken = await milliseconds(() =>
    process.argv[2] === 'sql' ? queryLatest(ledger, tracked) : computeLatest(ledger, tracked),
  );
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(JSON.stringify({ milliseconds: taken, megabytes: peak }));
}
