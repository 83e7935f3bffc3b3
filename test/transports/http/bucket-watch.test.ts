/** A service whose editions come from a bucket: new ones are taken up, and one that is away harms no answer. */
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openBucket } from '../../../src/lib/bucket/bucket.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import type { SignalsResponse } from '../../../src/pipeline/edition/record.ts';
import { SharedEditionStore } from '../../../src/pipeline/edition/shared/shared-store.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import {
  BUCKET_CREDENTIALS,
  type BucketServer,
  startBucketServer,
} from '../../support/bucket-server.ts';
import { NO_STARS } from '../../support/no-stars.ts';
import { FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { type Served, servePublication } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const DEADLINE_MS = 60_000;

describe('a service with its editions in a bucket', () => {
  let bucket: BucketServer;
  let publisher: SharedEditionStore;
  let served: Served;
  let options: Omit<PublishOptions, 'store'>;
  before(async () => {
    Object.assign(process.env, BUCKET_CREDENTIALS);
    bucket = await startBucketServer();
    const folder = await temporaryFolder();
    const { store, ...example } = await publishedExample(folder, FOUR_WEEKS);
    options = example;
    await rename(store.folder, join(folder, 'site'));
    const { publicKeyPem } = await signingKey(folder);
    publisher = new SharedEditionStore(join(folder, 'site'), {
      open: () => openBucket(bucket.url()),
      ownKey: async () => publicKeyPem,
    });
    // It holds nothing, and no key.
    const empty = new SharedEditionStore(join(await temporaryFolder(), 'site'), {
      open: () => openBucket(bucket.url(), { attempts: 1 }),
      ownKey: async () => undefined,
    });
    const change = { store: empty, refreshMilliseconds: 50 };
    served = await servePublication({ ...options, store: empty }, { ...change, stars: NO_STARS });
  });
  after(async () => {
    await served.service.close();
    await bucket.close();
  });

  const get = (path: string) => fetch(served.origin + path);
  const readiness = async () => {
    const response = await get('/readyz');
    return { code: response.status, ...((await response.json()) as Readiness) };
  };
  async function until(what: (now: Readiness & { code: number }) => boolean) {
    for (
      const began = performance.now();
      performance.now() - began < DEADLINE_MS;
      await delay(20)
    ) {
      const now = await readiness();
      if (what(now)) return now;
    }
    throw new Error(`not in time: ${JSON.stringify(await readiness())}`);
  }

  it('is not ready before anything is published, and then takes up the publication', async () => {
    const now = await until(({ bucket: { state } }) => state === 'followed');
    assert.deepEqual([now.code, now.period], [503, null]);
    const key = () => get('/.well-known/bellwether-signing-key.pem');
    assert.equal((await key()).status, 503);
    await publish({ ...options, store: publisher });
    const { code, period } = await until((next) => next.period !== null);
    assert.deepEqual([code, period], [200, '2025-w26']);
    assert.match(await (await key()).text(), /BEGIN PUBLIC KEY/);
  });

  it('goes on with what it has while the bucket is away, and says so', async () => {
    bucket.setFault({ kind: 'refusing', status: 503 });
    const away = await until(({ bucket: { state } }) => state === 'away');
    assert.deepEqual([away.code, away.bucket.code], [200, 'bucket-away']);
    assert.ok(Date.parse(away.bucket.since));
    assert.equal((await get('/api/signals.json')).status, 200);
  });

  it('takes up the next publication when the bucket is back', async () => {
    bucket.setFault({ kind: 'refusing', status: 403 });
    await until(({ bucket: { code } }) => code === 'bucket-refused');
    bucket.setFault({ kind: 'refusing', status: 403, methods: ['GET'], keys: /catalog\.json/ });
    const [company, ...others] = options.registry.companies;
    assert.ok(company);
    const companies = [{ ...company, name: 'Renamed' }, ...others];
    const registry = { ...options.registry, companies };
    const store = new EditionStore(publisher.folder);
    const { catalog } = await publish({ ...options, registry, store, correction: 'another name' });
    await publisher.replaceCatalog(catalog, await signingKey(options.dataFolder));
    const revision = async () => {
      const { meta } = (await (await get('/api/signals.json')).json()) as SignalsResponse;
      return meta.revision;
    };
    assert.equal(await revision(), 1);
    bucket.setFault(undefined);
    const back = await until(({ bucket: { state } }) => state === 'followed');
    assert.equal(back.bucket.code, undefined);
    for (let tries = 0; (await revision()) !== 2; tries++) {
      assert.ok(tries < 1_000, 'not in time');
      await delay(20);
    }
  });
});

type Readiness = {
  period: string | null;
  bucket: { state: string; since: string; code?: string };
};
