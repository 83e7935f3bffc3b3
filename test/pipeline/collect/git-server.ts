/** A hosting service on this machine: git over HTTP, with the troubles that real ones have. */
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import type { TestContext } from 'node:test';
import type { GitFixture } from './git-fixture.ts';

/** What happens to a request: it is served, answered with a status, sent elsewhere, or left hanging. */
export type Behaviour = 'serve' | 'hang' | number | { redirect: string };

/**
 * Serves a fixture at `<url>/<owner>/<name>` for as long as the test runs.
 *
 * @param behave decides on each request by its path
 */
export async function serveGit(
  t: TestContext,
  fixture: GitFixture,
  behave: (path: string) => Behaviour = () => 'serve',
): Promise<string> {
  const server = createServer((request, response) => {
    const behaviour = behave(request.url ?? '');
    if (behaviour === 'hang') return;
    if (behaviour === 'serve') serve(fixture, request, response);
    else if (typeof behaviour === 'number') response.writeHead(behaviour).end();
    else response.writeHead(301, { location: behaviour.redirect }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  // An AddressInfo: the server listens on a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Hands a request to git's own CGI program. */
function serve(fixture: GitFixture, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: dirname(fixture.path),
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      PATH_INFO: path.replace(/^\/[^/]+\/[^/]+/, '/origin.git'),
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
  backend.stdout.on('end', () => {
    const answer = Buffer.concat(parts);
    const body = answer.indexOf('\r\n\r\n') + 4;
    for (const header of answer.toString('latin1', 0, body).trim().split('\r\n')) {
      const [name = '', value = ''] = header.split(/: (.*)/);
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(answer.subarray(body));
  });
}
