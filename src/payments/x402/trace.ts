/** What became of an authorization: looked up in the chain's events first, then in its state. */
import { type Address, encodeEventTopics, getAddress, type Hash, type Hex } from 'viem';
import type { X402PaymentTable } from '../../store/tables.ts';
import type { Authorization } from './messages.ts';
import {
  type Client,
  notFound,
  searchLogs,
  TOKEN,
  type Token,
  transfersIn,
} from './token-events.ts';

/** An authorization with the transfer that its use is to make. */
export type Use = {
  from: Address;
  to: Address;
  value: bigint;
  nonce: Hex;
};

/** What the chain knows a recorded payment by. */
export function useOf({ payload, amount }: X402PaymentTable): Use {
  // Its patterns were checked when it came in.
  const { from, to, nonce } = (JSON.parse(payload) as Authorization).authorization;
  return { from: getAddress(from), to: getAddress(to), value: BigInt(amount), nonce: nonce as Hex };
}

/** What became of an authorization, as far as the node knows. */
export type Trace =
  | { kind: 'unused' }
  | { kind: 'paid'; transaction: Hash; confirmations: bigint }
  /** Used or canceled without paying us: it never will. */
  | { kind: 'spent' }
  /** Used, or about to be, and the node does not show by what; another may, or this one later. */
  | { kind: 'unseen' };

/** By how much the nodes behind one address may disagree about the newest block. */
const DISAGREEMENT_BLOCKS = 64n;
/** How far back a use is looked for: a day where a block takes two seconds. */
const LOOKBACK_BLOCKS = 45_000n;

/**
 * Looks for the event first, and asks for the state only where there is none: several nodes can
 * answer behind one address, so that one of them does not know it yet proves nothing.
 */
export async function trace(client: Client, token: Token, use: Use, since: bigint): Promise<Trace> {
  const latest = await client.getBlockNumber();
  const start = since > DISAGREEMENT_BLOCKS ? since - DISAGREEMENT_BLOCKS : 0n;
  const found = await transactionOf(client, token, use, start, latest);
  if (found) return outcomeOf(client, token, use, found, latest);
  if (!(await isUsedOrAboutTo(client, token, use))) return { kind: 'unused' };
  const end = start < latest ? start : latest;
  const first = end > LOOKBACK_BLOCKS ? end - LOOKBACK_BLOCKS : 0n;
  const earlier = await transactionOf(client, token, use, first, end);
  if (earlier) return outcomeOf(client, token, use, earlier, latest);
  const settledView = latest > DISAGREEMENT_BLOCKS ? latest - DISAGREEMENT_BLOCKS : 0n;
  // Not every node keeps states as old as that.
  const wasUsed = await isUsed(client, token, use, { blockNumber: settledView }).catch(() => false);
  // All nodes have known it for long, so its event is further back than is searched.
  return wasUsed ? { kind: 'spent' } : { kind: 'unseen' };
}

/** The transaction that used or canceled it. */
async function transactionOf(
  client: Client,
  token: Token,
  { from, nonce }: Use,
  first: bigint,
  latest: bigint,
): Promise<Hash | undefined> {
  const used = encodeEventTopics({
    abi: TOKEN,
    eventName: 'AuthorizationUsed',
    args: { authorizer: from, nonce },
  });
  const [canceled] = encodeEventTopics({ abi: TOKEN, eventName: 'AuthorizationCanceled' });
  const [usedEvent, ...indexed] = used;
  // viem types the topics of each event apart; these two differ in the first alone.
  const topics = [[usedEvent, canceled], ...indexed] as Hex[];
  for await (const { transactionHash } of searchLogs(client, token.address, topics, first, latest))
    if (transactionHash) return transactionHash;
  return undefined;
}

async function outcomeOf(
  client: Client,
  token: Token,
  use: Use,
  transaction: Hash,
  latest: bigint,
): Promise<Trace> {
  const receipt = await client
    .getTransactionReceipt({ hash: transaction })
    .catch((error: unknown) => notFound(error) || undefined);
  if (!receipt) return { kind: 'unseen' };
  const isPaid = transfersIn(receipt, token.address).some(
    ({ authorizer, nonce, from, to, value }) =>
      authorizer === use.from &&
      nonce === use.nonce.toLowerCase() &&
      from === use.from &&
      to === use.to &&
      value === use.value,
  );
  if (!isPaid) return { kind: 'spent' };
  return { kind: 'paid', transaction, confirmations: latest - receipt.blockNumber + 1n };
}

export function isUsed(
  client: Client,
  token: Token,
  { from, nonce }: Pick<Use, 'from' | 'nonce'>,
  block: { blockNumber: bigint } | { blockTag: 'latest' | 'pending' },
): Promise<boolean> {
  const args = [from, nonce] as const;
  return client.readContract({ ...token, functionName: 'authorizationState', args, ...block });
}

/** Whether it is used in a block, or by a transaction that waits for one. */
async function isUsedOrAboutTo(client: Client, token: Token, use: Use): Promise<boolean> {
  const [mined, waiting] = await Promise.all([
    isUsed(client, token, use, { blockTag: 'latest' }),
    // Not every node answers for transactions that are not mined yet.
    isUsed(client, token, use, { blockTag: 'pending' }).catch(() => false),
  ]);
  return mined || waiting;
}
