/** Reading what one more week is computed from, against the engine alone. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { readPlan, trackedCompanies } from '../src/pipeline/edition/ledger-plan.ts';
import { readLedgerRows } from '../src/pipeline/edition/ledger-rows.ts';
import { LedgerPeriods } from '../src/pipeline/edition/periods.ts';
import type { LedgerConnection } from '../src/pipeline/ledger/connection.ts';
import type { Tracked } from '../src/pipeline/ledger/copies.ts';
import { withLedger } from '../src/pipeline/ledger/ledger.ts';
import { TABLES } from '../src/pipeline/ledger/ledger-tables.ts';
import { copiedData } from './copied-data.ts';
import { type Line, median } from './report.ts';

const ROUNDS = 7;

/**
 * The engine alone reads every value of the ledger once; ours reads the rows of one more week. In
 * processor time, since the engine uses all cores and reading mostly one.
 *
 * @param copies how many times the shipped ledger
 */
export async function readingLines(copies: number): Promise<Line[]> {
  const { ledger, registry } = await copiedData(copies);
  const tracked = trackedCompanies(registry);
  const [values, rows, windows] = await processorTimes([
    () => withLedger(ledger, readEveryValue),
    () => withLedger(ledger, (connection) => readRows(connection, tracked)),
    () =>
      withLedger(ledger, (connection) =>
        LedgerPeriods.read(connection, tracked, ({ last }) => ({ first: last, last })),
      ),
  ]);
  const took = (time = Number.NaN) => `${time.toFixed(0)} ms of processors`;
  const ratio = (of = Number.NaN, to = Number.NaN) => (of / to).toFixed(1);
  return [
    { what: 'the engine alone, every value once', value: took(values) },
    { what: 'reading the rows of one more week', value: took(rows) },
    { what: 'ratio', value: ratio(rows, values), aim: 'at most 1.5' },
    { what: 'reading and computing the windows of one more week', value: took(windows) },
  ];
}

async function readEveryValue(connection: DuckDBConnection): Promise<void> {
  for (const table of TABLES) await connection.run(`SELECT sum(hash(COLUMNS(*))) FROM ${table}`);
}

async function readRows(connection: LedgerConnection, tracked: Tracked): Promise<void> {
  const plan = await readPlan(connection, tracked);
  await readLedgerRows(connection, plan, { first: plan.current, last: plan.lastPartial });
}

/** Milliseconds of all processors that each takes, in turns: the middle one of several rounds. */
async function processorTimes(works: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [place, work] of works.entries()) {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      times[place]?.push((user + system) / 1000);
    }
  return times.map(median);
}
