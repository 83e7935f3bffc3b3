/** The example publication, served for MCP clients of every revision. */
import assert from 'node:assert/strict';
import {
  type CallToolResult,
  Client,
  ProtocolError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { gitHubStars } from '../../../src/features/scout/star-source.ts';
import { HostingService } from '../../../src/hosting/hosting-service.ts';
import type { PublishOptions } from '../../../src/pipeline/edition/publish.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import { createService, type Service } from '../../../src/transports/http/server.ts';
import { gitHubServer } from '../../support/github.ts';
import {
  BASE_URL,
  examplePublication,
  publishedExample,
  type Span,
  siteOf,
} from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;
export type Revision = (typeof REVISIONS)[number];

export type ServedMcp = {
  origin: string;
  /** The MCP endpoint. */
  url: string;
  service: Service;
  options: PublishOptions;
};

type Change = {
  /** What the service takes for its own address. */
  baseUrl?: string;
  isPublished?: boolean;
  /** A year by default. */
  span?: Span;
  /** Limits are off without it, since tests ask more often than clients may. */
  isLimited?: boolean;
};

export async function serveMcp(change: Change = {}): Promise<ServedMcp> {
  const { baseUrl = BASE_URL, isPublished = true, isLimited = false, span } = change;
  const gitHub = await gitHubServer({ octocat: [['acorn/core', '2024-09-02T10:00:00Z']] });
  const prepared = isPublished ? publishedExample : examplePublication;
  const options = { ...(await prepared(await temporaryFolder(), span)), baseUrl };
  const service = await createService({
    site: siteOf(options),
    operations: await loadOperations(),
    pages: [],
    stars: gitHubStars(new HostingService({ tokens: [], apiUrl: gitHub.url })),
    publicKeyPem: (await signingKey(options.dataFolder)).publicKeyPem,
    logLevel: 'silent',
    ...(!isLimited && { limits: 'off' }),
    maxEventLoopDelayMs: 0,
  });
  const { port } = await service.listen(0, '127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  return { origin, url: `${origin}/api/mcp/rpc`, service, options };
}

/** The official client, which speaks this revision and no other. */
export function clientOf(revision: Revision): Client {
  const about = { name: 'bellwether-test', version: '1.0.0' };
  return revision === '2026-07-28'
    ? new Client(about, { versionNegotiation: { mode: { pin: revision } } })
    : new Client(about, { supportedProtocolVersions: [revision] });
}

export async function connect({ url }: ServedMcp, revision: Revision): Promise<Client> {
  const client = clientOf(revision);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

/** The text of a result, which is JSON. */
export function jsonIn({ content }: CallToolResult): unknown {
  const [only, ...others] = content;
  assert.ok(only?.type === 'text' && others.length === 0);
  return JSON.parse(only.text);
}

/** The protocol error that a call is refused with. */
export async function refusalOf(call: Promise<unknown>): Promise<ProtocolError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof ProtocolError, `refused with ${outcome}`);
  return outcome;
}
