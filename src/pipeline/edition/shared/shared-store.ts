/**
 * Editions shared by several machines: a local folder that is a verified copy of a bucket. It is read
 * like any other folder, even while the bucket is unavailable. Downloads are verified before they replace
 * anything. Publishing starts from the bucket's current state and ends with its catalog, by a conditional
 * write: a publication becomes visible at once, and concurrent publishers cannot overwrite each other.
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { keepJson, readKeptJson, sha256, writeFileAtomically } from '../../../lib/atomic-files.ts';
import type { Bucket } from '../../../lib/bucket/bucket.ts';
import { BellwetherError, systemCode } from '../../../lib/errors.ts';
import { inParallel } from '../../../lib/in-parallel.ts';
import type { PruneOptions, Removable } from '../../../lib/removal.ts';
import { BODIES, bodyPath, measureBody } from '../body-store.ts';
import { CATALOG_FILE, type Catalog, currentKey, parseCatalog } from '../catalog.ts';
import { checkLog, neededBy, readManifests } from '../check-publication.ts';
import { Sha256 } from '../edition-manifest.ts';
import { EditionStore } from '../edition-store.ts';
import { fingerprint } from '../signing.ts';

/** File next to the catalog that says which catalog in the bucket it copies. */
const TAKEN_FILE = 'bucket.json';
/** The ETag of the bucket's catalog, and its SHA-256. */
const Taken = z.object({ etag: z.string(), catalog: Sha256 });

