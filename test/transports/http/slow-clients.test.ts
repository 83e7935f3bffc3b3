/** Clients that take their time are waited for, but not for ever, and no other client waits with them. */
import assert from 'node:assert/strict';
import { createConnection, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Served, serveShipped } from '../../support/service.ts';

const TIMEOUTS = {
  ...{ headersTimeout: 1_000, requestTimeout: 1_500, connectionsCheckingInterval: 100 },
  ...{ keepAliveTimeout: 72_000, silenceMs: 800 },
};

let served: Served;
before(async () => {
  served = await serveShipped({ timeouts: TIMEOUTS });
});
after(() => served.service.close());

/** A connection that keeps what it gets until it is closed. */
function connect() {
  const socket = createConnection(served.port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => received.push(bytes));
  const closed = new Promise<string>((resolve) =>
    socket.on('close', () => resolve(Buffer.concat(received).toString('latin1'))),
  );
  return { socket, closed };
}

/** Sends a byte now and then, as long as it can. */
async function trickle(socket: Socket, text: string): Promise<void> {
  for (const letter of text) {
    if (socket.destroyed || !socket.writable) return;
    socket.write(letter);
    await delay(50);
  }
}

/** Answers that others get in the meantime. */
async function othersAreServed(): Promise<void> {
  for (const path of ['/api/signals.csv', '/api/signal?company=langfuse', '/healthz'])
    assert.equal((await fetch(`${served.origin}${path}`)).status, 200, path);
}

describe('a client that is slow', () => {
  it('with its headers gets 408, and its connection is closed', async () => {
    const clients = Array.from({ length: 20 }, connect);
    for (const { socket } of clients)
      void trickle(socket, `GET /api/signals.json HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(500)}`);
    await othersAreServed();
    for (const text of await Promise.all(clients.map(({ closed }) => closed)))
      assert.match(text, /^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  it('with its body gets 408, and its connection is closed', async () => {
    const { socket, closed } = connect();
    socket.write(
      'POST /api/diligence.json HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2000\r\n\r\n',
    );
    void trickle(socket, `{"company":"${'x'.repeat(500)}`);
    await othersAreServed();
    assert.match(await closed, /^HTTP\/1\.1 408 /);
  });

  it('and says nothing at all is closed', async () => {
    const { socket, closed } = connect();
    await othersAreServed();
    await closed;
    assert.equal(socket.destroyed, true);
  });
});
