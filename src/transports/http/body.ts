/** Response bodies with their validators and content codings. */
import type { Readable } from 'node:stream';
import { sha256 } from '../../lib/atomic-files.ts';
import { Memo } from '../../lib/memoize.ts';
import {
  compressQuickly,
  decompress,
  ENCODINGS,
  type Encoding,
  gzipped,
  isCompressible,
  worthCompressing,
} from '../../pipeline/edition/compress.ts';
import type { EditionStore, Form } from '../../pipeline/edition/edition-store.ts';
import type { FramedBody } from '../../pipeline/edition/framed-body.ts';
import type { ByteRange } from './conditional-requests.ts';

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
  const { sizes, storedAt, framed } = await store.forms(hash);
  const bytes = sizes.get('identity') ?? 0;
  const body = {
    type,
    hash,
    lastModified: storedAt,
    encodings: ENCODINGS.filter((encoding) => sizes.has(encoding)),
    size: (form: Form) => sizes.get(form),
    hasRanges: true,
  };
  if (bytes > MAX_HELD_BYTES) {
    // A stream cannot be checked while it is sent.
    await store.check(hash);
    const read = (form: Form) => store.readForm(hash, form);
    if (framed) return { ...body, read, ...streamedFrames(framed) };
    return { ...body, read, stream: (form, range) => store.streamForm(hash, form, range) };
  }
  // Rarely requested files are stored in one form, and others are made on demand.
  const isMade = (framed || sizes.size === 1) && isCompressible(bytes, type);
  const readForm = async (form: Form) => {
    if (form === 'identity' || sizes.has(form)) return store.readForm(hash, form);
    return compressQuickly(await store.readForm(hash, 'identity'), form);
  };
  return {
    ...body,
    encodings: isMade ? ENCODINGS : body.encodings,
    read: (form) => held.get(`${hash} ${form}`, () => readForm(form)),
  };
}

/** The forms of a large body in frames: `zstd` as it is stored, `gzip` made while it is sent. */
function streamedFrames(framed: FramedBody): Pick<Body, 'encodings' | 'stream'> {
  return {
    encodings: framed.table.plainBytes <= MAX_GZIPPED_BYTES ? ['zstd', 'gzip'] : ['zstd'],
    stream: (form, range) => {
      if (form === 'zstd') return framed.streamPacked();
      return form === 'gzip' ? gzipped(framed.stream()) : framed.stream(range);
    },
  };
}

export function bytesOf(body: Body): number {
  return ALL_FORMS.reduce((sum, form) => sum + (body.size(form) ?? 0), 0);
}

const ALL_FORMS: readonly Form[] = ['identity', ...ENCODINGS];

const COMPRESSED_BYTES = 32 * 1024 * 1024;
const compressed = heldForms(COMPRESSED_BYTES);

/** A body created while serving. It is compressed on first request, and the result is cached. */
export function renderedBody(content: string | Buffer, type: string, lastModified: Date): Body {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content);
  return bodyFrom({ hash: sha256(body), form: 'identity', bytes: body }, type, lastModified);
}

export type HeldBody = {
  /** Digest of the uncompressed form. */
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