const DEADLINE_MS = 10 * 60_000;
/** Maximum size of files that no manifest lists: the catalog, manifests, logs, replaced cores. */
const MAX_UNLISTED_BYTES = 64 * 2 ** 20;
const DAY_MS = 86_400_000;
/** An object that no catalog names is removed when it is a week old, so younger ones are relied on. */
const RELIABLE_MS = 6 * DAY_MS;
const REMOVABLE_MS = RELIABLE_MS + DAY_MS;

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
  /** Prepended to keys, so that different addresses do not share editions. */
  readonly #prefix: string;
  /** SHA-256 of bodies that this process has verified. */
  readonly #verified = new Set<string>();
  #opened: Promise<Bucket> | undefined;

  /** @param folder its name is the prefix of keys */
  constructor(folder: string, options: SharedOptions) {
    super(folder, options.ownKey);
    this.#options = options;
    this.#prefix = `${basename(folder)}/`;
  }

  /** Locks the folder, and brings it up to date with the bucket, or an empty bucket with the folder. */
  override async lock(): Promise<() => Promise<void>> {
    await using locks = new AsyncDisposableStack();
    locks.defer(await super.lock());
    await this.#takeUp(this.#deadline());
    const catalog = await this.catalog();
    if (catalog && !(await this.#taken())) await this.share(catalog, await this.catalogBytes());
    const held = locks.move();
    return () => held.disposeAsync();
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
    await using locks = new AsyncDisposableStack();
    locks.defer(release);
    return await this.#takeUp(within);
  }

  /** @throws BellwetherError `publication-raced` if another publisher came first, and as the bucket does */
  protected override async share(catalog: Catalog, bytes: Buffer): Promise<void> {
    const bucket = await this.#bucket();
    const etag = (await this.#taken())?.etag;
    const before = etag === undefined ? undefined : await this.catalog();
    const named = before ? await this.#needed(before) : new Set<string>();
    const storedAt = new Map<string, number>();
    for await (const { key, modifiedAt } of bucket.list(this.#prefix + BODIES))
      storedAt.set(key, modifiedAt.getTime());
    await inParallel([...(await this.#needed(catalog))], async (hash) => {
      const key = this.#keyOf(hash);
      const at = storedAt.get(key) ?? Number.NEGATIVE_INFINITY;
      const isReliable = named.has(hash) ? storedAt.has(key) : Date.now() - at < RELIABLE_MS;
      if (!isReliable) await bucket.put(key, await readFile(this.pathOf(hash)));
    });
    const condition = etag === undefined ? { ifNoneMatch: '*' as const } : { ifMatch: etag };
    const replaced = await bucket.put(this.#prefix + CATALOG_FILE, bytes, condition);
    if (replaced === undefined)
      throw new BellwetherError(
        'publication-raced',
        `Another publisher has published to ${bucket.name}${this.#prefix} in the meantime. What it published stays; publish again.`,
      );
    await this.#keep(replaced, bytes);
  }

  /** Removes bodies that nothing needs, once no publisher relies on them. */
  override async pruneShared(
    needed: ReadonlySet<string>,
    { isDryRun, now }: PruneOptions,
  ): Promise<readonly Removable[]> {
    const bucket = await this.#bucket();
    const keys = new Set([...needed].map((hash) => this.#keyOf(hash)));
    const removable: { key: string; bytes: number }[] = [];
    for await (const { key, bytes, modifiedAt } of bucket.list(this.#prefix + BODIES))
      if (!keys.has(key) && now.getTime() - modifiedAt.getTime() > REMOVABLE_MS)
        removable.push({ key, bytes });
    if (!isDryRun) await inParallel(removable, ({ key }) => bucket.remove(key));
    const why = 'nothing that is published needs it, and it is a week old';
    return removable.map(({ key, bytes }) => ({ path: bucket.name + key, bytes, why }));
  }

  #deadline(signal?: AbortSignal): AbortSignal {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs ?? DEADLINE_MS);
    return signal ? AbortSignal.any([signal, deadline]) : deadline;
  }

  #bucket(): Promise<Bucket> {
    this.#opened ??= this.#options.open();
    return this.#opened;
  }

  #keyOf(hash: string): string {
    return this.#prefix + bodyPath(hash);
  }

  async #needed(catalog: Catalog): Promise<Set<string>> {
    return neededBy(catalog, await readManifests(catalog, (hash) => this.read(hash)));
  }

  /**
   * Copies the bucket's publication into the folder, unless it is there.
   *
   * @throws BellwetherError `bucket-damaged`, `later-version`, `signing-key-differs`, `publication-older`, as
   *   `checkLog` does, and as the bucket does
   */
  async #takeUp(signal: AbortSignal): Promise<boolean> {
    const found = await this.#newCatalog(signal);
    if (!found) return false;
    const where = (await this.#bucket()).name + this.#prefix;
    const catalog = parseCatalog(where + CATALOG_FILE, found.body, 'Publish again.');
    const before = await this.catalog();
    const key = trustedKey(where, catalog, before, await this.ownKey());
    const read = async (hash: string) => {
      await this.#takeBody(hash, MAX_UNLISTED_BYTES, signal);
      return this.read(hash);
    };
    const { head } = await checkLog(catalog, key, { heads: await this.heads(), read, where });
    const manifests = await readManifests(catalog, read);
    const files = [...manifests.values()].flatMap((manifest) => manifest.files);
    const sizes = new Map(files.map((file) => [file.sha256, file.bytes]));
    await inParallel([...neededBy(catalog, manifests)], (hash) =>
      this.#takeBody(hash, sizes.get(hash) ?? MAX_UNLISTED_BYTES, signal),
    );
    const last = before?.forecasts ? await this.read(before.forecasts.log) : Buffer.alloc(0);
    const log = catalog.forecasts ? await this.read(catalog.forecasts.log) : Buffer.alloc(0);
    if (!log.subarray(0, last.length).equals(last))
      throw new BellwetherError(
        'publication-older',
        `${where} has an older log of forecasts, or another one, than ${this.folder}. If the bucket was restored from a back-up on purpose, stop the service, move that folder away, and start it again.`,
      );
    await writeFileAtomically(join(this.folder, CATALOG_FILE), found.body);
    await this.keepHead(head);
    await this.#keep(found.etag, found.body);
    return true;
  }

  /** @param maxBytes of the body */
  async #takeBody(hash: string, maxBytes: number, signal: AbortSignal): Promise<void> {
    if (this.#verified.has(hash) && (await this.holds([hash]))) return;
    if ((await measureBody(this.streamPacked(hash), hash, { maxBytes })) === undefined) {
      const bucket = await this.#bucket();
      const key = this.#keyOf(hash);
      // Compressed, a body may be a little larger.
      const maxPacked = Math.ceil(1.01 * maxBytes) + 65_536;
      const found = await bucket.get(key, { maxBytes: maxPacked, signal });
      if (!found) throw damaged(bucket.name + key, 'it is missing');
      if ((await measureBody([found.body], hash, { maxBytes })) === undefined)
        throw damaged(bucket.name + key, `its ${found.bytes} bytes are another body`);
      await this.putPacked(hash, found.body);
    }
    this.#verified.add(hash);
  }

  /** The bucket's catalog, unless the folder has it. */
  async #newCatalog(signal: AbortSignal) {
    const taken = await this.#taken();
    const bucket = await this.#bucket();
    // A process may have published into the folder without a bucket.
    const isThere = taken && sha256(await this.catalogBytes()) === taken.catalog;
    const unless = isThere ? taken.etag : undefined;
    const options = { unless, maxBytes: MAX_UNLISTED_BYTES, signal };
    const found = await bucket.get(this.#prefix + CATALOG_FILE, options);
    if (found === 'unchanged') return undefined;
    if (found || !taken) return found;
    throw damaged(bucket.name + this.#prefix, 'it had a publication, and has none any more');
  }

  /** Undefined if the file is missing or damaged; everything is then compared again. */
  #taken() {
    return readKeptJson(join(this.folder, TAKEN_FILE), Taken);
  }

  #keep(etag: string, catalog: Buffer): Promise<void> {
    return keepJson(join(this.folder, TAKEN_FILE), { etag, catalog: sha256(catalog) });
  }
}

function damaged(where: string, fault: string): BellwetherError {
  return new BellwetherError('bucket-damaged', `${where} is not what was published: ${fault}`);
}

const REMEDY = 'stop it, move its folder of editions away, and start it again.';

/**
 * The key that the bucket's catalog has to be signed with: the operator's own; else the folder's; else,
 * trusted on first use, the one that it names.
 */
function trustedKey(
  where: string,
  catalog: Catalog,
  before: Catalog | undefined,
  ownKey: string | undefined,
): string {
  const differs = (fault: string) =>
    new BellwetherError('signing-key-differs', `${where} ${fault}, ${REMEDY}`);
  const named = currentKey(catalog);
  const key = ownKey ?? currentKey(before ?? catalog);
  if (named !== key)
    throw differs(
      `is signed by ${fingerprint(named)}, and the key that is known here is ${fingerprint(key)}. If you changed the key, bring the new one to DATA_DIR/keys where this machine publishes; where it only serves`,
    );
  const former = before?.keys ?? [];
  // A change of the key adds further ones.
  const mayBeMore = !before || currentKey(before) !== named;
  const isContinued =
    (mayBeMore || catalog.keys.length === former.length) &&
    former.every(({ publicKey }, place) => catalog.keys[place]?.publicKey === publicKey);
  if (!isContinued)
    throw differs('names other former keys than it did. Where this machine only serves');
  return key;
}
