/** Streams of `subscriptions/listen`: how many there may be, and how long they stay open. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { UNKNOWN_CYCLE } from '../../../src/pipeline/schedule/cycle.ts';
import type { Published } from '../../../src/published/published.ts';
import { makeApp } from '../../../src/transports/http/app.ts';
import { mcpRoute } from '../../../src/transports/mcp/mcp-route.ts';
import { changingResources } from '../../../src/transports/mcp/resources.ts';
import { MCP_PATH } from '../../../src/transports/mcp/tool-definitions.ts';
import { NO_STARS } from '../../support/no-stars.ts';
import { BASE_URL } from '../../support/publication.ts';
import { examplePublished } from '../../support/published.ts';

const REFUSED = -32000;
const SILENCE_MS = 2_000;
/** More than the system takes for a connection that its client does not read from. */
const SENT_BYTES = 8_000_000;
const TIMEOUTS = { headers: 60_000, request: 60_000, silence: 600_000, checkedEvery: 100 };

async function serve(t: TestContext, silence = TIMEOUTS.silence) {
  const published = await examplePublished();
  const timeouts = { ...TIMEOUTS, silence };
  const app = await makeApp(
    {
      site: { baseUrl: BASE_URL },
      logLevel: 'silent',
      trustedProxies: 1,
      timeouts,
      maxEventLoopDelayMs: 0,
    },
    () => false,
  );
  const context = {
    ...{ published, stars: NO_STARS, cycle: UNKNOWN_CYCLE, payments: undefined },
    describe: () => ({}),
  };
  const { announce } = mcpRoute(app, {
    ...{ operations: await loadOperations(), context: () => context },
    onFault: (error) => assert.fail(String(error)),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const open = new Set<Socket>();
  t.after(async () => {
    for (const socket of open) socket.destroy();
    await app.close();
  });
  // Listening on a port, so its address is an AddressInfo.
  const { port } = app.server.address() as AddressInfo;
  const uris = await changingResources(published);
  /** A subscription of this client, and what has arrived of it. */
  const listen = async (client: string, id: unknown = 1) => {
    const body = subscription(uris, id);
    const socket = createConnection(port, '127.0.0.1').setEncoding('utf8');
    open.add(socket);
    let text = '';
    socket.on('error', () => undefined).on('data', (part: string) => (text += part));
    socket.write(
      `POST ${MCP_PATH} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${client}\r\n${HEADERS}content-length: ${body.length}\r\n\r\n${body}`,
    );
    while (!text.includes('\r\n\r\n') || !/\r\n0\r\n\r\n$|\n\n|\}$/.test(text))
      await once(socket, 'data');
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
    return { socket, status: Number(status), text: () => text };
  };
  return { app, announce, published, listen, uris };
}

const HEADERS = [
  'content-type: application/json',
  'accept: application/json, text/event-stream',
  'mcp-protocol-version: 2026-07-28',
  'mcp-method: subscriptions/listen',
]
  .map((header) => `${header}\r\n`)
  .join('');

function subscription(resourceSubscriptions: readonly string[], id: unknown): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { notifications: { resourceSubscriptions }, _meta };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'subscriptions/listen', params });
}

/** Announces a publication until so many bytes are on their way to each stream. */
async function fill(
  announce: (published: Published) => Promise<void>,
  published: Published,
  bytes: number,
): Promise<void> {
  const eventBytes = 300;
  const uris = await changingResources(published);
  for (let sent = 0; sent < bytes; sent += uris.length * eventBytes) await announce(published);
}

describe('subscriptions', () => {
  it('are at most 8 of a client: the next gets 429, and another client none', async (t) => {
    const { listen } = await serve(t);
    const streams = [];
    for (let index = 0; index < 8; index++) streams.push(await listen('2001:db8::1'));
    for (const { status } of streams) assert.equal(status, 200);
    for (const client of ['2001:db8::1', '2001:db8:0:0:1::2']) {
      const refused = await listen(client, 'ninth');
      assert.equal(refused.status, 429, client);
      const [, body = ''] = refused.text().split('\r\n\r\n');
      const { id, error } = JSON.parse(body);
      assert.deepEqual([id, error.code], ['ninth', REFUSED]);
      assert.match(error.message, /At most 8 subscriptions/);
    }
    const other = await listen('2001:db8:0:1::1');
    assert.equal(other.status, 200);
    streams[0]?.socket.destroy();
    let again = await listen('2001:db8::1');
    // The server hears of it a moment later.
    while (again.status === 429) again = await listen('2001:db8::1');
    assert.equal(again.status, 200);
  });

  it('are at most 256 of all clients', async (t) => {
    const { listen } = await serve(t);
    for (let index = 0; index < 256; index++) {
      const { status } = await listen(`192.0.2.${index % 64}`);
      assert.equal(status, 200);
    }
    const refused = await listen('198.51.100.1');
    assert.equal(refused.status, 429);
    assert.match(refused.text(), /256 of all clients/);
  });

  it('do not repeat an id of any length', async (t) => {
    const { listen } = await serve(t);
    assert.equal((await listen('192.0.2.1', 'x'.repeat(200))).status, 200);
    const refused = await listen('192.0.2.1', 'x'.repeat(201));
    assert.equal(refused.status, 400);
    assert.match(refused.text(), /id must be text of at most 200 characters/);
  });

  it('get a comment twice within the time after which a silent connection ends', async (t) => {
    const { listen } = await serve(t, SILENCE_MS);
    const { socket, text } = await listen('192.0.2.1');
    await delay(3 * SILENCE_MS);
    assert.equal(socket.destroyed, false);
    const comments = [...text().matchAll(/^: keepalive$/gm)].length;
    assert.ok(comments >= 4 && comments <= 6, `${comments} comments`);
  });

  it('end when they cannot be written for that long, and no others do', async (t) => {
    const { app, listen, announce, published } = await serve(t, SILENCE_MS);
    const [stalled, reading] = [await listen('192.0.2.1'), await listen('192.0.2.1')];
    stalled.socket.pause();
    await fill(announce, published, SENT_BYTES);
    const count = () =>
      new Promise<number>((resolve) => app.server.getConnections((_, open) => resolve(open)));
    assert.equal(await count(), 2);
    while ((await count()) > 1) await delay(50);
    assert.equal(reading.socket.destroyed, false);
  });
});
