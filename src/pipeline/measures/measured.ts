/** Runs measures on an engine, over the tables of a scope. */
import {
  type Chunk,
  chunksOf,
  type Dialect,
  dialectOf,
  type LedgerConnection,
} from '../ledger/connection.ts';
import type { DaySpan } from '../ledger/row-queries.ts';
import { IntegerRows } from './integer-rows.ts';
import type { Scope } from './scope.ts';
import { inOrder, type Measure, type Statement, whole } from './statement.ts';

/** By week index, both inclusive. */
type Weeks = { first: number; last: number };

/** What measures read is stored once, for the life of the connection. */
export class Measured {
  readonly #connection: LedgerConnection;
  readonly #dialect: Dialect;
  readonly #span: DaySpan;

  private constructor(connection: LedgerConnection, span: DaySpan) {
    this.#connection = connection;
    this.#dialect = dialectOf(connection);
    this.#span = span;
  }

  /** @param statements whose tables are to be stored, with all that they read */
  static async open(
    connection: LedgerConnection,
    scope: Scope,
    statements: readonly Statement[],
  ): Promise<Measured> {
    const measured = new Measured(connection, scope.span);
    for (const { name, columns, rows } of scope.tables())
      await measured.#dialect.createTable(connection, name, columns, rows);
    for (const { name, sql } of inOrder(statements)) {
      const query = `WITH ${framesIn()} ${sql(measured.#dialect, measured.#span)}`;
      await measured.#dialect.storeRows(connection, name, query);
    }
    return measured;
  }

  /** The rows of a measure whose tables are stored. @param weeks of the periods; without them, of all */
  rows({ sql }: Measure, weeks?: Weeks): AsyncIterable<Chunk> {
    const query = `WITH ${framesIn(weeks)} ${sql(this.#dialect, this.#span)}`;
    return chunksOf(this.#connection, query);
  }

  /**
   * The same of all periods, of whole numbers.
   *
   * @param columns that follow the set and the key
   * @param key an expression
   */
  integers(measure: Measure, columns: readonly string[], key = 'week'): Promise<IntegerRows> {
    const query = `WITH ${framesIn()} SELECT setNumber, ${whole(key)} AS "key", ${columns.join(', ')}
      FROM (${measure.sql(this.#dialect, this.#span)}) AS measured ORDER BY setNumber, "key"`;
    return IntegerRows.collect(chunksOf(this.#connection, query), columns.length);
  }
}

function framesIn(weeks?: Weeks): string {
  const filter = weeks ? ` WHERE week >= ${weeks.first} AND week <= ${weeks.last}` : '';
  return `frames AS (SELECT setNumber, week, lastDay FROM all_frames${filter})`;
}
