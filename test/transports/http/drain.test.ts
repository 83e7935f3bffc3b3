/** The end of a service: answers under way finish, and nobody holds it up. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { operation } from '../../../src/api/operation/operation.ts';
import type { ServerOptions } from '../../../src/transports/http/server.ts';
import { serveShipped } from '../../support/service.ts';

const DRAIN_TIME = 400;

/** An operation that answers when it is told to. */
function slowOperation(name: string, isPaid: boolean) {
  const called = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const defined = operation({
    name,
    summary: 'Answers when it is told to',
    description: 'For tests.',
    tag: 'Paid',
    input: z.strictObject({}),
    output: z.unknown(),
    rest: { path: `/api/${name}`, type: 'application/json' },
    ...(isPaid && { needs: 'x402-payment' as const }),
    examples: [{}],
    isLive: true,
    run: async () => {
      called.resolve();
      await finish.promise;
      return { name };
    },
  });
  return { defined, called: called.promise, finish: finish.resolve };
}

const serve = (change: Partial<ServerOptions> = {}) =>
  serveShipped({ drainTime: DRAIN_TIME, ...change });

describe('a service that is to end', () => {
  it('waits no longer than it says for clients that do not take their answer', async () => {
    const served = await serve();
    const clients = Array.from({ length: 5 }, () =>
      createConnection(served.port, '127.0.0.1').on('error', () => undefined),
    );
    for (const client of clients) {
      client.write('GET /api/dataset.jsonl HTTP/1.1\r\nhost: x\r\n\r\n');
      await once(client, 'readable');
    }
    const began = performance.now();
    await served.service.close();
    const milliseconds = performance.now() - began;
    assert.ok(milliseconds >= DRAIN_TIME, `${milliseconds} ms`);
    assert.ok(milliseconds < DRAIN_TIME + 5_000, `${milliseconds} ms`);
    for (const client of clients) client.destroy();
  });

  it('lets what is paid for finish, though it takes longer, and nothing else', async () => {
    const [paid, free] = [slowOperation('slow-sale', true), slowOperation('slow-look', false)];
    const served = await serve({ operations: [paid.defined, free.defined] });
    const ask = (name: string) => fetch(`${served.origin}/api/${name}`);
    const [sold, looked] = [ask('slow-sale'), ask('slow-look')];
    looked.catch(() => undefined);
    await Promise.all([paid.called, free.called]);
    let isEnded = false;
    const ended = served.service.close().then(() => {
      isEnded = true;
    });
    await delay(2 * DRAIN_TIME);
    assert.equal(isEnded, false);
    paid.finish();
    assert.deepEqual(await (await sold).json(), { name: 'slow-sale' });
    await assert.rejects(looked);
    await ended;
    free.finish();
  });

  it('ends at once where nobody waits, and with the last answer where somebody does', async () => {
    const paid = slowOperation('slow-sale', true);
    const served = await serve({ operations: [paid.defined], drainTime: 60_000 });
    const sold = fetch(`${served.origin}/api/slow-sale`);
    await paid.called;
    const began = performance.now();
    const ended = served.service.close();
    paid.finish();
    assert.equal((await sold).status, 200);
    await ended;
    const idle = await serve({ drainTime: 60_000 });
    await idle.service.close();
    assert.ok(performance.now() - began < 30_000);
  });
});
