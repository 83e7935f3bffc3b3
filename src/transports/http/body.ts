/** Response bodies with their validators and content codings. */
import { pipeline, type Readable } from 'node:stream';
import { sha256 } from '../../lib/atomic-files.ts';
import { Memo } from '../../lib/memoize.ts';
import { FORMS } from '../../pipeline/edition/body-store.ts';
import {
  compressQuickly,
  ENCODINGS,
  type Encoding,
  type Form,
  isCompressible,
  packer,
  worthCompressing,
} from '../../pipeline/edition/compress.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import type { ByteRange } from './negotiate.ts';

export type Body = {
  type: string;
  /** Digest of the uncompressed bytes, from which entity tags are derived. */
  hash: string;
  lastModified: Date;
  /** Available content codings, in the service's order of preference. */
  encodings: readonly Encoding[];
  /** Size in bytes of a form; undefined if it has not been compressed yet. */
  size: (form: Form) => number | undefined;
  read: (form: Form) => Promise<Buffer>;
  /** Set for bodies that are too large to hold in memory. */
  stream?: (form: Form, range?: ByteRange) => Readable;
  hasRanges: boolean;
};

/** In-memory forms of bodies, by hash and form. */
export type HeldForms = Memo<string, Buffer>;

export function heldForms(bytes: number): HeldForms {
  return new Memo({ bytes, sizeOf: ({ length }) => length + 1 });
}

/** Larger stored bodies are streamed. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;
/** Larger bodies take too long to compress for each client that knows `gzip` alone. */
const MAX_GZIPPED_BYTES = 64 * 1024 * 1024;

export async function storedBody(
  store: EditionStore,
  hash: string,
  type: string,
  held: HeldForms,
): Promise<Body> {
  const { sizes, storedAt } = await store.forms(hash);
  const bytes = sizes.get('identity') ?? 0;
  const isHeld = bytes <= MAX_HELD_BYTES;
  /** Some files are stored in fewer forms, and others are made on demand. */
  const isMade = (encoding: Encoding) =>
    isHeld
      ? isCompressible(bytes, type)
      : encoding === 'gzip' && sizes.has('zstd') && bytes <= MAX_GZIPPED_BYTES;
  const body = {
    type,
    hash,
    lastModified: storedAt,
    encodings: ENCODINGS.filter((encoding) => sizes.has(encoding) || isMade(encoding)),
    size: (form: Form) => sizes.get(form),
    hasRanges: true,
  };
  if (!isHeld) {
    // A stream cannot be checked while it is sent.
    await store.check(hash);
    return {
      ...body,
      read: (form) => store.readForm(hash, form),
      stream: (form, range) =>
        sizes.has(form)
          ? store.streamForm(hash, form, range)
          : gzipped(store.streamForm(hash, 'identity')),
    };
  }
  const readForm = async (form: Form) => {
    if (form === 'identity' || sizes.has(form)) return store.readForm(hash, form);
    return compressQuickly(await store.readForm(hash, 'identity'), form);
  };
  return { ...body, read: (form) => held.get(`${hash} ${form}`, () => readForm(form)) };
}

function gzipped(plain: Readable): Readable {
  return pipeline(plain, packer('gzip'), () => undefined);
}

export function bytesOf(body: Body): number {
  return FORMS.reduce((sum, form) => sum + (body.size(form) ?? 0), 0);
}

const COMPRESSED_BYTES = 32 * 1024 * 1024;
const compressed = heldForms(COMPRESSED_BYTES);

/** A body created while serving. It is compressed on first request, and the result is cached. */
export function renderedBody(content: string | Buffer, type: string, lastModified: Date): Body {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content);
  const hash = sha256(bytes);
  return {
    type,
    hash,
    lastModified,
    encodings: worthCompressing(bytes) ? ENCODINGS : [],
    hasRanges: false,
    size: (form) => (form === 'identity' ? bytes.length : undefined),
    read: async (form) =>
      form === 'identity'
        ? bytes
        : compressed.get(`${hash} ${form}`, () => compressQuickly(bytes, form)),
  };
}
