/** Finds transfers that are on the chain but not in the books: money received without a sale. */
import { type Address, encodeEventTopics, type Hash, type Hex, pad } from 'viem';
import { findRow } from '../rows.ts';
import { type Chain, orUnavailable } from './chain.ts';
import type { X402Parts } from './outcome.ts';
import { paymentId } from './payment-records.ts';
import { searchLogs, TOKEN, type Transfer, transfersIn } from './trace.ts';

/** A transfer to us without an answer in the books. */
export type Unanswered = {
  transaction: Hash;
  block: number;
  /** In the asset's smallest unit. */
  amount: string;
  /**
   * Id of the recorded payment that the transfer belongs to, which will be answered when it is next
   * fetched; null if no recorded payment explains the transfer.
   */
  payment: string | null;
};

/**
 * Searches the newest blocks for transfers to us that no settled payment accounts for.
 *
 * @throws BellwetherError `payment-unavailable`
 */
export async function unansweredTransfers(parts: X402Parts, blocks: number): Promise<Unanswered[]> {
  const { chain, settings } = parts;
  const { payTo } = settings.terms;
  const asset = await chain.asset();
  const found: Unanswered[] = [];
  for (const transaction of await orUnavailable(transactionsTo(chain, payTo, BigInt(blocks)))) {
    const receipt = await orUnavailable(chain.client.getTransactionReceipt({ hash: transaction }));
    const ours = transfersIn(receipt, asset.address).filter(({ to }) => to === payTo);
    for (const transfer of ours) {
      const row = await findPayment(parts, transfer, asset.address);
      if (row?.state === 'settled' && row.transaction_hash === transaction) continue;
      found.push({
        transaction,
        block: Number(receipt.blockNumber),
        amount: transfer.value.toString(),
        payment: row?.id ?? null,
      });
    }
  }
  return found;
}

async function transactionsTo(chain: Chain, payTo: Address, blocks: bigint): Promise<Set<Hash>> {
  const latest = await chain.client.getBlockNumber();
  const { address } = await chain.asset();
  const [event] = encodeEventTopics({ abi: TOKEN, eventName: 'Transfer' });
  const topics: (Hex | null)[] = [event, null, pad(payTo)];
  const transactions = new Set<Hash>();
  const first = latest > blocks ? latest - blocks : 0n;
  for await (const { transactionHash } of searchLogs(chain.client, address, topics, first, latest))
    if (transactionHash) transactions.add(transactionHash);
  return transactions;
}

/** The recorded payment with the transfer's authorization. */
async function findPayment(
  { store, settings }: X402Parts,
  { authorizer, nonce }: Transfer,
  asset: Address,
) {
  if (authorizer === undefined || nonce === undefined) return undefined;
  const { network } = settings.terms;
  const id = paymentId({ network: network.caip2, asset, payer: authorizer, nonce });
  return findRow(store.database, 'x402_payment', { id });
}
