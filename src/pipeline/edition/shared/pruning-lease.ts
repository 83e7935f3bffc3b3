/**
 * Removes objects from a bucket while nobody writes there. A writer may rely on objects that exist
 * already, so a lease in the bucket stops new writers, and a fence those that started earlier: it
 * rewrites the one object that they would replace, so that their precondition fails.
 */
import { z } from 'zod';
import type { Bucket } from '../../../lib/bucket/bucket.ts';
import { UnavailableError } from '../../../lib/errors.ts';
import { parsedJson } from '../../../lib/parse-json.ts';
import type { Removable } from '../../../lib/removal.ts';

const LEASE_KEY = 'pruning.json';
/**
 * Duration of the lease, and the safety margin before its end after which nothing is removed, because
 * clocks differ.
 */
const LEASE_MS = 15 * 60_000;
const MARGIN_MS = 5 * 60_000;
const MAX_LEASE_BYTES = 4_000;
const SIDE_BY_SIDE = 8;

const Lease = z.object({ until: z.iso.datetime() });

/** A folder of a bucket; the prefix is prepended to keys. */
type Place = { bucket: Bucket; prefix: string };

/** An object that nothing names. */
export type Unneeded = { key: string; bytes: number };

/**
 * @param fence returns false if somebody has written meanwhile
 * @returns what was removed: nothing while another machine prunes or has written; objects that are left
 *   when the lease ends are removed next time
 */
export async function removeUnderLease(
  place: Place,
  removable: readonly Unneeded[],
  fence: () => Promise<boolean>,
): Promise<readonly Unneeded[]> {
  if (removable.length === 0) return [];
  const until = await takeLease(place);
  if (until === undefined) return [];
  try {
    if (!(await fence())) return [];
    return await removeUntil(until - MARGIN_MS, place.bucket, removable);
  } finally {
    await place.bucket.remove(place.prefix + LEASE_KEY);
  }
}

/**
 * Called by a writer after it has read the object that it will replace.
 *
 * @throws BellwetherError `bucket-pruning` (503)
 */
export async function checkUnpruned({ bucket, prefix }: Place): Promise<void> {
  const found = await bucket.get(prefix + LEASE_KEY, { maxBytes: MAX_LEASE_BYTES });
  const until = found ? endOf(found.body) : 0;
  if (until <= Date.now()) return;
  throw new UnavailableError(
    'bucket-pruning',
    `${bucket.name}${prefix} is being pruned, until ${new Date(until).toISOString()} at the latest. Run the command again after that.`,
  );
}

export function listed({ name }: Bucket, objects: readonly Unneeded[], why: string): Removable[] {
  return objects.map(({ key, bytes }) => ({ path: name + key, bytes, why }));
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
  const found = await bucket.get(key, { maxBytes: MAX_LEASE_BYTES });
  if (found && endOf(found.body) > Date.now()) return undefined;
  const until = Date.now() + LEASE_MS;
  const lease = JSON.stringify({ until: new Date(until).toISOString() });
  const condition = found ? { ifMatch: found.etag } : { ifNoneMatch: '*' as const };
  return (await bucket.put(key, lease, condition)) === undefined ? undefined : until;
}

/** The end of a lease; a malformed lease counts as expired. */
function endOf(lease: Buffer): number {
  return Date.parse(Lease.safeParse(parsedJson(lease.toString('utf8'))).data?.until ?? '') || 0;
}
