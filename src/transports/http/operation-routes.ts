/** Registers the REST routes of each operation, including its mirror, from the definitions. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../api/operation/context.ts';
import {
  type Operation,
  type RestOperation,
  restOperations,
  routesOf,
} from '../../api/operation/operation.ts';
import { authenticated } from '../../api/operation/paid.ts';
import type { Limiter } from '../../lib/limits/limiter.ts';
import { callerOf } from './caller.ts';
import { policyOf } from './limits.ts';
import { headersOf, isLive, operationAnswer } from './operation-body.ts';
import { requestInput } from './request-input.ts';
import { type MethodRoute, only, routePattern, sendAnswer } from './routes.ts';
import type { Snapshot } from './snapshot.ts';
import { keyOf } from './warm-answers.ts';

type Parts = {
  operations: readonly Operation[];
  snapshot: () => Snapshot;
  /** Undefined if rate limits are off. */
  limiter: Limiter | undefined;
};

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
  let shared: Readonly<Record<string, string>> | undefined;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const current = snapshot();
    const caller = callers.get(request) ?? callerOf(request, reply, limiter);
    shared ??= headersOf(operation, route, current.published);
    const { answered, isStill } = await operationAnswer(
      operation,
      requestInput(operation, request),
      { snapshot: current, caller },
      request,
      shared,
    );
    const isWarm = operation.needs === undefined && (isStill !== undefined || !isLive(operation));
    const key = isWarm ? keyOf(request.raw) : undefined;
    if (key !== undefined)
      current.warm.keep(key, answered, { route, policy: policyOf(request), isStill });
    return sendAnswer(reply, answered);
  };
  const isKeyed = operation.needs === 'credit-key' || operation.needs === 'member-key';
  // An operation and its mirror share a bucket.
  const { limit, name: policy } = operation;
  return { methods, handler, config: limit ? { limit, policy } : {}, ...(isKeyed && { admit }) };
}
