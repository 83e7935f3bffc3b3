/** A server that speaks the part of GitHub's REST API that stars are read from. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type GitHubServer = { url: string; requests: IncomingMessage[]; close: () => void };

/** Stars of a user as `[owner/name, starred at]`, oldest first; or an answer of its own making. */
export type Starring =
  | readonly (readonly [string, string])[]
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** @param users by login, in lower case; everybody else is answered with 404 */
export async function gitHubServer(
  users: Readonly<Record<string, Starring>>,
): Promise<GitHubServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const url = new URL(request.url ?? '/', 'http://github.invalid');
    const login = /^\/users\/([^/]+)\/starred$/.exec(url.pathname)?.[1]?.toLowerCase() ?? '';
    const starring = Object.hasOwn(users, login) ? users[login] : undefined;
    if (typeof starring === 'function') starring(request, response);
    else if (starring) sendPage(starring, url, response);
    else response.writeHead(404, JSON_TYPE).end('{"message":"Not Found","status":"404"}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Only sockets of other families have an address that is no AddressInfo.
  const { port } = server.address() as AddressInfo;
  server.unref();
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, requests, close };
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

function sendPage(
  stars: readonly (readonly [string, string])[],
  url: URL,
  response: ServerResponse,
) {
  const size = Number(url.searchParams.get('per_page') ?? 30);
  const page = Number(url.searchParams.get('page') ?? 1);
  const shown = stars.slice((page - 1) * size, page * size);
  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  next.host = response.req.headers.host ?? '';
  const more = page * size < stars.length;
  response.writeHead(200, { ...JSON_TYPE, ...(more && { link: `<${next}>; rel="next"` }) });
  response.end(
    JSON.stringify(shown.map(([full_name, starred_at]) => ({ starred_at, repo: { full_name } }))),
  );
}
