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

/** A connection has the tables of one scope at a time. */
const LATEST = new WeakMap<LedgerConnection, Measured>();

/** The tables that measures read, stored once until the connection measures another scope. */
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
    LATEST.set(connection, measured);
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
    return this.#chunks(query);
  }

  /**
   * The same of all periods, of whole numbers.
   *
   * @param columns that follow the set and the key
   * @param key an expression
   * @param since the first key that is wanted
   */
  integers<Column extends string>(
    measure: Measure,
    columns: readonly Column[],
    key = 'week',
    since?: number,
  ): Promise<IntegerRows<Column>> {
    const values = columns.map((column) => `"${column}"`).join(', ');
    const query = `WITH ${framesIn()} SELECT setNumber, ${whole(key)} AS "key", ${values}
      FROM (${measure.sql(this.#dialect, this.#span)}) AS measured
      ${since === undefined ? '' : `WHERE ${key} >= ${since}`} ORDER BY setNumber, "key"`;
    return IntegerRows.collect(this.#chunks(query), columns);
  }

  /** @throws RangeError if the connection has the tables of another scope by now */
  #chunks(query: string): AsyncIterable<Chunk> {
    if (LATEST.get(this.#connection) !== this)
      throw new RangeError('the tables of these measures were replaced');
    return chunksOf(this.#connection, query);
  }
}

function framesIn(weeks?: Weeks): string {
  const filter = weeks ? ` WHERE week >= ${weeks.first} AND week <= ${weeks.last}` : '';
  return `frames AS (SELECT setNumber, week, lastDay FROM all_frames${filter})`;
}
