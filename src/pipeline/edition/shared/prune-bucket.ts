/**
 * Removes objects from a bucket that its publication does not reference. A publisher may rely on
 * pieces that exist already, so nobody may publish during pruning: a lease in the bucket stops new
 * publishers, and the pointer is rewritten after the lease was taken, so that a publisher that
 * started earlier can no longer replace it.
 */
import { z } from 'zod';
import type { Bucket } from '../../../lib/bucket/bucket.ts';
import { UnavailableError } from '../../../lib/errors.ts';
import type { Removable } from '../../../lib/removal.ts';
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

const LEASE_KEY = 'pruning.json';
/**
 * Duration of the lease, and the safety margin before its end after which nothing is removed, because
 * clocks differ.
 */
const LEASE_MS = 15 * 60_000;
const MARGIN_MS = 5 * 60_000;
const SIDE_BY_SIDE = 8;

const Lease = z.object({ until: z.iso.datetime() });

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
  if (isDryRun || removable.length === 0) return { removed: listed(place, removable), taken };
  const until = await takeLease(place);
  if (until === undefined) return { removed: [], taken };
  try {
    const fenced = await fence(place, taken);
    if (!fenced) return { removed: [], taken };
    const removed = await removeUntil(until - MARGIN_MS, place.bucket, removable);
    return { removed: listed(place, removed), taken: fenced };
  } finally {
    await place.bucket.remove(place.prefix + LEASE_KEY);
  }
}

/**
 * Called by a publisher after it has read the pointer that it will replace.
 *
 * @throws BellwetherError `bucket-pruning` (503)
 */
export async function checkUnpruned({ bucket, prefix }: Place): Promise<void> {
  const found = await bucket.get(prefix + LEASE_KEY);
  const until = found ? endOf(found.body) : 0;
  if (until <= Date.now()) return;
  throw new UnavailableError(
    'bucket-pruning',
    `${bucket.name}${prefix} is being pruned, until ${new Date(until).toISOString()} at the latest. Publish again after that.`,
  );
}

type Unneeded = { key: string; bytes: number };

async function unneeded({ bucket, prefix }: Place, { files, pointer }: Taken): Promise<Unneeded[]> {
  const needed = new Set(files.flatMap(({ pieces }) => pieces.map(pieceKey)));
  needed.add(inventoryKey(pointer.inventory));
  const found: Unneeded[] = [];
  for (const folder of [PIECES, INVENTORIES])
    for await (const { key, bytes } of bucket.list(prefix + folder))
      if (!needed.has(key.slice(prefix.length))) found.push({ key, bytes });
  return found;
}

/** When it returns or throws, no request is pending. @returns the objects removed in time */
async function removeUntil(
  end: number,
  bucket: Bucket,
  removable: readonly Unneeded[],
): Promise<Unneeded[]> {
  const removed: Unneeded[] = [];
  while (removed.length < removable.length && Date.now() < end) {
    const some = removable.slice(removed.length, removed.length + SIDE_BY_SIDE);
    const outcomes = await Promise.allSettled(some.map(({ key }) => bucket.remove(key)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    removed.push(...some);
  }
  return removed;
}

/** Takes the lease; replaces an expired one. @returns its end; undefined if another machine has it */
async function takeLease({ bucket, prefix }: Place): Promise<number | undefined> {
  const key = prefix + LEASE_KEY;
  const found = await bucket.get(key);
  if (found && endOf(found.body) > Date.now()) return undefined;
  const until = Date.now() + LEASE_MS;
  const lease = JSON.stringify({ until: new Date(until).toISOString() });
  const condition = found ? { ifMatch: found.etag } : { ifNoneMatch: '*' as const };
  return (await bucket.put(key, lease, condition)) === undefined ? undefined : until;
}

/** The end of a lease; a malformed lease counts as expired. */
function endOf(lease: Buffer): number {
  try {
    return Date.parse(Lease.parse(JSON.parse(lease.toString('utf8'))).until);
  } catch {
    return 0;
  }
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

function listed({ bucket }: Place, objects: readonly Unneeded[]): Removable[] {
  const why = 'nothing that is published names it';
  return objects.map(({ key, bytes }) => ({ path: bucket.name + key, bytes, why }));
}
