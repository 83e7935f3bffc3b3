/** Graceful shutdown: paid calls are completed, everything else has a time limit. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../api/operation/operation.ts';

/** Time for clients to receive answers that become ready at the last moment. */
const LAST_ANSWERS_MS = 1_000;
const IDLE_CHECK_MS = 100;

/** The same operations, with running calls that need a payment or key being tracked. */
export function watchPaidWork(all: readonly Operation[]) {
  const underWay = new Set<Promise<unknown>>();
  const operations = all.map((operation): Operation => {
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
  return { operations, settled };
}

/**
 * Lets running requests finish, and closes each connection when its last answer is sent. After
 * `milliseconds` it closes the remaining ones, so that a client that reads its answer slowly cannot
 * delay the shutdown.
 */
export async function drain(
  app: FastifyInstance,
  milliseconds: number,
  settled: () => Promise<void>,
): Promise<void> {
  const cutOff = setTimeout(async () => {
    await settled();
    await delay(LAST_ANSWERS_MS, undefined, { ref: false });
    app.server.closeAllConnections();
  }, milliseconds);
  // Closing a server closes only the connections that are idle at that moment.
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  try {
    await app.close();
    await settled();
  } finally {
    clearInterval(closingIdle);
    clearTimeout(cutOff);
  }
}
