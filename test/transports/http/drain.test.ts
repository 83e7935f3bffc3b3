/** The end of a service: answers under way finish, and no client holds it up. */
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

/** An operation that answers on command. */
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
  it('waits for a while for clients that do not take their answer, and not for ever', async () => {
    const served = await serve();
    const client = createConnection(served.port, '127.0.0.1').on('error', () => undefined);
    client.write('GET /api/dataset.jsonl HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(client, 'readable');
    await served.service.close();
    client.destroy();
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

  it('ends with the last answer, and at once where there is none', async () => {
    const paid = slowOperation('slow-sale', true);
    // Longer than the test may take.
    const served = await serve({ operations: [paid.defined], drainTime: 10 * 60_000 });
    const sold = fetch(`${served.origin}/api/slow-sale`);
    await paid.called;
    const ended = served.service.close();
    paid.finish();
    assert.equal((await sold).status, 200);
    await ended;
  });
});
