/**
 * A measure is one SQL statement for all asked periods at once. It returns whole numbers, days and
 * texts alone, so that every engine and any number of threads give the same rows; shares, logarithms
 * and averages are made of them in TypeScript.
 */
import { lastDayOf } from '../../lib/period.ts';
import type { Dialect } from '../ledger/connection.ts';
import type { DaySpan } from '../ledger/row-queries.ts';

/** A table that other statements read. */
export type Statement = {
  name: string;
  /** The statements whose rows it reads, besides tables of the ledger and of the scope. */
  reads: readonly Statement[];
  /**
   * Portable SQL; the dialect has the words in which engines differ.
   *
   * @param span the days that the rows of any asked period can depend on
   */
  sql: (dialect: Dialect, span: DaySpan) => string;
};

export type Measure = Statement & {
  meaning: string;
  unit: string;
  /** Section of docs/method.md. */
  section: string;
};

/** The statements that some need, each once, after all that it reads. */
export function inOrder(statements: readonly Statement[]): Statement[] {
  const ordered = new Set<Statement>();
  const add = (statement: Statement) => {
    statement.reads.forEach(add);
    ordered.add(statement);
  };
  statements.forEach(add);
  return [...ordered];
}

/** SQL: an expression as a whole number. */
export function whole(expression: string): string {
  return `CAST(${expression} AS INTEGER)`;
}

/** The Monday of week 0. */
const FIRST_MONDAY = lastDayOf(0) - 6;

/** SQL: the index of the ISO week that a day, as a number, lies in. */
export function weekOf(day: string): string {
  return whole(`floor((${day} - ${FIRST_MONDAY}) / 7)`);
}

/** SQL: a table of one column with these numbers. */
export function numbers(column: string, values: readonly number[]): string {
  return values.map((value) => `SELECT ${value} AS ${column}`).join(' UNION ALL ');
}
