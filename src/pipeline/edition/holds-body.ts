/** Checks files that are too large to hold, or come from elsewhere, without unpacking more than is due. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { systemCode } from '../../lib/errors.ts';
import { type Form, unpacker } from './compress.ts';

/**
 * Whether a file holds a form of a body.
 *
 * @param hash the body's SHA-256
 * @param maxBytes of the body
 */
export async function holdsBody(
  path: string,
  form: Form,
  hash: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const digest = createHash('sha256');
  try {
    await digestForm(path, form, maxBytes, digest);
  } catch (error) {
    const isUnreadable = Object(error).syscall !== undefined && systemCode(error) !== 'ENOENT';
    if (isUnreadable) throw error;
    // It is missing, or unpacks to nothing, or to too much.
    return false;
  }
  return digest.digest('hex') === hash;
}

async function digestForm(path: string, form: Form, maxBytes: number, digest: Hash): Promise<void> {
  let bytes = 0;
  const add = async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new RangeError('it is too large');
      digest.update(piece);
    }
  };
  const file = createReadStream(path);
  if (form === 'identity') return pipeline(file, add);
  const unpack = unpacker(form);
  await pipeline(file, unpack, add);
  if (unpack.bytesWritten !== (await stat(path)).size)
    throw new RangeError('something follows the body');
}
