/** Content codings (RFC 9110, section 8.4.1) that bodies are stored in. */
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createGzip,
  createZstdCompress,
  createZstdDecompress,
  gunzip,
  gzip,
  zstdCompress,
  zstdDecompress,
} from 'node:zlib';

/** In the order in which the service prefers them when a client likes several equally. */
export const ENCODINGS = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];
/** How a body can be had: `identity`, or one of the compressed forms that were stored. */
export type Form = 'identity' | Encoding;

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const gzippedWhole = promisify(gzip);
const unpackers = {
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  gzip: promisify(gunzip),
};

/** Below this the headers of a coding cost more than it saves. */
const MIN_COMPRESSED_BYTES = 512;
/** Brotli at full strength is slow: it is kept for bodies that are read far more than written. */
const MAX_FULL_STRENGTH_BYTES = 64 * 1024;
/** What a better compression gives of larger bodies takes longer than computing them. */
const MAX_SLOW_BYTES = 4 * 1024 * 1024;
const QUICK_ZSTD_LEVEL = 3;

/** Large bodies are unpacked in few steps. */
const UNPACKED_CHUNK_BYTES = 256 * 1024;

export function worthCompressing(body: Buffer): boolean {
  return body.length >= MIN_COMPRESSED_BYTES && body.toString('latin1', 0, 4) !== PARQUET_MAGIC;
}

/** Whether a stored body without compressed forms is one of those that have none. */
export function isCompressible(bytes: number, type: string): boolean {
  return bytes >= MIN_COMPRESSED_BYTES && /^text|json|xml/.test(type);
}

/** First bytes of Parquet, which is compressed inside, and of which parts are read. */
const PARQUET_MAGIC = 'PAR1';

/**
 * The same bytes on every machine that runs the same version of Node.
 *
 * @param isQuick for most of what a compression gives, in little time
 */
export async function compress(
  body: Buffer,
  encoding: Encoding,
  isQuick = body.length > MAX_SLOW_BYTES,
): Promise<Buffer> {
  if (encoding === 'gzip') return gzippedWhole(body, { level: 6 });
  if (encoding === 'zstd') return zstd(body, zstdOptions(isQuick ? QUICK_ZSTD_LEVEL : 7));
  const quality = body.length <= MAX_FULL_STRENGTH_BYTES ? 9 : 5;
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isQuick ? 4 : quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

/** For bodies that are read few times. */
export function compressQuickly(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return compress(body, encoding, true);
}

function zstdOptions(level: number) {
  return { params: { [constants.ZSTD_c_compressionLevel]: level } };
}

/** Codings that compress fast enough to do it while a body is written or sent. */
export type StreamedEncoding = Exclude<Encoding, 'br'>;

/** Compresses a body as its pieces come. */
export function packer(encoding: StreamedEncoding): Transform {
  if (encoding === 'gzip') return createGzip({ level: 5 });
  return createZstdCompress(zstdOptions(QUICK_ZSTD_LEVEL));
}

const unpackingStreams = {
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
  gzip: createGunzip,
};

export function unpacker(encoding: Encoding) {
  return unpackingStreams[encoding]({ chunkSize: UNPACKED_CHUNK_BYTES });
}

/** The body that a compressed form holds; rejects when it holds none. */
export async function decompress(packed: Buffer, encoding: Encoding): Promise<Buffer> {
  return unpackers[encoding](packed);
}
