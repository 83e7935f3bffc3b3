/** A Solana transaction as a node tells it: what it moved, when, and the memos in it. */
import {
  createSolanaRpc,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  MAX_SUPPORTED_TRANSACTION_VERSION,
  type Signature,
} from '@solana/kit';
import { z } from 'zod';

/** What a payment is judged by. */
export type Transfer = {
  succeeded: boolean;
  slot: bigint;
  /** Unix seconds. */
  time: number;
  /** What the owner's accounts of the mint gained, in its smallest unit. */
  gained: bigint;
  /** Texts of its memo instructions, also of those that its programs called. */
  memos: readonly string[];
};

/** SPL Memo at each address that it has had (https://github.com/solana-program/memo). */
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
/** What programs called, by the index that the transaction's accounts give the called program. */
const InnerInstructions = z.array(
  z.object({
    instructions: z.array(z.object({ programIdIndex: z.number(), data: z.string() })),
  }),
);
const Told = z.object({
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

/** How long a node is waited for, in milliseconds. */
const PATIENCE = 10_000;

type Paid = { mint: string; decimals: number; payTo: string };

export type SolanaNode = {
  /**
   * @returns undefined for a transaction that is unknown, or not final yet
   * @throws what went wrong when the node does not answer, or answers with something else
   */
  transfer: (signature: string) => Promise<Transfer | undefined>;
};

/**
 * @param paid the mint with its decimals, and the owner of the accounts that are paid to
 * @param patience how long the node is waited for, in milliseconds
 */
export function solanaNode(rpcUrl: string, paid: Paid, patience = PATIENCE): SolanaNode {
  const rpc = createSolanaRpc(rpcUrl);
  return {
    transfer: async (signature) => {
      const told = await rpc
        .getTransaction(signature as Signature, {
          commitment: 'finalized',
          encoding: 'base64',
          // Every version that can be decoded: nobody should pay in vain for their wallet's choice.
          maxSupportedTransactionVersion: MAX_SUPPORTED_TRANSACTION_VERSION,
        })
        .send({ abortSignal: AbortSignal.timeout(patience) });
      if (told === null) return undefined;
      const { slot, blockTime, transaction, meta } = Told.parse(told);
      const message = decoded(transaction[0], signature);
      return {
        succeeded: meta.err === null,
        slot,
        time: Number(blockTime),
        gained: held(meta.postTokenBalances, paid) - held(meta.preTokenBalances, paid),
        memos: memosIn(message, meta),
      };
    },
  };
}

type Balances = z.infer<typeof TokenBalances>;

/** @throws Error when the mint has other decimals than it is taken to have */
function held(balances: Balances, { mint, decimals, payTo }: Paid): bigint {
  const own = balances.filter((balance) => balance.mint === mint && balance.owner === payTo);
  if (own.some(({ uiTokenAmount }) => uiTokenAmount.decimals !== decimals))
    throw new Error(`the mint ${mint} does not have ${decimals} decimals`);
  return own.reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n);
}

type Message = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>;

/** @throws Error when the node answered with another transaction than the one that was asked for */
function decoded(base64: string, signature: string): Message {
  const { messageBytes, signatures } = getTransactionDecoder().decode(
    getBase64Encoder().encode(base64),
  );
  const [first] = Object.values(signatures);
  if (!first || getBase58Decoder().decode(first) !== signature)
    throw new Error('the node answered with another transaction');
  return getCompiledTransactionMessageDecoder().decode(messageBytes);
}

/**
 * Of its own instructions, and of those that its programs carried out: a shared wallet does so for
 * the payer.
 */
function memosIn(
  message: Message,
  { innerInstructions, loadedAddresses }: z.infer<typeof Told>['meta'],
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

/** Version 1 keeps what instructions are apart from what they hold (SIMD-0385). */
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
