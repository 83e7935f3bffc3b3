import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { publish } from '../../../src/pipeline/edition/publish.ts';
import { SignalsResponse } from '../../../src/pipeline/edition/record.ts';
import type { Published } from '../../../src/published/published.ts';
import type { Prepares } from '../../../src/transports/http/publication.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
/** What each publication's preparation waits for, and which were prepared. */
let mayFinish = Promise.withResolvers<void>();
const prepared: Published[] = [];

async function slowIndex(published: Published): Promise<void> {
  await mayFinish.promise;
  prepared.push(published);
}

async function brokenIndex(): Promise<void> {
  throw new Error('it cannot be made');
}

async function serve(prepares: Prepares): Promise<ServedExample> {
  const operations = await loadOperations();
  return serveExample(true, {
    prepares,
    operations: operations.map((one) =>
      one.name === 'search_site' ? { ...one, prepares: [brokenIndex, slowIndex] } : one,
    ),
    pages: [],
  });
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
  served = await serve('all');
});
after(() => {
  mayFinish.resolve();
  return served.service.close();
});

const Ready = z.object({ period: z.string(), indexes: z.string() });
const ready = async () => Ready.parse(await (await fetch(`${served.origin}/readyz`)).json());
const indexes = async () => (await ready()).indexes;
const shownRevision = async (origin = served.origin) =>
  SignalsResponse.parse(await (await fetch(`${origin}/api/signals.json`)).json()).meta.revision;

async function until(isDone: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isDone()) return;
    await delay(20);
  }
  assert.fail('it did not happen');
}

describe('what answers are computed from', () => {
  it('is made once the service listens, while files, pages and look-ups are answered', async () => {
    assert.equal(await indexes(), 'preparing');
    assert.equal((await fetch(`${served.origin}/api/signals.json`)).status, 200);
    const looked = await fetch(`${served.origin}/api/signal?company=acorn`);
    assert.match(await looked.text(), /"found":true/);
    assert.equal(prepared.length, 0);
    mayFinish.resolve();
    // One that cannot be made holds nothing up.
    await until(async () => (await indexes()) === 'ready');
    assert.equal(prepared.length, 1);
  });

  it('is made for a new publication before it replaces the one that is served', async () => {
    mayFinish = Promise.withResolvers<void>();
    await correct(served.options);
    const first = served.service.refresh();
    const second = served.service.refresh();
    await delay(100);
    assert.equal(await shownRevision(), 1);
    mayFinish.resolve();
    await Promise.all([first, second]);
    assert.equal(await shownRevision(), 2);
    assert.deepEqual(await ready(), { period: '2025-w26', indexes: 'ready' });
    // Two who ask for the same publication have it prepared once.
    assert.equal(prepared.length, 2);
  });

  it('is made for no publication of a service that makes it on use', async () => {
    const { origin, options, service } = await serve('none');
    try {
      const before = prepared.length;
      await correct(options);
      await service.refresh();
      const answer = Ready.parse(await (await fetch(`${origin}/readyz`)).json());
      assert.deepEqual(answer, { period: '2025-w26', indexes: 'on-use' });
      assert.equal(await shownRevision(origin), 2);
      assert.equal(prepared.length, before);
    } finally {
      await service.close();
    }
  });
});
