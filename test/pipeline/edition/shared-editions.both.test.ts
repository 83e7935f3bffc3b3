/** Editions in a bucket: published by several, read by many, however the bucket fails or lies. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { appendForecasts, verifyForecastLog } from '../../../src/features/forecasts/log.ts';
import { type Bucket, openBucket } from '../../../src/lib/bucket/bucket.ts';
import { bodyPath } from '../../../src/pipeline/edition/body-store.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { pruneEditions } from '../../../src/pipeline/edition/prune.ts';
import { PublicationLog } from '../../../src/pipeline/edition/publication-log.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import {
  SharedEditionStore,
  type SharedOptions,
} from '../../../src/pipeline/edition/shared/shared-store.ts';
import { heldSigningKey, signingKey } from '../../../src/pipeline/edition/signing.ts';
import { Editions } from '../../../src/published/editions.ts';
import { verifyEditions } from '../../../src/published/verify.ts';
import {
  BUCKET_CREDENTIALS,
  type BucketFault,
  type BucketServer,
  startBucketServer,
} from '../../support/bucket-server.ts';
import { examplePublication, FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { TAMPERINGS } from '../../support/tampering.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { IS_INTEGRATION } from '../../support/tier.ts';

const CATALOG = 'site/catalog.json';
/** A busy machine is not taken for a bucket that says nothing, which is given up soon. */
const PATIENT = { timeoutMs: 30_000, attempts: 1 };
const HASTY = { timeoutMs: 1_000, deadlineMs: 1_500, attempts: 1 };
const DAY_MS = 86_400_000;
const MEGABYTE = 2 ** 20;
const FORGERY = Buffer.from('{"rows":"forged"}\n'.repeat(20_000));
const OLDER = { code: 'publication-older' };

/** The same companies under other names, so that every edition differs. */
function renamed({ registry, ...options }: PublishOptions, suffix: string): PublishOptions {
  const companies = registry.companies.map((one) => ({ ...one, name: `${one.name} ${suffix}` }));
  return { ...options, registry: { ...registry, companies }, correction: 'another name' };
}

