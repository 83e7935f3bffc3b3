/** The bucket that editions are shared by, and the server that the ledger is queried on. */

import { type Bucket, withBucket } from '../../../lib/bucket/bucket.ts';
import { probeBucket } from '../../../lib/bucket/probe.ts';
import type { Config } from '../../../lib/config/config.ts';
import { messageOf } from '../../../lib/errors.ts';
import { listed } from '../../../lib/prose.ts';
import { nameOf, withClient } from '../../../pipeline/ledger/clickhouse/client.ts';
import { error, type Finding, ok, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;
const PATIENCE = { timeoutMs: TIMEOUT_MS, attempts: 1 };

export async function editionsBucket({ editionsUrl }: Config): Promise<Finding> {
  if (editionsUrl === undefined) return ok('not used; editions are only in DATA_DIR');
  return withBucket(editionsUrl, probed, PATIENCE).catch((thrown: unknown) =>
    warning(
      `it cannot be written: ${messageOf(thrown)}`,
      'Machines that publish need to write; machines that serve only read. Check EDITIONS_URL and the credentials.',
    ),
  );
}

async function probed(bucket: Bucket): Promise<Finding> {
  const faults = await probeBucket(bucket);
  if (faults.length === 0) return ok(`${bucket.name} honours the preconditions of writes`);
  return error(
    `${bucket.name} ${listed(faults)}`,
    'Two publishers at once could overwrite each other: use a different service, or only one publisher.',
  );
}

export async function clickHouse({ clickHouseUrl }: Config): Promise<Finding> {
  if (clickHouseUrl === undefined) return ok('not used; DuckDB reads the ledger');
  try {
    const version = await withClient(
      clickHouseUrl,
      async (client) => {
        const answer = await client.query({
          query: 'SELECT version()',
          format: 'JSONCompactEachRow',
        });
        return (await answer.json<[string]>())[0]?.[0];
      },
      TIMEOUT_MS,
    );
    return ok(`${nameOf(clickHouseUrl)} answers (${version})`);
  } catch (thrown) {
    return error(messageOf(thrown), 'Check CLICKHOUSE_URL and the server.');
  }
}
