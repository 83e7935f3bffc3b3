/** Finds out what happened to an authorization: from the chain's events, then from its state. */

import {
  type Address,
  encodeEventTopics,
  getAddress,
  type Hash,
  type Hex,
  type HttpTransport,
  isAddressEqual,
  numberToHex,
  type PublicClient,
  parseAbi,
  parseEventLogs,
  type RpcLog,
  type TransactionReceipt,
} from 'viem';
import type { X402PaymentTable } from '../../store/store-tables.ts';
import type { Authorization } from './messages.ts';

/** EIP-20, EIP-3009, and the token's name and version for EIP-712. */
export const TOKEN = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

export type Client = PublicClient<HttpTransport>;
export type Token = { readonly address: Address; readonly abi: typeof TOKEN };

/** A range of blocks that every node accepts in one log request. */
const SEARCHED_BLOCKS = 5_000n;

/** Yields the logs of a contract, one range after the other, while the consumer keeps reading. */
export async function* searchLogs(
  client: Client,
  address: Address,
  topics: (Hex | Hex[] | null)[],
  first: bigint,
  latest: bigint,
): AsyncGenerator<RpcLog> {
  for (let from = first; ; from += SEARCHED_BLOCKS) {
    const isLast = from + SEARCHED_BLOCKS > latest;
    // The last range is open-ended, since new blocks may have arrived.
    const toBlock = isLast ? 'latest' : numberToHex(from + SEARCHED_BLOCKS - 1n);
    yield* await client.request({
      method: 'eth_getLogs',
      params: [{ address, topics, fromBlock: numberToHex(from), toBlock }],
    });
    if (isLast) return;
  }
}

export type Transfer = {
  from: Address;
  to: Address;
  value: bigint;
  /** Payer of the transfer's authorization; undefined for any other transfer. */
  authorizer: Address | undefined;
  nonce: string | undefined;
};

/**
 * The transfers in a transaction, each with the authorization that caused it. One transaction can use
 * several authorizations, even with the same nonce, so a transfer is attributed to the use event that
 * directly precedes it (EIP-3009's reference code).
 */
export function transfersIn({ logs }: TransactionReceipt, asset: Address): Transfer[] {
  const own = logs.filter(({ address }) => isAddressEqual(address, asset));
  const uses = parseEventLogs({ abi: TOKEN, logs: own, eventName: 'AuthorizationUsed' });
  const transfers = parseEventLogs({ abi: TOKEN, logs: own, eventName: 'Transfer' });
  return transfers.map(({ args, logIndex }) => {
    const use = uses.find((event) => event.logIndex === logIndex - 1)?.args;
    return { ...args, authorizer: use?.authorizer, nonce: use?.nonce.toLowerCase() };
  });
}

/** False if the error means that the node does not know the transaction. Rethrows any other error. */
export function notFound(error: unknown): false {
  if (error instanceof Error && /^Transaction(?:Receipt)?NotFoundError$/.test(error.name))
    return false;
  throw error;
}

export type Use = {
  from: Address;
  to: Address;
  value: bigint;
  nonce: Hex;
};

export function useOf({ payload, amount }: X402PaymentTable): Use {
  // Validated when it was recorded.
  const { from, to, nonce } = (JSON.parse(payload) as Authorization).authorization;
  return { from: getAddress(from), to: getAddress(to), value: BigInt(amount), nonce };
}

/** The fate of an authorization, as far as the node knows. */
export type Trace =
  | { kind: 'unused' }
  | { kind: 'paid'; transaction: Hash; confirmations: bigint }
  /** Used or canceled without paying us; it can no longer pay. */
  | { kind: 'spent' }
  /** Used or about to be, but the node does not show the transaction; it may later. */
  | { kind: 'unseen' };

/** By how many blocks the nodes at one address may disagree about the newest. */
const DISAGREEMENT_BLOCKS = 64n;
/** How many blocks back to look for a use: a day if a block takes two seconds. */
const LOOKBACK_BLOCKS = 45_000n;

/**
 * Looks for the event first, and reads the state only if there is none. Several nodes may share
 * one address, so an answer from one that does not know the transaction yet proves nothing.
 */
export async function trace(client: Client, token: Token, use: Use, since: bigint): Promise<Trace> {
  const latest = await client.getBlockNumber();
  const start = since > DISAGREEMENT_BLOCKS ? since - DISAGREEMENT_BLOCKS : 0n;
  const found = await findTransaction(client, token, use, start, latest);
  if (found) return readOutcome(client, token, use, found, latest);
  if (!(await isUsedOrAboutTo(client, token, use))) return { kind: 'unused' };
  const end = start < latest ? start : latest;
  const first = end > LOOKBACK_BLOCKS ? end - LOOKBACK_BLOCKS : 0n;
  const earlier = await findTransaction(client, token, use, first, end);
  if (earlier) return readOutcome(client, token, use, earlier, latest);
  const settledView = latest > DISAGREEMENT_BLOCKS ? latest - DISAGREEMENT_BLOCKS : 0n;
  // Not every node keeps a state that old.
  const wasUsed = await isUsed(client, token, use, { blockNumber: settledView }).catch(() => false);
  // If all nodes have known it for long, the event is before the searched range.
  return wasUsed ? { kind: 'spent' } : { kind: 'unseen' };
}

async function findTransaction(
  client: Client,
  token: Token,
  { from, nonce }: Use,
  first: bigint,
  latest: bigint,
): Promise<Hash | undefined> {
  const [used, ...indexed] = encodeEventTopics({
    abi: TOKEN,
    eventName: 'AuthorizationUsed',
    args: { authorizer: from, nonce },
  });
  const [canceled] = encodeEventTopics({ abi: TOKEN, eventName: 'AuthorizationCanceled' });
  // viem has separate topic types for each event; these two differ only in the first topic.
  const topics = [[used, canceled], ...indexed] as Hex[];
  for await (const { transactionHash } of searchLogs(client, token.address, topics, first, latest))
    if (transactionHash) return transactionHash;
  return undefined;
}

async function readOutcome(
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

/** Whether it was used in a block or by a pending transaction. */
async function isUsedOrAboutTo(client: Client, token: Token, use: Use): Promise<boolean> {
  const [mined, waiting] = await Promise.all([
    isUsed(client, token, use, { blockTag: 'latest' }),
    // Not every node supports the pending block.
    isUsed(client, token, use, { blockTag: 'pending' }).catch(() => false),
  ]);
  return mined || waiting;
}
