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
    for (const { name, sql } of inOrder(statements))
      await measured.#dialect.storeRows(connection, name, sql(measured.#dialect, measured.#span));
    return measured;
  }

  /** The rows of a measure whose tables are stored. */
  rows(measure: Measure): AsyncIterable<Chunk> {
    return chunksOf(this.#connection, this.#query(measure));
  }

  /** Keeps the rows of a measure for `storedRows`. @param isFirst whether those kept before go */
  async store(measure: Measure, isFirst: boolean): Promise<void> {
    const query = this.#query(measure);
    await this.#dialect.storeRows(this.#connection, storedName(measure), query, !isFirst);
  }

  /**
   * The rows of a measure that are whole numbers.
   *
   * @param columns that follow the set and the key
   * @param key an expression; without it, the week
   * @param since the first key that is wanted
   * @param into receives the rows, and may hold rows of other scopes
   */
  integers<Column extends string>(
    measure: Measure,
    columns: readonly Column[],
    { key = 'week', since = Number.NEGATIVE_INFINITY, into = new IntegerRows(columns) } = {},
  ): Promise<IntegerRows<Column>> {
    const values = columns.map((column) => `"${column}"`).join(', ');
    const query = `SELECT setNumber, ${whole(key)} AS "key", ${values}
      FROM (${this.#query(measure)}) AS measured
      ${Number.isFinite(since) ? `WHERE ${key} >= ${since}` : ''} ORDER BY setNumber, "key"`;
    return into.add(chunksOf(this.#connection, query));
  }

  /** @throws RangeError if the connection has the tables of another scope by now */
  #query({ sql }: Measure): string {
    if (LATEST.get(this.#connection) !== this)
      throw new RangeError('the tables of these measures were replaced');
    return sql(this.#dialect, this.#span);
  }
}

/** Rows of a measure that were kept, in the order of sets and places. @param weeks by index, inclusive */
export function storedRows(
  connection: LedgerConnection,
  measure: Measure,
  { first, last }: { first: number; last: number },
): AsyncIterable<Chunk> {
  return chunksOf(
    connection,
    `SELECT * FROM "${storedName(measure)}" WHERE week >= ${first} AND week <= ${last} ORDER BY setNumber, week, place`,
  );
}

/** A ledger's table may have the measure's own name. */
function storedName({ name }: Measure): string {
  return `stored ${name}`;
}
