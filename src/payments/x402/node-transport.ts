/**
 * HTTP to a node of the chain, which records the node's own failures. Libraries above it take any
 * error for an answer (a lost reply for an invalid signature), so that failures are recorded here,
 * where they still differ from refusals.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { BaseError, type EIP1193RequestFn, type HttpTransport, http } from 'viem';
import { messageOf } from '../../lib/errors.ts';
import type { X402Timing } from './timing.ts';

export type NodeTransport = {
  transport: HttpTransport;
  /** Runs the work; `failures` are those of the node meanwhile. */
  observe: <T>(work: () => Promise<T>) => Promise<{ value: T; failures: readonly Error[] }>;
};

/**
 * Nodes' errors when the call itself is at fault: its contract reverts, or takes more gas than the
 * call allows. Geth, Erigon, Nethermind, Besu, Hardhat.
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
    // The function's type has every method of the protocol; this one passes each on unchanged.
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

/** The error without the node's address, which viem's message contains and which may hold a key. */
export function withoutAddress(error: unknown): Error {
  return new Error(reasonOf(error));
}

function reasonOf(error: unknown): string {
  return error instanceof BaseError ? `${error.shortMessage} ${error.details}` : messageOf(error);
}
