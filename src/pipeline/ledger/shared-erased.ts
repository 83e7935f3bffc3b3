/** The list of erased people in a bucket and in a folder: whoever is on one of them comes onto both. */
import type { Bucket } from '../../lib/bucket/bucket.ts';
import { UnavailableError } from '../../lib/errors.ts';
import { ERASED_FILE, erasedText, mergeErased, parseErased } from './erased-people.ts';

/** Others may write it at the same time. */
const ATTEMPTS = 5;

export async function shareErased(bucket: Bucket, folder: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await bucket.get(ERASED_FILE);
    const theirs = found
      ? parseErased(`${bucket.name}${ERASED_FILE}`, found.body.toString('utf8'))
      : [];
    const all = await mergeErased(folder, theirs);
    if (all.length === theirs.length) return;
    const text = erasedText(all);
    const condition = found ? { ifMatch: found.etag } : { ifNoneMatch: '*' as const };
    if ((await bucket.put(ERASED_FILE, text, condition)) !== undefined) return;
  }
  throw new UnavailableError('bucket-away', `${bucket.name}${ERASED_FILE} keeps changing.`);
}
