/**
 * What can be made again, kept in a folder for next time and for other processes: it may vanish, be
 * damaged or not be writable, and all that comes of it is that something is made once more.
 *
 * A file is named by its key, and begins with a checksum of key and content, so that whatever else it
 * holds counts as nothing. Reading it sets its time; when there is too much, the files that were read
 * longest ago go, whichever process wrote them.
 */
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from './errors.ts';
import { makeFolder, sha256, writeFileAtomically } from './files.ts';
import { filesBelow, type Removable, sumOf } from './removal.ts';

export type DiskCacheOptions = {
  folder: string;
  maxBytes: number;
  /** Hears why something could not be kept, or read. */
  onFault: (error: unknown) => void;
};

/** Part of a full cache that stays when room is made. */
const KEPT_SHARE = 0.9;
/** Part of the cache that is written before the folder is looked at again: others write there too. */
const RECOUNT_SHARE = 0.1;
/** Writes under way at once; beyond that, on a disk that does not keep up, nothing is kept. */
const MAX_WRITES = 16;
const CHECKSUM_BYTES = 64;

export class DiskCache {
  readonly #options: DiskCacheOptions;
  readonly #writes = new Set<Promise<void>>();
  /** Bytes in the folder when it was last looked at, and written since; undefined before. */
  #counted: number | undefined;
  #written = 0;
  #isCounting = false;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
  }

  /** What was kept for the key; undefined where that is nothing, or damaged. */
  async get(key: string): Promise<Buffer | undefined> {
    const path = this.#path(key);
    try {
      const file = await open(path, 'r');
      try {
        const bytes = await file.readFile();
        const content = bytes.subarray(CHECKSUM_BYTES);
        if (bytes.toString('latin1', 0, CHECKSUM_BYTES) !== checksum(key, content)) {
          await rm(path, { force: true });
          return undefined;
        }
        const now = new Date();
        // On a disk that is read-only nothing is removed either.
        await file.utimes(now, now).catch(() => undefined);
        return content;
      } finally {
        await file.close();
      }
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') this.#options.onFault(error);
      return undefined;
    }
  }

  /** Keeps the content, if that is possible; nobody need wait for it. */
  put(key: string, content: Buffer): void {
    if (this.#writes.size >= MAX_WRITES) return;
    const write = this.#write(key, content)
      .catch(this.#options.onFault)
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  /** Resolves when all that is being kept is on the disk. */
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

  /** Counts what is there and, if that is too much, removes what was not used for longest. */
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

/** The files that were used longest ago, if there are more bytes than that. */
export function leastUsed(
  files: Awaited<ReturnType<typeof filesBelow>>,
  maxBytes: number,
): Removable[] {
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
