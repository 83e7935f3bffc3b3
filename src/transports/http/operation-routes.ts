/** Registers the REST routes of each operation, including its mirror, from the definitions. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, LOCAL_CALLER } from '../../api/operation/context.ts';
import {
  type Operation,
  type RestOperation,
  restOperations,
  routesOf,
} from '../../api/operation/operation.ts';
import { authenticated } from '../../api/operation/paid.ts';
import { inputNames } from '../../api/operation/parameters.ts';
import type { Limiter } from '../../lib/limits/limiter.ts';
import { callerOf } from './caller.ts';
import { headersOf, isPublished, operationBody } from './operation-body.ts';
import { requestInput } from './request-input.ts';
import { type MethodRoute, only, publish, routePattern, send } from './routes.ts';
import { answer } from './send-body.ts';
import type { Snapshot } from './snapshot.ts';

type Parts = {
  operations: readonly Operation[];
  snapshot: () => Snapshot;
  /** Undefined if rate limits are off. */
  limiter: Limiter | undefined;
};

/** Has the files of the current period answered from memory from the start. */
export async function keepFiles(
  operations: readonly Operation[],
  snapshot: Snapshot,
): Promise<void> {
  for (const operation of restOperations(operations)) {
    const input = operation.input.safeParse({});
    if (!('file' in operation) || !isPublished(operation) || !input.success) continue;
    const { body } = await operationBody(operation, input.data, snapshot, LOCAL_CALLER);
    const forms = (['identity', ...body.encodings] as const).filter((form) => body.size(form));
    if (body.stream) continue;
    for (const route of routesOf(operation))
      for (const form of forms) {
        const headers = headersOf(operation, route, snapshot.published);
        const answered = await answer(body, 'GET', { 'accept-encoding': form }, headers);
        const published = { body, route: routePattern(route), parameters: variedBy(operation) };
        snapshot.bodies.keep(route, published, answered);
      }
  }
}

/** The query parameters that the answer depends on. A file is not one of the period that a query names. */
function variedBy(operation: RestOperation): readonly string[] {
  return [...inputNames(operation), 'period'];
}

export function operationRoutes(app: FastifyInstance, parts: Parts): void {
  const all = restOperations(parts.operations).flatMap((operation) =>
    routesOf(operation).map((route) => ({ operation, route })),
  );
  for (const [route, served] of Map.groupBy(all, (one) => one.route))
    only(
      app,
      routePattern(route),
      served.map(({ operation }) => methodRoute(operation, route, parts)),
    );
}

function methodRoute(
  operation: RestOperation,
  route: string,
  { snapshot, limiter }: Parts,
): MethodRoute {
  const { methods = ['GET'] } = operation.rest;
  const callers = new WeakMap<FastifyRequest, Caller>();
  // The key is verified before anything else in the request (docs/api.md).
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = callerOf(request, reply, limiter);
    callers.set(request, await authenticated(operation, snapshot().context, caller));
  };
  const parameters = variedBy(operation);
  const isForAll = isPublished(operation);
  let shared: Readonly<Record<string, string>> | undefined;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const current = snapshot();
    const caller = callers.get(request) ?? callerOf(request, reply, limiter);
    shared ??= headersOf(operation, route, current.published);
    const input = requestInput(operation, request);
    const { body, headers: further } = await operationBody(operation, input, current, caller);
    const headers = further ? { ...shared, ...further } : shared;
    return isForAll
      ? publish(request, reply, current, { body, headers, parameters })
      : send(request, reply, body, headers);
  };
  const isKeyed = operation.needs === 'credit-key' || operation.needs === 'member-key';
  // An operation and its mirror share a bucket.
  const { limit, name: policy } = operation;
  return { methods, handler, config: limit ? { limit, policy } : {}, ...(isKeyed && { admit }) };
}
