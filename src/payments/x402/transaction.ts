/** Transactions of the settling wallet: read from their signed form, compared, and made to pay more. */
import {
  type Address,
  type Hash,
  type Hex,
  isAddressEqual,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from 'viem';

export type Call = { to: Address; data: Hex };
export type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };
export type Signer = { chainId: number; address: Address };

export type Transaction = Call & Fees & { chainId: number; nonce: number; gas: bigint };
export type SignedTransaction = Transaction & { serialized: Hex; hash: Hash };

/** Undefined if the signer did not sign this for the chain, with the nonce of the record. */
export async function readSigned(
  record: { nonce: number; serialized: string },
  { chainId, address }: Signer,
): Promise<SignedTransaction | undefined> {
  try {
    // The parser checks the format.
    const serialized = record.serialized as TransactionSerializedEIP1559;
    const { nonce = 0, maxPriorityFeePerGas = 0n, ...signed } = parseTransaction(serialized);
    const { to, data, gas, maxFeePerGas } = signed;
    const sender = await recoverTransactionAddress({ serializedTransaction: serialized });
    const isOwn = isAddressEqual(sender, address) && signed.chainId === chainId;
    if (!isOwn || nonce !== record.nonce || !to || !data || !gas || !maxFeePerGas) return undefined;
    const fees = { maxFeePerGas, maxPriorityFeePerGas };
    return { chainId, nonce, to, data, gas, ...fees, serialized, hash: keccak256(serialized) };
  } catch {
    return undefined;
  }
}

export function isSameCall(left: Call, right: Call): boolean {
  return isAddressEqual(left.to, right.to) && left.data === right.data;
}

/** Whether it cannot be mined as long as blocks cost what they do now. */
export function isUnderpriced({ maxFeePerGas }: Fees, now: Fees): boolean {
  // viem allows for a base fee that is 1.2 times as high.
  const baseFee = ((now.maxFeePerGas - now.maxPriorityFeePerGas) * 10n) / 12n;
  return maxFeePerGas < baseFee;
}

/** Nodes replace a transaction that they know only if both fees rise by a tenth at least. */
export function raiseFees<T extends Fees>(transaction: T, now: Fees): T {
  const raise = (fee: bigint, current: bigint) => {
    const raised = (fee * 9n) / 8n + 1n;
    return raised > current ? raised : current;
  };
  return {
    ...transaction,
    maxFeePerGas: raise(transaction.maxFeePerGas, now.maxFeePerGas),
    maxPriorityFeePerGas: raise(transaction.maxPriorityFeePerGas, now.maxPriorityFeePerGas),
  };
}
