/** The token's transfers and authorizations, as its contract logs them. */
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

/** How many blocks every node searches in one request. */
const SEARCHED_BLOCKS = 5_000n;

/** Logs of a contract, range by range, for as long as they are read. */
export async function* searchLogs(
  client: Client,
  address: Address,
  topics: (Hex | Hex[] | null)[],
  first: bigint,
  latest: bigint,
): AsyncGenerator<RpcLog> {
  for (let from = first; ; from += SEARCHED_BLOCKS) {
    const isLast = from + SEARCHED_BLOCKS > latest;
    // The last range reaches up to whatever the node has by then.
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
  /** Of the authorization that made it; undefined for any other transfer. */
  authorizer: Address | undefined;
  nonce: string | undefined;
};

/**
 * Transfers in a transaction, each with the authorization whose use it follows. One transaction can
 * use several authorizations, and two of them can have the same nonce: only the transfer that comes
 * right after the use is what the authorization paid (EIP-3009's reference code).
 */
export function transfersIn({ logs }: TransactionReceipt, asset: Address): Transfer[] {
  const events = logs
    .filter(({ address }) => address.toLowerCase() === asset.toLowerCase())
    .flatMap((log) => {
      try {
        return [{ logIndex: log.logIndex, ...decodeEventLog({ abi: TOKEN, ...log }) }];
      } catch {
        // Another event of the contract.
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

/** False for a node that does not know the transaction; any other error is thrown again. */
export function notFound(error: unknown): false {
  if (error instanceof Error && /^Transaction(?:Receipt)?NotFoundError$/.test(error.name))
    return false;
  throw error;
}
