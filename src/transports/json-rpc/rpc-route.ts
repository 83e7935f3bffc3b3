/** JSON-RPC over HTTP: an address that accepts messages by POST, and answers in JSON-RPC. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Operation, STANDARD_LIMIT } from '../../api/operation/operation.ts';
import type { Limiter, Policy } from '../../lib/limits/limiter.ts';
import { clientOf } from '../http/client-address.ts';
import { PUBLIC_HEADERS } from '../http/headers.ts';
import { policyOf, STANDARD_POLICY, takeToken, throttled } from '../http/limits.ts';
import { problemOf } from '../http/problem.ts';
import { MAX_BODY_BYTES } from '../http/request-input.ts';
import { refuseOtherMethods } from '../http/routes.ts';
import { INTERNAL_ERROR, MAX_MESSAGE_BYTES, REFUSED, Refusal, tooLong } from './read-message.ts';

export const JSON_TYPE = 'application/json';
export const RPC_HEADERS = { ...PUBLIC_HEADERS, 'cache-control': 'no-store' };

/** The same limit as for any other request. */
const BYTES_PER_TOKEN = MAX_BODY_BYTES;

type RpcRoute = {
  operations: readonly Operation[];
  /** Undefined if rate limits are off. */
  limiter?: Limiter | undefined;
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
  { operations, limiter, admit, answer }: RpcRoute,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.setErrorHandler(sendRefusal);
    if (admit) scope.addHook('onRequest', admit);
    scope.route({
      method: 'POST',
      url,
      bodyLimit: MAX_MESSAGE_BYTES,
      onRequest: throttled(limiter, STANDARD_POLICY),
      handler: async (request, reply) => {
        const take = async (policy: Policy | undefined, tokens = 1) => {
          if (!limiter || !policy || tokens < 1) return;
          await takeToken(limiter, policy, request, reply, clientOf(request), tokens);
        };
        const countCall = async (name: string | undefined) => {
          const operation = operations.find((each) => each.name === name);
          // They share the bucket of their REST address.
          if (operation?.limit !== STANDARD_LIMIT) await take(operation && policyOf(operation));
        };
        const bytes = messageBytes(request);
        // One was taken before it was read.
        await take(STANDARD_POLICY, Math.ceil(bytes.length / BYTES_PER_TOKEN) - 1);
        return answer({ bytes, request, reply, countCall });
      },
    });
    refuseOtherMethods(scope, url, ['POST']);
  });
}

function messageBytes({ headers, body }: FastifyRequest): Uint8Array {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== JSON_TYPE)
    throw new Refusal(415, REFUSED, 'The content type must be application/json.');
  // A request without a body has no buffer; an empty one is rejected as invalid JSON.
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
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
