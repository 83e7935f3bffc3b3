/** Content codings (RFC 9110, section 8.4.1): bodies are stored in one, and served in all of them. */
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createGzip,
  createZstdCompress,
  createZstdDecompress,
  gzip,
  zstdCompress,
} from 'node:zlib';

/** In the order in which the service prefers them when a client likes several equally. */
export const ENCODINGS = ['br', 'zstd', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];
/** Encodings of a body: `identity`, or compressed. */
export type Form = 'identity' | Encoding;

/** Below this the headers of a coding cost more than it saves. */
const MIN_COMPRESSED_BYTES = 512;
/** Most bodies are compressed in one step, and large ones unpacked in few. */
const CHUNK_BYTES = 256 * 1024;
/** Better compression would take longer than computing the bodies. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 }, chunkSize: CHUNK_BYTES };
const BROTLI_QUALITY = 5;

const brotli = promisify(brotliCompress);
const pack = promisify(zstdCompress);
const compressors = {
  br: (body: Buffer) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  zstd: (body: Buffer) => pack(body, ZSTD),
  gzip: promisify<Buffer, Buffer>(gzip),
};

/** Whether compressed forms of a body are worth their time; images and Parquet are compressed inside. */
export function isCompressible(bytes: number, type: string): boolean {
  return bytes >= MIN_COMPRESSED_BYTES && /^text|json|xml/.test(type);
}

/** The same bytes on every machine that runs the same version of Node. */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return compressors[encoding](body);
}

/** Compresses a body as its pieces come; Brotli is too slow for that. */
export function packer(encoding: Exclude<Encoding, 'br'>): Transform {
  return encoding === 'gzip' ? createGzip({ level: 5 }) : createZstdCompress(ZSTD);
}

/** Unpacks a stored body as its pieces come. */
export function unpacker() {
  return createZstdDecompress({ chunkSize: CHUNK_BYTES });
}
