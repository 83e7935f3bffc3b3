/** A hosting service on this machine: git over HTTP, with the troubles that real ones have. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Treatment of a request: it is served, answered with a status, sent elsewhere, or left hanging. */
export type Behaviour =
  | 'serve'
  | 'hang'
  | number
  | { status: number; headers: Readonly<Record<string, string>> }
  | { redirect: string };

export type GitServer = {
  /** Begins the address of every repository. */
  url: string;
  /** Traffic over the wire so far. */
  traffic: { requests: number; bytesSent: number };
  close: () => void;
};

type Watch = { onOpen?: (change: 1 | -1) => void; latencyMs?: number };

/**
 * Serves the repository in a folder at `<url>/<owner>/<name>`, for any owner and name.
 *
 * @param repository its folder, or the folder by the path of a request
 * @param behave decides on each request by its path
 * @param watch.onOpen hears of each request that comes in (1) and that is answered (-1)
 * @param watch.latencyMs before each answer, as over a network
 */
export async function gitOverHttp(
  repository: string | ((path: string) => string),
  behave: (path: string) => Behaviour = () => 'serve',
  { onOpen = () => undefined, latencyMs = 0 }: Watch = {},
): Promise<GitServer> {
  const traffic = { requests: 0, bytesSent: 0 };
  const find = typeof repository === 'string' ? () => repository : repository;
  const server = createServer((request, response) => {
    traffic.requests++;
    onOpen(1);
    response.once('close', () => onOpen(-1));
    const behaviour = behave(request.url ?? '');
    if (behaviour === 'hang') return;
    if (behaviour === 'serve')
      serve(find(request.url ?? ''), request, response, async (bytes) => {
        traffic.bytesSent += bytes;
        if (latencyMs > 0) await delay(latencyMs);
      });
    else if (typeof behaviour === 'number') response.writeHead(behaviour).end();
    else if ('status' in behaviour) response.writeHead(behaviour.status, behaviour.headers).end();
    else response.writeHead(301, { location: behaviour.redirect }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    // An AddressInfo: the server listens on a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    traffic,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Hands a request for a repository to git's own CGI program.
 *
 * @param repository its folder
 * @param onSent hears how long an answer is; it is sent once that is settled
 */
export function serve(
  repository: string,
  request: IncomingMessage,
  response: ServerResponse,
  onSent: (bytes: number) => void | Promise<void>,
): void {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: dirname(repository),
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: path.replace(/^\/[^/]+\/[^/]+/, `/${basename(repository)}`),
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  request.pipe(backend.stdin).on('error', () => {});
  const parts: Buffer[] = [];
  backend.stdout.on('data', (part: Buffer) => parts.push(part));
  backend.stdout.on('end', async () => {
    const answer = Buffer.concat(parts);
    await onSent(answer.length);
    const body = answer.indexOf('\r\n\r\n') + 4;
    for (const header of answer.toString('latin1', 0, body).trim().split('\r\n')) {
      const [field = '', value = ''] = header.split(/: (.*)/);
      if (field === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(field, value);
    }
    response.end(answer.subarray(body));
  });
}
