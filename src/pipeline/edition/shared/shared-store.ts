/**
 * Editions shared by several machines: a local folder that is a verified copy of a bucket. It is read
 * like any other folder, even while the bucket is unavailable. Publishing starts from the bucket's
 * current state, and succeeds only when the bucket has the result.
 */
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { keepJson, readIfAny, readKeptJson, sha256 } from '../../../lib/atomic-files.ts';
import type { Bucket } from '../../../lib/bucket/bucket.ts';
import { BellwetherError, systemCode } from '../../../lib/errors.ts';
import type { PruneOptions, Removable } from '../../../lib/removal.ts';
import type { Catalog } from '../catalog.ts';
import { EditionStore } from '../edition-store.ts';
import { isTakenUp } from '../prune.ts';
import { splitPieces } from './bucket-pieces.ts';
import { pruneBucket } from './prune-bucket.ts';
import { CATALOG_FILE, MAX_POINTER_BYTES, POINTER_KEY, Taken } from './publication.ts';
import { type PullTarget, pull } from './pull.ts';
import { push } from './push.ts';

/** File beside the catalog that records which publication of the bucket the folder holds. */
const TAKEN_FILE = 'bucket.json';
const DEADLINE_MS = 10 * 60_000;

export type SharedOptions = {
  /** Called on first use. */
  open: () => Promise<Bucket>;
  /** The operator's public key, if this machine has it. */
  ownKey: () => Promise<string | undefined>;
  verifyForecasts: PullTarget['verifyForecasts'];
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

  /** Locks the folder, then brings it up to date with the bucket. */
  override async lock(): Promise<() => Promise<void>> {
    const release = await super.lock();
    try {
      await this.#takeUp(this.#deadline());
      return release;
    } catch (error) {
      await release();
      throw error;
    }
  }

  /**
   * The catalog becomes visible here once it is in the bucket. @throws BellwetherError
   * `publication-raced`
   */
  override async replaceCatalog(catalog: Catalog): Promise<void> {
    const taken = await push(await this.#place(), catalog, await this.#taken());
    await super.replaceCatalog(catalog);
    await this.#write(taken);
  }

  /** Does nothing if another process is already refreshing or publishing. */
  override async refresh(signal?: AbortSignal): Promise<boolean> {
    const within = this.#deadline(signal);
    const found = await this.#newPointer(within);
    if (!found) return false;
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

  override async share(): Promise<void> {
    const release = await super.lock();
    try {
      const catalog = await this.catalog();
      const taken = await this.#taken();
      if (catalog) await this.#write(await push(await this.#place(), catalog, taken));
    } finally {
      await release();
    }
  }

  /** Waits for publishers to finish, and blocks new ones. */
  override async pruneShared({ isDryRun, now }: PruneOptions): Promise<readonly Removable[]> {
    const release = await this.lock();
    try {
      const taken = await this.#taken();
      if (!taken || !(await isTakenUp(this, now))) return [];
      const pruned = await pruneBucket(await this.#place(), taken, isDryRun);
      if (pruned.taken !== taken) await this.#write(pruned.taken);
      return pruned.removed;
    } finally {
      await release();
    }
  }

  #deadline(signal?: AbortSignal): AbortSignal {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs ?? DEADLINE_MS);
    return signal ? AbortSignal.any([signal, deadline]) : deadline;
  }

  async #takeUp(signal: AbortSignal): Promise<boolean> {
    const found = await this.#newPointer(signal);
    if (!found) return false;
    const { verifyForecasts } = this.#options;
    const target = { ...(await this.#place()), signal, verified: this.#verified, verifyForecasts };
    await this.#write(await pull(target, found, await this.#taken()));
    return true;
  }

  /** The bucket's pointer, if the folder does not hold its publication. */
  async #newPointer(signal: AbortSignal) {
    const taken = await this.#taken();
    const { bucket, prefix } = await this.#place();
    const unless = taken && (await this.#has(taken)) ? taken.etag : undefined;
    const options = { unless, maxBytes: MAX_POINTER_BYTES, signal };
    const found = await bucket.get(prefix + POINTER_KEY, options);
    if (found === 'unchanged') return undefined;
    if (found || !taken) return found;
    throw new BellwetherError(
      'bucket-damaged',
      `${bucket.name}${prefix} had a publication, and has none any more`,
    );
  }

  /**
   * Whether the folder's catalog is the one downloaded from the bucket. It is not if somebody has
   * published into the folder without a bucket.
   */
  async #has({ files }: Taken): Promise<boolean> {
    const held = await readIfAny(join(this.folder, CATALOG_FILE));
    const { pieces } = files.find(({ path }) => path === CATALOG_FILE) ?? {};
    return held !== undefined && isDeepStrictEqual([...splitPieces(held)].map(sha256), pieces);
  }

  async #place() {
    this.#bucket ??= this.#options.open();
    return { bucket: await this.#bucket, prefix: `${basename(this.folder)}/`, store: this };
  }

  /** Undefined if the file is missing or damaged; everything is then compared again. */
  #taken(): Promise<Taken | undefined> {
    return readKeptJson(join(this.folder, TAKEN_FILE), Taken);
  }

  #write(taken: Taken): Promise<void> {
    return keepJson(join(this.folder, TAKEN_FILE), taken);
  }
}
