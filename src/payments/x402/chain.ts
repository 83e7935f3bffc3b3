/** What the chain knows: the token's own description, and whether an authorization was used. */
import {
  type Address,
  BaseError,
  createPublicClient,
  type Hash,
  type Hex,
  http,
  parseAbi,
} from 'viem';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import type { EvmNetwork } from './network.ts';

/** The token that is paid in. */
export type Asset = {
  address: Address;
  /** Of its EIP-712 domain. */
  name: string;
  version: string;
  decimals: number;
};

export type Chain = ReturnType<typeof evmChain>;

/** A transfer that used an authorization. */
export type Settlement = { transaction: Hash; confirmations: bigint };

/** An authorization with the transfer that its use is to make. */
export type Used = {
  from: Address;
  to: Address;
  value: bigint;
  nonce: Hex;
};

/** EIP-20, EIP-3009 and what tokens have of EIP-712. */
const TOKEN = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

/** Of a request to the node, in milliseconds; and how often blocks are looked for. */
const TIMEOUT = 10_000;
const POLLING = 1_000;
/** How long confirmations are waited for, in milliseconds. */
const PATIENCE = 15_000;
/** Blocks that nodes search at once for events. */
const SEARCHED_BLOCKS = 5_000n;

export function evmChain(network: EvmNetwork, rpcUrl: string, assetAddress: Address) {
  const client = createPublicClient({
    transport: http(rpcUrl, { timeout: TIMEOUT, retryCount: 1 }),
    pollingInterval: POLLING,
    cacheTime: 0,
  });
  const token = { address: assetAddress, abi: TOKEN } as const;
  let known: Promise<Asset> | undefined;
  const readAsset = async (): Promise<Asset> => {
    const [chainId, name, version, decimals] = await Promise.all([
      client.getChainId(),
      client.readContract({ ...token, functionName: 'name' }),
      client.readContract({ ...token, functionName: 'version' }),
      client.readContract({ ...token, functionName: 'decimals' }),
    ]);
    if (chainId !== network.chainId)
      throw new Error(
        `X402_RPC_URL is of chain ${chainId}, and X402_NETWORK of ${network.chainId}`,
      );
    return { address: assetAddress, name, version, decimals };
  };
  return {
    client,
    /** Read once; asked again after a failure. */
    asset: (): Promise<Asset> => {
      known ??= asked(readAsset());
      known.catch(() => {
        known = undefined;
      });
      return known;
    },
    blockNumber: () => asked(client.getBlockNumber()),
    /**
     * The transfer that used an authorization and paid what it says, whoever sent it: anybody can
     * settle an authorization that they have seen.
     *
     * @param since block before which it cannot have happened
     */
    settlementOf: (used: Used, since: bigint): Promise<Settlement | undefined> =>
      asked(findSettlement(client, token, used, since)),
    /** Whether the node knows the transaction and has not mined it yet. */
    isWaiting: (hash: Hash) =>
      asked(
        client.getTransaction({ hash }).then(({ blockNumber }) => blockNumber === null, notFound),
      ),
    /** Whether it was mined and did nothing. */
    isReverted: (hash: Hash) =>
      asked(
        client
          .getTransactionReceipt({ hash })
          .then(({ status }) => status === 'reverted', notFound),
      ),
    /** Waits until the node believes it, or for a while. */
    waitFor: async (hash: Hash, confirmations: number): Promise<void> => {
      await client
        .waitForTransactionReceipt({ hash, confirmations, timeout: PATIENCE })
        .catch(() => undefined);
    },
  };
}

type Client = ReturnType<typeof createPublicClient>;
type Token = { readonly address: Address; readonly abi: typeof TOKEN };

async function findSettlement(
  client: Client,
  token: Token,
  { from, to, value, nonce }: Used,
  since: bigint,
): Promise<Settlement | undefined> {
  const isUsed = await client.readContract({
    ...token,
    functionName: 'authorizationState',
    args: [from, nonce],
  });
  if (!isUsed) return undefined;
  const latest = await client.getBlockNumber();
  for (let start = since; start <= latest; start += SEARCHED_BLOCKS) {
    const end = start + SEARCHED_BLOCKS - 1n;
    const [event] = await client.getContractEvents({
      ...token,
      eventName: 'AuthorizationUsed',
      args: { authorizer: from, nonce },
      fromBlock: start,
      toBlock: end < latest ? end : latest,
      strict: true,
    });
    if (!event) continue;
    const { blockNumber, transactionHash, logIndex } = event;
    const transfers = await client.getContractEvents({
      ...token,
      eventName: 'Transfer',
      args: { from, to },
      fromBlock: blockNumber,
      toBlock: blockNumber,
      strict: true,
    });
    // One transaction can use several authorizations, and two of them can have the same nonce: only
    // the transfer that follows the use is what the authorization paid (EIP-3009's reference code).
    const isPaid = transfers.some(
      (transfer) =>
        transfer.transactionHash === transactionHash &&
        transfer.logIndex === logIndex + 1 &&
        transfer.args.value === value,
    );
    return isPaid
      ? { transaction: transactionHash, confirmations: latest - blockNumber + 1n }
      : undefined;
  }
  return undefined;
}

function notFound(error: unknown): false {
  if (error instanceof Error && /^Transaction(?:Receipt)?NotFoundError$/.test(error.name))
    return false;
  throw error;
}

/** A node that does not answer, or answers with an error, is nobody's fault but costs nobody. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new BellwetherError(
      'payment-unavailable',
      'The payment network does not answer right now; nothing was charged. Try again shortly.',
      { cause: withoutAddress(error), details: { retryAfter: 5 } },
    );
  }
}

/** What went wrong, to be logged: viem's own message holds the node's address, often with a key. */
export function withoutAddress(error: unknown): Error {
  return new Error(
    error instanceof BaseError ? `${error.shortMessage} ${error.details}` : messageOf(error),
  );
}
