/** The rows that a query picks, and how many it could not decide on. */
import { type Clause, checkOf } from './clauses.ts';
import { type Check, filterRows, type Unknown, type Verdict } from './list-engine.ts';
import type { Plan } from './plan.ts';
import type { Days } from './query-time.ts';
import type { Table } from './table.ts';

/** @param daysOf when a deal was announced or closed, as far as it is known */
export function selectedRows(
  plan: Plan,
  table: Table,
  daysOf: (row: number) => Days | undefined,
): { rows: number[]; unknown: Unknown; considered: number } {
  const { where, days } = plan;
  const checks = where.map((clause) => checkIn(table, clause));
  if (days) checks.push({ field: 'announcedOn', verdict: (row) => isWithin(daysOf(row), days) });
  const base = baseRows(plan, table);
  const { rows, unknown } = filterRows(base, checks);
  return { rows, unknown, considered: base.length };
}

export function checkIn(table: Table, clause: Clause): Check<number> {
  const column = table.column(clause.field.name);
  const check = checkOf(clause);
  return { field: clause.field.name, verdict: (row) => check(column(row)) };
}

/** Those that are named; else startups that are covered, and all rows of any other subject. */
function baseRows(plan: Plan, table: Table): readonly number[] {
  const { subject, names, where } = plan;
  if (names.length > 0) {
    const party = PARTIES[subject];
    if (party === undefined) return names.flatMap(({ key }) => table.rowOf(key) ?? []);
    const keys = new Set(names.map(({ key }) => key));
    const of = table.column(party);
    return table.rows().filter((row) => keys.has(String(of(row))));
  }
  return where.some(({ field }) => field.name === 'covered')
    ? Array.from({ length: table.size }, (_, row) => row)
    : table.rows();
}

/** Whose deals are meant by a name. */
const PARTIES: Readonly<Partial<Record<Plan['subject'], string>>> = {
  round: 'company',
  backing: 'company',
  valuation: 'company',
  acquisition: 'acquired',
  exit: 'company',
};

function isWithin(own: Days | undefined, { first, last }: Days): Verdict {
  if (own === undefined) return undefined;
  if (own.first >= first && own.last <= last) return true;
  return own.last < first || own.first > last ? false : undefined;
}
