/** Logs and counts payment events and outages of the store. */
import type { FastifyBaseLogger } from 'fastify';
import type { Payments } from '../../payments/payments.ts';
import type { Metrics } from './metrics.ts';

export function watchPayments(
  log: FastifyBaseLogger,
  { events, books }: Payments,
  metrics: Pick<Metrics, 'paid'>,
): void {
  // Payments are logged at every log level except `silent`.
  const paymentLog = log.level === 'silent' ? log : log.child({}, { level: 'info' });
  events.listen((event) => {
    metrics.paid(event);
    paymentLog.info({ payment: event }, `payment: ${event.rail} ${event.event}`);
  });
  let isAway = false;
  // However many calls it affects, an outage is logged when it begins and when it ends.
  books.listen((state, reason) => {
    if (state === 'away')
      log.warn({ reason }, 'the store of payments does not answer; what is paid gives 503');
    else if (isAway) log.warn({ state }, 'the store of payments answers again');
    isAway = state === 'away';
  });
}
