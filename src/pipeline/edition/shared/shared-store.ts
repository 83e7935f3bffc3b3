/**
 * Editions shared by several machines: a local folder that is a verified copy of a bucket. It is read
 * like any other folder, even while the bucket is unavailable. Publishing starts from the bucket's
 * current state, and succeeds only when the bucket has the result.
 */
import { basename, join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKeptJson, sha256 } from '../../../lib/atomic-files.ts';
import type { Bucket } from '../../../lib/bucket/bucket.ts';
import { systemCode } from '../../../lib/errors.ts';
import type { PruneOptions, Removable } from '../../../lib/removal.ts';
import { CATALOG_FILE, type Catalog } from '../catalog.ts';
import { Sha256 } from '../edition-manifest.ts';
import { EditionStore } from '../edition-store.ts';
import {
  damagedBucket,
  MAX_UNLISTED_BYTES,
  type Place,
  pruneBucket,
  pull,
  push,
} from './transfer.ts';

/** File next to the catalog that says which catalog in the bucket it copies. */
const TAKEN_FILE = 'bucket.json';
const DEADLINE_MS = 10 * 60_000;

/** The ETag of the bucket's catalog, and its SHA-256. */
const Taken = z.object({ etag: z.string(), catalog: Sha256 });

export type SharedOptions = {
  /** Called on first use. */
  open: () => Promise<Bucket>;
  /** The operator's public key, if this machine has it. */
  ownKey: () => Promise<string | undefined>;
  /** Maximum time for taking up a publication; the next attempt goes on from there. */
  deadlineMs?: number;
};

export class SharedEditionStore extends EditionStore {
  override readonly isShared = true;
  readonly #options: SharedOptions;
  readonly #verified = new Set<string>();
  #bucket: Promise<Bucket> | undefined;

  /**
   * @param folder its name is the prefix of keys, so that different addresses do not share editions
   */
  constructor(folder: string, options: SharedOptions) {
    super(folder, options.ownKey);
    this.#options = options;
  }

  /** Locks the folder, and brings it up to date with the bucket, or an empty bucket with the folder. */
  override async lock(): Promise<() => Promise<void>> {
    const release = await super.lock();
    try {
      await this.#takeUp(this.#deadline());
      const catalog = await this.catalog();
      if (catalog && !(await this.#taken())) await this.share(catalog, await this.catalogBytes());
      return release;
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** Does nothing if another process is already refreshing or publishing. */
  override async refresh(signal?: AbortSignal): Promise<boolean> {
    const within = this.#deadline(signal);
    if (!(await this.#newCatalog(within))) return false;
    const release = await super.lock(0).catch((error: unknown) => {
      if (systemCode(error) === 'ELOCKED') return undefined;
      throw error;
    });
    if (!release) return false;
    try {
      return await this.#takeUp(within);
    } finally {
      await release();
    }
  }

  /** @throws BellwetherError `publication-raced` */
  protected override async share(catalog: Catalog, bytes: Buffer): Promise<void> {
    const etag = await push(await this.#place(), catalog, bytes, (await this.#taken())?.etag);
    await this.#keep(etag, bytes);
  }

  override async pruneShared(
    needed: ReadonlySet<string>,
    options: PruneOptions,
  ): Promise<readonly Removable[]> {
    return pruneBucket(await this.#place(), needed, options);
  }

  #deadline(signal?: AbortSignal): AbortSignal {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs ?? DEADLINE_MS);
    return signal ? AbortSignal.any([signal, deadline]) : deadline;
  }

  async #takeUp(signal: AbortSignal): Promise<boolean> {
    const found = await this.#newCatalog(signal);
    if (!found) return false;
    await pull({ ...(await this.#place()), signal, verified: this.#verified }, found);
    await this.#keep(found.etag, found.body);
    return true;
  }

  /** The bucket's catalog, unless the folder has it. */
  async #newCatalog(signal: AbortSignal) {
    const taken = await this.#taken();
    const { bucket, prefix } = await this.#place();
    const unless = taken && (await this.#has(taken)) ? taken.etag : undefined;
    const options = { unless, maxBytes: MAX_UNLISTED_BYTES, signal };
    const found = await bucket.get(prefix + CATALOG_FILE, options);
    if (found === 'unchanged') return undefined;
    if (found || !taken) return found;
    throw damagedBucket(bucket.name + prefix, 'it had a publication, and has none any more');
  }

  /** False if a process has published into the folder without a bucket. */
  async #has({ catalog }: z.infer<typeof Taken>): Promise<boolean> {
    return sha256(await this.catalogBytes()) === catalog;
  }

  async #place(): Promise<Place> {
    this.#bucket ??= this.#options.open();
    return { bucket: await this.#bucket, prefix: `${basename(this.folder)}/`, store: this };
  }

  /** Undefined if the file is missing or damaged; everything is then compared again. */
  #taken() {
    return readKeptJson(join(this.folder, TAKEN_FILE), Taken);
  }

  #keep(etag: string, catalog: Buffer): Promise<void> {
    return keepJson(join(this.folder, TAKEN_FILE), { etag, catalog: sha256(catalog) });
  }
}
