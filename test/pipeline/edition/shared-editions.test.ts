/** Editions in a bucket: published by several, read by many, however the bucket fails. */
import assert from 'node:assert/strict';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { appendForecasts, verifyForecastLog } from '../../../src/features/forecasts/log.ts';
import { type Bucket, openBucket } from '../../../src/lib/bucket/bucket.ts';
import { bodyPath } from '../../../src/pipeline/edition/body-store.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { pruneEditions } from '../../../src/pipeline/edition/prune.ts';
import { PublicationLog } from '../../../src/pipeline/edition/publication-log.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import { SharedEditionStore } from '../../../src/pipeline/edition/shared/shared-store.ts';
import { heldSigningKey, signingKey } from '../../../src/pipeline/edition/signing.ts';
import { verifyEditions } from '../../../src/published/verify.ts';
import {
  BUCKET_CREDENTIALS,
  type BucketFault,
  type BucketServer,
  startBucketServer,
} from '../../support/bucket-server.ts';
import { examplePublication, FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const CATALOG = 'site/catalog.json';
/** A busy machine is not taken for a bucket that says nothing, which is given up soon. */
const PATIENT = { timeoutMs: 30_000, attempts: 1 };
const HASTY = { timeoutMs: 100, attempts: 1 };
const DAY_MS = 86_400_000;

describe('editions in a bucket', () => {
  let server: BucketServer;
  let data: string;
  type Objects = ReadonlyMap<string, Buffer>;
  /** The bucket after a publication, and after two corrections of it. */
  let first: Objects;
  let second: Objects;
  let last: Objects;
  /** Folder of a machine that pulled the second publication. */
  let secondFolder: string;
  before(async () => {
    Object.assign(process.env, BUCKET_CREDENTIALS);
    server = await startBucketServer();
    data = await temporaryFolder();
    const example = await publishedExample(data, FOUR_WEEKS);
    await rename(example.store.folder, join(data, 'site'));
    // Published before there was a bucket.
    const store = storeIn(data);
    await publish({ ...example, store });
    first = server.objects();
    const options = { ...example, store, correction: 'another name' };
    const { companies, ...registry } = example.registry;
    const renamed = companies.map((company) => ({ ...company, name: `${company.name} Ltd` }));
    await publish({ ...options, registry: { ...registry, companies: renamed } });
    second = server.objects();
    secondFolder = await temporaryFolder();
    await cp(join(data, 'site'), join(secondFolder, 'site'), { recursive: true });
    await publish(options);
    last = server.objects();
  });
  after(() => server.close());
  beforeEach(() => {
    server.setFault(undefined);
    has(last);
  });

  function has(objects: Objects): void {
    for (const key of server.objects().keys()) if (!objects.has(key)) server.remove(key);
    for (const [key, body] of objects) server.store(key, body);
  }

  /** @param folder whose key is the operator's, if it has one */
  function storeIn(folder: string, open?: () => Promise<Bucket>) {
    return new SharedEditionStore(join(folder, 'site'), {
      open: open ?? (() => openBucket(server.url(), PATIENT)),
      ownKey: async () => (await heldSigningKey(folder))?.publicKeyPem,
    });
  }

  /** Another machine that publishes the same, and still has what was out before. */
  async function publisher(open?: () => Promise<Bucket>): Promise<PublishOptions> {
    const folder = await temporaryFolder();
    const options = await examplePublication(folder, FOUR_WEEKS);
    await cp(join(data, 'keys'), join(folder, 'keys'), { recursive: true });
    await cp(join(secondFolder, 'site'), join(folder, 'site'), { recursive: true });
    return { ...options, correction: 'another name', store: storeIn(folder, open) };
  }

  /** A machine that has the second publication, where the bucket has gone on. */
  async function behind() {
    const folder = await temporaryFolder();
    await cp(secondFolder, folder, { recursive: true });
    const store = storeIn(folder);
    return { store, folder, held: await catalogOf(store) };
  }

  const catalogOf = async (store: EditionStore) => JSON.stringify(await store.catalog());

  it('are the same on a machine that has nothing but the address, and asked for once', async (t) => {
    const store = storeIn(await temporaryFolder(t));
    assert.equal(await store.catalog(), undefined);
    assert.equal(await store.refresh(), true);
    assert.equal(await catalogOf(store), await catalogOf(new EditionStore(join(data, 'site'))));
    assert.equal((await verifyEditions(store, undefined)).length, 13);
    const asked = server.requests.length;
    assert.equal(await store.refresh(), false);
    assert.deepEqual(
      server.requests.slice(asked).map(({ method, status }) => `${method} ${status}`),
      ['GET 304'],
    );
  });

  it('go on from what another publisher has published, and are left as they are', async () => {
    const options = await publisher();
    const { added, unchanged } = await publish(options);
    assert.deepEqual([added.length, unchanged.length], [0, 4]);
    assert.deepEqual(server.objects(), last);
  });

  it('are published once by two concurrent publishers, in either order', async () => {
    has(second);
    const other = await publisher();
    let isFirst = true;
    const late = await publisher(async () => {
      const bucket = await openBucket(server.url(), PATIENT);
      const put = bucket.put.bind(bucket);
      bucket.put = async (key, body, condition) => {
        // It has everything in the bucket but the catalog: now the other one is faster.
        if (isFirst && key === CATALOG) {
          isFirst = false;
          await publish({ ...other, now: () => new Date('2025-07-03T07:00:00Z') });
        }
        return put(key, body, condition);
      };
      return bucket;
    });
    const { corrected, catalog } = await publish(late);
    assert.deepEqual(corrected, []);
    assert.equal(await catalogOf(late.store), await catalogOf(other.store));
    assert.equal(catalog.editions.at(-1)?.computedAt, '2025-07-03T07:00:00.000Z');
    const log = PublicationLog.parse(String(await late.store.read(catalog.log)));
    assert.equal(log.entries.length, 12);
    await verifyEditions(late.store, undefined);
  });

  it('have one log of forecasts, to which several machines add, and which never shrinks', async () => {
    const machines = [await publisher(), await publisher()];
    const publicKeys = [(await signingKey(data)).publicKeyPem];
    for (const [place, { store, dataFolder }] of machines.entries()) {
      const { sign } = await signingKey(dataFolder);
      const market = { kind: 'market' as const, probability: 0.5, candidates: {} };
      await appendForecasts(store, { sign, publicKeys }, new Date(), () => [
        { ...market, market: `of ${place}` },
      ]);
    }
    const [{ store } = assert.fail()] = machines;
    await store.refresh();
    const { entries } = await verifyForecastLog(store, publicKeys);
    assert.deepEqual(
      entries.map(({ market }) => market),
      ['of 0', 'of 1'],
    );
    // The same publications, and a catalog from before the forecasts.
    server.store(CATALOG, last.get(CATALOG) ?? '');
    await assert.rejects(store.refresh(), { code: 'publication-older', message: /forecasts/ });
  });

  it('are refused from another operator', async () => {
    const options = await publisher();
    await rm(join(options.dataFolder, 'keys'), { recursive: true });
    await signingKey(options.dataFolder);
    await assert.rejects(publish(options), { code: 'signing-key-differs' });
    assert.deepEqual(server.objects(), last);
  });

  it('that were published elsewhere before are not mixed with those of a bucket', async () => {
    const folder = await temporaryFolder();
    const { store: _, ...options } = await examplePublication(folder, FOUR_WEEKS);
    await cp(join(data, 'keys'), join(folder, 'keys'), { recursive: true });
    const now = () => new Date('2025-07-09T06:00:00Z');
    await publish({ ...options, now, store: new EditionStore(join(folder, 'site')) });
    await assert.rejects(storeIn(folder).refresh(), { code: 'publication-older' });
  });

  const faults: [string, BucketFault, string][] = [
    ['is away', { kind: 'refusing', status: 503 }, 'bucket-away'],
    ['refuses', { kind: 'refusing', status: 403 }, 'bucket-refused'],
    ['says nothing', { kind: 'silent' }, 'bucket-away'],
    ['breaks off', { kind: 'cut' }, 'bucket-away'],
    ['has half a catalog', { kind: 'half', keys: /catalog/ }, 'editions-damaged'],
    ['has half of each body', { kind: 'half', keys: /bodies/ }, 'bucket-damaged'],
    ['lost the bodies', { kind: 'refusing', status: 404, keys: /bodies/ }, 'bucket-damaged'],
  ];
  for (const [what, fault, code] of faults)
    it(`stay as they are while the bucket ${what}, and are taken up afterwards`, async () => {
      const { store, held, folder } = await behind();
      server.setFault(fault);
      const hasty = () => openBucket(server.url(), HASTY);
      const asking = fault.kind === 'silent' ? storeIn(folder, hasty) : store;
      await assert.rejects(asking.refresh(), { code });
      assert.equal(await catalogOf(store), held);
      await verifyEditions(store, undefined);
      server.setFault(undefined);
      assert.equal(await store.refresh(), true);
      assert.notEqual(await catalogOf(store), held);
      await verifyEditions(store, undefined);
    });

  it('are taken up from a slow bucket, while what there is can be read', async () => {
    const { store, held } = await behind();
    server.setFault({ kind: 'slow', ms: 30 });
    const refreshing = store.refresh();
    assert.equal(await catalogOf(store), held);
    assert.equal(await refreshing, true);
    assert.notEqual(await catalogOf(store), held);
  });

  it('never go back to what a bucket had before', async () => {
    const { store, held } = await behind();
    server.store(CATALOG, first.get(CATALOG) ?? '');
    await assert.rejects(store.refresh(), { code: 'publication-older' });
    server.remove(CATALOG);
    await assert.rejects(store.refresh(), { code: 'bucket-damaged' });
    assert.equal(await catalogOf(store), held);
  });

  it('of a later version are left alone by this one, which goes on', async () => {
    const { store, held } = await behind();
    const later = JSON.stringify({ format: 2 });
    server.store(CATALOG, later);
    await assert.rejects(store.refresh(), { code: 'later-version' });
    assert.equal(await catalogOf(store), held);
    await assert.rejects(publish(await publisher()), { code: 'later-version' });
    assert.equal(String(server.objects().get(CATALOG)), later);
  });

  it('are not visible on the machine that publishes before they are in the bucket', async () => {
    has(second);
    const options = await publisher();
    await options.store.refresh();
    const held = await catalogOf(options.store);
    server.setFault({ kind: 'refusing', status: 503, methods: ['PUT'] });
    await assert.rejects(publish(options), { code: 'bucket-away' });
    assert.equal(await catalogOf(options.store), held);
    // The answer to the last request may be lost: it was carried out.
    server.setFault({ kind: 'lost', keys: /catalog/, methods: ['PUT'] });
    await publish(options).catch(() => undefined);
    server.setFault(undefined);
    const { corrected } = await publish(options);
    assert.deepEqual(corrected, []);
    await verifyEditions(options.store, undefined);
  });

  it('have a body in the bucket put back that was lost there, by the next publication', async () => {
    has(second);
    const options = await publisher();
    const { manifest = '' } = (await options.store.catalog())?.editions[0] ?? {};
    const key = `site/${bodyPath(manifest)}`;
    server.remove(key);
    await publish(options);
    assert.ok(server.objects().has(key));
  });

  it('lose in the bucket what nothing needs once it is a week old, told beforehand', async (t) => {
    const now = new Date();
    const age = (days: number) => {
      for (const [key, body] of last)
        server.store(key, body, new Date(now.getTime() - days * DAY_MS));
    };
    const store = storeIn(await temporaryFolder(t));
    await store.refresh();
    const inAnHour = new Date(now.getTime() + 2 * 3_600_000);
    const dry = { isDryRun: true, now: inAnHour };
    age(6.5);
    assert.deepEqual(await pruneEditions(store, dry), []);
    age(8);
    const told = await pruneEditions(store, dry);
    assert.deepEqual(server.objects(), last);
    assert.deepEqual(await pruneEditions(store, { ...dry, isDryRun: false }), told);
    const gone = new Set(told.map(({ path }) => path.replace(/^s3:\/\/[^/]+\//, '')));
    assert.ok(gone.size > 0);
    assert.deepEqual(
      [...server.objects().keys()].sort(),
      [...last.keys()].filter((key) => !gone.has(key)).sort(),
    );
    await storeIn(await temporaryFolder(t)).refresh();
  });

  it('are uploaded anew where what is there is so old that it may go', async () => {
    has(second);
    const options = await publisher();
    const old = new Date(Date.now() - 6.5 * DAY_MS);
    const fresh = [...last].filter(([key]) => !second.has(key) && key !== CATALOG);
    for (const [key, body] of fresh) server.store(key, body, old);
    const asked = server.requests.length;
    await publish(options);
    const put = server.requests
      .slice(asked)
      .flatMap(({ method, key }) => (method === 'PUT' ? [key] : []));
    assert.deepEqual(put.sort(), [...fresh.map(([key]) => key), CATALOG].sort());
  });

  it('are taken up again where a machine died between catalog and what it noted', async (t) => {
    const folder = await temporaryFolder(t);
    await cp(join(data, 'site'), join(folder, 'site'), { recursive: true });
    const store = storeIn(folder);
    const noted = join(folder, 'site', 'bucket.json');
    await rm(noted);
    assert.equal(await store.refresh(), true);
    await writeFile(noted, '{"eta');
    assert.equal(await store.refresh(), true);
    assert.equal(await store.refresh(), false);
    assert.ok((await readFile(noted)).length > 0);
  });
});
