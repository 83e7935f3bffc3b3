/** Statements on the rows of one table that match given values, which most statements of payments are. */
import type { ExpressionBuilder, Kysely } from 'kysely';
import { isPostgresql, type Store, type StoreTransaction } from '../store/store.ts';
import type { Tables } from '../store/store-tables.ts';

type Database = Store['database'];

/** Kysely cannot type a statement on a table that is a parameter; the signatures below do. */
type AnyTables = Record<string, Record<string, unknown>>;
const untyped = (database: Database) => database as unknown as Kysely<AnyTables>;

type Comparison<V> = readonly [operator: '<' | '<=' | '<>', value: V] | readonly ['is not', null];
/** Values of columns, or comparisons with them. A null means that the column is null. */
type Match<T extends keyof Tables> = {
  [C in keyof Tables[T]]?: Tables[T][C] | Comparison<NonNullable<Tables[T][C]>>;
};

/** Kysely's filter for rows that match. */
function matching<T extends keyof Tables>(match: Match<T>) {
  return ({ eb, and }: ExpressionBuilder<AnyTables, string>) =>
    and(
      Object.entries<unknown>(match).map(([column, value]) => {
        const equals = [value === null ? 'is' : '=', value];
        const [operator, operand] = Array.isArray(value) ? value : equals;
        return eb(column, operator as '=', operand);
      }),
    );
}

function select<T extends keyof Tables>(database: Database, table: T, match: Match<T>) {
  const all = untyped(database).selectFrom<string>(table);
  return all.selectAll().where(matching(match));
}

export async function findRows<T extends keyof Tables>(
  database: Database,
  table: T,
  match: Match<T>,
): Promise<Tables[T][]> {
  return (await select(database, table, match).execute()) as Tables[T][];
}

/** The first of them. */
export async function findRow<T extends keyof Tables>(
  database: Database,
  table: T,
  match: Match<T>,
): Promise<Tables[T] | undefined> {
  return (await findRows(database, table, match))[0];
}

/** The first of them, which no other transaction changes meanwhile: SQLite has only one writer. */
export async function lockRow<T extends keyof Tables>(
  transaction: StoreTransaction,
  table: T,
  match: Match<T>,
): Promise<Tables[T] | undefined> {
  const query = select(transaction, table, match);
  const locking = isPostgresql(transaction) ? query.forUpdate() : query;
  return (await locking.executeTakeFirst()) as Tables[T] | undefined;
}

export async function insertRow<T extends keyof Tables>(
  database: Database,
  table: T,
  row: Tables[T],
): Promise<void> {
  await untyped(database)
    .insertInto(table as string)
    .values(row)
    .execute();
}

/** @returns whether any row matched */
export async function changeRows<T extends keyof Tables>(
  database: Database,
  table: T,
  match: Match<T>,
  change: Partial<Tables[T]>,
): Promise<boolean> {
  const query = untyped(database)
    .updateTable(table as string)
    .set(change);
  const { numUpdatedRows } = await query.where(matching(match)).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteRows<T extends keyof Tables>(
  database: Database,
  table: T,
  match: Match<T>,
): Promise<void> {
  await untyped(database)
    .deleteFrom(table as string)
    .where(matching(match))
    .execute();
}
