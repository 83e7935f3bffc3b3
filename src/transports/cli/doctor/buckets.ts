/** The bucket that editions are shared by. */
import { type Bucket, withBucket } from '../../../lib/bucket/bucket.ts';
import { probeBucket } from '../../../lib/bucket/probe.ts';
import type { Config } from '../../../lib/config/config.ts';
import { messageOf } from '../../../lib/errors.ts';
import { listed } from '../../../lib/prose.ts';
import { error, type Finding, ok, warning } from './finding.ts';

const PATIENCE = { timeoutMs: 5_000, attempts: 1 };

/** Writes and removes a small object. */
export async function editionsBucket({ editionsUrl }: Config): Promise<Finding> {
  if (editionsUrl === undefined) return ok('not used; editions are only in DATA_DIR');
  try {
    return await withBucket(editionsUrl, probed, PATIENCE);
  } catch (thrown) {
    return warning(
      `it cannot be written: ${messageOf(thrown)}`,
      'Machines that publish need to write; machines that serve only read. Check EDITIONS_URL and the credentials.',
    );
  }
}

async function probed(bucket: Bucket): Promise<Finding> {
  const faults = await probeBucket(bucket);
  if (faults.length === 0) return ok(`${bucket.name} honours the preconditions of writes`);
  return error(
    `${bucket.name} ${listed(faults)}`,
    'Two publishers at once could overwrite each other: use a different service, or only one publisher.',
  );
}
