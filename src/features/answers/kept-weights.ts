/** Keeps learnt weights for later processes: learning takes longer than all else that answers need. */
import { cacheFolder, codeVersion, readCached, writeCached } from '../../lib/disk-cache.ts';

/**
 * Fills the weights: with what was kept, or else by learning.
 *
 * @param learntFrom all that the weights depend on, besides the code
 * @param folder where they are kept; if undefined, nothing is
 */
export async function fillWeights(
  weights: Float32Array,
  learntFrom: string,
  learn: () => Promise<void>,
  folder = cacheFolder('weights'),
): Promise<void> {
  if (folder === undefined) return learn();
  const key = `${await codeVersion()} ${learntFrom}`;
  const bytes = Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength);
  const known = await readCached(folder, key);
  if (known?.length === bytes.length) {
    bytes.set(known);
    return;
  }
  await learn();
  await writeCached(folder, key, bytes);
}