describe('editions in a bucket', () => {
  let server: BucketServer;
  let data: string;
  type Objects = ReadonlyMap<string, Buffer>;
  /** The bucket after a publication, and after two corrections of it. */
  let first: Objects;
  let second: Objects;
  let last: Objects;
  /** Folder of a machine that has the second publication. */
  let secondFolder: string;
  before(async () => {
    Object.assign(process.env, BUCKET_CREDENTIALS);
    server = await startBucketServer();
    data = await temporaryFolder();
    const example = await publishedExample(data, FOUR_WEEKS);
    await rename(example.store.folder, join(data, 'site'));
    // Published before there was a bucket.
    const options = { ...example, store: storeIn(data) };
    await publish(options);
    await forecast(options, 'first');
    first = server.objects();
    await publish(renamed(options, 'Ltd'));
    second = server.objects();
    secondFolder = await temporaryFolder();
    await cp(join(data, 'site'), join(secondFolder, 'site'), { recursive: true });
    await publish(renamed(options, 'Inc'));
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

  const opening = (limits: object) => ({ open: () => openBucket(server.url(), limits) });

  /** @param folder whose key is the operator's, if it has one */
  function storeIn(folder: string, options: Partial<SharedOptions> = {}) {
    const ownKey = async () => (await heldSigningKey(folder))?.publicKeyPem;
    return new SharedEditionStore(join(folder, 'site'), {
      ...{ ...opening(PATIENT), ownKey, ...options },
    });
  }

  /** Another machine that publishes the same, and still has what was out before. */
  async function publisher(open?: () => Promise<Bucket>): Promise<PublishOptions> {
    const folder = await temporaryFolder();
    const options = renamed(await examplePublication(folder, FOUR_WEEKS), 'Inc');
    await cp(join(data, 'keys'), join(folder, 'keys'), { recursive: true });
    await cp(join(secondFolder, 'site'), join(folder, 'site'), { recursive: true });
    return { ...options, store: storeIn(folder, open && { open }) };
  }

  async function forecast({ store, dataFolder }: PublishOptions, market: string): Promise<void> {
    const { sign, publicKeyPem } = await signingKey(dataFolder);
    const entry = { kind: 'market' as const, probability: 0.5, candidates: {}, market };
    await appendForecasts(store, { sign, publicKeys: [publicKeyPem] }, new Date(), () => [entry]);
  }

  async function forecastsIn(store: EditionStore): Promise<unknown[]> {
    const keys = ((await store.catalog()) ?? assert.fail()).keys;
    const publicKeys = keys.map(({ publicKey }) => publicKey);
    return (await verifyForecastLog(store, publicKeys)).entries.map(({ market }) => market);
  }

  /** A machine that has the second publication, where the bucket has gone on. */
  async function behind(options: Partial<SharedOptions> = {}) {
    const folder = await temporaryFolder();
    await cp(secondFolder, folder, { recursive: true });
    const store = storeIn(folder, options);
    return { store, folder, held: await catalogOf(store) };
  }

  const catalogOf = async (store: EditionStore) => JSON.stringify(await store.catalog());

  /** All that was there stays, served and on the disk. */
  async function isRefused(expected: object, options?: Partial<SharedOptions>) {
    const { store, held, folder } = await behind(options);
    const before = process.memoryUsage().rss;
    await assert.rejects(store.refresh(), expected);
    assert.ok(process.memoryUsage().rss - before < 300 * MEGABYTE);
    assert.equal(await catalogOf(store), held);
    await verifyEditions(store, undefined);
    assert.deepEqual(await forecastsIn(store), ['first']);
    return { folder, held };
  }

  async function isTakenUp({ folder, held }: { folder: string; held: string }): Promise<void> {
    server.setFault(undefined);
    const store = storeIn(folder);
    assert.equal(await store.refresh(), true);
    assert.notEqual(await catalogOf(store), held);
    await verifyEditions(store, undefined);
  }

  it('are the same on a machine that has nothing but the address, and asked for once', async (t) => {
    const store = storeIn(await temporaryFolder(t));
    assert.equal(await store.catalog(), undefined);
    assert.equal(await store.refresh(), true);
    assert.equal(await catalogOf(store), await catalogOf(new EditionStore(join(data, 'site'))));
    assert.equal((await verifyEditions(store, undefined)).length, 13);
    const asked = server.requests.length;
    assert.equal(await store.refresh(), false);
    const requests = server.requests.slice(asked);
    assert.deepEqual(
      requests.map(({ method, status }) => `${method} ${status}`),
      ['GET 304'],
    );
  });

  it('go on from what another publisher has published, and are left as they are', async () => {
    const { added, unchanged } = await publish(await publisher());
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
    const one = await publisher();
    await forecast(one, 'one');
    await forecast(await publisher(), 'other');
    await one.store.refresh();
    assert.deepEqual(await forecastsIn(one.store), ['first', 'one', 'other']);
    // The same publications, and a catalog from before these forecasts.
    server.store(CATALOG, last.get(CATALOG) ?? '');
    await assert.rejects(one.store.refresh(), { ...OLDER, message: /forecasts/ });
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
    await assert.rejects(storeIn(folder).refresh(), OLDER);
  });

  const [catalogs, bodies] = [{ keys: /catalog\.json$/ }, { keys: /bodies/ }];
  const fails = (what: string, code: string, ...faults: BucketFault[]) => {
    for (const fault of faults)
      it(`stay as they are while the bucket ${what} (${fault.keys ?? 'everything'}), and are taken up afterwards`, async () => {
        server.setFault(fault);
        await isTakenUp(await isRefused({ code }, fault.kind === 'endless' ? {} : opening(HASTY)));
      });
  };
  fails('is away', 'bucket-away', { kind: 'refusing', status: 503 });
  fails('refuses', 'bucket-refused', { kind: 'refusing', status: 403 });
  fails('says nothing of', 'bucket-away', { kind: 'silent' });
  fails('breaks off', 'bucket-away', { kind: 'cut', ...catalogs }, { kind: 'cut', ...bodies });
  fails('has half of', 'editions-damaged', { kind: 'half', ...catalogs });
  fails('has half of', 'bucket-damaged', { kind: 'half', ...bodies });
  fails('lost', 'bucket-damaged', { kind: 'refusing', status: 404, ...bodies });

  it('are taken up from a slow bucket, while what there is can be read', async () => {
    const { store, held } = await behind();
    server.setFault({ kind: 'slow', ms: 30 });
    const refreshing = store.refresh();
    assert.equal(await catalogOf(store), held);
    assert.equal(await refreshing, true);
    assert.notEqual(await catalogOf(store), held);
  });

  it('never go back to what a bucket had before', async () => {
    server.store(CATALOG, first.get(CATALOG) ?? '');
    await isRefused({ ...OLDER, message: /back-up was restored/ });
    server.remove(CATALOG);
    await isRefused({ code: 'bucket-damaged' });
  });

  it('of a later version are left alone by this one, which goes on', async () => {
    const later = JSON.stringify({ format: 2 });
    server.store(CATALOG, later);
    await isRefused({ code: 'later-version' });
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

  it('have a body put back that was lost in the bucket, or damaged on a machine', async () => {
    has(second);
    const options = await publisher();
    const { manifest = '' } = (await options.store.catalog())?.editions[0] ?? {};
    const key = `site/${bodyPath(manifest)}`;
    server.remove(key);
    await publish(options);
    assert.ok(server.objects().has(key));
    has(last);
    const { store, folder, held } = await behind();
    await writeFile(store.pathOf(manifest), 'damaged');
    await isTakenUp({ folder, held });
  });

  it('lose in the bucket what nothing needs once it is a week old, told beforehand', async (t) => {
    const now = new Date();
    const age = (days: number) => {
      for (const [key, body] of last)
        server.store(key, body, new Date(now.getTime() - days * DAY_MS));
    };
    const store = storeIn(await temporaryFolder(t));
    await store.refresh();
    const dry = { isDryRun: true, now: new Date(now.getTime() + 2 * 3_600_000) };
    age(6.5);
    assert.deepEqual(await pruneEditions(store, dry), []);
    age(8);
    const told = await pruneEditions(store, dry);
    assert.deepEqual(server.objects(), last);
    assert.deepEqual(await pruneEditions(store, { ...dry, isDryRun: false }), told);
    const gone = new Set(told.map(({ path }) => path.replace(/^s3:\/\/[^/]+\//, '')));
    assert.ok(gone.size > 0);
    const left = [...last.keys()].filter((key) => !gone.has(key));
    assert.deepEqual([...server.objects().keys()].sort(), left.sort());
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
    const put = server.requests.slice(asked).filter(({ method }) => method === 'PUT');
    const expected = [...fresh.map(([key]) => key), CATALOG];
    assert.deepEqual(put.map(({ key }) => key).sort(), expected.sort());
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

  if (!IS_INTEGRATION) return;
  // A bucket that is hostile.

  for (const keys of [catalogs, bodies]) {
    fails('sends a byte a second of', 'bucket-away', { kind: 'trickle', ...keys });
    fails('never answers for', 'bucket-away', { kind: 'silent', ...keys });
    fails('inflates', 'bucket-damaged', { kind: 'endless', ...keys });
    fails('refuses without an end', 'bucket-damaged', { kind: 'endless', status: 403, ...keys });
  }

  const signedFile = async (name: string, edition = '2025-w26') => {
    const editions = (await Editions.open(new EditionStore(join(data, 'site')))) ?? assert.fail();
    return (await editions.file(edition, name)).sha256;
  };
  const lastCatalog = () => JSON.parse(String(last.get(CATALOG)));
  const kinds: [string, () => Promise<string> | string][] = [
    ['a file of a week', () => signedFile('signals.json')],
    ['a file that is written in pieces', () => signedFile('dataset.jsonl', 'all')],
    ['a manifest', () => lastCatalog().editions.at(-1).manifest],
    ['the log', () => lastCatalog().log],
  ];
  for (const [kind, hashOf] of kinds)
    it(`are refused where ${kind} is forged, truncated, lengthened, inflated, swapped or lost`, async () => {
      const key = `site/${bodyPath(await hashOf())}`;
      const body = last.get(key) ?? assert.fail();
      for (const forged of [
        ...[zstdCompressSync(FORGERY), FORGERY, Buffer.alloc(0), body.subarray(0, -9)],
        Buffer.concat([body, zstdCompressSync(FORGERY)]),
        last.get(`site/${bodyPath(lastCatalog().all.manifest)}`) ?? assert.fail(),
        Buffer.alloc(80 * MEGABYTE),
        zstdCompressSync(Buffer.alloc(400 * MEGABYTE)),
      ]) {
        server.store(key, forged);
        await isRefused({ code: 'bucket-damaged' });
      }
      server.remove(key);
      await isRefused({ code: 'bucket-damaged', message: /it is missing/ });
    });

  it('are refused where the catalog is none', async () => {
    for (const catalog of ['none', '[]', '{"format":1}', FORGERY]) {
      server.store(CATALOG, catalog);
      await isRefused({ code: 'editions-damaged' });
    }
  });

  for (const { what, change } of TAMPERINGS)
    it(`are refused where, in the catalog, ${what}`, async () => {
      server.store(CATALOG, change(last.get(CATALOG) ?? Buffer.alloc(0)));
      await isRefused({ code: 'verification-failed', message: /catalog\.json was not signed/ });
    });

  for (const { keys } of [catalogs, bodies])
    it(`are refused where the bucket redirects ${keys}`, async () => {
      let isAsked = false;
      const other = createServer((_, response) => {
        isAsked = true;
        response.end();
      });
      await once(other.listen(0, '127.0.0.1'), 'listening');
      // A TCP server's address is an AddressInfo.
      const { port } = other.address() as AddressInfo;
      server.setFault({ kind: 'redirecting', to: `http://127.0.0.1:${port}/`, keys });
      await isRefused({ code: 'bucket-away' });
      assert.equal(isAsked, false);
      other.close();
    });

  it('are given up after the time for all, and by a service that stops', async () => {
    server.setFault({ kind: 'slow', ms: 500 });
    await isRefused({ code: 'bucket-away' }, { deadlineMs: 1_200 });
    const { store, held } = await behind();
    await assert.rejects(store.refresh(AbortSignal.timeout(300)), { code: 'bucket-away' });
    assert.equal(await catalogOf(store), held);
  });
});
