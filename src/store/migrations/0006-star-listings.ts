/** A cache of users' public stars, shared by all processes, to save requests. */
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('star_listing')
    .addColumn('login', 'text', (column) => column.primaryKey())
    .addColumn('listing', 'text')
    .addColumn('read_at', 'text')
    .addColumn('held_until', 'text')
    .execute();
}
