/**
 * A bucket that an intruder can write to: it swaps, forges, replays, delays, truncates, redirects and
 * inflates every kind of object. What a machine has stays as it was verified.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { appendForecasts, verifyForecastLog } from '../../../src/features/forecasts/log.ts';
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { openBucket } from '../../../src/lib/bucket/bucket.ts';
import { type Catalog, catalogBytes } from '../../../src/pipeline/edition/catalog.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { type PublishOptions, publish } from '../../../src/pipeline/edition/publish.ts';
import {
  type Inventory,
  inventoryKey,
  pieceKey,
} from '../../../src/pipeline/edition/shared/publication.ts';
import { SharedEditionStore } from '../../../src/pipeline/edition/shared/shared-store.ts';
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

const POINTER = 'site/publication.json';
const MEGABYTE = 2 ** 20;

type Files = Map<string, Buffer>;

describe('a bucket that is hostile', () => {
  let server: BucketServer;
  let options: PublishOptions;
  /** The bucket before the last publication, and after it. */
  let first: ReadonlyMap<string, Buffer>;
  let last: ReadonlyMap<string, Buffer>;
  let firstCatalog: Catalog;
  let lastCatalog: Catalog;
  /** The files of the last publication, by their paths. */
  let files: Files;
  /** A machine that took up the first publication, and one that has nothing. */
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
    await appendForecasts(store.folder, { sign, publicKeys: [publicKeyPem] }, new Date(), () => [
      { kind: 'market', market: 'first', probability: 0.5, candidates: {} },
    ]);
    await store.share();
    first = server.objects();
    firstCatalog = await catalogIn(store);
    follower = storeIn(await temporaryFolder());
    await follower.refresh();
    const [company, ...others] = example.registry.companies;
    assert.ok(company);
    const companies = [{ ...company, name: 'Renamed' }, ...others];
    const registry = { ...example.registry, companies };
    const correction = { correction: 'another name', correctFrom: '2025-w26' };
    ({ catalog: lastCatalog } = await publish({ ...options, ...correction, registry }));
    last = server.objects();
    files = filesIn(last);
    reading = await snapshot(follower.folder);
  });
  after(() => server.close());
  beforeEach(() => {
    server.setFault(undefined);
    for (const [key, body] of last) server.store(key, body);
  });

  const openHastily = () => openBucket(server.url(), { timeoutMs: 1_500, deadlineMs: 2_000 });
  const sharing = {
    open: () => openBucket(server.url()),
    ownKey: async () => undefined,
    verifyForecasts: verifyForecastLog,
  };
  const storeIn = (folder: string) => new SharedEditionStore(join(folder, 'site'), sharing);

  async function catalogIn(store: EditionStore): Promise<Catalog> {
    const catalog = await store.catalog();
    assert.ok(catalog);
    return catalog;
  }

  function inventoryIn(objects: ReadonlyMap<string, Buffer>): Inventory {
    const { inventory } = JSON.parse(String(objects.get(POINTER)));
    return JSON.parse(String(objects.get(`site/${inventoryKey(inventory)}`)));
  }

  function filesIn(objects: ReadonlyMap<string, Buffer>): Files {
    const piece = (hash: string) => objects.get(`site/${pieceKey(hash)}`) ?? Buffer.alloc(0);
    return new Map(
      inventoryIn(objects).files.map(({ path, pieces }) => [
        path,
        Buffer.concat(pieces.map(piece)),
      ]),
    );
  }

  /** Puts files there as a publication of their own, with whatever hashes they have. */
  function place(changed: Files, number = 99): void {
    const inventory: Inventory = { format: 1, files: [] };
    for (const [path, body] of changed) {
      const hash = sha256(body);
      server.store(`site/${pieceKey(hash)}`, body);
      inventory.files.push({ path, bytes: body.length, pieces: [hash] });
    }
    const bytes = JSON.stringify(inventory);
    server.store(`site/${inventoryKey(sha256(bytes))}`, bytes);
    server.store(POINTER, JSON.stringify({ format: 1, number, inventory: sha256(bytes) }));
  }

  /** All files of a folder with their content. */
  async function snapshot(folder: string): Promise<string> {
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = names
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name));
    const kept = paths.filter((path) => /catalog|forecasts\.|\.head$/.test(path)).sort();
    return sha256(Buffer.concat(await Promise.all(kept.map((path) => readFile(path)))));
  }

  /** All that was there stays, served and on the disk. */
  async function isRefused(expected: { code: string; message?: RegExp }): Promise<void> {
    const store = await another();
    await assert.rejects(store.refresh(), expected);
    await staysAsItWas(store);
  }

  /** Another machine that has the first publication. */
  async function another(limits: Partial<typeof sharing> & { deadlineMs?: number } = {}) {
    const folder = join(await temporaryFolder(), 'site');
    await cp(follower.folder, folder, { recursive: true });
    return new SharedEditionStore(folder, { ...sharing, ...limits });
  }

  async function staysAsItWas(store: SharedEditionStore): Promise<void> {
    assert.equal(await snapshot(store.folder), reading);
    await verifyEditions(store, undefined);
    const keys = firstCatalog.keys.map(({ publicKey }) => publicKey);
    await verifyForecastLog(store.folder, keys);
    assert.equal((await Editions.open(store))?.catalog.editions.at(-1)?.revision, 1);
  }

  const bodyPath = (hash: string, form = '') => `bodies/${hash.slice(0, 2)}/${hash}${form}`;
  async function signedFile(name: string, edition = '2025-w26'): Promise<string> {
    const publisher = new EditionStore(options.store.folder);
    const editions = await Editions.open(publisher);
    assert.ok(editions);
    return (await editions.file(edition, name)).sha256;
  }
  const changed = (path: string, body: Buffer) => new Map(files).set(path, body);

  describe('forges', () => {
    const forgery = Buffer.from('{"rows":"forged"}\n'.repeat(20_000));

    it('a body, in any of its forms', async () => {
      const hash = await signedFile('signals.json');
      const forms: [string, Buffer][] = [
        ['', forgery],
        ['.br', brotliCompressSync(forgery)],
        ['.zstd', zstdCompressSync(forgery)],
        ['.gzip', gzipSync(forgery)],
      ];
      for (const [form, body] of forms) {
        place(changed(bodyPath(hash, form), body));
        await isRefused({ code: 'bucket-damaged' });
      }
    });

    it('a body that is written in pieces, in any of its forms, and the lack of its plain one', async () => {
      const hash = await signedFile('dataset.jsonl', 'all');
      place(changed(bodyPath(hash), forgery));
      await isRefused({ code: 'bucket-damaged' });
      place(changed(bodyPath(hash, '.zstd'), zstdCompressSync(forgery)));
      await isRefused({ code: 'bucket-damaged' });
      const others = new Map(files);
      assert.ok(others.delete(bodyPath(hash)));
      place(others);
      await isRefused({ code: 'bucket-damaged', message: /it has no bodies/ });
    });

    it('what follows a body', async () => {
      const hash = await signedFile('signals.json');
      for (const form of ['', '.br', '.zstd', '.gzip']) {
        const path = bodyPath(hash, form);
        place(changed(path, Buffer.concat([files.get(path) ?? forgery, forgery])));
        await isRefused({ code: 'bucket-damaged' });
      }
    });

    it('a manifest, the log, or the log of forecasts', async () => {
      const { manifest = '' } = lastCatalog.editions.at(-1) ?? {};
      for (const hash of [manifest, lastCatalog.log?.log ?? '']) {
        place(changed(bodyPath(hash), forgery));
        await isRefused({ code: 'bucket-damaged' });
      }
      const log = files.get('forecasts.jsonl');
      assert.ok(log);
      const probable = Buffer.from(String(log).replace('0.5', '0.9'));
      for (const body of [forgery, probable, Buffer.alloc(0)]) {
        place(changed('forecasts.jsonl', body));
        // Less than there is already is no news.
        if (body.length > 0) await isRefused({ code: 'log-broken' });
      }
      place(
        changed('forecasts.head.json', Buffer.from('{"entries":0}')).set(
          'forecasts.jsonl',
          probable,
        ),
      );
      await isRefused({ code: 'log-broken' });
    });

    it('a catalog, an inventory or a pointer that is none', async () => {
      place(changed('catalog.json', forgery));
      await isRefused({ code: 'editions-damaged' });
      server.store(`site/${inventoryKey(sha256('none'))}`, 'none');
      for (const pointer of [
        'none',
        '[]',
        JSON.stringify({ format: 1, number: 99, inventory: sha256('none') }),
        JSON.stringify({ format: 1, number: 99, inventory: 'x' }),
      ]) {
        server.store(POINTER, pointer);
        await isRefused({ code: 'bucket-damaged' });
      }
    });

    it('no number of a pointer after which there is no other', async () => {
      const store = await another();
      for (const number of [1_000_000, 2_000_000, 3_000_000]) {
        place(files, number);
        assert.equal(await store.refresh(), true);
      }
      place(files, 4_000_001);
      await assert.rejects(store.refresh(), { code: 'bucket-damaged', message: /too far ahead/ });
      const path = join(store.folder, 'bucket.json');
      const taken = JSON.parse(await readFile(path, 'utf8'));
      taken.pointer.number = 1_000_000_000;
      await writeFile(path, JSON.stringify(taken));
      place(files, 1_000_000_001);
      assert.equal(await store.refresh(), true);
    });

    for (const number of [-1, 0, 1.5, 1_000_000_001, Number.MAX_SAFE_INTEGER, 1e300])
      it(`the number ${number} of a pointer`, async () => {
        place(files, number);
        await isRefused({ code: 'bucket-damaged' });
      });
  });

  for (const { what, change, says, code = 'verification-failed' } of TAMPERINGS)
    it(`has a catalog in which ${what}`, async () => {
      const catalog = change(lastCatalog, firstCatalog);
      place(new Map([...filesIn(first), ...changed('catalog.json', catalogBytes(catalog))]));
      // It has this one already.
      if (catalog === firstCatalog) {
        const store = await another();
        assert.equal(await store.refresh(), true);
        await staysAsItWas(store);
      } else await isRefused({ code, message: says });
    });

  it('swaps two bodies', async () => {
    const [left, right] = [
      await signedFile('signals.json'),
      await signedFile('signals.json', '2025-w25'),
    ];
    const swapped = changed(bodyPath(left), files.get(bodyPath(right)) ?? Buffer.alloc(0));
    swapped.set(bodyPath(right), files.get(bodyPath(left)) ?? Buffer.alloc(0));
    place(swapped);
    await isRefused({ code: 'bucket-damaged' });
  });

  it('leaves a body, the log or the catalog out', async () => {
    for (const path of [
      bodyPath(await signedFile('signals.json')),
      bodyPath(lastCatalog.log?.log ?? ''),
      'catalog.json',
    ]) {
      const fewer = new Map(files);
      fewer.delete(path);
      place(fewer);
      await isRefused({ code: 'bucket-damaged' });
    }
  });

  it('replays an older publication, under its number and a later one', async (t) => {
    const folder = await temporaryFolder(t);
    const store = storeIn(folder);
    await store.refresh();
    const held = await snapshot(store.folder);
    server.store(POINTER, first.get(POINTER) ?? '');
    await assert.rejects(store.refresh(), {
      code: 'publication-older',
      message: /restored from a back-up/,
    });
    place(filesIn(first));
    await assert.rejects(store.refresh(), {
      code: 'publication-older',
      message: /back-up was restored/,
    });
    assert.equal(await snapshot(store.folder), held);
    await verifyEditions(store, undefined);
  });

  const kinds: [string, RegExp][] = [
    ['pointer', /publication\.json$/],
    ['inventory', /inventories/],
    ['piece', /pieces/],
  ];
  const faults: [string, BucketFault, string][] = [
    ['truncates', { kind: 'half' }, 'bucket-damaged'],
    ['breaks off', { kind: 'cut' }, 'bucket-away'],
    ['sends a byte a second of', { kind: 'trickle' }, 'bucket-away'],
    ['never answers for', { kind: 'silent' }, 'bucket-away'],
    ['inflates', { kind: 'endless' }, 'bucket-damaged'],
    ['refuses without an end', { kind: 'endless', status: 403 }, 'bucket-damaged'],
  ];
  for (const [kind, keys] of kinds) {
    for (const [what, fault, code] of faults)
      it(`${what} the ${kind}`, async () => {
        const hasty = await another({ open: openHastily });
        server.setFault({ ...fault, keys });
        const before = process.memoryUsage().rss;
        const began = performance.now();
        await assert.rejects(hasty.refresh(), { code });
        assert.ok(performance.now() - began < 15_000);
        assert.ok(process.memoryUsage().rss - before < 200 * MEGABYTE);
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

  it('inflates a file beyond what was signed, or a form beyond the memory', async () => {
    const hash = await signedFile('signals.json');
    const zeros = Buffer.alloc(400 * MEGABYTE);
    const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
    const bombs: [string, Buffer][] = [
      ['', Buffer.alloc(7 * MEGABYTE)],
      ['.br', brotliCompressSync(zeros, quickly)],
      ['.zstd', zstdCompressSync(zeros)],
      ['.gzip', gzipSync(zeros, { level: 1 })],
    ];
    const before = process.memoryUsage().rss;
    for (const [form, body] of bombs) {
      place(changed(bodyPath(hash, form), body));
      await isRefused({ code: 'bucket-damaged' });
    }
    assert.ok(process.memoryUsage().rss - before < 200 * MEGABYTE);
  });

  it('is given up after the time for all, and by a service that stops', async () => {
    server.setFault({ kind: 'slow', ms: 500 });
    const hasty = await another({ deadlineMs: 1_200 });
    const began = performance.now();
    await assert.rejects(hasty.refresh(), { code: 'bucket-away' });
    await assert.rejects(hasty.refresh(AbortSignal.timeout(300)), { code: 'bucket-away' });
    assert.ok(performance.now() - began < 10_000);
    await staysAsItWas(hasty);
  });

  it('mends, and is followed again; what is damaged on this machine is fetched again', async () => {
    const store = await another();
    const path = join(store.folder, bodyPath(await signedFile('signals.json', '2025-w25')));
    const bytes = await readFile(path);
    await writeFile(path, Buffer.alloc(bytes.length));
    assert.equal(await store.refresh(), true);
    assert.deepEqual(await readFile(path), bytes);
    await verifyEditions(store, undefined);
    assert.equal((await Editions.open(store))?.catalog.editions.at(-1)?.revision, 2);
  });
});
