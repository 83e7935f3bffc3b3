/** The example publication, served on a socket of its own. */
import assert from 'node:assert/strict';
import { createConnection } from 'node:net';
import type { z } from 'zod';
import { loadOperations } from '../../src/api/operation/all-operations.ts';
import { gitHubStars } from '../../src/features/scout/star-source.ts';
import { HostingService } from '../../src/hosting/hosting-service.ts';
import type { PublishOptions } from '../../src/pipeline/edition/publish.ts';
import type { Operator } from '../../src/published/published.ts';
import { ProblemSchema } from '../../src/transports/http/problem.ts';
import {
  createService,
  type ServerOptions,
  type Service,
} from '../../src/transports/http/server.ts';
import { loadPages } from '../../src/web/page/all-pages.ts';
import { SHIPPED_BASE_URL, shippedStore } from '../../tools/shipped.ts';
import { gitHubServer, type Starring } from './github.ts';
import {
  examplePublication,
  HALF_YEAR,
  publishedExample,
  type SiteParts,
  siteOf,
  TEN_WEEKS,
} from './publication.ts';
import { temporaryFolder } from './temporary.ts';

export type Served = {
  origin: string;
  port: number;
  service: Service;
};
/** Options of the service, or of the site it serves, that differ. */
export type Change = Partial<ServerOptions & SiteParts> & { operator?: Operator };

export type ServedExample = Served & { options: PublishOptions };

/** Two example companies, and a repository that is not tracked. */
const OCTOCAT_STARS = [
  ['acorn/core', '2024-09-02T10:00:00Z'],
  ['elsewhere/untracked', '2024-10-01T10:00:00Z'],
  ['Birch/Core', '2025-01-15T23:59:59Z'],
] as const;

/** A passing fault, which requests about `exhausted` meet. */
const unwell: Starring = (_, response) => {
  response.writeHead(503, { 'content-type': 'text/plain' }).end('Unavailable');
};

/**
 * @param isPublished false serves an empty store, with a ledger
 * @param change options of the service that differ; without any, no client is limited and no load is shed
 * @param span what its copies cover
 */
export async function serveExample(
  isPublished = true,
  change: Change = {},
  span = isPublished ? HALF_YEAR : TEN_WEEKS,
): Promise<ServedExample> {
  const gitHub = await gitHubServer({
    octocat: OCTOCAT_STARS,
    exhausted: unwell,
    'an-organization': 'organization',
  });
  const folder = await temporaryFolder();
  const options = await (isPublished
    ? publishedExample(folder, span)
    : examplePublication(folder, span));
  return {
    ...(await servePublication(options, {
      stars: gitHubStars(new HostingService({ tokens: [], apiUrl: gitHub.url, isDirect: true })),
      ...change,
    })),
    options,
  };
}

/** The shipped data, served; tests must not change it. */
export async function serveShipped(change: Change = {}): Promise<Served> {
  const gitHub = await gitHubServer({ octocat: OCTOCAT_STARS });
  const stars = gitHubStars(new HostingService({ tokens: [], apiUrl: gitHub.url, isDirect: true }));
  return servePublication(
    { ...(await shippedStore()), baseUrl: SHIPPED_BASE_URL },
    { stars, ...change },
  );
}

/** Serves a publication on a socket of its own. */
export async function servePublication(
  options: Pick<PublishOptions, 'store' | 'registry' | 'baseUrl' | 'dataFolder'>,
  { operator, ...change }: Change & Pick<ServerOptions, 'stars'>,
): Promise<Served> {
  const service = await createService({
    site: siteOf({ ...options, ...change }, operator),
    logLevel: 'silent',
    limits: 'off',
    maxEventLoopDelayMs: 0,
    ...change,
    operations: change.operations ?? (await loadOperations()),
    pages: change.pages ?? (await loadPages()),
  });
  const { port } = await service.listen(0, '127.0.0.1');
  return { origin: `http://127.0.0.1:${port}`, port, service };
}

/** Sends bytes as they are and returns all that comes back until the other side closes. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    // Left open: a server may drop what a client that closed its side was about to get.
    socket.write(bytes);
  });
}

/** The problem that a response carries; fails for any other body. */
export async function problemIn(response: Response): Promise<z.infer<typeof ProblemSchema>> {
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  const problem = ProblemSchema.parse(await response.json());
  assert.equal(problem.status, response.status);
  return problem;
}
