/**
 * Downloads a publication from the bucket into a folder: everything verified before it replaces
 * anything, and finally the catalog, atomically.
 */
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfAny, writeFileAtomically } from '../../../lib/atomic-files.ts';
import type { StoredObject } from '../../../lib/bucket/bucket.ts';
import { BellwetherError } from '../../../lib/errors.ts';
import { inParallel } from '../../../lib/in-parallel.ts';
import { lockPath } from '../../../lib/path-lock.ts';
import { FORMS, formPath } from '../body-store.ts';
import { type Catalog, parseCatalog } from '../catalog.ts';
import { checkPublication } from '../check-publication.ts';
import type { EditionStore } from '../edition-store.ts';
import { holdsBody } from '../holds-body.ts';
import { neededBy } from '../needed-files.ts';
import { getBytes, getChecked, getFile, type Source } from './bucket-pieces.ts';
import {
  CATALOG_FILE,
  damagedBucket,
  FORECAST_HEAD_FILE,
  FORECAST_LOG_FILE,
  inventoryKey,
  MAX_POINTER_STEP,
  POINTER_KEY,
  parseInventory,
  parsePointer,
  type SharedFile,
  type Taken,
} from './publication.ts';
import { trustedKey } from './trust.ts';

/** Maximum size of files whose size no signed manifest says: the catalog, manifests and logs. */
const MAX_UNLISTED_BYTES = 64 * 2 ** 20;

export type PullTarget = Source & {
  store: EditionStore;
  /** Paths of bodies that this process has verified. */
  verified: Set<string>;
  /**
   * Verifies the log of forecasts in a folder, with any of these keys. @throws BellwetherError
   * `log-broken`
   */
  verifyForecasts: (folder: string, publicKeys: readonly string[]) => Promise<unknown>;
};

/**
 * Downloads the publication that a pointer references.
 *
 * @param taken the publication that the folder holds
 * @throws BellwetherError `bucket-damaged`, `later-version`, `signing-key-differs`, `log-broken`, as
 *   `checkPublication` does, and as the bucket does
 */
export async function pull(
  target: PullTarget,
  found: StoredObject,
  taken: Taken | undefined,
): Promise<Taken> {
  const { bucket, prefix, store } = target;
  const where = bucket.name + prefix;
  const pointer = parsePointer(where + POINTER_KEY, found.body);
  if (taken && pointer.number < taken.pointer.number)
    throw new BellwetherError(
      'publication-older',
      `${where}${POINTER_KEY} names publication ${pointer.number}, and ${store.folder} has ${taken.pointer.number} already. If the bucket was restored from a back-up on purpose, stop the service, move that folder away, and start it again.`,
    );
  if (pointer.number - (taken?.pointer.number ?? 0) > MAX_POINTER_STEP)
    throw damagedBucket(where + POINTER_KEY, `its number ${pointer.number} is too far ahead`);
  const key = prefix + inventoryKey(pointer.inventory);
  const inventory = await getChecked(target, key, pointer.inventory);
  const { files } = parseInventory(bucket.name + key, inventory);
  const publication = new BucketPublication(target, files);
  const bytes = await publication.read(CATALOG_FILE);
  if (!bytes) throw damagedBucket(bucket.name + key, 'it names no catalog');
  const catalog = parseCatalog(where + CATALOG_FILE, bytes.toString('utf8'), 'Publish again.');
  const log = await publication.takeBodies(catalog);
  await publication.takeForecasts(catalog);
  await writeFileAtomically(join(store.folder, CATALOG_FILE), bytes);
  await store.keepHead(log.head);
  return { format: 1, etag: found.etag, pointer, files };
}

/** The files of a publication in a bucket, and how they come into a folder. */
class BucketPublication {
  readonly #target: PullTarget;
  readonly #where: string;
  readonly #files: ReadonlyMap<string, SharedFile>;

  constructor(target: PullTarget, files: readonly SharedFile[]) {
    this.#target = target;
    this.#where = target.bucket.name + target.prefix;
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  async read(path: string): Promise<Buffer | undefined> {
    const file = this.#files.get(path);
    return file && getBytes(this.#target, file, MAX_UNLISTED_BYTES);
  }

  /** Checks the publication, and takes all bodies that it needs. */
  async takeBodies(catalog: Catalog) {
    const { store } = this.#target;
    const where = this.#where;
    const key = trustedKey(where, catalog, await store.catalog(), await store.ownKey());
    const read = async (hash: string) => {
      await this.#takeBody(hash, MAX_UNLISTED_BYTES);
      return store.read(hash);
    };
    const heads = await store.heads();
    const { log, manifests } = await checkPublication({ catalog, key, read, heads, where });
    const listed = [...manifests.values()].flatMap(({ files }) => files);
    const sizes = new Map(listed.map(({ sha256, bytes }) => [sha256, bytes]));
    await inParallel([...(await neededBy(store, catalog))], (hash) =>
      this.#takeBody(hash, sizes.get(hash) ?? MAX_UNLISTED_BYTES),
    );
    return log;
  }

  /** @param maxBytes of the body */
  async #takeBody(hash: string, maxBytes: number): Promise<void> {
    const { store, verified } = this.#target;
    const plain = formPath(hash, 'identity');
    if (!this.#files.has(plain)) throw damagedBucket(this.#where, `it has no ${plain}`);
    // The plain form comes last: where it lies, the others do too.
    for (const form of FORMS.toReversed()) {
      const file = this.#files.get(formPath(hash, form));
      if (!file) continue;
      const to = join(store.folder, file.path);
      const size = (await stat(to).catch(() => undefined))?.size;
      if (size === file.bytes && verified.has(file.path)) continue;
      // Compressed, a body may be a little larger.
      await getFile(this.#target, file, 2 * maxBytes + 65_536, to, (path) =>
        holdsBody(path, form, hash, maxBytes),
      );
      verified.add(file.path);
    }
  }

  /** Takes the bucket's log of forecasts, unless the local one is an extension of it. */
  async takeForecasts({ keys }: Catalog): Promise<void> {
    const { store, verifyForecasts } = this.#target;
    const [log, head] = [await this.read(FORECAST_LOG_FILE), await this.read(FORECAST_HEAD_FILE)];
    if (!log || !head) return;
    const path = join(store.folder, FORECAST_LOG_FILE);
    const release = await lockPath(path, { waitSeconds: 60 });
    const folder = await mkdtemp(join(store.folder, 'forecasts-'));
    try {
      const local = await readIfAny(path);
      if (local?.subarray(0, log.length).equals(log)) return;
      await writeFile(join(folder, FORECAST_LOG_FILE), log, { flush: true });
      await writeFile(join(folder, FORECAST_HEAD_FILE), head, { flush: true });
      const publicKeys = keys.map(({ publicKey }) => publicKey);
      await verifyForecasts(folder, publicKeys);
      for (const name of [FORECAST_LOG_FILE, FORECAST_HEAD_FILE])
        await rename(join(folder, name), join(store.folder, name));
    } finally {
      await rm(folder, { recursive: true });
      await release();
    }
  }
}
