/** Logs, metrics and traces of requests and payments. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { traceRequest } from '../../lib/tracing.ts';
import type { Payments } from '../../payments/payments.ts';
import type { Metrics } from './metrics.ts';

const REQUEST_ID = 'x-request-id';

/** Limited to characters that are harmless in a log or a header. */
const VALID_ID = /^[\w.:@/+=-]{1,128}$/;

/** The client's own name for the request, if it is a valid one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && VALID_ID.test(given) ? given : randomUUID();
}

/**
 * Counts, times and traces every response, and logs it at level `debug`. An error carries the request's
 * id, so that people can report it; other answers may be cached and reused for other requests.
 */
export function observeRequests(
  app: FastifyInstance,
  metrics: Metrics,
  logsClientAddress = false,
): void {
  const endings = new WeakMap<FastifyRequest, (route: string, status: number) => void>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (logsClientAddress) request.log = request.log.child({ client: request.ip });
    // All that handles the request runs within its span, if tracing is on.
    const end = traceRequest(request.method, request.headers, done);
    if (end) endings.set(request, end);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 400) reply.header(REQUEST_ID, request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, log, routeOptions } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    const route = routeOptions.url ?? 'none';
    endings.get(request)?.(route, status);
    metrics.answered(route, method, status, ms / 1000);
    log.debug({ method, route, status, ms }, 'answered');
    done();
  });
}

/** Logs and counts payment events and outages of the store. */
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
