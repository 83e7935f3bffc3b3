/** A Solana transaction as reported by a node: the amount received, its time, and its memos. */
import { getBase58Encoder } from '@solana/codecs-strings';
import { createSolanaRpc } from '@solana/rpc';
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
/** `programIdIndex` points into the transaction's accounts; `data` is base58. */
const Instructions = z.array(z.object({ programIdIndex: z.number(), data: z.string() }));
const NodeTransaction = z.object({
  slot: z.bigint(),
  blockTime: z.bigint(),
  transaction: z.object({
    signatures: z.array(z.string()),
    message: z.object({ accountKeys: z.array(z.string()), instructions: Instructions }),
  }),
  meta: z.object({
    err: z.unknown(),
    preTokenBalances: TokenBalances.optional().default([]),
    postTokenBalances: TokenBalances.optional().default([]),
    /** Instructions invoked by programs, such as shared wallets, which write memos for the payer. */
    innerInstructions: z.array(z.object({ instructions: Instructions })).nullish(),
    loadedAddresses: z
      .object({ writable: z.array(z.string()), readonly: z.array(z.string()) })
      .nullish(),
  }),
});

/** Every version that the node can decode, so that no payment is lost because of the wallet's choice. */
const MAX_VERSION = 1;
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
          encoding: 'json',
          maxSupportedTransactionVersion: MAX_VERSION,
        })
        .send({ abortSignal: AbortSignal.timeout(timeoutMs) });
      if (found === null) return undefined;
      const { slot, blockTime, transaction, meta } = NodeTransaction.parse(found);
      if (transaction.signatures[0] !== signature)
        throw new Error('the node answered with another transaction');
      return {
        succeeded: meta.err === null,
        slot,
        time: Number(blockTime),
        gained: balanceIn(meta.postTokenBalances, paid) - balanceIn(meta.preTokenBalances, paid),
        memos: memosIn(transaction.message, meta),
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

type Found = z.infer<typeof NodeTransaction>;

function memosIn(
  { accountKeys, instructions }: Found['transaction']['message'],
  { innerInstructions, loadedAddresses }: Found['meta'],
): string[] {
  const { writable = [], readonly = [] } = loadedAddresses ?? {};
  const accounts = [...accountKeys, ...writable, ...readonly];
  const called = (innerInstructions ?? []).flatMap((inner) => inner.instructions);
  return [...instructions, ...called]
    .filter(({ programIdIndex }) => MEMO_PROGRAMS.has(accounts[programIdIndex] ?? ''))
    .map(({ data }) => new TextDecoder().decode(Uint8Array.from(getBase58Encoder().encode(data))));
}
