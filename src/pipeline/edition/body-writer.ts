/** Writes a body piece by piece, for those that are too large to hold in memory. */
import { createHash, type Hash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder, syncFolder } from '../../lib/files.ts';
import { compressor, formsOfLarge } from './compress.ts';

export type WrittenBody = { sha256: string; bytes: number; path: string };

export class BodyWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** @param folder where bodies lie */
  static async open(folder: string): Promise<BodyWriter> {
    const path = join(folder, `${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
    return new BodyWriter(path, await open(path, 'wx'));
  }

  async write(piece: string | Buffer): Promise<void> {
    const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
    if (bytes.length === 0) return;
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    await this.#file.writeFile(bytes);
  }

  /**
   * Moves the body to its place, its compressed forms first.
   *
   * @param pathOf where a body with that SHA-256 lies
   */
  async store(pathOf: (sha256: string) => string): Promise<WrittenBody> {
    await this.#file.sync();
    await this.#file.close();
    const sha256 = this.#hash.digest('hex');
    const path = pathOf(sha256);
    await makeFolder(dirname(path));
    await Promise.all(
      formsOfLarge(this.#bytes).map(async (encoding) => {
        const packed = `${this.#path}.${encoding}`;
        try {
          const to = createWriteStream(packed, { flush: true });
          await pipeline(createReadStream(this.#path), compressor(encoding), to);
          await rename(packed, `${path}.${encoding}`);
        } finally {
          await rm(packed, { force: true });
        }
      }),
    );
    await rename(this.#path, path);
    await syncFolder(dirname(path));
    return { sha256, bytes: this.#bytes, path };
  }

  /** Leaves nothing behind; what was stored stays. */
  async discard(): Promise<void> {
    await this.#file.close();
    await rm(this.#path, { force: true });
  }
}
