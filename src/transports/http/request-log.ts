/** Request ids, logs, metrics and traces of requests. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { traceRequest } from '../../lib/tracing.ts';
import type { Metrics } from './metrics.ts';

const REQUEST_ID = 'x-request-id';

/** Limited to characters that are harmless in a log or a header. */
const VALID_ID = /^[\w.:@/+=-]{1,128}$/;

/** The client's own request id; undefined if missing or invalid. */
function givenRequestId(headers: IncomingHttpHeaders): string | undefined {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && VALID_ID.test(given) ? given : undefined;
}

/** Appends the client's request id to a list of header names and values. */
export function withRequestId(ready: string[], { headers }: IncomingMessage): string[] {
  const id = givenRequestId(headers);
  return id === undefined ? ready : [...ready, REQUEST_ID, id];
}

export function requestId({ headers }: IncomingMessage): string {
  return givenRequestId(headers) ?? randomUUID();
}

/**
 * Counts, times and traces every response, and logs it at level `debug`. It returns the client's own
 * request id, and any id with an error, so that people can report it; others have no generated id,
 * since they may be cached and reused for other requests.
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
    if (reply.statusCode >= 400 || givenRequestId(request.headers) !== undefined)
      reply.header(REQUEST_ID, request.id);
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
