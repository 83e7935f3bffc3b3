/** Measures over a test's own rows: the work of one company's people in its two repositories. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Day, isoDay } from '../../src/lib/period.ts';
import { withEngine } from '../../src/pipeline/ledger/duckdb.ts';
import { type ActivityRow, noFiles, noRows } from '../../src/pipeline/ledger/ledger-tables.ts';
import { Measured } from '../../src/pipeline/measures/measured.ts';
import { Scope } from '../../src/pipeline/measures/scope.ts';
import type { Measure } from '../../src/pipeline/measures/statement.ts';
import type { Frame } from '../../src/pipeline/signals/frame.ts';

const REPOSITORIES = ['example/one', 'example/two'];
const DAYS_BACK = 500;

export type PersonDays = {
  isAgent?: boolean;
  days: readonly ({ day: Day; copy?: number } & Partial<
    Pick<ActivityRow, 'commits' | 'coauthored' | 'bulk' | 'ci' | 'infra'>
  >)[];
};

/** @param use is handed the set that stands for the frame */
export function measuring<T>(
  people: readonly PersonDays[],
  { lastDay, held, from }: Frame,
  measures: readonly Measure[],
  use: (measured: Measured, set: number) => Promise<T>,
): Promise<T> {
  return withEngine(async (connection) => {
    await writeActivity(connection, people);
    const scope = new Scope();
    for (const [number, repository] of REPOSITORIES.entries())
      scope.addCopy({ number, company: 'company', repository });
    const places = held.flatMap((isHeld, copy) => (isHeld ? [{ number: copy, copy }] : []));
    const set = scope.addSet(places, from);
    scope.ask(set, lastDay, { daysBack: DAYS_BACK });
    const tables = measures.flatMap(({ reads }) => reads);
    return use(await Measured.open(connection, scope, tables), set);
  });
}

async function writeActivity(
  connection: DuckDBConnection,
  people: readonly PersonDays[],
): Promise<void> {
  await connection.run(`CREATE TABLE activity AS ${noRows('activity')}`);
  const rows = people.flatMap(({ isAgent = false, days }, person) =>
    days.map(({ day, copy = 0, commits = 1, coauthored = 0, bulk = 0, ci = 0, infra = 0 }) => {
      const { src, test, docs, manifest, lock, other } = noFiles();
      return [
        ...["'company'", `'${REPOSITORIES[copy]}'`, `DATE '${isoDay(day)}'`],
        ...[isAgent ? 'NULL' : `'person ${person}'`, isAgent ? "'agent'" : "'person'"],
        ...[commits, coauthored, src, test, docs, ci, infra, manifest, lock, other, bulk, 0, 0],
      ].join(', ');
    }),
  );
  if (rows.length > 0)
    await connection.run(`INSERT INTO activity VALUES ${rows.map((row) => `(${row})`).join(', ')}`);
}
