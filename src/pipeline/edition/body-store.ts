/**
 * Bodies on disk, each under its SHA-256 and compressed with zstd: text shrinks to an eighth, few bodies
 * are ever asked for, and unpacking one takes a millisecond.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as piped } from 'node:stream/promises';
import { makeFolder, sha256, syncFolder, writeFileAtomically } from '../../lib/atomic-files.ts';
import { type BellwetherError, messageOf, systemCode, UnavailableError } from '../../lib/errors.ts';
import { filesBelow } from '../../lib/removal.ts';
import { compress, packer, unpacker } from './compress.ts';

/** The folder of bodies, in a folder of editions and in a bucket. */
export const BODIES = 'bodies/';

/** Places in a body, both inclusive. */
type Range = { start: number; end: number };

export class BodyStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Stores a body and returns its SHA-256; one stored before is kept. */
  async put(body: Buffer, hash = sha256(body)): Promise<string> {
    if (!(await this.holds([hash]))) await this.putPacked(hash, await compress(body, 'zstd'));
    return hash;
  }

  /** Stores a body that is compressed already. @param hash of the body itself */
  async putPacked(hash: string, packed: Buffer): Promise<void> {
    const path = this.pathOf(hash);
    await makeFolder(join(this.folder, BODIES));
    await makeFolder(dirname(path));
    await writeFileAtomically(path, packed);
  }

  /** Stores a body that is too large to hold, as its pieces come; one stored before is replaced. */
  async putPieces(pieces: AsyncIterable<Buffer>): Promise<{ sha256: string; bytes: number }> {
    const folder = join(this.folder, BODIES);
    await makeFolder(folder);
    const temporary = join(folder, `${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
    const digest = createHash('sha256');
    let bytes = 0;
    async function* digested() {
      for await (const piece of pieces) {
        digest.update(piece);
        bytes += piece.length;
        yield piece;
      }
    }
    try {
      const file = createWriteStream(temporary, { flags: 'wx', flush: true });
      await piped(digested, packer('zstd'), file);
      const hash = digest.digest('hex');
      const path = this.pathOf(hash);
      await makeFolder(dirname(path));
      await rename(temporary, path);
      await syncFolder(dirname(path));
      return { sha256: hash, bytes };
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Whether all of these bodies are there, unread. */
  async holds(hashes: readonly string[]): Promise<boolean> {
    return Promise.all(hashes.map((hash) => access(this.pathOf(hash)))).then(
      () => true,
      () => false,
    );
  }

  /** The file that a body is stored in. */
  pathOf(hash: string): string {
    return join(this.folder, bodyPath(hash));
  }

  /** A body, checked against its name. */
  async read(hash: string): Promise<Buffer> {
    const pieces: Buffer[] = [];
    await this.check(hash, this.streamPacked(hash), (piece) => pieces.push(piece));
    return Buffer.concat(pieces);
  }

  /** The same as it is stored. */
  async readPacked(hash: string): Promise<Buffer> {
    const packed = await readFile(this.pathOf(hash)).catch((error) =>
      this.#unreadable(hash, error),
    );
    await this.check(hash, [packed]);
    return packed;
  }

  /**
   * Checks a body piece by piece, before it is streamed, and returns its size in bytes.
   *
   * @throws BellwetherError `editions-damaged`
   */
  async check(
    hash: string,
    packed: Packed = this.streamPacked(hash),
    use = (_piece: Buffer): unknown => undefined,
  ): Promise<number> {
    const bytes = await measureBody(packed, hash, { use }).catch((error) =>
      this.#unreadable(hash, error),
    );
    if (bytes === undefined) throw damaged(this.pathOf(hash), 'is not what was published');
    return bytes;
  }

  #unreadable(hash: string, error: unknown): never {
    throw damaged(this.pathOf(hash), `cannot be read (${messageOf(error)})`);
  }

  /** A body, or a part of it, piece by piece and unchecked: for those that are too large to hold. */
  stream(hash: string, range?: Range): Readable {
    const body = pipeline(this.streamPacked(hash), unpacker(), () => undefined);
    return range ? Readable.from(cut(body, range)) : body;
  }

  /** The same as it is stored. */
  streamPacked(hash: string): Readable {
    return createReadStream(this.pathOf(hash));
  }

  /** All files among the bodies, by the SHA-256 in their names, also those that were not written to their end. */
  async storedFiles(): Promise<{ path: string; hash: string; bytes: number }[]> {
    const files = await filesBelow(join(this.folder, BODIES));
    return files.map(({ path, bytes }) => ({ path, bytes, hash: basename(path).slice(0, 64) }));
  }

  /** Bytes of a body as it is stored, and since when it is. */
  async stored(hash: string): Promise<{ packedBytes: number; storedAt: Date }> {
    const { size, mtime } = await stat(this.pathOf(hash)).catch((error) =>
      this.#unreadable(hash, error),
    );
    return { packedBytes: size, storedAt: mtime };
  }
}

/** The pieces of a body as it is stored; rejects with ENOENT if there is no file. */
type Packed = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * @param hash the body's SHA-256
 * @param maxBytes size of the body beyond which nothing more is unpacked
 * @param use called with each piece of the body, before it is known to be the right one
 * @returns the size of the body that is stored so; undefined if another one is, or none
 */
export async function measureBody(
  packed: Packed,
  hash: string,
  { maxBytes = Number.POSITIVE_INFINITY, use = (_piece: Buffer): unknown => undefined } = {},
): Promise<number | undefined> {
  const digest = createHash('sha256');
  const unpack = unpacker();
  let packedBytes = 0;
  let bytes = 0;
  async function* count() {
    for await (const piece of packed) {
      packedBytes += piece.length;
      yield piece;
    }
  }
  try {
    await piped(count, unpack, async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > maxBytes) throw new RangeError('it is too large');
        digest.update(piece);
        use(piece);
      }
    });
  } catch (error) {
    const isUnreadable = Object(error).syscall !== undefined && systemCode(error) !== 'ENOENT';
    if (isUnreadable) throw error;
    return undefined;
  }
  // Something may follow the body.
  const isWhole = unpack.bytesWritten === packedBytes && digest.digest('hex') === hash;
  return isWhole ? bytes : undefined;
}

/** Path of a body in a folder of editions. */
export function bodyPath(hash: string): string {
  return `${BODIES}${hash.slice(0, 2)}/${hash}.zst`;
}

async function* cut(pieces: AsyncIterable<Buffer>, { start, end }: Range): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of pieces) {
    if (at + piece.length > start) yield piece.subarray(Math.max(0, start - at), end + 1 - at);
    at += piece.length;
    if (at > end) return;
  }
}

function damaged(path: string, fault: string): BellwetherError {
  return new UnavailableError(
    'editions-damaged',
    `${path} ${fault}. Remove that file and publish again to have it made anew.`,
  );
}
