/** Removes bodies from a bucket that its publication does not need. */
import { inParallel } from '../../../lib/in-parallel.ts';
import type { PruneOptions, Removable } from '../../../lib/removal.ts';
import { BODIES, bodyPath } from '../body-store.ts';
import { type Place, RELIABLE_MS } from './push.ts';

/**
 * A publisher relies on objects that are there only up to some age, so that older ones can go while
 * it publishes.
 */
const REMOVABLE_MS = RELIABLE_MS + 86_400_000;

/** @param needed SHA-256 of the bodies that stay @throws BellwetherError as the bucket does */
export async function pruneBucket(
  { bucket, prefix }: Place,
  needed: ReadonlySet<string>,
  { isDryRun, now }: PruneOptions,
): Promise<Removable[]> {
  const keys = new Set([...needed].map((hash) => prefix + bodyPath(hash)));
  const removable: { key: string; bytes: number }[] = [];
  for await (const { key, bytes, modifiedAt } of bucket.list(prefix + BODIES))
    if (!keys.has(key) && now.getTime() - modifiedAt.getTime() > REMOVABLE_MS)
      removable.push({ key, bytes });
  if (!isDryRun) await inParallel(removable, ({ key }) => bucket.remove(key));
  const why = 'nothing that is published needs it, and it is a week old';
  return removable.map(({ key, bytes }) => ({ path: bucket.name + key, bytes, why }));
}
