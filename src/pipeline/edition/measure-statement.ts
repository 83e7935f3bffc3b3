/** The statement of one measure of one company and period, complete: it can be run in any DuckDB. */
import { BellwetherError, NotFoundError } from '../../lib/errors.ts';
import { type Period, weekIndex } from '../../lib/period.ts';
import { type LedgerConnection, sqlString } from '../ledger/connection.ts';
import type { Tracked } from '../ledger/copies.ts';
import { DUCKDB } from '../ledger/dialect-duckdb.ts';
import { type Ledger, tableQuery } from '../ledger/ledger.ts';
import { TABLES } from '../ledger/ledger-tables.ts';
import type { Scope } from '../measures/scope.ts';
import { inOrder, type Measure } from '../measures/statement.ts';
import { coverageIn, readPlan } from './ledger-plan.ts';
import { MEASURES, scopeOf } from './measurements.ts';

/** @throws NotFoundError `unknown-measure`, `unknown-company`, BellwetherError `not-covered` */
export async function measureStatement(
  connection: LedgerConnection,
  ledger: Ledger,
  tracked: Tracked,
  { name, slug, period }: { name: string; slug: string; period: Period },
): Promise<string> {
  const measure = MEASURES.find((one) => one.name === name);
  if (!measure)
    throw new NotFoundError(
      'unknown-measure',
      `There is no measure ${name}; there are ${MEASURES.map((one) => one.name).join(', ')}.`,
    );
  const company = tracked.companies.get(slug);
  if (!company) throw new NotFoundError('unknown-company', `${slug} is not tracked.`);
  const plan = await readPlan(connection, tracked);
  const companies = plan.companies.filter((one) => one.slug === slug);
  const week = weekIndex(period.lastDay);
  const [copies] = companies;
  if (!copies || week < plan.first || week > plan.lastPartial)
    throw new NotFoundError('unknown-period', `The ledger does not cover ${period.slug}.`);
  const { missing } = coverageIn(copies, plan.weights, week);
  if (missing)
    throw new BellwetherError(
      'not-covered',
      `${period.slug} does not cover ${slug}: ${missing.reason}.`,
    );
  const { scope } = scopeOf({ ...plan, companies }, { first: week, last: week });
  return statement(measure, scope, ledger);
}

function statement(measure: Measure, scope: Scope, ledger: Ledger): string {
  const own = measure.sql(DUCKDB, scope.span);
  const reads = inOrder(measure.reads).map(
    ({ name, sql }) => `"${name}" AS (${sql(DUCKDB, scope.span)})`,
  );
  const text = [...reads, own].join();
  const tables = TABLES.filter((table) => text.includes(` JOIN ${table}\n`)).map(
    (table) => `${table} AS (${tableQuery(ledger, table)})`,
  );
  const given = scope.tables().map(({ name, columns, rows }) => {
    const values = rows.map((row) => `(${row.map(literal).join(', ')})`);
    const names = Object.keys(columns).join(', ');
    return `${name}(${names}) AS (VALUES ${values.join(', ')})`;
  });
  return `WITH ${[...tables, ...given, ...reads].join(',\n')}\n${own};`;
}

function literal(value: number | string): string {
  return typeof value === 'number' ? String(value) : sqlString(value);
}
