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
import {
  makeFolder,
  sha256,
  sha256Aside,
  syncFolder,
  writeFileAtomically,
} from '../../lib/atomic-files.ts';
import { type BellwetherError, messageOf, UnavailableError } from '../../lib/errors.ts';
import { filesBelow } from '../../lib/removal.ts';
import { compress, packer, unpack, unpacker } from './compress.ts';
import { measureBody } from './measure-body.ts';

/** The folder of bodies, in a folder of editions and in a bucket. */
export const BODIES = 'bodies/';

export type StoredBody = { sha256: string; bytes: number };

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
  async putPieces(pieces: AsyncIterable<Buffer>): Promise<StoredBody> {
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
    const found = await Promise.all(hashes.map((hash) => exists(this.pathOf(hash))));
    return found.every(Boolean);
  }

  /** The file that a body is stored in. */
  pathOf(hash: string): string {
    return join(this.folder, bodyPath(hash));
  }

  /** A body, checked against its name. */
  async read(hash: string): Promise<Buffer> {
    return (await this.#read(hash)).body;
  }

  /** The same as it is stored. */
  async readPacked(hash: string): Promise<Buffer> {
    return (await this.#read(hash)).packed;
  }

  async #read(hash: string): Promise<{ packed: Buffer; body: Buffer }> {
    const path = this.pathOf(hash);
    let packed: Buffer;
    let body: Buffer;
    try {
      packed = await readFile(path);
      body = await unpack(packed);
    } catch (error) {
      throw damaged(path, `cannot be read (${messageOf(error)})`);
    }
    if ((await sha256Aside(body)) !== hash) throw damaged(path, 'is not what was published');
    return { packed, body };
  }

  /**
   * Checks a body piece by piece, before it is streamed, and returns its size in bytes.
   *
   * @throws BellwetherError `editions-damaged`
   */
  async check(hash: string): Promise<number> {
    const path = this.pathOf(hash);
    const bytes = await measureBody(this.streamPacked(hash), hash);
    if (bytes === undefined) throw damaged(path, 'is not what was published');
    return bytes;
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
    const { size, mtime } = await stat(this.pathOf(hash)).catch((error: unknown) => {
      throw damaged(this.pathOf(hash), `cannot be read (${messageOf(error)})`);
    });
    return { packedBytes: size, storedAt: mtime };
  }
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

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function damaged(path: string, fault: string): BellwetherError {
  return new UnavailableError(
    'editions-damaged',
    `${path} ${fault}. Remove that file and publish again to have it made anew.`,
  );
}
