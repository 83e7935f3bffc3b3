/**
 * MCP over Streamable HTTP: each POST is one message, answered by a new server object. It is
 * stateless, so any instance can answer any request, and a client that lost its connection simply
 * retries.
 */
import {
  createMcpHandler,
  localhostAllowedOrigins,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PUBLIC_HEADERS } from '../http/headers.ts';
import { readOnly } from '../http/routes.ts';
import { REFUSED, Refusal } from '../json-rpc/read-message.ts';
import { JSON_TYPE, RPC_HEADERS, rpcRoute } from '../json-rpc/rpc-route.ts';
import { type McpOptions, mcpServers } from './mcp-server.ts';
import { MCP_PATH, toolOperations } from './tool-definitions.ts';
import { validateMessage } from './validate-message.ts';

/** A usual guess for the endpoint's address; readers are redirected to its documentation. */
const SHORT_PATH = '/mcp';
const STREAM_TYPE = 'text/event-stream';

export function mcpRoute(app: FastifyInstance, options: McpOptions): void {
  const { baseUrl } = app.publisher;
  const tools = toolOperations(options.operations);
  const handler = createMcpHandler(mcpServers(options), {
    onerror: (error) => app.log.debug({ err: error }, 'MCP request refused'),
  });
  app.addHook('preClose', () => handler.close());
  rpcRoute(app, MCP_PATH, {
    operations: tools,
    admit: async ({ headers }) => refuseOrigin(headers.origin, baseUrl),
    answer: async ({ bytes, request, reply, countCall }) => {
      const parsedBody = validateMessage(bytes);
      await countCall(ToolCall.safeParse(parsedBody).data?.params.name);
      // The handler only reads its headers; the body is already parsed.
      const forwarded = new Request(`${baseUrl}${MCP_PATH}`, {
        method: 'POST',
        // The library requires both formats to be listed. No header of a request is a list in Node.
        headers: {
          ...(request.headers as Record<string, string>),
          accept: `${JSON_TYPE}, ${STREAM_TYPE}`,
        },
      });
      return sendResponse(reply, await handler.fetch(forwarded, { parsedBody }));
    },
  });
  readOnly(app, SHORT_PATH, async (_, reply) =>
    reply.headers(PUBLIC_HEADERS).redirect('/docs/mcp', 302),
  );
  const toEndpoint = async (_: FastifyRequest, reply: FastifyReply) =>
    reply.headers(PUBLIC_HEADERS).redirect(MCP_PATH, 308);
  app.post(SHORT_PATH, { onRequest: toEndpoint }, toEndpoint);
}

const ToolCall = z.object({
  method: z.literal('tools/call'),
  params: z.object({ name: z.string() }),
});

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

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const body = await response.text();
  reply.code(response.status).headers(RPC_HEADERS);
  if (body === '') return reply.send();
  // The library answers requests of earlier revisions with a stream of one event.
  const isStream = response.headers.get('content-type')?.startsWith(STREAM_TYPE) === true;
  const event = /^data: ?(.*)$/m.exec(body)?.[1];
  return reply.header('content-type', `${JSON_TYPE}; charset=utf-8`).send(isStream ? event : body);
}
