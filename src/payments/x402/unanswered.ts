/** Transfers that the chain has and the books do not: received, and not accounted for by a sale. */
import { type Address, encodeEventTopics, type Hash, type Hex, pad } from 'viem';
import { asked, type Chain } from './chain.ts';
import type { X402Parts } from './outcome.ts';
import { paymentId, recorded } from './records.ts';
import { searchLogs, TOKEN, type Transfer, transfersIn } from './token-events.ts';

/** A transfer to us that has no answer in the books. */
export type Unanswered = {
  transaction: Hash;
  block: number;
  /** In the asset's smallest unit. */
  amount: string;
  /**
   * Id of the recorded payment that it belongs to, which is answered when it is next asked for; null
   * for a transfer that no recorded payment explains.
   */
  payment: string | null;
};

/**
 * Looks through the newest blocks for transfers to us that no settled payment accounts for.
 *
 * @throws BellwetherError `payment-unavailable`
 */
export async function unansweredTransfers(parts: X402Parts, blocks: number): Promise<Unanswered[]> {
  const { chain, settings } = parts;
  const { payTo } = settings.terms;
  const asset = await chain.asset();
  const found: Unanswered[] = [];
  for (const transaction of await asked(transactionsTo(chain, payTo, BigInt(blocks)))) {
    const receipt = await asked(chain.client.getTransactionReceipt({ hash: transaction }));
    const ours = transfersIn(receipt, asset.address).filter(({ to }) => to === payTo);
    for (const transfer of ours) {
      const row = await paymentOf(parts, transfer, asset.address);
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

/** The payment that a transfer's authorization is recorded as. */
async function paymentOf(
  { store, settings }: X402Parts,
  { authorizer, nonce }: Transfer,
  asset: Address,
) {
  if (authorizer === undefined || nonce === undefined) return undefined;
  const { network } = settings.terms;
  return recorded(store, paymentId({ network: network.caip2, asset, payer: authorizer, nonce }));
}
