/** Clients that do not take their answer, as the server sees their connection end. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, it } from 'node:test';
import { patientServer } from '../../../src/transports/http/connections.ts';
import { closeStalledReaders } from '../../../src/transports/http/stalled-readers.ts';

const SILENCE = 3_000;
/** More than the system holds for a connection that nobody reads from. */
const ANSWER = Buffer.alloc(48 * 1024 * 1024);

let server: Server;
before(async () => {
  const timeouts = { headers: 5_000, request: 5_000, silence: SILENCE, checkedEvery: 100 };
  server = patientServer(timeouts, ({ url }, response) => {
    if (url === '/whole') response.end(ANSWER);
    else Readable.from(parts()).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

/** The answer as large files are sent, piece by piece. */
function* parts() {
  for (let at = 0; at < ANSWER.length; at += 65_536) yield ANSWER.subarray(at, at + 65_536);
}

/** A client that has asked, and the time in milliseconds after which the server ends it. */
async function ask(path: string): Promise<{ client: Socket; ended: Promise<number> }> {
  // Listening on a port, so its address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const client = createConnection(port, '127.0.0.1').on('error', () => undefined);
  const [accepted]: Socket[] = await once(server, 'connection');
  const began = performance.now();
  client.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const ended = once(accepted ?? client, 'close').then(() => performance.now() - began);
  return { client, ended };
}

it('a client that takes nothing, or a byte now and then, is cut off, and not before the time that is said', async () => {
  const takeNothing = [await ask('/whole'), await ask('/parts')];
  for (const { client } of takeNothing) client.pause();
  const takeBytes = [await ask('/whole'), await ask('/parts')];
  for (const { client } of takeBytes) client.on('readable', () => undefined);
  const reading = setInterval(() => {
    for (const { client } of takeBytes) client.read(1);
  }, 20);
  for (const { ended, client } of [...takeNothing, ...takeBytes]) {
    const milliseconds = await ended;
    assert.ok(milliseconds >= SILENCE, `${milliseconds} ms`);
    client.destroy();
  }
  clearInterval(reading);
});

it('a client that goes on taking parts of it gets all of it, however long that takes', async () => {
  const { client, ended } = await ask('/whole');
  let received = 0;
  client.on('data', (bytes: Buffer) => {
    const before = received;
    received += bytes.length;
    if (Math.floor(before / 2 ** 22) === Math.floor(received / 2 ** 22)) return;
    client.pause();
    setTimeout(() => client.resume(), 0.15 * SILENCE);
  });
  const cutOff = ended.then((milliseconds) => assert.fail(`cut off after ${milliseconds} ms`));
  while (received < ANSWER.length) await Promise.race([once(client, 'data'), cutOff]);
  cutOff.catch(() => undefined);
  client.destroy();
  assert.ok((await ended) > 1.5 * SILENCE);
});

it('a client that takes too little is cut off although Node sees it take something', (t) => {
  let now = 0;
  t.mock.timers.enable({ apis: ['setInterval'] });
  t.mock.method(performance, 'now', () => now);
  // Only its events are listened to.
  const fake = new EventEmitter() as Server;
  closeStalledReaders(fake, SILENCE);
  const connect = (bytesASecond: number, waiting: number) => {
    const handle = { bytesWritten: waiting, writeQueueSize: waiting };
    const client = Object.assign(new EventEmitter(), {
      ...{ bytesASecond, _handle: handle, endedAt: Number.POSITIVE_INFINITY },
      destroy: () => {
        client.endedAt = Math.min(client.endedAt, now);
      },
    });
    fake.emit('connection', client);
    return client;
  };
  const slow = connect(10_000, ANSWER.length);
  const fast = connect(100_000, ANSWER.length);
  const idle = connect(0, 0);
  for (const until = 10 * SILENCE; now < until; now += SILENCE / 60) {
    t.mock.timers.tick(SILENCE / 60);
    for (const { bytesASecond, _handle } of [slow, fast])
      _handle.writeQueueSize -= (bytesASecond * SILENCE) / 60_000;
  }
  assert.ok(slow.endedAt >= SILENCE && slow.endedAt < 1.1 * SILENCE, `${slow.endedAt} ms`);
  assert.deepEqual([fast.endedAt, idle.endedAt], [Infinity, Infinity]);
});
