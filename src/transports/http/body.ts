/** Response bodies with their validators and content codings. */
import { pipeline, type Readable } from 'node:stream';
import { sha256 } from '../../lib/atomic-files.ts';
import {
  compress,
  ENCODINGS,
  type Encoding,
  type Form,
  isCompressible,
  packer,
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
  /** Sizes in bytes of the forms that are not made when they are first asked for. */
  sizes: { identity: number } & Partial<Record<Form, number>>;
  read: (form: Form) => Promise<Buffer>;
  /** The bytes of a form that was read before. */
  held: (form: Form) => Buffer | undefined;
  /** Set for bodies that are too large to hold in memory. */
  stream?: (form: Form, range?: ByteRange) => Readable;
  hasRanges: boolean;
  /** Bytes that it takes in memory once it was asked for in each form, with all that belongs to it. */
  weight: number;
};

/** Many bodies are small, and clients determine how many there are. */
const OVERHEAD_BYTES = 2_000;
/** Larger stored bodies are streamed. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;
/** Packed bodies of this size may be larger than those that are held, but are still read as a whole. */
const MAX_READ_BYTES = 1024 * 1024;
/** Larger bodies take too long to compress for each client that knows `gzip` alone. */
const MAX_GZIPPED_BYTES = 64 * 1024 * 1024;

export async function storedBody(store: EditionStore, hash: string, type: string): Promise<Body> {
  const { packedBytes, storedAt } = await store.stored(hash);
  const whole = packedBytes <= MAX_READ_BYTES ? await store.read(hash) : undefined;
  // A stream cannot be checked while it is sent.
  const bytes = whole?.length ?? (await store.check(hash));
  const encodings = isCompressible(bytes, type) ? ENCODINGS : [];
  const sizes = { identity: bytes, zstd: packedBytes };
  const body = { type, hash, lastModified: storedAt, sizes, hasRanges: true };
  if (bytes <= MAX_HELD_BYTES) {
    const plain = whole ?? (await store.read(hash));
    const packed = () => store.readPacked(hash);
    const weight = 2 * bytes + OVERHEAD_BYTES;
    return { ...body, encodings, weight, ...heldForms(plain, packed) };
  }
  const stream = (form: Form, range?: ByteRange) => {
    if (form === 'zstd') return store.streamPacked(hash);
    if (form === 'identity') return store.stream(hash, range);
    return pipeline(store.stream(hash), packer('gzip'), () => undefined);
  };
  const isStreamed = (encoding: Encoding) =>
    encoding === 'zstd' || (encoding === 'gzip' && bytes <= MAX_GZIPPED_BYTES);
  const read = () => store.read(hash);
  const held = () => undefined;
  const streamed = encodings.filter(isStreamed);
  return { ...body, encodings: streamed, weight: OVERHEAD_BYTES, stream, read, held };
}

/** A body created while serving, which is compressed when it is first asked for so. */
export function renderedBody(content: string | Buffer, type: string, lastModified: Date): Body {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content);
  const encodings = isCompressible(bytes.length, type) ? ENCODINGS : [];
  const weight = (encodings.length > 0 ? 2 : 1) * bytes.length + OVERHEAD_BYTES;
  const sizes = { identity: bytes.length };
  const body = { type, hash: sha256(bytes), lastModified, encodings, weight, sizes };
  return { ...body, hasRanges: false, ...heldForms(bytes) };
}

/** Keeps what was made of each form; a failure is not kept. @param packed its stored form, if any */
function heldForms(plain: Buffer, packed = () => compress(plain, 'zstd')) {
  const made = new Map<Form, Buffer>([['identity', plain]]);
  const underWay = new Map<Form, Promise<Buffer>>();
  const make = async (form: Form) => {
    if (form === 'identity') return plain;
    try {
      const bytes = await (form === 'zstd' ? packed() : compress(plain, form));
      made.set(form, bytes);
      return bytes;
    } finally {
      underWay.delete(form);
    }
  };
  return {
    held: (form: Form) => made.get(form),
    read: async (form: Form) => made.get(form) ?? underWay.getOrInsertComputed(form, make),
  };
}
