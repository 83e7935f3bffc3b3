/**
 * MCP over Streamable HTTP: each POST is one message, answered by a server of its own. Nothing is
 * kept between requests, so any instance can answer any of them, and what a broken connection lost
 * is asked again.
 */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  createMcpHandler,
  localhostAllowedOrigins,
  ProtocolErrorCode,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Limiter, Policy } from '../../lib/limits/limiter.ts';
import { type Operation, STANDARD_LIMIT } from '../../operations/operation.ts';
import type { Published } from '../../published/published.ts';
import { PUBLIC_HEADERS } from '../../transports/http/headers.ts';
import { rateLimited, takeToken } from '../../transports/http/limits.ts';
import { problemOf } from '../../transports/http/problem.ts';
import { messageIn, REFUSED, Refusal } from './message.ts';
import type { McpParts } from './parts.ts';
import { changingResources } from './resources.ts';
import { mcpServers } from '../../transports/mcp/mcp-server.ts';

/** Specification, section 4. */
const MCP_PATH = '/api/mcp/rpc';

const LARGEST_BODY = 1024 * 1024;
/** Open streams that wait for publications. */
const MOST_SUBSCRIPTIONS = 256;
const HEADERS = { ...PUBLIC_HEADERS, 'cache-control': 'no-store' };

export type McpRoute = {
  /** Tells everybody who waits for it which resources have changed. */
  announce(published: Published): Promise<void>;
};

export type McpRouteParts = McpParts & {
  baseUrl: string;
  /** Absent where nobody is limited. */
  limiter: Limiter | undefined;
};

export function mcpRoute(app: FastifyInstance, parts: McpRouteParts): McpRoute {
  const ownLimits = toolLimits(parts.operations);
  const { limiter } = parts;
  const take = async (policy: Policy, client: string) => {
    const decided = await limiter?.take(policy, client);
    if (decided?.allowed === false) throw rateLimited(policy, decided);
  };
  const handler = createMcpHandler(mcpServers({ ...parts, take }), {
    maxSubscriptions: MOST_SUBSCRIPTIONS,
    onerror: (error) => app.log.debug({ err: error }, 'MCP request refused'),
  });
  app.register(async (scope) => {
    // Bytes as they are: the protocol has its own answers to what is no JSON.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.setErrorHandler(sendRefusal);
    scope.addHook('onRequest', async ({ headers }) => refuseOrigin(headers.origin, parts.baseUrl));
    scope.addHook('preClose', () => handler.close());
    scope.route({
      method: 'POST',
      url: MCP_PATH,
      bodyLimit: LARGEST_BODY,
      config: { limit: STANDARD_LIMIT },
      handler: async (request, reply) => {
        const parsedBody = messageIn(request);
        const policy = ownLimits.get(calledTool(parsedBody));
        if (parts.limiter && policy) await takeToken(parts.limiter, policy, request, reply);
        // Such a stream ends with the service, which need not wait for what else a client might ask.
        if (Listening.safeParse(parsedBody).success) reply.header('connection', 'close');
        const signal = closed(reply);
        // Only headers and the signal are read of it; the body has been.
        const asked = new Request(`${parts.baseUrl}${MCP_PATH}`, {
          method: 'POST',
          headers: headersOf(request),
          signal,
        });
        return sendResponse(reply, await handler.fetch(asked, { parsedBody }));
      },
    });
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE'],
      url: MCP_PATH,
      handler: async (request, reply) => {
        reply.header('allow', 'POST, OPTIONS');
        throw new Refusal(
          405,
          REFUSED,
          `${request.method} is not possible here; POST one JSON-RPC message.`,
        );
      },
    });
  });
  return {
    announce: async (published) => {
      try {
        for (const uri of await changingResources(published)) handler.notify.resourceUpdated(uri);
      } catch (error) {
        parts.onFault(error);
      }
    },
  };
}

/**
 * The protocol asks for the origin to be checked, so that no web page reaches into a service on
 * somebody's own machine by a name that it makes resolve there. A service that is published is read
 * by any page on purpose, as the rest of the API.
 */
function refuseOrigin(origin: string | undefined, baseUrl: string): void {
  const local = localhostAllowedOrigins();
  if (!local.includes(new URL(baseUrl).hostname)) return;
  if (validateOriginHeader(origin, local).ok) return;
  throw new Refusal(
    403,
    REFUSED,
    'Web pages from elsewhere may not reach this local service; BASE_URL says where it is published.',
  );
}

/** Tools with a limit of their own draw on the same bucket as their REST address. */
function toolLimits(operations: readonly Operation[]): ReadonlyMap<unknown, Policy> {
  const limited = operations.flatMap(({ name, limit, mcp }) =>
    mcp && limit && limit !== STANDARD_LIMIT ? [[name, { name, limit }] as const] : [],
  );
  return new Map(limited);
}

const Listening = z.object({ method: z.literal('subscriptions/listen') });
const ToolCall = z.object({
  method: z.literal('tools/call'),
  params: z.object({ name: z.string() }),
});

function calledTool(message: unknown): string | undefined {
  return ToolCall.safeParse(message).data?.params.name;
}

function headersOf({ headers }: FastifyRequest): Headers {
  const texts = Object.entries(headers).filter(
    (header): header is [string, string] => typeof header[1] === 'string',
  );
  return new Headers(texts);
}

/** Aborted when the client goes away before it has its answer. */
function closed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const { status, headers, body } = response;
  // Whether a connection is kept is decided here, and not by the message on it.
  headers.delete('connection');
  reply.code(status).headers({ ...HEADERS, ...Object.fromEntries(headers) });
  if (!body) return reply.send();
  if (!headers.get('content-type')?.startsWith('text/event-stream'))
    return reply.send(await response.text());
  // The same class under two declarations: the web's and Node's.
  return reply.send(Readable.fromWeb(body as ReadableStream));
}

/** Refusals of ours, of the rate limit and of the server, as the protocol has errors. */
function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, retryAfter, ...refused } = refusal(error, request);
  const headers = {
    ...HEADERS,
    'content-type': 'application/json; charset=utf-8',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  return reply
    .code(status)
    .headers(headers)
    .send(JSON.stringify({ jsonrpc: '2.0', id: null, error: refused }));
}

function refusal(
  error: unknown,
  request: FastifyRequest,
): { status: number; code: number; message: string; retryAfter?: number } {
  if (error instanceof Refusal) {
    const { status, code, message } = error;
    return { status, code, message };
  }
  const { status, code, detail, retryAfter } = problemOf(error);
  if (code === 'internal-error') {
    request.log.error({ err: error }, 'MCP request failed');
    return { status, code: ProtocolErrorCode.InternalError, message: detail };
  }
  const message = status === 413 ? `A message may have at most ${LARGEST_BODY} bytes.` : detail;
  return { status, code: REFUSED, message, ...(typeof retryAfter === 'number' && { retryAfter }) };
}
