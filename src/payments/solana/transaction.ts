/** A Solana transaction as reported by a node: the amount received, its time, and its memos. */
import { getBase58Decoder, getBase58Encoder, getBase64Encoder } from '@solana/codecs-strings';
import { createSolanaRpc } from '@solana/rpc';
import {
  getCompiledTransactionMessageDecoder,
  MAX_SUPPORTED_TRANSACTION_VERSION,
} from '@solana/transaction-messages';
import { getTransactionDecoder } from '@solana/transactions';
import { z } from 'zod';

export type Transfer = {
  succeeded: boolean;
  slot: bigint;
  /** Unix seconds. */
  time: number;
  /** How much the owner's accounts of the mint received, in its smallest unit. */
  gained: bigint;
  /** Texts of its memo instructions, including those in inner instructions. */
  memos: readonly string[];
};

/** Every address at which SPL Memo was deployed (https://github.com/solana-program/memo). */
const MEMO_PROGRAMS = new Set<string>([
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH',
]);

const TokenBalances = z.array(
  z.object({
    accountIndex: z.number(),
    mint: z.string(),
    owner: z.string().optional(),
    uiTokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/), decimals: z.number() }),
  }),
);
/** Instructions invoked by programs. `programIdIndex` points into the transaction's accounts. */
const InnerInstructions = z.array(
  z.object({
    instructions: z.array(z.object({ programIdIndex: z.number(), data: z.string() })),
  }),
);
const NodeTransaction = z.object({
  slot: z.bigint(),
  blockTime: z.bigint(),
  transaction: z.tuple([z.string(), z.literal('base64')]),
  meta: z.object({
    err: z.unknown(),
    preTokenBalances: TokenBalances.optional().default([]),
    postTokenBalances: TokenBalances.optional().default([]),
    innerInstructions: InnerInstructions.nullish(),
    loadedAddresses: z
      .object({ writable: z.array(z.string()), readonly: z.array(z.string()) })
      .nullish(),
  }),
});

const TIMEOUT_MS = 10_000;

type Paid = { mint: string; decimals: number; payTo: string };

export type SolanaNode = ReturnType<typeof solanaNode>;

/** @param paid the mint, its decimals, and the owner of the receiving accounts */
export function solanaNode(rpcUrl: string, paid: Paid, timeoutMs = TIMEOUT_MS) {
  const rpc = createSolanaRpc(rpcUrl);
  return {
    /** @returns undefined if it is unknown or not final @throws Error for any other answer */
    transfer: async (signature: string): Promise<Transfer | undefined> => {
      const found = await rpc
        .getTransaction(signature as Parameters<typeof rpc.getTransaction>[0], {
          commitment: 'finalized',
          encoding: 'base64',
          // Accept every version that can be decoded, so that no payment is lost because of the
          // wallet's choice.
          maxSupportedTransactionVersion: MAX_SUPPORTED_TRANSACTION_VERSION,
        })
        .send({ abortSignal: AbortSignal.timeout(timeoutMs) });
      if (found === null) return undefined;
      const { slot, blockTime, transaction, meta } = NodeTransaction.parse(found);
      const message = decoded(transaction[0], signature);
      return {
        succeeded: meta.err === null,
        slot,
        time: Number(blockTime),
        gained: balanceIn(meta.postTokenBalances, paid) - balanceIn(meta.preTokenBalances, paid),
        memos: memosIn(message, meta),
      };
    },
  };
}

type Balances = z.infer<typeof TokenBalances>;

/** @throws Error if the mint's decimals differ from the configured ones */
function balanceIn(balances: Balances, { mint, decimals, payTo }: Paid): bigint {
  const own = balances.filter((balance) => balance.mint === mint && balance.owner === payTo);
  if (own.some(({ uiTokenAmount }) => uiTokenAmount.decimals !== decimals))
    throw new Error(`the mint ${mint} does not have ${decimals} decimals`);
  return own.reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n);
}

type Message = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>;

/** @throws Error if the node returned a different transaction */
function decoded(base64: string, signature: string): Message {
  const { messageBytes, signatures } = getTransactionDecoder().decode(
    getBase64Encoder().encode(base64),
  );
  const [first] = Object.values(signatures);
  if (!first || getBase58Decoder().decode(first) !== signature)
    throw new Error('the node answered with another transaction');
  return getCompiledTransactionMessageDecoder().decode(messageBytes);
}

/** Memos in its own instructions and in inner ones, which shared wallets produce for the payer. */
function memosIn(
  message: Message,
  { innerInstructions, loadedAddresses }: z.infer<typeof NodeTransaction>['meta'],
): string[] {
  const { writable = [], readonly = [] } = loadedAddresses ?? {};
  const accounts: readonly string[] = [...message.staticAccounts, ...writable, ...readonly];
  const isMemo = (program: number) => MEMO_PROGRAMS.has(accounts[program] ?? '');
  const own = instructionsIn(message).flatMap(({ program, data }) =>
    isMemo(program) ? [Uint8Array.from(data)] : [],
  );
  const called = (innerInstructions ?? [])
    .flatMap(({ instructions }) => instructions)
    .flatMap(({ programIdIndex, data }) =>
      isMemo(programIdIndex) ? [Uint8Array.from(getBase58Encoder().encode(data))] : [],
    );
  return [...own, ...called].map((text) => new TextDecoder().decode(text));
}

/** In version 1, instruction headers and instruction data are separate (SIMD-0385). */
function instructionsIn(message: Message): { program: number; data: Iterable<number> }[] {
  if (message.version === 1)
    return message.instructionHeaders.map(({ programAccountIndex }, index) => ({
      program: programAccountIndex,
      data: message.instructionPayloads[index]?.instructionData ?? [],
    }));
  return message.instructions.map(({ programAddressIndex, data = [] }) => ({
    program: programAddressIndex,
    data,
  }));
}
