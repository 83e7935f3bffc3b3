/** The example publication, served for MCP clients of every revision. */
import assert from 'node:assert/strict';
import {
  type CallToolResult,
  Client,
  ProtocolError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { BASE_URL, type Span } from '../../support/publication.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

export const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;
export type Revision = (typeof REVISIONS)[number];

export type ServedMcp = ServedExample & {
  /** The MCP endpoint. */
  url: string;
};

type Change = {
  /** The service's own address. */
  baseUrl?: string;
  isPublished?: boolean;
  span?: Span;
  /** Limits are off without it, since tests ask more often than clients may. */
  isLimited?: boolean;
};

export async function serveMcp(change: Change = {}): Promise<ServedMcp> {
  const { baseUrl = BASE_URL, isPublished = true, isLimited = false, span } = change;
  const limits = isLimited ? { redisUrl: undefined } : 'off';
  const served = await serveExample(isPublished, { baseUrl, pages: [], limits }, span);
  return { ...served, url: `${served.origin}/api/mcp/rpc` };
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
