/** Bodies that are sent with validators and in the coding that the client prefers. */
import type { Readable } from 'node:stream';
import type { LRUCache } from 'lru-cache';
import { compress, ENCODINGS, type Encoding, worthCompressing } from '../../pipeline/edition/compress.ts';
import type { EditionStore, Form } from '../../pipeline/edition/edition-store.ts';
import { sha256 } from '../../lib/files.ts';
import type { ByteRange } from './ranges.ts';

/** A finished body, wherever it lies. */
export type Body = {
  /** Media type with its parameters. */
  type: string;
  /** Changes with every byte; the root of its entity tags. */
  hash: string;
  lastModified: Date;
  /** The codings that it can be had in, in the service's order of preference. */
  encodings: readonly Encoding[];
  /** Bytes in that form; undefined when they are only known after compressing. */
  size: (form: Form) => number | undefined;
  read: (form: Form) => Promise<Buffer>;
  /** Reads piece by piece; only for bodies that are not held in memory. */
  stream?: (form: Form, range?: ByteRange) => Readable;
  /** A file, of which clients may ask for parts. */
  hasRanges: boolean;
};

/** Forms of stored bodies that are in memory, by hash and form; the least used go first. */
export type HeldForms = LRUCache<string, Promise<Buffer>>;

/** From this size on a stored body is sent piece by piece instead of being held in memory. */
const HELD_UP_TO = 4 * 1024 * 1024;

/** A body of a store, as published. */
export async function storedBody(
  store: EditionStore,
  hash: string,
  type: string,
  held: HeldForms,
): Promise<Body> {
  const { sizes, storedAt } = await store.forms(hash);
  const isHeld = (sizes.get('identity') ?? 0) <= HELD_UP_TO;
  const read = (form: Form) => {
    const key = `${hash} ${form}`;
    const known = held.get(key);
    if (known) return known;
    const reading = store.readForm(hash, form);
    if (isHeld) held.set(key, reading, { size: (sizes.get(form) ?? 0) + 1 });
    reading.catch(() => held.delete(key));
    return reading;
  };
  return {
    type,
    hash,
    lastModified: storedAt,
    encodings: ENCODINGS.filter((encoding) => sizes.has(encoding)),
    size: (form) => sizes.get(form),
    read,
    hasRanges: true,
    ...(!isHeld && {
      stream: (form: Form, range?: ByteRange) => store.streamForm(hash, form, range),
    }),
  };
}

/** A body made while serving; its compressed forms are made when first asked for, and kept. */
export function renderedBody(content: string | Buffer, type: string, lastModified: Date): Body {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  const forms = new Map<Form, Promise<Buffer>>([['identity', Promise.resolve(body)]]);
  return {
    type,
    hash: sha256(body),
    lastModified,
    encodings: worthCompressing(body) ? ENCODINGS : [],
    hasRanges: false,
    size: (form) => (form === 'identity' ? body.length : undefined),
    read: (form) => {
      const known = forms.get(form);
      if (known) return known;
      const made = form === 'identity' ? Promise.resolve(body) : compress(body, form);
      forms.set(form, made);
      return made;
    },
  };
}
