/** Checks that a bucket honours the preconditions (RFC 9110, section 13) of publishing. */
import { randomUUID } from 'node:crypto';
import type { Bucket } from './bucket.ts';

/**
 * Writes a small object, reads it with and without preconditions, and removes it.
 *
 * @returns one message for each way in which the bucket misbehaves
 * @throws BellwetherError as the bucket's methods do, if it cannot be used at all
 */
export async function probeBucket(bucket: Bucket): Promise<string[]> {
  const key = `probes/${randomUUID()}`;
  const faults: string[] = [];
  try {
    const first = await bucket.put(key, 'one', { ifNoneMatch: '*' });
    if ((await bucket.put(key, 'two', { ifNoneMatch: '*' })) !== undefined)
      faults.push('writes over an object with If-None-Match: *');
    const stale = `"${'0'.repeat(32)}"`;
    if ((await bucket.put(key, 'three', { ifMatch: stale })) !== undefined)
      faults.push('writes over an object with an If-Match that it does not have');
    const now = await bucket.get(key);
    const isFirst = now !== undefined && now.body.toString() === 'one';
    if (faults.length === 0 && !isFirst) faults.push('does not return what was written last');
    if (now && (await bucket.get(key, { unless: now.etag })) !== 'unchanged')
      faults.push('sends an unchanged object again in spite of If-None-Match');
    const current = now?.etag ?? first;
    if (
      current !== undefined &&
      (await bucket.put(key, 'four', { ifMatch: current })) === undefined
    )
      faults.push('refuses to write over an object with the If-Match that it has');
    return faults;
  } finally {
    await bucket.remove(key);
  }
}
