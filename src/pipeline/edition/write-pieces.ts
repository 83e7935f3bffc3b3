/** Writes a body piece by piece, for bodies that are too large to hold in memory. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { packer, type StreamedEncoding } from './compress.ts';

/**
 * Writes the plain form to `path`, and a compressed one next to it.
 *
 * @param path must not exist
 * @returns the body's SHA-256 and size, once both files are flushed
 */
export async function writePieces(
  pieces: AsyncIterable<Buffer>,
  path: string,
  encoding?: StreamedEncoding,
): Promise<{ sha256: string; bytes: number }> {
  const digest = createHash('sha256');
  let bytes = 0;
  await using plain = await open(path, 'wx');
  async function* written() {
    for await (const piece of pieces) {
      digest.update(piece);
      bytes += piece.length;
      await plain.writeFile(piece);
      yield piece;
    }
    await plain.sync();
  }
  if (encoding) {
    const file = createWriteStream(`${path}.${encoding}`, { flags: 'wx', flush: true });
    await pipeline(written, packer(encoding), file);
  } else for await (const _ of written());
  return { sha256: digest.digest('hex'), bytes };
}
