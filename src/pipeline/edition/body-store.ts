/**
 * Bodies on disk, each under its SHA-256 with its compressed forms next to it. A body is placed last,
 * so where it lies, its compressed forms do too.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder, placeFile, sha256, sha256Aside, syncFolder } from '../../lib/atomic-files.ts';
import { type BellwetherError, messageOf, UnavailableError } from '../../lib/errors.ts';
import { filesBelow } from '../../lib/removal.ts';
import {
  compress,
  decompress,
  ENCODINGS,
  type Encoding,
  type Form,
  packer,
  type StreamedEncoding,
  worthCompressing,
} from './compress.ts';
import { holdsBody } from './holds-body.ts';

export const FORMS: readonly Form[] = ['identity', ...ENCODINGS];

export type StoredBody = { sha256: string; bytes: number };

export class BodyStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Stores a body with its compressed forms and returns its SHA-256; one stored whole before is kept.
   *
   * @param encodings the forms to store where they are worth it; all without it
   * @param hash the body's SHA-256, where it is known
   */
  async put(
    body: Buffer,
    encodings: readonly Encoding[] = ENCODINGS,
    hash = sha256(body),
  ): Promise<string> {
    const path = this.pathOf(hash);
    const forms = worthCompressing(body) ? encodings : [];
    const stored = await Promise.all(
      ['', ...forms.map((form) => `.${form}`)].map((end) => exists(path + end)),
    );
    if (stored.every(Boolean)) return hash;
    await makeFolder(join(this.folder, 'bodies'));
    await makeFolder(dirname(path));
    await Promise.all(
      forms.map(async (encoding) =>
        placeFile(`${path}.${encoding}`, await compress(body, encoding)),
      ),
    );
    await placeFile(path, body);
    await syncFolder(dirname(path));
    return hash;
  }

  /**
   * Stores a body that is too large to hold, as its pieces come; one stored before is replaced.
   *
   * @param encoding a compressed form to store as well
   */
  async putPieces(pieces: AsyncIterable<Buffer>, encoding?: StreamedEncoding): Promise<StoredBody> {
    const folder = join(this.folder, 'bodies');
    await makeFolder(folder);
    const temporary = join(folder, `${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
    const packed = `${temporary}.packed`;
    const file = (path: string) => createWriteStream(path, { flags: 'wx', flush: true });
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
      await pipeline(digested, file(temporary));
      if (encoding) await pipeline(createReadStream(temporary), packer(encoding), file(packed));
      const hash = digest.digest('hex');
      const path = this.pathOf(hash);
      await makeFolder(dirname(path));
      if (encoding) await rename(packed, `${path}.${encoding}`);
      await rename(temporary, path);
      await syncFolder(dirname(path));
      return { sha256: hash, bytes };
    } finally {
      for (const path of [temporary, packed]) await rm(path, { force: true });
    }
  }

  /** Whether all of these bodies are there, unread. */
  async holds(hashes: readonly string[]): Promise<boolean> {
    const found = await Promise.all(hashes.map((hash) => exists(this.pathOf(hash))));
    return found.every(Boolean);
  }

  /** Where a body's plain form lies. */
  pathOf(hash: string): string {
    return this.#formPath(hash, 'identity');
  }

  /** A body, checked against its name. */
  read(hash: string): Promise<Buffer> {
    return this.readForm(hash, 'identity');
  }

  /** One stored form of a body, checked: what it unpacks to must have the body's name. */
  async readForm(hash: string, form: Form): Promise<Buffer> {
    const path = this.#formPath(hash, form);
    let stored: Buffer;
    let body: Buffer;
    try {
      stored = await readFile(path);
      body = form === 'identity' ? stored : await decompress(stored, form);
    } catch (error) {
      throw damaged(path, `cannot be read (${messageOf(error)})`);
    }
    if ((await sha256Aside(body)) !== hash) throw damaged(path, 'is not what was published');
    return stored;
  }

  /**
   * Checks all stored forms of a body piece by piece: before it is streamed.
   *
   * @throws BellwetherError `editions-damaged`
   */
  async check(hash: string): Promise<void> {
    for (const form of (await this.forms(hash)).sizes.keys()) {
      const path = this.#formPath(hash, form);
      if (!(await holdsBody(path, form, hash))) throw damaged(path, 'is not what was published');
    }
  }

  /** Reads a form piece by piece, unchecked: for bodies that are too large to hold. */
  streamForm(hash: string, form: Form, range?: { start: number; end: number }): Readable {
    return createReadStream(this.#formPath(hash, form), range);
  }

  /** All files among the bodies, by the SHA-256 in their names, also those that were not written to their end. */
  async storedFiles(): Promise<{ path: string; hash: string; bytes: number }[]> {
    const files = await filesBelow(join(this.folder, 'bodies'));
    return files.map(({ path, bytes }) => ({ path, bytes, hash: basename(path).slice(0, 64) }));
  }

  /** Bytes of each stored form, and when the body was first stored. */
  async forms(hash: string): Promise<{ sizes: Map<Form, number>; storedAt: Date }> {
    const body = await stat(this.pathOf(hash)).catch((error: unknown) => {
      throw damaged(this.pathOf(hash), `cannot be read (${messageOf(error)})`);
    });
    const sizes = new Map<Form, number>([['identity', body.size]]);
    for (const form of ENCODINGS) {
      const file = await stat(this.#formPath(hash, form)).catch(() => undefined);
      if (file) sizes.set(form, file.size);
    }
    return { sizes, storedAt: body.mtime };
  }

  /** The files that a body is stored in, by their paths in this folder. */
  async filesOf(hash: string): Promise<{ path: string; bytes: number }[]> {
    const { sizes } = await this.forms(hash);
    return [...sizes].map(([form, bytes]) => ({ path: formPath(hash, form), bytes }));
  }

  #formPath(hash: string, form: Form): string {
    return join(this.folder, formPath(hash, form));
  }
}

/** Where a form of a body lies in a folder of editions. */
export function formPath(hash: string, form: Form): string {
  const end = form === 'identity' ? '' : `.${form}`;
  return `bodies/${hash.slice(0, 2)}/${hash}${end}`;
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
