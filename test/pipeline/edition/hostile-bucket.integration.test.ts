/**
 * A bucket that an intruder can write to: it swaps, forges, replays, delays, truncates, redirects and
 * inflates every kind of object. What a machine has stays as it was verified.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { appendForecasts, verifyForecastLog } from '../../../src/features/forecasts/log.ts';
import { openBucket } from '../../../src/lib/bucket/bucket.ts';
import { bodyPath } from '../../../src/pipeline/edition/body-store.ts';
import type { Catalog } from '../../../src/pipeline/edition/catalog.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import {
  SharedEditionStore,
  type SharedOptions,
} from '../../../src/pipeline/edition/shared/shared-store.ts';
import { signingKey } from '../../../src/pipeline/edition/signing.ts';
import { Editions } from '../../../src/published/editions.ts';
import { verifyEditions } from '../../../src/published/verify.ts';
import {
  BUCKET_CREDENTIALS,
  type BucketFault,
  type BucketServer,
  startBucketServer,
} from '../../support/bucket-server.ts';
import { FOUR_WEEKS, publishedExample } from '../../support/publication.ts';
import { TAMPERINGS } from '../../support/tampering.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const CATALOG = 'site/catalog.json';
const MEGABYTE = 2 ** 20;
const FORGERY = Buffer.from('{"rows":"forged"}\n'.repeat(20_000));

describe('a bucket that is hostile', () => {
  let server: BucketServer;
  let options: PublishOptions;
  /** The bucket before the last publication, and after it. */
  let first: ReadonlyMap<string, Buffer>;
  let last: ReadonlyMap<string, Buffer>;
  let lastCatalog: Catalog;
  /** A machine that took up the first publication. */
  let follower: SharedEditionStore;
  let reading: string;

  before(async () => {
    Object.assign(process.env, BUCKET_CREDENTIALS);
    server = await startBucketServer();
    const data = await temporaryFolder();
    const { store: published, ...example } = await publishedExample(data, FOUR_WEEKS);
    await rename(published.folder, join(data, 'site'));
    const { sign, publicKeyPem } = await signingKey(data);
    const store = storeIn(data);
    options = { ...example, store };
    await appendForecasts(store, { sign, publicKeys: [publicKeyPem] }, new Date(), () => [
      { kind: 'market', market: 'first', probability: 0.5, candidates: {} },
    ]);
    first = server.objects();
    follower = storeIn(await temporaryFolder());
    await follower.refresh();
    const [company, ...others] = example.registry.companies;
    assert.ok(company);
    const companies = [{ ...company, name: 'Renamed' }, ...others];
    const registry = { ...example.registry, companies };
    const correction = { correction: 'another name', correctFrom: '2025-w26' };
    ({ catalog: lastCatalog } = await publish({ ...options, ...correction, registry }));
    last = server.objects();
    reading = await catalogText(follower);
  });
  after(() => server.close());
  beforeEach(() => {
    server.setFault(undefined);
    for (const [key, body] of last) server.store(key, body);
  });

  const openHastily = () => openBucket(server.url(), { timeoutMs: 1_500, deadlineMs: 2_000 });
  const sharing = { open: () => openBucket(server.url()), ownKey: async () => undefined };
  const storeIn = (folder: string) => new SharedEditionStore(join(folder, 'site'), sharing);
  const catalogText = ({ folder }: SharedEditionStore) =>
    readFile(join(folder, 'catalog.json'), 'utf8');
  const bodyKey = (hash: string) => `site/${bodyPath(hash)}`;
  const bodyIn = (hash: string) => last.get(bodyKey(hash)) ?? assert.fail(hash);

  /** Another machine that has the first publication. */
  async function another(limits: Partial<SharedOptions> = {}) {
    const folder = join(await temporaryFolder(), 'site');
    await cp(follower.folder, folder, { recursive: true });
    return new SharedEditionStore(folder, { ...sharing, ...limits });
  }

  /** All that was there stays, served and on the disk. */
  async function isRefused(expected: { code: string; message?: RegExp }): Promise<void> {
    const store = await another();
    await assert.rejects(store.refresh(), expected);
    await staysAsItWas(store);
  }

  async function staysAsItWas(store: SharedEditionStore): Promise<void> {
    assert.equal(await catalogText(store), reading);
    await verifyEditions(store, undefined);
    const keys = lastCatalog.keys.map(({ publicKey }) => publicKey);
    assert.equal((await verifyForecastLog(store, keys)).entries.length, 1);
    assert.equal((await Editions.open(store))?.catalog.editions.at(-1)?.revision, 1);
  }

  async function signedFile(name: string, edition = '2025-w26'): Promise<string> {
    const editions = await Editions.open(options.store);
    assert.ok(editions);
    return (await editions.file(edition, name)).sha256;
  }

  const kinds: [string, () => Promise<string> | string][] = [
    ['a file of a week', () => signedFile('signals.json')],
    ['a file that is written in pieces', () => signedFile('dataset.jsonl', 'all')],
    ['a manifest', () => lastCatalog.editions.at(-1)?.manifest ?? ''],
    ['the log', () => lastCatalog.log],
  ];
  for (const [kind, hashOf] of kinds)
    it(`forges, truncates, lengthens, inflates, swaps and loses ${kind}`, async () => {
      const hash = await hashOf();
      const body = bodyIn(hash);
      for (const forged of [
        zstdCompressSync(FORGERY),
        FORGERY,
        Buffer.alloc(0),
        body.subarray(0, -9),
        Buffer.concat([body, zstdCompressSync(FORGERY)]),
        bodyIn(lastCatalog.all.manifest),
        Buffer.alloc(80 * MEGABYTE),
      ]) {
        server.store(bodyKey(hash), forged);
        await isRefused({ code: 'bucket-damaged' });
      }
      server.remove(bodyKey(hash));
      await isRefused({ code: 'bucket-damaged', message: /it is missing/ });
    });

  it('inflates a body beyond the memory', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(400 * MEGABYTE));
    const before = process.memoryUsage().rss;
    server.store(bodyKey(await signedFile('signals.json')), bomb);
    await isRefused({ code: 'bucket-damaged' });
    assert.ok(process.memoryUsage().rss - before < 200 * MEGABYTE);
  });

  it('has a catalog that is none', async () => {
    for (const catalog of ['none', '[]', '{"format":1}', FORGERY]) {
      server.store(CATALOG, catalog);
      await isRefused({ code: 'editions-damaged' });
    }
  });

  for (const { what, change } of TAMPERINGS)
    it(`has a catalog in which ${what}`, async () => {
      server.store(CATALOG, change(last.get(CATALOG) ?? Buffer.alloc(0)));
      await isRefused({ code: 'verification-failed', message: /catalog\.json was not signed/ });
    });

  it('replays an older publication', async (t) => {
    const store = storeIn(await temporaryFolder(t));
    await store.refresh();
    const held = await catalogText(store);
    server.store(CATALOG, first.get(CATALOG) ?? '');
    await assert.rejects(store.refresh(), {
      code: 'publication-older',
      message: /back-up was restored/,
    });
    assert.equal(await catalogText(store), held);
    await verifyEditions(store, undefined);
  });

  const faults: [string, BucketFault, string][] = [
    ['breaks off', { kind: 'cut' }, 'bucket-away'],
    ['sends a byte a second of', { kind: 'trickle' }, 'bucket-away'],
    ['never answers for', { kind: 'silent' }, 'bucket-away'],
    ['inflates', { kind: 'endless' }, 'bucket-damaged'],
    ['refuses without an end', { kind: 'endless', status: 403 }, 'bucket-damaged'],
  ];
  for (const [kind, keys] of [
    ['catalog', /catalog\.json$/],
    ['body', /bodies/],
  ] as const) {
    for (const [what, fault, code] of faults)
      it(`${what} the ${kind}`, async () => {
        const hasty = await another(fault.kind === 'endless' ? {} : { open: openHastily });
        server.setFault({ ...fault, keys });
        const before = process.memoryUsage().rss;
        await assert.rejects(hasty.refresh(), { code });
        assert.ok(process.memoryUsage().rss - before < 300 * MEGABYTE);
        await staysAsItWas(hasty);
      });

    it(`redirects to another ${kind}`, async () => {
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
  }

  it('is given up after the time for all, and by a service that stops', async () => {
    server.setFault({ kind: 'slow', ms: 500 });
    const hasty = await another({ deadlineMs: 1_200 });
    await assert.rejects(hasty.refresh(), { code: 'bucket-away' });
    await assert.rejects(hasty.refresh(AbortSignal.timeout(300)), { code: 'bucket-away' });
    await staysAsItWas(hasty);
  });

  it('mends, and is followed again; what is damaged on this machine is fetched again', async () => {
    const store = await another();
    const path = store.pathOf(await signedFile('signals.json', '2025-w25'));
    const bytes = await readFile(path);
    await writeFile(path, Buffer.alloc(bytes.length));
    assert.equal(await store.refresh(), true);
    assert.deepEqual(await readFile(path), bytes);
    await verifyEditions(store, undefined);
    assert.equal((await Editions.open(store))?.catalog.editions.at(-1)?.revision, 2);
  });
});
