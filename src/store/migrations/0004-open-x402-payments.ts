/** Records x402 payments whose outcome is open, and whether their answers were delivered. */
import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  for (const column of ['sent_at', 'open_for', 'delivered_at'])
    await schema.alterTable('x402_payment').addColumn(column, 'text').execute();
  await schema
    .createIndex('x402_payment_open_for')
    .on('x402_payment')
    .column('open_for')
    .unique()
    .execute();
  await schema
    .createTable('x402_withheld')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('payment_id', 'text', (column) =>
      column.notNull().references('x402_payment.id').onDelete('cascade'),
    )
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('x402_withheld_payment')
    .on('x402_withheld')
    .column('payment_id')
    .execute();
  // Until now, answers were delivered on settlement; any payment in progress may have been submitted.
  await sql`update x402_payment set delivered_at = settled_at where state = 'settled'`.execute(
    database,
  );
  await sql`update x402_payment set sent_at = recorded_at where state = 'settling'`.execute(
    database,
  );
}
