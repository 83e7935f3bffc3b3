/** Removes objects from a bucket that its publication does not reference, while nobody publishes. */

import type { Removable } from '../../../lib/removal.ts';
import { listed, removeUnderLease, type Unneeded } from './pruning-lease.ts';
import {
  INVENTORIES,
  inventoryKey,
  PIECES,
  type Place,
  POINTER_KEY,
  type Pointer,
  pieceKey,
  type Taken,
} from './publication.ts';

const WHY = 'nothing that is published names it';

/**
 * @param taken the bucket's publication as this machine last saw it
 * @returns what was removed (or would be), and the bucket's current publication. Nothing is removed
 *   while another machine publishes or prunes; objects that are left when the lease ends are removed
 *   next time
 * @throws BellwetherError as the bucket does
 */
export async function pruneBucket(
  place: Place,
  taken: Taken,
  isDryRun: boolean,
): Promise<{ removed: readonly Removable[]; taken: Taken }> {
  const removable = await unneeded(place, taken);
  if (isDryRun) return { removed: listed(place.bucket, removable, WHY), taken };
  let current = taken;
  const removed = await removeUnderLease(place, removable, async () => {
    const fenced = await fence(place, taken);
    current = fenced ?? taken;
    return fenced !== undefined;
  });
  return { removed: listed(place.bucket, removed, WHY), taken: current };
}

async function unneeded({ bucket, prefix }: Place, { files, pointer }: Taken): Promise<Unneeded[]> {
  const needed = new Set(files.flatMap(({ pieces }) => pieces.map(pieceKey)));
  needed.add(inventoryKey(pointer.inventory));
  const found: Unneeded[] = [];
  for (const folder of [PIECES, INVENTORIES])
    for await (const { key, bytes } of bucket.list(prefix + folder))
      if (!needed.has(key.slice(prefix.length))) found.push({ key, bytes });
  return found;
}

/**
 * Rewrites the pointer to the same publication with the next number. @returns undefined if somebody
 * has published meanwhile
 */
async function fence({ bucket, prefix }: Place, taken: Taken): Promise<Taken | undefined> {
  const pointer: Pointer = { ...taken.pointer, number: taken.pointer.number + 1 };
  const condition = { ifMatch: taken.etag };
  const etag = await bucket.put(prefix + POINTER_KEY, JSON.stringify(pointer), condition);
  return etag === undefined ? undefined : { ...taken, etag, pointer };
}
