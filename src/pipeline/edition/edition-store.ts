/**
 * Editions on disk. Bodies lie under their SHA-256, with their compressed forms beside them;
 * those in frames (`framed-body.ts`) in that form alone. The catalog (`catalog.ts`) says which editions
 * are published. Bodies are written first and the catalog is replaced last, in one step: whatever happens
 * before leaves the last good publication in place.
 */
import { createReadStream } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  makeFolder,
  placeFile,
  readIfAny,
  sha256,
  sha256Aside,
  syncFolder,
  writeFileAtomically,
} from '../../lib/atomic-files.ts';
import { type BellwetherError, messageOf, systemCode, UnavailableError } from '../../lib/errors.ts';
import { lockPath } from '../../lib/path-lock.ts';
import { filesBelow, type PruneOptions, type Removable } from '../../lib/removal.ts';
import type { Scratch } from '../../lib/scratch.ts';
import { type Catalog, catalogBytes, parseCatalog } from './catalog.ts';
import {
  compress,
  decompress,
  ENCODINGS,
  type Encoding,
  type Form,
  worthCompressing,
} from './compress.ts';
import { FrameWriter, type WrittenBody } from './frame-writer.ts';
import { FramedBody } from './framed-body.ts';
import { holdsBody } from './holds-body.ts';

export const FORMS: readonly Form[] = ['identity', ...ENCODINGS];
/** In the folder: SHA-256 of the last line of the log that was published or served last. */
const HEAD_FILE = 'publications.head';

export type { Form };

export class EditionStore {
  readonly folder: string;
  /** Whether others publish into it from elsewhere, by way of a bucket. */
  readonly isShared: boolean = false;

  /** The operator's public key, if this machine has it. */
  readonly ownKey: () => Promise<string | undefined>;
  /** The head that this process published or served last. */
  #head: string | undefined;

  constructor(folder: string, ownKey = async (): Promise<string | undefined> => undefined) {
    this.folder = folder;
    this.ownKey = ownKey;
  }

