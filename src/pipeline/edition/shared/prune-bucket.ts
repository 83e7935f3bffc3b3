/**
 * Removes from a bucket what its publication does not name. A publisher may count on a piece that it
 * finds there, so none publishes meanwhile: a lease says so to whoever looks, and the pointer is written
 * anew after it, so that whoever looked before cannot replace it any more.
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
/** How long publishers keep away, and how long before its end nothing is removed: clocks differ. */
const LEASE_MS = 15 * 60_000;
const MARGIN_MS = 5 * 60_000;
const SIDE_BY_SIDE = 8;

const Lease = z.object({ until: z.iso.datetime() });

/**
 * @param taken what the bucket has, as this machine last saw it
 * @returns what went, or would go, and what the bucket has now; nothing goes where another publishes or
 *   prunes. What an end of the lease leaves goes the next time
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
 * To be asked by a publisher once it has seen the pointer that it is going to replace.
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

/** Nothing is on its way any more when it returns or throws. @returns those for which there was time */
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

/** @returns when it ends; undefined where another one has it. One that ran out is replaced */
async function takeLease({ bucket, prefix }: Place): Promise<number | undefined> {
  const key = prefix + LEASE_KEY;
  const found = await bucket.get(key);
  if (found && endOf(found.body) > Date.now()) return undefined;
  const until = Date.now() + LEASE_MS;
  const lease = JSON.stringify({ until: new Date(until).toISOString() });
  const condition = found ? { ifMatch: found.etag } : { ifNoneMatch: '*' as const };
  return (await bucket.put(key, lease, condition)) === undefined ? undefined : until;
}

/** What is no lease keeps nobody away. */
function endOf(lease: Buffer): number {
  try {
    return Date.parse(Lease.parse(JSON.parse(lease.toString('utf8'))).until);
  } catch {
    return 0;
  }
}

/** The same publication under the next number. @returns undefined where somebody published meanwhile */
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
