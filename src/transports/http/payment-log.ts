/** Logs and counts payment events and outages of the store. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { messageOf } from '../../lib/errors.ts';
import type { Payments } from '../../payments/payments.ts';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyInstance {
    storeLog: StoreLog;
  }
}

export function watchPayments(
  { log, storeLog }: FastifyInstance,
  payments: Payments,
  metrics: Metrics,
): void {
  // Payments are logged at every log level except `silent`.
  const paymentLog = log.level === 'silent' ? log : log.child({}, { level: 'info' });
  payments.events.listen((event) => {
    metrics.paid(event);
    paymentLog.info({ payment: event }, `payment: ${event.rail} ${event.event}`);
  });
  storeLog.follow(payments);
  payments.books.listen(metrics.booksAre);
}

const MIN_INTERVAL_MS = 60_000;

/** Logs an outage of the store at intervals, however many calls it affects. */
export class StoreLog {
  readonly #log: FastifyBaseLogger;
  #lastFailure = Number.NEGATIVE_INFINITY;
  #isReportedAway = false;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /** Called for each affected call; logs at most once a minute. */
  failed(error: unknown): void {
    const now = performance.now();
    if (now - this.#lastFailure < MIN_INTERVAL_MS) return;
    this.#lastFailure = now;
    this.#isReportedAway = true;
    this.#log.warn(
      { reason: messageOf(error) },
      'the store of payments does not answer; what is paid gives 503, what is free goes on',
    );
  }

  follow(payments: Payments): void {
    payments.books.listen((state, reason) => {
      if (state === 'away') this.failed(reason);
      else if (state !== 'opening' && this.#isReportedAway) {
        this.#isReportedAway = false;
        this.#log.warn({ state }, 'the store of payments answers again');
      }
    });
  }
}
