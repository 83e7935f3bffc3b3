/** Transactions out of instructions, signed by everybody who has to. */
import {
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
  type Blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Transaction,
  type TransactionSigner,
} from '@solana/kit';

/** A legacy message, a v0 message with or without lookup tables, or a v1 message (SIMD-0385). */
export type Version = 'legacy' | 0 | 1;

/** What older versions have by default. A message of version 1 without limits may use nothing. */
const LIMITS = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 64 * 1024 * 1024 };

export type MessageParts = {
  version: Version;
  feePayer: TransactionSigner;
  instructions: readonly Instruction[];
  /** for version 0 only */
  lookupTables?: AddressesByLookupTableAddress;
};

export async function signedTransaction(
  { version, feePayer, instructions, lookupTables = {} }: MessageParts,
  blockhash: Blockhash,
): Promise<Transaction> {
  const lifetime = { blockhash, lastValidBlockHeight: 2n ** 64n - 1n };
  const message = pipe(
    carrying(version, instructions, lookupTables),
    (unpaid) => setTransactionMessageFeePayerSigner(feePayer, unpaid),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
  );
  return await signTransactionMessageWithSigners(message);
}

function carrying(
  version: Version,
  instructions: readonly Instruction[],
  lookupTables: AddressesByLookupTableAddress,
) {
  if (version === 0) {
    const message = createTransactionMessage({ version });
    return compressTransactionMessageUsingAddressLookupTables(
      appendTransactionMessageInstructions(instructions, message),
      lookupTables,
    );
  }
  const message =
    version === 1
      ? setTransactionMessageConfig(LIMITS, createTransactionMessage({ version }))
      : createTransactionMessage({ version });
  return appendTransactionMessageInstructions(instructions, message);
}
