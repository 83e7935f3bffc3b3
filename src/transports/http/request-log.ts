/** The id of each request, its line in the log, and its metrics. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Metrics, RouteKind } from './metrics.ts';

const REQUEST_ID = 'x-request-id';

/** Letters, digits and a few marks, so that an id can do nothing in a log or a header. */
const VALID_ID = /^[\w.:@/+=-]{1,128}$/;

/** The client's own id of its request; undefined if there is none, or it cannot be used. */
function givenRequestId(headers: IncomingHttpHeaders): string | undefined {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && VALID_ID.test(given) ? given : undefined;
}

/** Headers, names and values in turn, with the id that the client gave its request. */
export function withRequestId(ready: string[], { headers }: IncomingMessage): string[] {
  if (headers[REQUEST_ID] === undefined) return ready;
  const id = givenRequestId(headers);
  return id === undefined ? ready : [...ready, REQUEST_ID, id];
}

export function requestId({ headers }: IncomingMessage): string {
  return givenRequestId(headers) ?? randomUUID();
}

/** Whether every answer is logged. */
export function logsAnswers({ log }: FastifyInstance): boolean {
  return log.level === 'debug' || log.level === 'trace';
}

/** Counts and times every answer, and logs it at level `debug`. */
export function countAnswers(
  app: FastifyInstance,
  metrics: Metrics,
  kindOf: (route: string) => RouteKind,
): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.count(route, request.method, reply.statusCode);
    metrics.time(kindOf(route), route, reply.elapsedTime / 1000);
    const { method, log } = request;
    log.debug({ method, route, status: reply.statusCode, ms: reply.elapsedTime }, 'answered');
  });
}

/**
 * Answers carry the id that the client gave, and refusals carry any id, so that people can ask
 * about them. Nothing else does: an answer may be cached, and then be given to other requests.
 */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 400 || givenRequestId(request.headers) !== undefined)
      reply.header(REQUEST_ID, request.id);
  });
}

export function logClientAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    request.log = request.log.child({ client: request.ip });
  });
}
