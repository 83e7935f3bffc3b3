/** The token's transfers and authorizations, as logged by its contract. */
import {
  type Address,
  decodeEventLog,
  type Hex,
  type HttpTransport,
  numberToHex,
  type PublicClient,
  parseAbi,
  type RpcLog,
  type TransactionReceipt,
} from 'viem';

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
  /** Payer of the authorization behind the transfer; undefined for any other transfer. */
  authorizer: Address | undefined;
  nonce: string | undefined;
};

/**
 * The transfers in a transaction, each with the authorization that caused it. One transaction can use
 * several authorizations, even with the same nonce, so a transfer is attributed to the use event that
 * directly precedes it (EIP-3009's reference code).
 */
export function transfersIn({ logs }: TransactionReceipt, asset: Address): Transfer[] {
  const events = logs
    .filter(({ address }) => address.toLowerCase() === asset.toLowerCase())
    .flatMap((log) => {
      try {
        return [{ logIndex: log.logIndex, ...decodeEventLog({ abi: TOKEN, ...log }) }];
      } catch {
        // Another kind of event.
        return [];
      }
    });
  return events.flatMap((event) => {
    if (event.eventName !== 'Transfer') return [];
    const use = events.find(
      ({ eventName, logIndex }) =>
        eventName === 'AuthorizationUsed' && logIndex === event.logIndex - 1,
    );
    const { authorizer, nonce } =
      use?.eventName === 'AuthorizationUsed'
        ? use.args
        : { authorizer: undefined, nonce: undefined };
    return [{ ...event.args, authorizer, nonce: nonce?.toLowerCase() }];
  });
}

/** False if the error means that the node does not know the transaction. Rethrows any other error. */
export function notFound(error: unknown): false {
  if (error instanceof Error && /^Transaction(?:Receipt)?NotFoundError$/.test(error.name))
    return false;
  throw error;
}
