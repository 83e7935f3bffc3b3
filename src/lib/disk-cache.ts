/**
 * A cache on disk for values that can be recomputed, shared with later runs and other processes. Its
 * files may vanish, be damaged or be unwritable; the only consequence is that a value is computed
 * again.
 *
 * A file is named by its key and begins with a checksum of key and content, so that damaged files are
 * ignored. Reading a file updates its modification time; when the cache is full, the least recently
 * read files are removed, whichever process wrote them.
 */
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, sha256, writeFileAtomically } from './atomic-files.ts';
import { systemCode } from './errors.ts';
import { filesBelow, type Removable, sumOf } from './removal.ts';

export type DiskCacheOptions = {
  folder: string;
  maxBytes: number;
  /** Called if a value could not be stored or read. */
  onFault: (error: unknown) => void;
};

/** Share of `maxBytes` to keep when removing files. */
const KEPT_SHARE = 0.9;
/** Written before the folder is measured again, since other processes write there too. */
const RECOUNT_SHARE = 0.1;
/** Concurrent writes. With more, the disk does not keep up, and values are not stored. */
const MAX_WRITES = 16;
const CHECKSUM_BYTES = 64;

export class DiskCache {
  readonly #options: DiskCacheOptions;
  readonly #writes = new Set<Promise<void>>();
  /** Bytes in the folder when it was last measured; undefined until the first time. */
  #counted: number | undefined;
  #written = 0;
  #isCounting = false;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
  }

  /** The value stored for the key; undefined if there is none or it is damaged. */
  async get(key: string): Promise<Buffer | undefined> {
    const path = this.#path(key);
    try {
      await using file = await open(path, 'r');
      const bytes = await file.readFile();
      const content = bytes.subarray(CHECKSUM_BYTES);
      if (bytes.toString('latin1', 0, CHECKSUM_BYTES) !== checksum(key, content)) {
        await rm(path, { force: true });
        return undefined;
      }
      const now = new Date();
      // On a read-only disk nothing is ever removed, so the time does not matter.
      await file.utimes(now, now).catch(() => undefined);
      return content;
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') this.#options.onFault(error);
      return undefined;
    }
  }

  /** Stores the content if possible. Callers do not wait for the write. */
  put(key: string, content: Buffer): void {
    if (this.#writes.size >= MAX_WRITES) return;
    const write = this.#write(key, content)
      .catch(this.#options.onFault)
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#writes);
  }

  async #write(key: string, content: Buffer): Promise<void> {
    const path = this.#path(key);
    await makeFolder(this.#options.folder);
    await makeFolder(dirname(path));
    const bytes = Buffer.concat([Buffer.from(checksum(key, content)), content]);
    await writeFileAtomically(path, bytes, { flush: false });
    this.#written += bytes.length;
    if (!this.#isDue || this.#isCounting) return;
    this.#isCounting = true;
    try {
      await this.#makeRoom();
    } finally {
      this.#isCounting = false;
    }
  }

  get #isDue(): boolean {
    const { maxBytes } = this.#options;
    if (this.#counted === undefined || this.#written > RECOUNT_SHARE * maxBytes) return true;
    return this.#counted + this.#written > maxBytes;
  }

  /** Measures the folder and removes the least recently used files if it is too large. */
  async #makeRoom(): Promise<void> {
    const { folder, maxBytes } = this.#options;
    this.#written = 0;
    const files = await filesBelow(folder);
    const excess = leastUsed(files, maxBytes);
    for (const { path } of excess) await rm(path, { force: true });
    this.#counted = sumOf(files) - sumOf(excess);
  }

  #path(key: string): string {
    const name = sha256(key);
    return join(this.#options.folder, name.slice(0, 2), name);
  }
}

function checksum(key: string, content: Buffer): string {
  return sha256(Buffer.concat([Buffer.from(`${key}\n`), content]));
}

/** The least recently used files to remove, if together the files exceed `maxBytes`. */
function leastUsed(files: Awaited<ReturnType<typeof filesBelow>>, maxBytes: number): Removable[] {
  let total = sumOf(files);
  if (total <= maxBytes) return [];
  const excess: Removable[] = [];
  for (const { path, bytes } of files.toSorted((a, b) => a.writtenAt - b.writtenAt)) {
    if (total <= KEPT_SHARE * maxBytes) break;
    excess.push({ path, bytes, why: 'the cache is full, and it was not read for longest' });
    total -= bytes;
  }
  return excess;
}
