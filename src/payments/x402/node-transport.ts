/**
 * A transport for viem that records a node's failures. Libraries above it mistake any error for an
 * answer (a lost reply for an invalid signature), so failures are recorded here, where they can still
 * be told apart from rejections.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { BaseError, type EIP1193RequestFn, type HttpTransport, http } from 'viem';
import { messageOf } from '../../lib/errors.ts';
import type { X402Timing } from './outcome.ts';

/**
 * Nodes' messages when the call itself is at fault: the contract reverts, or needs more gas than
 * allowed. Geth, Erigon, Nethermind, Besu, Hardhat.
 */
const REFUSAL =
  /revert|gas required exceeds|out of gas|exceeds (?:block )?gas (?:limit|allowance)|invalid opcode|stack (?:over|under)flow|VM (?:Exception|execution error)/i;

export function nodeTransport(
  rpcUrl: string,
  { requestTimeoutMs }: Pick<X402Timing, 'requestTimeoutMs'>,
) {
  const scope = new AsyncLocalStorage<Error[]>();
  const failed = (failure: Error) => void scope.getStore()?.push(failure);
  const plain = http(rpcUrl, { timeout: requestTimeoutMs, retryCount: 1 });
  const transport: HttpTransport = (options) => {
    const made = plain(options);
    const request = async (...given: Parameters<EIP1193RequestFn>) => {
      try {
        return await made.request(...given);
      } catch (error) {
        if (!REFUSAL.test(reasonOf(error))) failed(withoutAddress(error));
        throw error;
      }
    };
    // The type covers every method of the protocol; this function forwards each unchanged.
    return { ...made, request: request as EIP1193RequestFn };
  };
  return {
    transport,
    /** Runs the work. `failures` are the node's failures during that time. */
    observe: async <T>(work: () => Promise<T>) => {
      const failures: Error[] = [];
      return { value: await scope.run(failures, work), failures };
    },
  };
}

/** Without the node's address, which viem's messages include, and which may hold an API key. */
export function withoutAddress(error: unknown): Error {
  return new Error(reasonOf(error));
}

function reasonOf(error: unknown): string {
  return error instanceof BaseError ? `${error.shortMessage} ${error.details}` : messageOf(error);
}
