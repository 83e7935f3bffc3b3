import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { startDeadline } from '../../../src/lib/limits/redis.ts';

describe('a deadline', () => {
  it('is not passed by what came while the process was busy', async (t) => {
    const server = createServer();
    t.after(() => server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // A TCP server's address is an AddressInfo.
    const { port } = server.address() as AddressInfo;
    const connection = once(server, 'connection');
    const client = connect(port, '127.0.0.1');
    t.after(() => client.destroy());
    const [other] = (await connection) as [Socket];
    const events: string[] = [];
    client.once('data', () => events.push('answer'));
    const { promise, resolve } = Promise.withResolvers<void>();
    startDeadline(10, () => resolve(void events.push('deadline')));
    // The system has it at once; this process is too busy to look.
    other.write('answer');
    for (const until = performance.now() + 50; performance.now() < until; );
    await promise;
    assert.deepEqual(events, ['answer', 'deadline']);
  });
});
