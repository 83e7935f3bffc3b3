/**
 * Answers requests before they are routed: with bytes that were sent before, or by computing what a free
 * operation answers. Routing costs more than most of these answers. A request that says anything unusual,
 * or that fails, is left to the routes, so that these alone say what is wrong with it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LOCAL_CALLER } from '../../api/operation/context.ts';
import {
  type Operation,
  type RestOperation,
  restOperations,
  routesOf,
} from '../../api/operation/operation.ts';
import type { Limiter, Policy } from '../../lib/limits/limiter.ts';
import type { Publisher } from '../../published/published.ts';
import { countedEarly, policyFor, rateLimitHeaders } from './limits.ts';
import { headersOf, isLive, operationAnswer } from './operation-body.ts';
import { requestInput } from './request-input.ts';
import { withRequestId } from './request-log.ts';
import { parseQuery } from './request-target.ts';
import type { Snapshot } from './snapshot.ts';
import { keyOf, type WarmAnswer } from './warm-answers.ts';

export type EarlyAnswer = {
  route: string;
  policy: Policy | undefined;
  /** Called for each request if the answer depends on more than the publication. */
  isStill?: WarmAnswer['isStill'];
  /** Undefined if the routes have to answer. */
  read: () => Promise<WarmAnswer | undefined>;
};

/** What a route computes; all of it is known before any request. */
type ComputedRoute = {
  route: string;
  operation: RestOperation;
  policy: Policy | undefined;
  headers: Readonly<Record<string, string>>;
};

export class EarlyAnswers {
  readonly #computed: ReadonlyMap<string, ComputedRoute>;

  constructor(operations: readonly Operation[], publisher: Publisher) {
    this.#computed = new Map(
      restOperations(operations)
        .filter(isComputedForAll)
        .flatMap((operation) =>
          routesOf(operation).map((route) => {
            const { limit, name } = operation;
            const policy = limit && policyFor({ limit, policy: name }, route);
            return [
              route,
              { route, operation, policy, headers: headersOf(operation, route, publisher) },
            ];
          }),
        ),
    );
  }

  /** @param computes whether answers may be computed here @returns undefined if the routes have to answer */
  find(request: IncomingMessage, snapshot: Snapshot, computes: boolean): EarlyAnswer | undefined {
    const key = keyOf(request);
    if (key === undefined) return undefined;
    const kept = snapshot.warm.get(key);
    if (kept) return { ...kept, read: async () => kept };
    if (!computes) return undefined;
    const { url = '' } = request;
    const at = url.indexOf('?');
    const computed = this.#computed.get(at < 0 ? url : url.slice(0, at));
    // The router ends a query there.
    if (!computed || url.includes('#')) return undefined;
    const { route, operation, policy, headers } = computed;
    const query = parseQuery(at < 0 ? '' : url.slice(at + 1));
    const input = inputOf(operation, query);
    return (
      input && {
        ...{ route, policy },
        read: async () => {
          const parts = { snapshot, caller: LOCAL_CALLER };
          const { answered } = await operationAnswer(operation, input, parts, request, headers);
          return snapshot.warm.keep(key, answered, { route, policy, isStill: undefined });
        },
      }
    );
  }
}

/** Whether everybody gets the same answer, which the publication and the query alone determine. */
function isComputedForAll(operation: RestOperation): boolean {
  const { rest, limit, needs } = operation;
  const isComputed = 'run' in operation && limit !== undefined && !isLive(operation);
  const isGet = rest.methods?.includes('GET') ?? true;
  return isComputed && isGet && needs === undefined && !rest.path.includes('{');
}

/** Undefined if it is not valid: the routes say why. */
function inputOf(operation: RestOperation, query: unknown) {
  try {
    return requestInput(operation, { method: 'GET', query, params: {}, body: undefined });
  } catch {
    return undefined;
  }
}

/** @param client whose limit it counts towards @returns false if the routes have to answer */
export async function answerEarly(
  { policy, isStill, read }: EarlyAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  limiter: Limiter | undefined,
  client: string,
): Promise<boolean> {
  if (isStill && !(await isStill())) return false;
  const decided = limiter && policy && (await limiter.take(policy, client));
  if (decided?.allowed === false) return false;
  // Whatever happens next, a request is counted once.
  if (decided) countedEarly.set(request, decided);
  const found = await read();
  if (!found) return false;
  const told: string[] = [];
  if (policy && decided)
    for (const [name, value] of Object.entries(rateLimitHeaders(policy, decided)))
      if (!found.isShared || name !== 'ratelimit') told.push(name, value);
  response.writeHead(200, withRequestId([...found.headers, ...told], request));
  response.end(found.bytes);
  return true;
}
