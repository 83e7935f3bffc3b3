/** Shutting down: whoever paid gets an answer, and nobody else is waited for forever. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../api/operation/operation.ts';

/** How long clients have to receive answers that are ready at the last moment. */
const LAST_ANSWERS_MS = 1_000;

type PaidWork = {
  /** The same operations; running calls of those that need a payment or a key are tracked. */
  operations: readonly Operation[];
  /** Resolves once none of these calls is running. */
  settled: () => Promise<void>;
};

export function watchPaidWork(operations: readonly Operation[]): PaidWork {
  const underWay = new Set<Promise<unknown>>();
  const watched = operations.map((operation): Operation => {
    if (!('run' in operation) || operation.needs === undefined) return operation;
    const run: typeof operation.run = (...call) => {
      const running = operation.run(...call);
      underWay.add(running);
      const forget = () => underWay.delete(running);
      running.then(forget, forget);
      return running;
    };
    return { ...operation, run };
  });
  const settled = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  };
  return { operations: watched, settled };
}

/**
 * Lets running requests finish, then closes the connections that are still open: a client that
 * reads its answer slowly must not delay the shutdown forever.
 */
export async function drain(
  app: FastifyInstance,
  milliseconds: number,
  paidWork: PaidWork,
): Promise<void> {
  const ended = new AbortController();
  const cutOff = async () => {
    await delay(milliseconds, undefined, ended);
    await paidWork.settled();
    await delay(LAST_ANSWERS_MS, undefined, ended);
    app.server.closeAllConnections();
  };
  const cuttingOff = cutOff().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  try {
    await app.close();
  } finally {
    ended.abort();
    await cuttingOff;
  }
}
