/** Keeps learnt weights for later processes: learning takes longer than all else that answers need. */
import { besideCompiledModules } from '../../lib/beside-compiled-modules.ts';
import { codeVersion } from '../../lib/code-version.ts';
import { DiskCache } from '../../lib/disk-cache.ts';

/** Of about ten registries. */
const MAX_BYTES = 100_000_000;

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
  folder = besideCompiledModules('weights'),
): Promise<void> {
  if (folder === undefined) return learn();
  const cache = new DiskCache({ folder, maxBytes: MAX_BYTES, onFault: () => undefined });
  const key = `${await codeVersion()} ${learntFrom}`;
  const bytes = Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength);
  const known = await cache.get(key);
  if (known?.length === bytes.length) {
    bytes.set(known);
    return;
  }
  await learn();
  cache.put(key, bytes);
  await cache.settled();
}
