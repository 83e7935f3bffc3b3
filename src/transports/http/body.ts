/** Bodies that are sent with validators and in the coding that the client prefers. */
import type { Readable } from 'node:stream';
import { sha256 } from '../../lib/files.ts';
import { Memo } from '../../lib/memoize.ts';
import {
  compressQuickly,
  decompress,
  ENCODINGS,
  type Encoding,
  isCompressible,
  worthCompressing,
} from '../../pipeline/edition/compress.ts';
import type { EditionStore, Form } from '../../pipeline/edition/edition-store.ts';
import type { ByteRange } from './conditions.ts';

/** A finished body, wherever it is stored. */
export type Body = {
  /** Media type with its parameters. */
  type: string;
  /** Of the plain bytes; its entity tags derive from it. */
  hash: string;
  lastModified: Date;
  /** The codings that it is available in, in the service's order of preference. */
  encodings: readonly Encoding[];
  /** Bytes in that form; undefined when they are only known after compressing. */
  size: (form: Form) => number | undefined;
  read: (form: Form) => Promise<Buffer>;
  /** Only for bodies that are too large to hold in memory. */
  stream?: (form: Form, range?: ByteRange) => Readable;
  /** Whether clients may ask for parts of it. */
  hasRanges: boolean;
};

/** Forms of bodies that are in memory, by hash and form. */
export type HeldForms = Memo<string, Buffer>;

export function heldForms(bytes: number): HeldForms {
  return new Memo({ bytes, sizeOf: ({ length }) => length + 1 });
}

/** Larger stored bodies are streamed instead of being held in memory. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;

/** A body of a store, as published. */
export async function storedBody(
  store: EditionStore,
  hash: string,
  type: string,
  held: HeldForms,
): Promise<Body> {
  const { sizes, storedAt } = await store.forms(hash);
  const bytes = sizes.get('identity') ?? 0;
  const isHeld = bytes <= MAX_HELD_BYTES;
  // What few ask for is stored plain, and compressed when somebody does.
  const isMade = isHeld && sizes.size === 1 && isCompressible(bytes, type);
  const readForm = async (form: Form) => {
    if (!isMade || form === 'identity') return store.readForm(hash, form);
    return compressQuickly(await store.readForm(hash, 'identity'), form);
  };
  return {
    type,
    hash,
    lastModified: storedAt,
    encodings: isMade ? ENCODINGS : ENCODINGS.filter((encoding) => sizes.has(encoding)),
    size: (form) => sizes.get(form),
    read: (form) => (isHeld ? held.get(`${hash} ${form}`, () => readForm(form)) : readForm(form)),
    hasRanges: true,
    ...(!isHeld && {
      stream: (form: Form, range?: ByteRange) => store.streamForm(hash, form, range),
    }),
  };
}

/** What a body takes in memory. */
export function bytesOf(body: Body): number {
  return ALL_FORMS.reduce((sum, form) => sum + (body.size(form) ?? 0), 0);
}

const ALL_FORMS: readonly Form[] = ['identity', ...ENCODINGS];

/** Memory for compressed forms of bodies that were made while serving. */
const COMPRESSED_BYTES = 32 * 1024 * 1024;
const compressed = heldForms(COMPRESSED_BYTES);

/** A body made while serving; it is compressed when first asked for, and that form is kept. */
export function renderedBody(content: string | Buffer, type: string, lastModified: Date): Body {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  return bodyFrom({ hash: sha256(body), form: 'identity', bytes: body }, type, lastModified);
}

/** A body in one form, from which the others are made. */
export type HeldBody = {
  /** Of the plain form. */
  hash: string;
  form: Form;
  bytes: Buffer;
};

export function bodyFrom(
  { hash, form: held, bytes }: HeldBody,
  type: string,
  lastModified: Date,
): Body {
  const plain = async () => (held === 'identity' ? bytes : decompress(bytes, held));
  return {
    type,
    hash,
    lastModified,
    encodings: held !== 'identity' || worthCompressing(bytes) ? ENCODINGS : [],
    hasRanges: false,
    size: (form) => (form === held ? bytes.length : undefined),
    read: async (form) => {
      if (form === held) return bytes;
      if (form === 'identity') return plain();
      return compressed.get(`${hash} ${form}`, async () => compressQuickly(await plain(), form));
    },
  };
}
