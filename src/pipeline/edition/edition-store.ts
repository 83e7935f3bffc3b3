/**
 * Editions on disk: their bodies, and the catalog (`catalog.ts`), which says which are published. Bodies are
 * written first and the catalog is replaced last, in one step: an interruption before that leaves the last
 * good publication in place.
 */
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { noneIfMissing, readIfAny, writeFileAtomically } from '../../lib/atomic-files.ts';
import { lockPath } from '../../lib/path-lock.ts';
import type { PruneOptions, Removable } from '../../lib/removal.ts';
import { BodyStore } from './body-store.ts';
import { CATALOG_FILE, type Catalog, parseCatalog, sealCatalog } from './catalog.ts';
import { fileHash, parseManifest } from './edition-manifest.ts';
import { heldSigningKey, type SigningKey } from './signing.ts';

/** In the folder: SHA-256 of the last line of the log that was published or served last. */
const HEAD_FILE = 'publications.head';
const LOCK_SECONDS = 60;

export class EditionStore extends BodyStore {
  /** Whether others publish into it from elsewhere, by way of a bucket. */
  readonly isShared: boolean = false;

  /** The operator's public key, if this machine has it. */
  readonly ownKey: () => Promise<string | undefined>;
  /** The head that this process published or served last. */
  #head: string | undefined;

  constructor(folder: string, ownKey = async (): Promise<string | undefined> => undefined) {
    super(folder);
    this.ownKey = ownKey;
  }

  get #catalogPath(): string {
    return join(this.folder, CATALOG_FILE);
  }

  /** The current catalog; undefined before the first publication. */
  async catalog(): Promise<Catalog | undefined> {
    const bytes = await this.catalogBytes();
    const remedy = `Restore it from a copy, or move ${this.folder} away and publish again.`;
    return bytes.length === 0 ? undefined : parseCatalog(this.#catalogPath, bytes, remedy);
  }

  /** The catalog's file; empty before the first publication. */
  protected async catalogBytes(): Promise<Buffer> {
    return (await readIfAny(this.#catalogPath)) ?? Buffer.alloc(0);
  }

  /** Keeps other processes from publishing here until the returned function is called. */
  async lock(waitSeconds = LOCK_SECONDS): Promise<() => Promise<void>> {
    await mkdir(this.folder, { recursive: true });
    return lockPath(this.folder, { waitSeconds });
  }

  /** When the catalog was last replaced; undefined before the first publication. */
  async publishedAt(): Promise<Date | undefined> {
    return stat(this.#catalogPath).then(
      ({ mtime }) => mtime,
      () => undefined,
    );
  }

  /** A file of an edition. @param manifest the SHA-256 of the edition's manifest */
  async fileOf(manifest: string, name: string): Promise<Buffer> {
    return this.read(fileHash(parseManifest(manifest, await this.read(manifest)), name));
  }

  /** Makes a publication visible, all at once. @param key that the catalog names as the current one */
  async replaceCatalog(catalog: Catalog, key: Pick<SigningKey, 'sign'>): Promise<void> {
    const bytes = sealCatalog(catalog, key);
    await this.share(catalog, bytes);
    await writeFileAtomically(this.#catalogPath, bytes);
  }

  /** Makes a publication visible where editions are shared, before it is visible here. */
  protected async share(_catalog: Catalog, _bytes: Buffer): Promise<void> {
    return;
  }

  /** Heads of the log of publications that were published or served from here before. */
  async heads(): Promise<string[]> {
    return [this.#head, await this.#storedHead()].filter((head) => head !== undefined);
  }

  /**
   * Remembers the head: from now on, a log that does not contain it belongs to an older publication.
   *
   * @param publish makes that publication visible: once there is room for the head, and before it counts
   */
  async keepHead(head: string, publish?: () => Promise<unknown>): Promise<void> {
    const path = join(this.folder, HEAD_FILE);
    // A publication that is visible already is remembered even if nothing can be written.
    if (!publish) this.#head = head;
    if ((await this.#storedHead()) === head) await publish?.();
    else await writeFileAtomically(path, `${head}\n`, { beforeRename: publish });
    this.#head = head;
  }

  async #storedHead(): Promise<string | undefined> {
    return (await readIfAny(join(this.folder, HEAD_FILE)))?.toString('utf8').trim();
  }

  /**
   * Removes bodies if editions are shared; a local store has none to remove.
   *
   * @param _needed SHA-256 of the bodies to keep
   */
  async pruneShared(
    _needed: ReadonlySet<string>,
    _options: PruneOptions,
  ): Promise<readonly Removable[]> {
    return [];
  }

  /**
   * Brings what others published into this folder; a local store has no other publishers.
   *
   * @param _signal ends it
   * @returns whether there was something new
   */
  async refresh(_signal?: AbortSignal): Promise<boolean> {
    return false;
  }

  /** Changes whenever the catalog is replaced. */
  async catalogStamp(): Promise<string> {
    const { mtimeMs, size, ino } = await stat(this.#catalogPath);
    return `${mtimeMs} ${size} ${ino}`;
  }
}

/** Editions carry the address that they are published under, so each address has its own. */
export function storeFor(dataFolder: string, baseUrl: string): EditionStore {
  const name = baseUrl.replace(/^https?:\/\//, '').replace(/[^a-zA-Z0-9.-]+/g, '-');
  const scheme = baseUrl.startsWith('https') ? 'https' : 'http';
  return storeAt(dataFolder, `${scheme}-${name}`);
}

function storeAt(dataFolder: string, name: string): EditionStore {
  return new EditionStore(
    join(dataFolder, 'editions', name),
    async () => (await heldSigningKey(dataFolder))?.publicKeyPem,
  );
}

/** All stores of a data folder in which something is published. */
export async function publishedStores(dataFolder: string): Promise<EditionStore[]> {
  const folder = join(dataFolder, 'editions');
  const names = await readdir(folder).catch(noneIfMissing);
  const stores: EditionStore[] = [];
  for (const name of names.sort()) {
    const store = storeAt(dataFolder, name);
    if (await store.publishedAt()) stores.push(store);
  }
  return stores;
}
