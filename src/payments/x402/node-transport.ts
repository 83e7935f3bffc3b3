/**
 * A transport for viem that records a node's failures. Libraries above it mistake any error for an
 * answer (a lost reply for an invalid signature), so failures are recorded here, where they can still
 * be told apart from rejections.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { BaseError, type EIP1193RequestFn, type HttpTransport, http } from 'viem';
import { messageOf } from '../../lib/errors.ts';
import type { X402Timing } from './timing.ts';

export type NodeTransport = {
  transport: HttpTransport;
  /** Runs the work. `failures` are the node's failures during that time. */
  observe: <T>(work: () => Promise<T>) => Promise<{ value: T; failures: readonly Error[] }>;
};

/**
 * Nodes' messages when the call itself is at fault: the contract reverts, or needs more gas than
 * allowed. Geth, Erigon, Nethermind, Besu, Hardhat.
 */
const REFUSAL =
  /revert|gas required exceeds|out of gas|exceeds (?:block )?gas (?:limit|allowance)|invalid opcode|stack (?:over|under)flow|VM (?:Exception|execution error)/i;

export function nodeTransport(
  rpcUrl: string,
  { requestTimeoutMs }: Pick<X402Timing, 'requestTimeoutMs'>,
): NodeTransport {
  const scope = new AsyncLocalStorage<Error[]>();
  const plain = http(rpcUrl, { timeout: requestTimeoutMs, retryCount: 1 });
  const transport: HttpTransport = (options) => {
    const made = plain(options);
    const request = async (...given: Parameters<EIP1193RequestFn>) => {
      try {
        return await made.request(...given);
      } catch (error) {
        if (!REFUSAL.test(reasonOf(error))) scope.getStore()?.push(withoutAddress(error));
        throw error;
      }
    };
    // The type covers every method of the protocol; this function forwards each unchanged.
    return { ...made, request: request as EIP1193RequestFn };
  };
  return {
    transport,
    observe: async (work) => {
      const failures: Error[] = [];
      return { value: await scope.run(failures, work), failures };
    },
  };
}

/**
 * The error without the node's address. viem includes it in messages, and it may contain an API key.
 */
export function withoutAddress(error: unknown): Error {
  return new Error(reasonOf(error));
}

function reasonOf(error: unknown): string {
  return error instanceof BaseError ? `${error.shortMessage} ${error.details}` : messageOf(error);
}
