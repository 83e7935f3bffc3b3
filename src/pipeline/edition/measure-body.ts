/** Checks stored bodies that are too large to hold, or come from elsewhere, without unpacking more than is due. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { systemCode } from '../../lib/errors.ts';
import { unpacker } from './compress.ts';

/**
 * The size of the body that is stored so; undefined if another one is, or none.
 *
 * @param packed rejects with ENOENT if there is no file
 * @param hash the body's SHA-256
 * @param maxBytes of the body
 */
export async function measureBody(
  packed: AsyncIterable<Buffer> | Iterable<Buffer>,
  hash: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<number | undefined> {
  const digest = createHash('sha256');
  const unpack = unpacker();
  let packedBytes = 0;
  let bytes = 0;
  async function* count() {
    for await (const piece of packed) {
      packedBytes += piece.length;
      yield piece;
    }
  }
  try {
    await pipeline(count, unpack, async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > maxBytes) throw new RangeError('it is too large');
        digest.update(piece);
      }
    });
  } catch (error) {
    const isUnreadable = Object(error).syscall !== undefined && systemCode(error) !== 'ENOENT';
    if (isUnreadable) throw error;
    return undefined;
  }
  // Something may follow the body.
  const isWhole = unpack.bytesWritten === packedBytes && digest.digest('hex') === hash;
  return isWhole ? bytes : undefined;
}
