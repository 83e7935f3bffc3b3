/**
 * A Solana node that answers `getTransaction` with replies that were recorded from the real SPL
 * programs (`recorded.ndjson`), and with unsigned transactions that a test makes up.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getBase58Decoder } from '@solana/codecs-strings';
import { serveHttp } from '../../support/http-server.ts';

/** Price of a pack, in the smallest unit of a mint of 6 decimals. */
export const PACK = 19_000_000n;
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const PAYER = 'Vote111111111111111111111111111111111111111';

export const FAULTS = [
  'no connection',
  'status 500',
  'no JSON',
  'an error of its own',
  'another transaction',
  'no answer',
] as const;
type Fault = (typeof FAULTS)[number] | 'none';

type Payment = {
  amount?: bigint;
  memos?: readonly string[];
  memoProgram?: string;
  /** Memos written by a program that the transaction calls, such as a shared wallet. */
  innerMemos?: readonly string[];
  decimals?: number;
  isFinal?: boolean;
};

type Reply = { slot: number; blockTime: number | null } & Record<string, unknown>;
type Known = { reply: Reply; isFinal: boolean };

export type SolanaNode = Awaited<ReturnType<typeof startSolanaNode>>;

const [head = '', ...lines] = readFileSync(join(import.meta.dirname, 'recorded.ndjson'), 'utf8')
  .trimEnd()
  .split('\n');
const { mint, payTo }: { mint: string; payTo: string } = JSON.parse(head);
/** Replies by the form of the payment, such as `version 0 through a lookup table`. */
const RECORDED = new Map(
  lines.map((line): [string, { signature: string; reply: Reply }] => {
    const { form, signature, reply } = JSON.parse(line);
    return [form, { signature, reply }];
  }),
);
export const FORMS: readonly string[] = [...RECORDED.keys()];

export const now = () => Math.floor(Date.now() / 1000);

/** Random bytes in base58; 64 of them are the signature of no transaction. */
export function base58(bytes: number): string {
  return getBase58Decoder().decode(randomBytes(bytes));
}

export async function startSolanaNode() {
  const known = new Map<string, Known>();
  for (const { signature, reply } of RECORDED.values())
    known.set(signature, { reply: { ...reply, blockTime: now() }, isFinal: true });
  const find = (signature: string): Known => {
    const found = known.get(signature);
    if (!found) throw new Error(`the node does not know ${signature}`);
    return found;
  };
  const node = {
    mint,
    payTo,
    fault: 'none' as Fault,
    /** How often it was asked. */
    asked: 0,
    /** Signature of a recorded payment. */
    recorded: (form: string): string => {
      const found = RECORDED.get(form);
      if (!found) throw new Error(`no payment was recorded by ${form}`);
      return found.signature;
    },
    /** Makes up a transaction that paid the seller. @returns its signature */
    pay: (payment: Payment = {}): string => {
      const { signature, reply } = makeUp(payment);
      known.set(signature, { reply, isFinal: payment.isFinal ?? true });
      return signature;
    },
    finalize: (signature: string) => {
      find(signature).isFinal = true;
    },
    setTime: (signature: string, seconds: number | null) => {
      find(signature).reply.blockTime = seconds;
    },
  };
  const resultFor = (signature: string): Reply | null => {
    const found = known.get(signature);
    if (node.fault === 'another transaction')
      return known.values().find((other) => other !== found)?.reply ?? null;
    return found?.isFinal ? found.reply : null;
  };
  const { url: rpcUrl, close: stop } = await serveHttp(async (request, response) => {
    node.asked += 1;
    const { id, params } = JSON.parse(await text(request));
    const [signature] = params;
    if (node.fault === 'no answer') return;
    if (node.fault === 'no connection') return void response.destroy();
    if (node.fault === 'status 500') return void response.writeHead(500).end('Internal error');
    const answer =
      node.fault === 'an error of its own'
        ? { error: { code: -32_005, message: 'Node is behind by 142 slots' } }
        : { result: resultFor(signature) };
    const body = JSON.stringify({ jsonrpc: '2.0', id, ...answer });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(node.fault === 'no JSON' ? '<html>Just a moment...</html>' : body);
  });
  return Object.assign(node, { rpcUrl, stop });
}

const encode = (memo: string) => getBase58Decoder().decode(new TextEncoder().encode(memo));

function makeUp(payment: Payment): { signature: string; reply: Reply } {
  const { amount = PACK, memos = [], memoProgram = MEMO_PROGRAM } = payment;
  const { innerMemos = [], decimals = 6 } = payment;
  const signature = base58(64);
  const uiTokenAmount = (units: bigint) => ({ amount: String(units), decimals });
  const balance = (units: bigint) => [
    { accountIndex: 1, mint, owner: payTo, uiTokenAmount: uiTokenAmount(units) },
  ];
  const instructions = (programIdIndex: number, texts: readonly string[]) =>
    texts.map((memo) => ({ programIdIndex, data: encode(memo), accounts: [] }));
  const accountKeys = [PAYER, memoProgram];
  const meta = {
    err: null,
    preTokenBalances: balance(7n),
    postTokenBalances: balance(7n + amount),
    // The program that is called is loaded from a lookup table.
    innerInstructions: [{ index: 0, instructions: instructions(3, innerMemos) }],
    loadedAddresses: { writable: [PAYER], readonly: [memoProgram] },
  };
  const message = { accountKeys, instructions: instructions(1, memos) };
  const transaction = { signatures: [signature], message };
  return { signature, reply: { slot: 1, blockTime: now(), transaction, meta } };
}
