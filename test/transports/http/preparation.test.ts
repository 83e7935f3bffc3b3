import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import type { Operation } from '../../../src/api/operation/operation.ts';
import { publish } from '../../../src/pipeline/edition/publish.ts';
import { SignalsResponse } from '../../../src/pipeline/edition/record.ts';
import type { Published } from '../../../src/published/published.ts';
import { FOUR_WEEKS } from '../../support/publication.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
/** Lets preparations finish; and the publications that were prepared. */
let mayFinish = Promise.withResolvers<void>();
const prepared: Published[] = [];

async function slowIndex(published: Published): Promise<void> {
  await mayFinish.promise;
  prepared.push(published);
}

async function brokenIndex(): Promise<void> {
  throw new Error('it cannot be made');
}

async function slowOperations(): Promise<Operation[]> {
  const [first, ...rest] = await loadOperations();
  assert.ok(first);
  const unprepared = rest.map((one): Operation => ({ ...one, prepares: [] }));
  return [{ ...first, prepares: [brokenIndex, slowIndex] }, ...unprepared];
}

/** Publishes a second revision of the latest period. */
async function correct(options: ServedExample['options']): Promise<void> {
  const [company, ...others] = options.registry.companies;
  assert.ok(company);
  const companies = [{ ...company, name: 'Renamed' }, ...others];
  const registry = { ...options.registry, companies };
  await publish({ ...options, registry, correction: 'another name', correctFrom: '2025-w26' });
}

before(async () => {
  served = await serveExample(true, { operations: await slowOperations(), pages: [] }, FOUR_WEEKS);
  void served.service.prepare();
});
after(() => {
  mayFinish.resolve();
  return served.service.close();
});

const Readiness = z.object({ status: z.string(), period: z.string() });
async function readiness() {
  const response = await fetch(`${served.origin}/readyz`);
  return { code: response.status, ...Readiness.parse(await response.json()) };
}
const READY = { code: 200, status: 'ready' };
const shownRevision = async () =>
  SignalsResponse.parse(await (await fetch(`${served.origin}/api/signals.json`)).json()).meta
    .revision;

async function until(isDone: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isDone()) return;
    await delay(20);
  }
  assert.fail('it did not happen');
}

describe('what answers are computed from', () => {
  it('is made after a start, while files and look-ups are answered', async () => {
    const period = '2025-w26';
    assert.deepEqual(await readiness(), { code: 503, status: 'preparing', period });
    assert.equal((await fetch(`${served.origin}/api/signals.json`)).status, 200);
    const looked = await fetch(`${served.origin}/api/signal?company=acorn`);
    assert.match(await looked.text(), /"found":true/);
    assert.equal(prepared.length, 0);
  });

  it('is refused as long as it is not made, to each transport', async () => {
    const asked = await fetch(`${served.origin}/api/llms-search?q=acorn`);
    assert.equal(asked.status, 503);
    assert.equal(asked.headers.get('retry-after'), '2');
    assert.equal((await problemIn(asked)).code, 'preparing');
    const called = await fetch(`${served.origin}/api/mcp/rpc`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'query_signals', arguments: { subject: 'startup' } },
      }),
    });
    assert.match(await called.text(), /still preparing this.*"isError":true/s);
    assert.equal(prepared.length, 0);
  });

  it('makes the service ready, whether or not all of it could be made', async () => {
    mayFinish.resolve();
    await until(async () => (await readiness()).code === 200);
    assert.deepEqual(await readiness(), { ...READY, period: '2025-w26' });
    assert.equal(prepared.length, 1);
    const asked = await fetch(`${served.origin}/api/llms-search?q=acorn`);
    assert.match(await asked.text(), /"hits":\[\{/);
  });

  it('is made for a new publication before it replaces the one that is served', async () => {
    mayFinish = Promise.withResolvers<void>();
    await correct(served.options);
    const first = served.service.refresh();
    const second = served.service.refresh();
    await delay(100);
    assert.equal(await shownRevision(), 1);
    assert.deepEqual(await readiness(), { ...READY, period: '2025-w26' });
    mayFinish.resolve();
    await Promise.all([first, second]);
    assert.equal(await shownRevision(), 2);
    assert.deepEqual(await readiness(), { ...READY, period: '2025-w26' });
    // Two who ask for the same publication have it prepared once.
    assert.equal(prepared.length, 2);
  });

  it('is made for the first publication of a running service before it is served', async () => {
    const late = await serveExample(
      false,
      { operations: await slowOperations(), pages: [] },
      FOUR_WEEKS,
    );
    try {
      mayFinish = Promise.withResolvers<void>();
      await publish(late.options);
      const taken = late.service.refresh();
      await delay(100);
      const refused = await problemIn(await fetch(`${late.origin}/api/signals.json`));
      assert.equal(refused.code, 'not-published');
      assert.equal((await fetch(`${late.origin}/healthz`)).status, 200);
      mayFinish.resolve();
      await taken;
      assert.equal((await fetch(`${late.origin}/api/signals.json`)).status, 200);
      assert.equal(prepared.length, 3);
    } finally {
      await late.service.close();
    }
  });
});
