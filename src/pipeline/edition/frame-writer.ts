/** Writes a framed body piece by piece, for bodies that are too large to hold in memory. */
import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder } from '../../lib/atomic-files.ts';
import { compressQuickly } from './compress.ts';
import { type FrameSize, FrameTable } from './frame-table.ts';

export type WrittenBody = { sha256: string; bytes: number; path: string };

export class FrameWriter {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  readonly #sizes: FrameSize[] = [];
  /** The frames so far; one is made while the next piece is. */
  #written: Promise<void> = Promise.resolve();

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** @param folder where bodies lie */
  static async open(folder: string): Promise<FrameWriter> {
    const path = join(folder, `${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
    return new FrameWriter(path, await open(path, 'wx'));
  }

  /** @param frame of the same piece, where there is one */
  async write(piece: Buffer, frame?: Promise<Buffer>): Promise<void> {
    this.#hash.update(piece);
    const before = this.#written;
    this.#written = Promise.all([frame ?? compressQuickly(piece, 'zstd'), before]).then(
      async ([packed]) => {
        await this.#file.writeFile(packed);
        this.#sizes.push({ bytes: packed.length, plainBytes: piece.length });
      },
    );
    // It is thrown by whoever waits for it next.
    this.#written.catch(() => undefined);
    await before;
  }

  /** Moves the body to its place. @param pathOf where a body with that SHA-256 lies */
  async store(pathOf: (sha256: string) => string): Promise<WrittenBody> {
    await this.#written;
    // Without a frame it would be nothing that unpacks.
    if (this.#sizes.length === 0) await this.write(Buffer.alloc(0));
    await this.#written;
    const table = new FrameTable(this.#sizes);
    await this.#file.writeFile(table.serialized());
    await this.#file.sync();
    await this.#file.close();
    const sha256 = this.#hash.digest('hex');
    const path = pathOf(sha256);
    await makeFolder(dirname(path));
    await rename(this.#path, path);
    await syncFolder(dirname(path));
    return { sha256, bytes: table.plainBytes, path };
  }

  /** Leaves nothing behind; what was stored stays. */
  async discard(): Promise<void> {
    await this.#written.catch(() => undefined);
    await this.#file.close();
    await rm(this.#path, { force: true });
  }
}
