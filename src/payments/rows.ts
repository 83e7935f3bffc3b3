/** Statements on the rows of one table that hold given values, which most statements of payments are. */
import type { Kysely } from 'kysely';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/store-tables.ts';

type Database = Store['database'];

/** Kysely cannot type a statement on a table that is a parameter; the signatures below do. */
type AnyTable = Kysely<Record<string, Record<string, unknown>>>;
const untyped = (database: Database) => database as unknown as AnyTable;

/** A null means that the column is null. */
type Held<T extends keyof Tables> = Partial<Tables[T]>;

/** The first of them. */
export async function findRow<T extends keyof Tables>(
  database: Database,
  table: T,
  held: Held<T>,
): Promise<Tables[T] | undefined> {
  const query = untyped(database)
    .selectFrom(table as string)
    .selectAll();
  const row = await query.where(({ and }) => and(held)).executeTakeFirst();
  return row as Tables[T] | undefined;
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

/** @returns whether there was any */
export async function changeRows<T extends keyof Tables>(
  database: Database,
  table: T,
  held: Held<T>,
  change: Held<T>,
): Promise<boolean> {
  const query = untyped(database)
    .updateTable(table as string)
    .set(change);
  const { numUpdatedRows } = await query.where(({ and }) => and(held)).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteRows<T extends keyof Tables>(
  database: Database,
  table: T,
  held: Held<T>,
): Promise<void> {
  await untyped(database)
    .deleteFrom(table as string)
    .where(({ and }) => and(held))
    .execute();
}
