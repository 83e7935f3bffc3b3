/**
 * Gives out the nonces of a wallet that several processes have. A nonce is taken while the wallet's
 * row is locked, by recording the transaction that it is for, before that is sent. Any process can
 * send a recorded transaction again: if its own process died first, all later ones would wait for it.
 */
import type { StoreTransaction } from '../../store/store.ts';
import { deleteRows } from '../rows.ts';
import { readSigned, type SignedTransaction, type Signer } from './transaction.ts';

/**
 * How long mined transactions are kept: a node that lags must not have their nonces given out again, and a reorganization of the chain may undo them.
 */
const KEPT_MS = 3_600_000;

/**
 * Locks the wallet until the store's transaction ends.
 *
 * @param mined the nonce of the first transaction that is not mined
 * @returns the wallet's recorded transactions from that one on, in order
 */
export async function lockTransactions(
  database: StoreTransaction,
  wallet: Signer,
  mined: number,
): Promise<SignedTransaction[]> {
  const id = walletId(wallet);
  await database
    .insertInto('x402_wallet')
    .values({ id })
    .onConflict((conflict) =>
      // Locks the row if it exists.
      conflict.column('id').doUpdateSet(({ ref }) => ({ id: ref('excluded.id') })),
    )
    .execute();
  await deleteRows(database, 'x402_transaction', {
    wallet_id: id,
    nonce: ['<', mined],
    recorded_at: ['<', new Date(Date.now() - KEPT_MS).toISOString()],
  });
  const rows = await database
    .selectFrom('x402_transaction')
    .select(['nonce', 'serialized'])
    .where('wallet_id', '=', id)
    .where('nonce', '>=', mined)
    .orderBy('nonce')
    .execute();
  const signed = await Promise.all(rows.map((row) => readSigned(row, wallet)));
  // A nonce whose record is damaged is given out again.
  return signed.filter((each) => each !== undefined);
}

export async function recordTransaction(
  database: StoreTransaction,
  wallet: Signer,
  { nonce, serialized }: SignedTransaction,
): Promise<void> {
  const row = { serialized, recorded_at: new Date().toISOString() };
  await database
    .insertInto('x402_transaction')
    .values({ wallet_id: walletId(wallet), nonce, ...row })
    .onConflict((conflict) => conflict.columns(['wallet_id', 'nonce']).doUpdateSet(row))
    .execute();
}

function walletId({ chainId, address }: Signer): string {
  return `eip155:${chainId}/${address}`.toLowerCase();
}

/** @param pending the first nonce that the mempool lacks */
export function freeNonce(recorded: readonly SignedTransaction[], pending: number): number {
  const taken = new Set(recorded.map(({ nonce }) => nonce));
  let nonce = pending;
  while (taken.has(nonce)) nonce += 1;
  return nonce;
}
