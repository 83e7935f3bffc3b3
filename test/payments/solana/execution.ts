/** What the VM says of a transaction's execution, in the words of the RPC's `meta`. */
import { type Address, getAddressDecoder, getBase58Decoder } from '@solana/kit';
import { FailedTransactionMetadata, type TransactionMetadata } from '../../chains/litesvm.ts';

export type Instruction = {
  programIdIndex: number;
  accounts: number[];
  /** base58 */
  data: string;
  stackHeight: number;
};

export type Execution = {
  /** a `TransactionError`, such as `{ InstructionError: [0, { Custom: 1 }] }` */
  err: unknown;
  /** in lamports */
  fee: number;
  innerInstructions: { index: number; instructions: Instruction[] }[];
  logMessages: string[];
  computeUnitsConsumed: number;
  returnData?: { programId: Address; data: [string, 'base64'] };
};

export function executionOf(result: TransactionMetadata | FailedTransactionMetadata): Execution {
  const meta = result instanceof FailedTransactionMetadata ? result.meta() : result;
  const returned = meta.returnData();
  return {
    err: result instanceof FailedTransactionMetadata ? errorOf(result) : null,
    fee: feeOf(result),
    innerInstructions: innerInstructionsOf(meta),
    logMessages: meta.logs(),
    computeUnitsConsumed: Number(meta.computeUnitsConsumed()),
    ...(returned.data().length > 0 && {
      returnData: {
        programId: getAddressDecoder().decode(returned.programId()),
        data: [Buffer.from(returned.data()).toString('base64'), 'base64'],
      },
    }),
  };
}

function innerInstructionsOf(meta: TransactionMetadata): Execution['innerInstructions'] {
  return meta
    .innerInstructions()
    .map((inner, index) => ({
      index,
      instructions: inner.map((called) => {
        const instruction = called.instruction();
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: getBase58Decoder().decode(instruction.data()),
          stackHeight: called.stackHeight(),
        };
      }),
    }))
    .filter(({ instructions }) => instructions.length > 0);
}

// litesvm gives an error's name as a number of an enum whose members are missing at run time, and
// the fee not at all. Its objects print both, in the notation of Rust's `Debug`.

function feeOf(result: TransactionMetadata | FailedTransactionMetadata): number {
  const fee = /, fee: (\d+) \}[ })]*$/.exec(String(result))?.[1];
  if (!fee) throw new Error(`litesvm prints no fee: ${result}`);
  return Number(fee);
}

/** `Name`, `Name(1)`, `Name { account_index: 1 }`, `Name(1, Name)` or `Name(1, Name(1))`. */
const PRINTED_ERROR =
  /\berr: (\w+)(?:\((\d+)(?:, (\w+)(?:\((\d+)\))?)?\)| \{ account_index: (\d+) \})?, meta: /;

function errorOf(failure: FailedTransactionMetadata): unknown {
  const [, name, index, error, custom, account] = PRINTED_ERROR.exec(String(failure)) ?? [];
  if (!name) throw new Error(`litesvm prints no error: ${failure}`);
  if (error) return { [name]: [Number(index), custom ? { [error]: Number(custom) } : error] };
  if (account) return { [name]: { account_index: Number(account) } };
  return index ? { [name]: Number(index) } : name;
}
