/** A server that gives a test's answers one after another, and records the requests. */
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { serveHttp } from '../support/http-server.ts';

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
  const { url: origin, close } = await serveHttp(async (request, response) => {
    const { method, url, headers } = request;
    const answer = answers[Math.min(received.length, answers.length - 1)];
    received.push({ method, url, headers, body: await text(request) });
    answer?.(request, response);
  });
  t.after(close);
  return { origin, received };
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
