/** The chain that payments are made on: the token's properties and the state of a payment. */
import { authorizationTypes } from '@x402/evm';
import { type Address, createPublicClient, type Hash } from 'viem';
import { type BellwetherError, UnavailableError } from '../../lib/errors.ts';
import { Memo } from '../../lib/memoize.ts';
import type { Authorization } from './messages.ts';
import { nodeTransport, withoutAddress } from './node-transport.ts';
import { DEFAULT_TIMING, type X402Timing } from './outcome.ts';
import type { Asset, EvmNetwork } from './requirements.ts';
import { isUsed, notFound, TOKEN, type Trace, trace, type Use } from './trace.ts';

export type Chain = ReturnType<typeof evmChain>;

export function evmChain(
  network: EvmNetwork,
  rpcUrl: string,
  assetAddress: Address,
  timing: X402Timing = DEFAULT_TIMING,
) {
  const { transport, observe } = nodeTransport(rpcUrl, timing);
  const client = createPublicClient({ transport, pollingInterval: timing.pollingMs, cacheTime: 0 });
  const token = { address: assetAddress, abi: TOKEN } as const;
  const assets = new Memo<'asset', Asset>({ entries: 1 });
  const readAsset = async (): Promise<Asset> => {
    const [chainId, name, version, decimals, code] = await Promise.all([
      client.getChainId(),
      client.readContract({ ...token, functionName: 'name' }),
      client.readContract({ ...token, functionName: 'version' }),
      client.readContract({ ...token, functionName: 'decimals' }),
      client.getCode(token),
    ]);
    if (chainId !== network.chainId)
      throw new Error(
        `X402_RPC_URL is of chain ${chainId}, and X402_NETWORK of ${network.chainId}`,
      );
    if (code === undefined) throw new Error(`there is no contract at X402_ASSET, ${assetAddress}`);
    return { address: assetAddress, name, version, decimals, code };
  };
  return {
    client,
    chainId: network.chainId,
    observe,
    /** Cached after the first success. */
    asset: () => assets.get('asset', () => orUnavailable(readAsset())),
    blockNumber: () => orUnavailable(client.getBlockNumber()),
    /**
     * Traces an authorization, also if a stranger submitted it: anyone who has seen one can settle it.
     *
     * @param since a block from about the time the authorization was received
     */
    trace: (use: Use, since: bigint): Promise<Trace> =>
      orUnavailable(trace(client, token, use, since)),
    /** Whether the authorization has expired unused: it was unused in a block after its expiry. */
    isOver: ({ from, nonce }: Use, validBefore: bigint): Promise<boolean> =>
      orUnavailable(
        client.getBlock().then(async ({ number, timestamp }) => {
          if (timestamp < validBefore) return false;
          return !(await isUsed(client, token, { from, nonce }, { blockNumber: number }));
        }),
      ),
    /** Whether the payer's signature is valid; contract wallets are asked (ERC-1271, ERC-6492). */
    isSigned: async (payment: Authorization, asset: Asset): Promise<boolean> => {
      const { value, validAfter, validBefore, ...message } = payment.authorization;
      const { name, version, address: verifyingContract } = asset;
      const verifying = observe(() =>
        client.verifyTypedData({
          address: message.from,
          domain: { name, version, chainId: network.chainId, verifyingContract },
          types: authorizationTypes,
          primaryType: 'TransferWithAuthorization',
          message: {
            ...message,
            value: BigInt(value),
            validAfter: BigInt(validAfter),
            validBefore: BigInt(validBefore),
          },
          signature: payment.signature,
        }),
      );
      const { value: isSigned, failures } = await orUnavailable(verifying);
      // A node that failed has not refused the signature.
      const [failure] = failures;
      if (!isSigned && failure) throw unavailable(failure);
      return isSigned;
    },
    /** Whether the node knows the transaction but has not seen it mined. */
    isWaiting: (hash: Hash) =>
      orUnavailable(
        client.getTransaction({ hash }).then(({ blockNumber }) => blockNumber === null, notFound),
      ),
    /** Waits for confirmations. Does not reject on a timeout. */
    waitFor: async (hash: Hash, confirmations: number): Promise<void> => {
      await client
        .waitForTransactionReceipt({ hash, confirmations, timeout: timing.patienceMs })
        .catch(() => undefined);
    },
  };
}

/** A node's failure costs the buyer nothing: the same payment can be sent again. */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw unavailable(withoutAddress(error));
  }
}

/** @param cause must not contain the node's address */
export function unavailable(cause: Error): BellwetherError {
  return new UnavailableError(
    'payment-unavailable',
    'The payment network does not answer right now; nothing was charged. Ask again shortly. A payment that was sent can be sent again, and pays once.',
    { cause, details: { retryAfter: 5 } },
  );
}
