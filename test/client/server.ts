/** A server that gives a test's answers one after another, and records the requests. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

export type Received = {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
};

export type ScriptedServer = { origin: string; received: readonly Received[] };

/** @param answers the last one is given to all further requests */
export async function scriptedServer(
  t: TestContext,
  ...answers: readonly RequestListener[]
): Promise<ScriptedServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const answer = answers[Math.min(received.length, answers.length - 1)];
    received.push({ method, url, headers, body: await text(request) });
    answer?.(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, received };
}

/** Answers with JSON. */
export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): RequestListener {
  return (_, response) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Ends the connection without an answer. */
export const hangUp: RequestListener = (request) => void request.socket.destroy();
