/** A recorded transaction as `getTransaction` answers it. */
import {
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getTransactionEncoder,
  transactionConfigMaskHasComputeUnitLimit,
  transactionConfigMaskHasHeapSize,
  transactionConfigMaskHasLoadedAccountsDataSizeLimit,
  transactionConfigMaskHasPriorityFee,
  type V1CompiledTransactionMessage,
} from '@solana/kit';
import type { RecordedTransaction } from './chain.ts';
import type { Instruction } from './execution.ts';
import { invalidParams, unsupportedVersion } from './rpc-error.ts';

type Version = RecordedTransaction['message']['version'];

/** @param maxVersion `maxSupportedTransactionVersion`; without it, only legacy is supported */
export function isSupported(version: Version, maxVersion: number | undefined): boolean {
  return version === 'legacy' || version <= (maxVersion ?? -1);
}

/** @throws RpcError if the client does not support the version, or this server the encoding */
export function transactionAnswer(
  recorded: RecordedTransaction,
  encoding: unknown,
  maxVersion: number | undefined,
): object {
  const { slot, blockTime, meta, message } = recorded;
  const { version } = message;
  if (!isSupported(version, maxVersion)) throw unsupportedVersion(version);
  const status = meta.err === null ? { Ok: null } : { Err: meta.err };
  return {
    slot: Number(slot),
    transaction: encoded(recorded, encoding),
    meta: { ...meta, rewards: [], status },
    ...(maxVersion !== undefined && { version }),
    blockTime,
  };
}

function encoded(recorded: RecordedTransaction, encoding: unknown): unknown {
  const { transaction } = recorded;
  switch (encoding) {
    case 'base64':
      return [getBase64EncodedWireTransaction(transaction), encoding];
    case 'base58':
      return [getBase58Decoder().decode(getTransactionEncoder().encode(transaction)), encoding];
    case undefined:
    case 'json':
      return { signatures: signaturesOf(recorded), message: messageJson(recorded) };
    default:
      throw invalidParams(`Invalid params: this cluster does not encode as ${encoding}.`);
  }
}

const signaturesOf = ({ transaction }: RecordedTransaction): string[] =>
  Object.values(transaction.signatures).map((bytes) => {
    if (!bytes) throw new Error('A transaction was recorded without all its signatures');
    return getBase58Decoder().decode(bytes);
  });

function messageJson({ message }: RecordedTransaction): object {
  const { header } = message;
  return {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: message.staticAccounts,
    recentBlockhash: message.lifetimeToken,
    instructions: instructionsOf(message),
    ...(message.version === 1 && { transactionConfig: configOf(message) }),
    ...(message.version === 0 && {
      addressTableLookups: (message.addressTableLookups ?? []).map((lookup) => ({
        accountKey: lookup.lookupTableAddress,
        writableIndexes: lookup.writableIndexes,
        readonlyIndexes: lookup.readonlyIndexes,
      })),
    }),
  };
}

/** What a message of version 1 requests; null where it requests nothing. */
function configOf({ configMask, configValues }: V1CompiledTransactionMessage): object {
  const values = configValues.map(({ value }) => Number(value));
  const next = (requested: boolean) => (requested ? values.shift() : null);
  return {
    priorityFee: next(transactionConfigMaskHasPriorityFee(configMask)),
    computeUnitLimit: next(transactionConfigMaskHasComputeUnitLimit(configMask)),
    loadedAccountsDataSizeLimit: next(
      transactionConfigMaskHasLoadedAccountsDataSizeLimit(configMask),
    ),
    heapSize: next(transactionConfigMaskHasHeapSize(configMask)),
  };
}

function instructionsOf(message: RecordedTransaction['message']): Instruction[] {
  if (message.version === 1) {
    return message.instructionPayloads.map((payload, index) => ({
      programIdIndex: message.instructionHeaders[index]?.programAccountIndex ?? 0,
      accounts: payload.instructionAccountIndices,
      data: getBase58Decoder().decode(payload.instructionData),
      stackHeight: 1,
    }));
  }
  return message.instructions.map((instruction) => ({
    programIdIndex: instruction.programAddressIndex,
    accounts: instruction.accountIndices ?? [],
    data: instruction.data ? getBase58Decoder().decode(instruction.data) : '',
    stackHeight: 1,
  }));
}

/** @returns why text is no signature, in a validator's words, or undefined if it is one */
export function signatureFault(text: string): 'WrongSize' | 'Invalid' | undefined {
  // `Signature::from_str`: the longest base58 of 64 bytes has 88 characters.
  if (text.length > 88) return 'WrongSize';
  if (!/^[1-9A-HJ-NP-Za-km-z]*$/.test(text)) return 'Invalid';
  return getBase58Encoder().encode(text).length === 64 ? undefined : 'WrongSize';
}
