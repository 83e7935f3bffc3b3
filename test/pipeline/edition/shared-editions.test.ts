/** Editions in a bucket: published by several, read by many, whatever becomes of the bucket. */
import assert from 'node:assert/strict';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { appendForecasts, verifyForecastLog } from '../../../src/features/forecasts/log.ts';
import { type Bucket, openBucket } from '../../../src/lib/bucket/bucket.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { neededBy } from '../../../src/pipeline/edition/needed-files.ts';
import { PublicationLog } from '../../../src/pipeline/edition/publication-log.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import { SharedEditionStore } from '../../../src/pipeline/edition/shared/shared-store.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import { verifyEditions } from '../../../src/published/verify.ts';
import {
  BUCKET_CREDENTIALS,
  type BucketFault,
  type BucketServer,
  startBucketServer,
} from '../../support/bucket-server.ts';
import { examplePublication, FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const POINTER = 'site/publication.json';
const WITHOUT_BODIES = /^site\/(?!pieces)/;
/** A busy machine is not taken for a bucket that says nothing, which is given up soon. */
const PATIENT = { timeoutMs: 30_000, attempts: 1 };
const HASTY = { timeoutMs: 100, attempts: 1 };

describe('editions in a bucket', () => {
  let server: BucketServer;
  let data: string;
  type Objects = ReadonlyMap<string, Buffer>;
  /** The bucket after a publication, and after two corrections of it. */
  let first: Objects;
  let second: Objects;
  let last: Objects;
  /** What a machine has that took up the second one. */
  let secondFolder: string;
  before(async () => {
    Object.assign(process.env, BUCKET_CREDENTIALS);
    server = await startBucketServer();
    data = await temporaryFolder();
    const example = await publishedExample(data, FOUR_WEEKS);
    await rename(example.store.folder, join(data, 'site'));
    // Published before there was a bucket.
    const store = storeIn(data);
    await store.share();
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
    for (const [key, body] of objects)
      if (!server.objects().get(key)?.equals(body)) server.store(key, body);
  }

  /** @param folder whose key is the operator's, if it has one */
  function storeIn(folder: string, open?: () => Promise<Bucket>) {
    return new SharedEditionStore(join(folder, 'site'), {
      open: open ?? (() => openBucket(server.url(), PATIENT)),
      verifyForecasts: verifyForecastLog,
      ownKey: async () =>
        readFile(join(folder, 'keys', 'signing-key.pem')).then(
          async () => (await signingKey(folder)).publicKeyPem,
          () => undefined,
        ),
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
  const pointer = () => JSON.parse(server.objects().get(POINTER)?.toString() ?? '{}');

  it('are the same, file by file, on a machine that has nothing but the address', async (t) => {
    const store = storeIn(await temporaryFolder(t));
    assert.equal(await store.catalog(), undefined);
    assert.equal(await store.refresh(), true);
    const there = new EditionStore(join(data, 'site'));
    assert.equal(await catalogOf(store), await catalogOf(there));
    const catalog = await there.catalog();
    assert.ok(catalog);
    const needed = await neededBy(there, catalog);
    const files = async (of: EditionStore) =>
      (await of.storedFiles())
        .filter(({ hash }) => needed.has(hash))
        .map(({ path, bytes }) => `${path.slice(of.folder.length)} ${bytes}`);
    assert.deepEqual((await files(store)).sort(), (await files(there)).sort());
    await verifyEditions(store, undefined);
    const asked = server.requests.length;
    assert.equal(await store.refresh(), false);
    assert.deepEqual(
      server.requests.slice(asked).map(({ method, status }) => `${method} ${status}`),
      ['GET 304'],
    );
  });

  it('go on from what another publisher has published, and name it again as it is', async () => {
    const { number } = pointer();
    const options = await publisher();
    const { added, unchanged } = await publish(options);
    assert.deepEqual([added.length, unchanged.length], [0, 4]);
    assert.equal(pointer().number, number);
  });

  it('are published once by two publishers at once, whoever is first', async () => {
    has(second);
    const before = pointer().number;
    const other = await publisher();
    let isFirst = true;
    const late = await publisher(async () => {
      const bucket = await openBucket(server.url(), PATIENT);
      const put = bucket.put.bind(bucket);
      bucket.put = async (key, body, condition) => {
        // It has everything in the bucket but the pointer: now the other one is faster.
        if (isFirst && key === POINTER) {
          isFirst = false;
          await publish({ ...other, now: () => new Date('2025-07-03T07:00:00Z') });
        }
        return put(key, body, condition);
      };
      return bucket;
    });
    const { corrected, catalog } = await publish(late);
    assert.deepEqual(corrected, []);
    assert.equal(pointer().number, before + 1);
    assert.equal(await catalogOf(late.store), await catalogOf(other.store));
    assert.equal(catalog.editions.at(-1)?.computedAt, '2025-07-03T07:00:00.000Z');
    const log = PublicationLog.parse(
      (await late.store.read(catalog.log?.log ?? '')).toString('utf8'),
    );
    assert.equal(log.entries.length, 12);
    await verifyEditions(late.store, undefined);
  });

  it('have one log of forecasts, of what was shared', async () => {
    const one = await publisher();
    const two = await publisher();
    const market = (name: string) => [
      { kind: 'market' as const, market: name, probability: 0.5, candidates: {} },
    ];
    const add = async ({ store, dataFolder }: PublishOptions, name: string) => {
      const { sign, publicKeyPem } = await signingKey(dataFolder);
      const signer = { sign, publicKeys: [publicKeyPem] };
      await appendForecasts(store.folder, signer, new Date(), () => market(name));
    };
    for (const { store } of [one, two]) await store.refresh();
    await add(one, 'of one');
    await add(two, 'of two');
    await one.store.share();
    await assert.rejects(two.store.share(), { code: 'publication-raced' });
    await two.store.refresh();
    const log = (store: EditionStore) => readFile(join(store.folder, 'forecasts.jsonl'), 'utf8');
    assert.equal(await log(two.store), await log(one.store));
    assert.match(await log(two.store), /of one/);
  });

  it('are refused from another operator', async () => {
    const options = await publisher();
    await rm(join(options.dataFolder, 'keys'), { recursive: true });
    await signingKey(options.dataFolder);
    await assert.rejects(publish(options), { code: 'signing-key-differs' });
    assert.deepEqual([...server.objects().keys()].sort(), [...last.keys()].sort());
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
    ['has half a pointer', { kind: 'half', keys: WITHOUT_BODIES }, 'bucket-damaged'],
    ['has half of each body', { kind: 'half', keys: /pieces/ }, 'bucket-damaged'],
    ['lost the bodies', { kind: 'refusing', status: 404, keys: /pieces/ }, 'bucket-damaged'],
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
    server.store(POINTER, first.get(POINTER) ?? '');
    await assert.rejects(store.refresh(), { code: 'publication-older' });
    server.remove(POINTER);
    await assert.rejects(store.refresh(), { code: 'bucket-damaged' });
    assert.equal(await catalogOf(store), held);
  });

  it('of a later version are left alone by this one, which goes on', async () => {
    const { store, held } = await behind();
    server.store(POINTER, JSON.stringify({ format: 2, number: 99 }));
    await assert.rejects(store.refresh(), { code: 'later-version' });
    assert.equal(await catalogOf(store), held);
    await assert.rejects(publish(await publisher()), { code: 'later-version' });
    assert.equal(pointer().number, 99);
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
    server.setFault({ kind: 'lost', keys: /publication\.json/, methods: ['PUT'] });
    await publish(options).catch(() => undefined);
    server.setFault(undefined);
    const { corrected } = await publish(options);
    assert.deepEqual(corrected, []);
    await verifyEditions(options.store, undefined);
  });

  describe('that are pruned', () => {
    const LEASE = 'site/pruning.json';
    const tomorrow = new Date(Date.now() + 86_400_000);
    const WET = { isDryRun: false, now: tomorrow };
    const lease = (until: Date) => JSON.stringify({ until: until.toISOString() });
    const keys = () => [...server.objects().keys()].sort();

    it('keep what is published, and nothing else; the same is told beforehand', async (t) => {
      const store = storeIn(await temporaryFolder(t));
      await store.refresh();
      const before = keys();
      const told = await store.pruneShared({ ...WET, isDryRun: true });
      assert.deepEqual(keys(), before);
      const removed = await store.pruneShared(WET);
      assert.deepEqual(removed, told);
      const gone = removed.map(({ path }) => path.replace(/^s3:\/\/[^/]+\//, ''));
      assert.ok(gone.some((key) => key.startsWith('site/pieces/')));
      assert.ok(gone.some((key) => key.startsWith('site/inventories/')));
      assert.deepEqual(
        keys(),
        before.filter((key) => !gone.includes(key)),
      );
      assert.deepEqual(await store.pruneShared(WET), []);
      const other = storeIn(await temporaryFolder(t));
      await other.refresh();
      await verifyEditions(other, undefined);
    });

    it('stay whole for whoever published until a moment ago', async (t) => {
      const store = storeIn(await temporaryFolder(t));
      await store.refresh();
      assert.deepEqual(await store.pruneShared({ isDryRun: false, now: new Date() }), []);
    });

    it('are not published meanwhile, and after that by whoever tries again', async () => {
      has(second);
      const options = await publisher();
      server.store(LEASE, lease(tomorrow));
      await assert.rejects(publish(options), { code: 'bucket-pruning' });
      assert.deepEqual(await options.store.pruneShared(WET), [], 'another one prunes');
      for (const free of [lease(new Date(Date.now() - 1000)), 'no lease']) {
        server.store(LEASE, free);
        await publish(options);
        await verifyEditions(options.store, undefined);
      }
    });

    it('cannot be published by whoever saw the bucket before', async (t) => {
      const pruning = storeIn(await temporaryFolder(t));
      await pruning.refresh();
      const stale = await publisher();
      await stale.store.refresh();
      const catalog = await stale.store.catalog();
      assert.ok(catalog);
      await pruning.pruneShared(WET);
      const changed = { ...catalog, inputs: 'others' };
      const pruned = keys();
      await assert.rejects(stale.store.replaceCatalog(changed), { code: 'publication-raced' });
      const added = keys().filter((key) => !pruned.includes(key));
      assert.ok(added.every((key) => /^site\/(?:pieces|inventories)\//.test(key)));
      const { corrected } = await publish(stale);
      assert.deepEqual(corrected, []);
      await verifyEditions(stale.store, undefined);
    });

    it('are published again after whoever pruned died or was cut off', async (t) => {
      has(second);
      const options = await publisher();
      const store = storeIn(await temporaryFolder(t));
      await store.refresh();
      server.setFault({ kind: 'refusing', status: 503, methods: ['DELETE'] });
      await assert.rejects(store.pruneShared(WET), { code: 'bucket-away' });
      server.setFault(undefined);
      await assert.rejects(publish(options), { code: 'bucket-pruning' });
      server.store(LEASE, lease(new Date(Date.now() - 1000)));
      assert.ok((await store.pruneShared(WET)).length > 0);
      assert.equal(server.objects().has(LEASE), false);
      await publish(options);
      await verifyEditions(options.store, undefined);
    });
  });

  it('do not write elsewhere, whatever a bucket names', async (t) => {
    const folder = await temporaryFolder(t);
    const { inventory } = pointer();
    const key = `site/inventories/${inventory}.json`;
    const text = (last.get(key) ?? '').toString().replace('"catalog.json"', '"../catalog.json"');
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update(text).digest('hex');
    server.store(`site/inventories/${hash}.json`, text);
    server.store(POINTER, JSON.stringify({ format: 1, number: 99, inventory: hash }));
    await assert.rejects(storeIn(folder).refresh(), { code: 'bucket-damaged' });
  });

  it('are taken up again where a machine died between catalog and what it noted', async (t) => {
    const folder = await temporaryFolder(t);
    await cp(join(data, 'site'), join(folder, 'site'), { recursive: true });
    const store = storeIn(folder);
    await rm(join(folder, 'site', 'bucket.json'));
    assert.equal(await store.refresh(), true);
    await writeFile(join(folder, 'site', 'bucket.json'), '{"format":1,"eta');
    assert.equal(await store.refresh(), true);
    assert.equal(await store.refresh(), false);
  });
});
