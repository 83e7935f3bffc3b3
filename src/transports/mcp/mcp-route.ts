/**
 * MCP over Streamable HTTP: each POST is one message, answered by a new server object. It is
 * stateless, so any instance can answer any request, and a client that lost its connection simply
 * retries.
 */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  createMcpHandler,
  localhostAllowedOrigins,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Published } from '../../published/published.ts';
import { clientOf } from '../http/client-address.ts';
import { PUBLIC_HEADERS } from '../http/headers.ts';
import { REFUSED, Refusal } from '../json-rpc/read-message.ts';
import { JSON_TYPE, RPC_HEADERS, type RpcExchange, rpcRoute } from '../json-rpc/rpc-route.ts';
import { accepted, isStream, STREAM_TYPE, withoutStream } from './answer-form.ts';
import { mcpServers } from './mcp-server.ts';
import type { McpOptions } from './operations.ts';
import { changingResources } from './resources.ts';
import { Subscriptions } from './subscriptions.ts';
import { MCP_PATH, toolOperations } from './tool-definitions.ts';
import { readMessage } from './validate-message.ts';

/** Where people and clients guess the endpoint to be: GET describes it, POST redirects to it. */
const SHORT_PATH = '/mcp';

export function mcpRoute(app: FastifyInstance, options: McpOptions) {
  const { limiter, onFault } = options;
  const { baseUrl } = app.publisher;
  const tools = toolOperations(options.operations);
  const subscriptions = new Subscriptions();
  const handler = createMcpHandler(mcpServers(options), {
    // Half of the time after which a silent connection is closed.
    keepAliveMs: app.server.timeout / 2,
    onerror: (error) => app.log.debug({ err: error }, 'MCP request refused'),
  });
  app.addHook('preClose', () => handler.close());
  rpcRoute(app, MCP_PATH, {
    operations: tools,
    limiter,
    admit: async ({ headers }) => refuseOrigin(headers.origin, baseUrl),
    answer: (exchange) => answerMessage(exchange, { handler, subscriptions, baseUrl }),
  });
  shortAddress(
    app,
    tools.map(({ name }) => name),
  );
  return {
    announce: async (published: Published) => {
      try {
        for (const uri of await changingResources(published)) handler.notify.resourceUpdated(uri);
      } catch (error) {
        onFault(error);
      }
    },
  };
}

const Listening = z.object({
  method: z.literal('subscriptions/listen'),
  id: z.union([z.string(), z.number()]),
});
const ToolCall = z.object({
  method: z.literal('tools/call'),
  params: z.object({ name: z.string() }),
});

type Parts = {
  handler: ReturnType<typeof createMcpHandler>;
  subscriptions: Subscriptions;
  baseUrl: string;
};

async function answerMessage(
  { bytes, request, reply, countCall }: RpcExchange,
  { handler, subscriptions, baseUrl }: Parts,
): Promise<FastifyReply> {
  const { json, stream, namesStream } = accepted(request.headers.accept);
  const parsedBody = readMessage(bytes);
  const { data: listening } = Listening.safeParse(parsedBody);
  const isListening = listening !== undefined;
  if (!(isListening ? stream : json))
    throw new Refusal(
      406,
      REFUSED,
      `The answer is ${isListening ? STREAM_TYPE : JSON_TYPE}; the Accept header must cover ${JSON_TYPE} and may name ${STREAM_TYPE}.`,
    );
  await countCall(ToolCall.safeParse(parsedBody).data?.params.name);
  // A subscription lasts until the service stops; closing the connection avoids waiting for the
  // client's next request.
  if (isListening) {
    subscriptions.open(clientOf(request), listening.id, reply.raw);
    reply.header('connection', 'close');
  }
  // The handler only reads its headers and signal; the body is already parsed.
  const forwarded = new Request(`${baseUrl}${MCP_PATH}`, {
    method: 'POST',
    // The library requires both formats to be listed; the client's preference was evaluated above.
    headers: { ...headersOf(request), accept: `${JSON_TYPE}, ${STREAM_TYPE}` },
    signal: closed(reply),
  });
  const response = await handler.fetch(forwarded, { parsedBody });
  return sendResponse(reply, isListening || namesStream ? response : await withoutStream(response));
}

/**
 * The protocol requires checking the origin, so that no web page can access a service on its
 * visitor's own machine through DNS rebinding. A published service may be read from any origin, like
 * the rest of the API.
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

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const texts = Object.entries(headers).filter(
    (header): header is [string, string] => typeof header[1] === 'string',
  );
  return Object.fromEntries(texts);
}

/** Aborted if the client disconnects before receiving its answer. */
function closed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const { status, headers, body } = response;
  // Whether the connection is kept alive is decided by Fastify, not by the response.
  headers.delete('connection');
  reply.code(status).headers({ ...RPC_HEADERS, ...Object.fromEntries(headers) });
  if (!body) return reply.send();
  if (!isStream(response)) return reply.send(await response.text());
  // The same class, declared twice: by the web types and by Node's.
  return reply.send(Readable.fromWeb(body as ReadableStream));
}

function shortAddress(app: FastifyInstance, tools: readonly string[]): void {
  const { baseUrl } = app.publisher;
  const about = {
    name: 'Bellwether',
    about: 'A Model Context Protocol server. POST JSON-RPC messages to the endpoint.',
    endpoint: `${baseUrl}${MCP_PATH}`,
    transport: 'streamable-http',
    tools,
    documentation: `${baseUrl}/docs`,
    openapi: `${baseUrl}/api/openapi.json`,
  };
  app.route({
    method: ['GET', 'HEAD'],
    url: SHORT_PATH,
    handler: async ({ headers }, reply) => {
      // Clients that want a stream are refused by the endpoint itself.
      if (accepted(headers.accept).namesStream) return reply.redirect(MCP_PATH, 308);
      return reply
        .headers({ ...PUBLIC_HEADERS, 'content-type': 'application/json; charset=utf-8' })
        .send(`${JSON.stringify(about, null, 2)}\n`);
    },
  });
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'],
    url: SHORT_PATH,
    onRequest: async (_, reply) => reply.headers(PUBLIC_HEADERS).redirect(MCP_PATH, 308),
    handler: async (_, reply) => reply,
  });
}
