/** Response bodies with their validators and content codings. */
import { pipeline, type Readable } from 'node:stream';
import { sha256 } from '../../lib/atomic-files.ts';
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
  /** Bytes that it takes in memory once it was asked for in each form. */
  weight: number;
};

/** Larger stored bodies are streamed. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;
/** Larger bodies take too long to compress for each client that knows `gzip` alone. */
const MAX_GZIPPED_BYTES = 64 * 1024 * 1024;

export async function storedBody(store: EditionStore, hash: string, type: string): Promise<Body> {
  const { sizes, storedAt } = await store.forms(hash);
  const bytes = sizes.get('identity') ?? 0;
  const isHeld = bytes <= MAX_HELD_BYTES;
  /** Some files are stored in fewer forms, and others are made on demand. */
  const isMade = (encoding: Encoding) =>
    isHeld
      ? isCompressible(bytes, type)
      : encoding === 'gzip' && sizes.has('zstd') && bytes <= MAX_GZIPPED_BYTES;
  const read = async (form: Form) => {
    if (form === 'identity' || sizes.has(form)) return store.readForm(hash, form);
    return compressQuickly(await store.readForm(hash, 'identity'), form);
  };
  const body = {
    type,
    hash,
    lastModified: storedAt,
    encodings: ENCODINGS.filter((encoding) => sizes.has(encoding) || isMade(encoding)),
    size: (form: Form) => sizes.get(form),
    hasRanges: true,
  };
  if (isHeld) return { ...body, weight: 2 * bytes, read: onceForEachForm(read) };
  // A stream cannot be checked while it is sent.
  await store.check(hash);
  const stream = (form: Form, range?: ByteRange) =>
    sizes.has(form)
      ? store.streamForm(hash, form, range)
      : pipeline(store.streamForm(hash, 'identity'), packer('gzip'), () => undefined);
  return { ...body, weight: 0, read, stream };
}

/** A body created while serving, which is compressed when it is first asked for so. */
export function renderedBody(content: string | Buffer, type: string, lastModified: Date): Body {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content);
  const encodings = worthCompressing(bytes) ? ENCODINGS : [];
  return {
    type,
    hash: sha256(bytes),
    lastModified,
    encodings,
    hasRanges: false,
    weight: encodings.length > 0 ? 2 * bytes.length : bytes.length,
    size: (form) => (form === 'identity' ? bytes.length : undefined),
    read: onceForEachForm(async (form) =>
      form === 'identity' ? bytes : compressQuickly(bytes, form),
    ),
  };
}

/** Keeps what was made of each form; a failure is not kept. */
function onceForEachForm(make: Body['read']): Body['read'] {
  const made = new Map<Form, Promise<Buffer>>();
  return (form) =>
    made.getOrInsertComputed(form, () =>
      make(form).catch((error: unknown) => {
        made.delete(form);
        throw error;
      }),
    );
}
