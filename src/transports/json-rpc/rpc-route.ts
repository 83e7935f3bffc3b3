/** JSON-RPC over HTTP: an address that accepts messages by POST, and answers in JSON-RPC. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../api/operation/operation.ts';
import { PUBLIC_HEADERS } from '../http/headers.ts';
import { policyOf, STANDARD_POLICY, takeToken, throttled } from '../http/limits.ts';
import { problemOf } from '../http/problem.ts';
import { INTERNAL_ERROR, REFUSED, Refusal, tooLong } from './read-message.ts';

export const JSON_TYPE = 'application/json';
export const RPC_HEADERS = { ...PUBLIC_HEADERS, 'cache-control': 'no-store' };

type RpcRoute = {
  operations: readonly Operation[];
  /** Throws to refuse a request before its body is read. */
  admit?: (request: FastifyRequest) => Promise<void>;
  answer: (exchange: {
    bytes: Uint8Array;
    request: FastifyRequest;
    reply: FastifyReply;
    /**
     * Counts the message towards the limit of the operation that it calls, if that has its own.
     *
     * @throws BellwetherError `rate-limited`
     */
    countCall: (operation: string | undefined) => Promise<void>;
  }) => Promise<FastifyReply>;
};

export function rpcRoute(
  app: FastifyInstance,
  url: string,
  { operations, admit, answer }: RpcRoute,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parse = async (_: FastifyRequest, body: unknown) => body;
    scope.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, parse);
    scope.setErrorHandler(sendRefusal);
    if (admit) scope.addHook('onRequest', admit);
    scope.post(url, { onRequest: throttled(STANDARD_POLICY) }, async (request, reply) => {
      const countCall = async (name: string | undefined) => {
        const operation = operations.find((each) => each.name === name);
        const policy = operation && policyOf(operation);
        // The message was counted towards the standard limit already.
        if (policy && policy.name !== STANDARD_POLICY.name) await takeToken(policy, request, reply);
      };
      // A request without a body has no buffer; an empty one is rejected as invalid JSON.
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      return answer({ bytes, request, reply, countCall });
    });
  });
}

function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = error instanceof Refusal ? error : refusalOf(error, request, reply);
  return sendJson(reply.code(refusal.status), refusal.response);
}

export function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply
    .headers({ ...RPC_HEADERS, 'content-type': `${JSON_TYPE}; charset=utf-8` })
    .send(body);
}

/** Converts an error of the rate limit or the server, or an internal error. */
function refusalOf(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
  const { status, code, detail, retryAfter } = problemOf(error);
  if (code === 'internal-error') {
    request.log.error({ err: error, url: request.url }, 'JSON-RPC request failed');
    return new Refusal(status, INTERNAL_ERROR, detail);
  }
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter));
  const why = status === 413 ? tooLong().message : detail;
  return new Refusal(status, REFUSED, why);
}