  get #catalogPath(): string {
    return join(this.folder, 'catalog.json');
  }

  /** What is published; undefined before the first publication. */
  async catalog(): Promise<Catalog | undefined> {
    let text: string;
    try {
      text = await readFile(this.#catalogPath, 'utf8');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
    const remedy = `Restore it from a copy, or move ${this.folder} away and publish again.`;
    return parseCatalog(this.#catalogPath, text, remedy);
  }

  /** Keeps other processes from publishing here until the returned function is called. */
  async lock(): Promise<() => Promise<void>> {
    return lockPath(this.folder, { waitSeconds: 60 });
  }

  async isPublished(): Promise<boolean> {
    return exists(this.#catalogPath);
  }

  /** When the catalog was last replaced; undefined before the first publication. */
  async publishedAt(): Promise<Date | undefined> {
    return stat(this.#catalogPath).then(
      ({ mtime }) => mtime,
      () => undefined,
    );
  }

  /** Makes a publication visible, all at once. */
  async replaceCatalog(catalog: Catalog): Promise<void> {
    await writeFileAtomically(this.#catalogPath, catalogBytes(catalog));
  }

  /** Heads of the log of publications that were published or served from here before. */
  async heads(): Promise<string[]> {
    return [this.#head, await this.#storedHead()].filter((head) => head !== undefined);
  }

  /** From now on, a log that does not contain this head is that of an older publication. */
  async keepHead(head: string): Promise<void> {
    this.#head = head;
    if ((await this.#storedHead()) === head) return;
    await writeFileAtomically(join(this.folder, HEAD_FILE), `${head}\n`);
  }

  async #storedHead(): Promise<string | undefined> {
    return (await readIfAny(join(this.folder, HEAD_FILE)))?.toString('utf8').trim();
  }

  /** Removes what is not needed where editions are shared; elsewhere there is no such place. */
  async pruneShared(_options: PruneOptions): Promise<readonly Removable[]> {
    return [];
  }

  /**
   * Brings what others published into this folder; where editions are not shared, there is nobody else.
   *
   * @param _signal ends it
   * @returns whether there was something new
   */
  async refresh(_signal?: AbortSignal): Promise<boolean> {
    return false;
  }

  /** Makes what lies beside the catalog visible to those who share these editions. */
  async share(): Promise<void> {
    return;
  }

  /** Changes whenever the catalog is replaced. */
  async catalogStamp(): Promise<string> {
    const { mtimeMs, size, ino } = await stat(this.#catalogPath);
    return `${mtimeMs} ${size} ${ino}`;
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
    const path = this.#path(hash);
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
    // Last: where the body lies, its compressed forms do too.
    await placeFile(path, body);
    await syncFolder(dirname(path));
    return hash;
  }

  /** Writes framed bodies piece by piece; `use` writes the pieces. */
  async writeFramed<K extends string>(
    names: readonly K[],
    use: (writers: Record<K, FrameWriter>) => Promise<void>,
  ): Promise<Record<K, WrittenBody>> {
    const folder = join(this.folder, 'bodies');
    await makeFolder(folder);
    const writers: [K, FrameWriter][] = [];
    try {
      for (const name of names) writers.push([name, await FrameWriter.open(folder)]);
      await use(Object.fromEntries(writers) as Record<K, FrameWriter>);
      const written = await Promise.all(
        writers.map(async ([name, writer]) => [
          name,
          await writer.store((hash) => this.#formPath(hash, 'zstd')),
        ]),
      );
      // All names are there, which the compiler cannot see of entries.
      return Object.fromEntries(written) as Record<K, WrittenBody>;
    } finally {
      for (const [, writer] of writers) await writer.discard();
    }
  }

  /** Whether all of these bodies are there, unread. */
  async holds(hashes: readonly string[]): Promise<boolean> {
    const found = await Promise.all(hashes.map((hash) => exists(this.#path(hash))));
    return found.every(Boolean);
  }

  /** Where a body's plain form lies. */
  pathOf(hash: string): string {
    return this.#path(hash);
  }

  /** A body that was written in frames; undefined for others. @throws BellwetherError `editions-damaged` */
  async framed(hash: string): Promise<FramedBody | undefined> {
    if (await exists(this.#path(hash))) return undefined;
    const path = this.#formPath(hash, 'zstd');
    try {
      return await FramedBody.open(path);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw damaged(path, `cannot be read (${messageOf(error)})`);
    }
  }

  /** A body, checked against its name. @param room holds it, without it memory of its own */
  read(hash: string, room?: Scratch): Promise<Buffer> {
    return this.readForm(hash, 'identity', room);
  }

  /** One stored form of a body, checked: what it unpacks to must have the body's name. */
  async readForm(hash: string, form: Form, room?: Scratch): Promise<Buffer> {
    const framed = form === 'identity' || form === 'zstd' ? await this.framed(hash) : undefined;
    const path = framed?.path ?? this.#formPath(hash, form);
    let stored: Buffer;
    let body: Buffer;
    try {
      stored = framed ? await framed.packed() : await (room?.read(path) ?? readFile(path));
      const encoding = framed ? 'zstd' : form;
      body = encoding === 'identity' ? stored : await decompress(stored, encoding);
    } catch (error) {
      throw damaged(path, `cannot be read (${messageOf(error)})`);
    }
    if ((await sha256Aside(body)) !== hash) throw damaged(path, 'is not what was published');
    return form === 'identity' ? body : stored;
  }

  /** The forms in which a body is stored. */
  async storedForms(hash: string): Promise<Form[]> {
    return [...(await this.forms(hash)).sizes.keys()];
  }

  /**
   * Checks all stored forms of a body piece by piece: before it is streamed.
   *
   * @throws BellwetherError `editions-damaged`
   */
  async check(hash: string): Promise<void> {
    const framed = await this.framed(hash);
    const forms = await this.#formsOnDisk(hash);
    for (const { form } of forms) {
      const path = this.#formPath(hash, form);
      const isSound = await holdsBody(path, framed ? 'framed' : form, hash);
      if (!isSound) throw damaged(path, 'is not what was published');
    }
  }

  /** Reads a form piece by piece, unchecked: for bodies that are too large to hold. */
  streamForm(hash: string, form: Form, range?: { start: number; end: number }): Readable {
    return createReadStream(this.#formPath(hash, form), range);
  }

  /** What lies among the bodies, by the SHA-256 in its name; also what was not written to its end. */
  async storedFiles(): Promise<{ path: string; hash: string; bytes: number }[]> {
    const files = await filesBelow(join(this.folder, 'bodies'));
    return files.map(({ path, bytes }) => ({ path, bytes, hash: basename(path).slice(0, 64) }));
  }

  /** Bytes of each stored form, when the body was first stored, and its frames if it has some. */
  async forms(
    hash: string,
  ): Promise<{ sizes: Map<Form, number>; storedAt: Date; framed: FramedBody | undefined }> {
    const framed = await this.framed(hash);
    const sizes = new Map<Form, number>(
      framed
        ? [
            ['identity', framed.table.plainBytes],
            ['zstd', framed.table.bytes],
          ]
        : (await this.#formsOnDisk(hash)).map(({ form, bytes }) => [form, bytes]),
    );
    const path = framed?.path ?? this.#path(hash);
    const body = await stat(path).catch((error: unknown) => {
      throw damaged(path, `cannot be read (${messageOf(error)})`);
    });
    return { sizes, storedAt: body.mtime, framed };
  }

  /** The files that a body is stored in, by their paths in this folder. */
  async filesOf(hash: string): Promise<{ path: string; bytes: number }[]> {
    const forms = await this.#formsOnDisk(hash);
    return forms.map(({ form, bytes }) => ({ path: formPath(hash, form), bytes }));
  }

  async #formsOnDisk(hash: string): Promise<{ form: Form; bytes: number }[]> {
    const found = await Promise.all(
      FORMS.map(async (form) => {
        const file = await stat(this.#formPath(hash, form)).catch(() => undefined);
        return file ? [{ form, bytes: file.size }] : [];
      }),
    );
    return found.flat();
  }

  #formPath(hash: string, form: Form): string {
    return join(this.folder, formPath(hash, form));
  }

  #path(hash: string): string {
    return this.#formPath(hash, 'identity');
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
