/** Numbers the transactions of wallets that settle x402 payments, for all processes on the store. */
import { type Kysely, sql } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('x402_wallet')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .execute();
  await schema
    .createTable('x402_transaction')
    .addColumn('wallet_id', 'text', (column) => column.notNull().references('x402_wallet.id'))
    .addColumn('nonce', 'bigint', (column) => column.notNull().check(sql`nonce >= 0`))
    .addColumn('serialized', 'text', (column) => column.notNull())
    .addColumn('recorded_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('x402_transaction_pk', ['wallet_id', 'nonce'])
    .execute();
}
