/** Request ids, logs, metrics and traces of requests. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, traceRequest } from '../../lib/tracing.ts';
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

/** Counts and times every response, and logs it at level `debug`. */
export function countAnswers(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.answered(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    const { method, log } = request;
    log.debug({ method, route, status: reply.statusCode, ms: reply.elapsedTime }, 'answered');
    done();
  });
}

/**
 * Returns the client's own request id with every response, and any id with an error, so that people
 * can report it. Successful responses carry no generated ids, since they may be cached and reused for
 * other requests.
 */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 400 || givenRequestId(request.headers) !== undefined)
      reply.header(REQUEST_ID, request.id);
    done();
  });
}

/** Runs everything that handles a request within its span, if tracing is on. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const endings = new WeakMap<FastifyRequest, (route: string, status: number) => void>();
  app.addHook('onRequest', (request, _reply, done) => {
    const end = traceRequest(request.method, request.headers, done);
    if (end) endings.set(request, end);
  });
  app.addHook('onResponse', async (request, reply) => {
    endings.get(request)?.(request.routeOptions.url ?? 'none', reply.statusCode);
  });
}
