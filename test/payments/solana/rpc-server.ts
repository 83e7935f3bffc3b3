/** JSON-RPC 2.0 over HTTP (https://www.jsonrpc.org/specification), with faults on demand. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { invalidRequest, nodeBehind, parseError, RpcError } from './rpc-error.ts';
import type { RpcMethods } from './rpc-methods.ts';

/** Faults of how a server answers. */
export type TransportFault = 'slow' | 'down' | 'http-500' | 'not-json' | 'rpc-error';
export type RpcRequest = { method: string; params: readonly unknown[] };

export type RpcServerOptions = {
  methods: RpcMethods;
  fault: () => string;
  /** how long `slow` takes, in milliseconds */
  delay: () => number;
  /** called with every request that was understood */
  received: (request: RpcRequest) => void;
};

export type RpcServer = { url: string; stop: () => Promise<void> };

export async function startRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const stopping = new AbortController();
  const isDown = () => options.fault() === 'down';
  const server = createServer((request, response) => {
    if (isDown()) request.socket.resetAndDestroy();
    else respond(request, response, options, stopping.signal).catch(() => response.destroy());
  });
  server.on('connection', (socket: Socket) => {
    if (isDown()) socket.resetAndDestroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Only sockets of other families have an address that is no AddressInfo.
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    if (!server.listening) return;
    stopping.abort();
    const closed = once(server.close(), 'close');
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  options: RpcServerOptions,
  signal: AbortSignal,
): Promise<void> {
  const body = await text(request);
  const fault = options.fault();
  if (fault === 'slow') await setTimeout(options.delay(), undefined, { signal });
  if (fault === 'http-500') {
    response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error');
  } else if (fault === 'not-json') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Just a moment...</html>');
  } else if (request.method !== 'POST') {
    response.writeHead(405).end('Used HTTP Method is not allowed. POST or OPTIONS is required');
  } else {
    const answered = JSON.stringify(answerBody(body, options));
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(answered);
  }
}

function answerBody(body: string, options: RpcServerOptions): object {
  const call = parsed(body);
  if (call === undefined) return { jsonrpc: '2.0', error: parseError(), id: null };
  return Array.isArray(call) ? call.map((one) => answer(one, options)) : answer(call, options);
}

function answer(call: unknown, { methods, fault, received }: RpcServerOptions): object {
  const { jsonrpc, method, params = [], id = null }: Record<string, unknown> = { ...Object(call) };
  try {
    if (jsonrpc !== '2.0' || typeof method !== 'string' || !Array.isArray(params)) {
      throw invalidRequest();
    }
    received({ method, params });
    if (fault() === 'rpc-error') throw nodeBehind(142);
    return { jsonrpc, result: methods(method, params), id };
  } catch (error) {
    if (error instanceof RpcError) return { jsonrpc: '2.0', error, id };
    throw error;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
