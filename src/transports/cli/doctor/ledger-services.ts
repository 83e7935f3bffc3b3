/** Where the ledger is shared and queried, beside this machine. Nothing is written. */
import { type Bucket, withBucket } from '../../../lib/bucket/bucket.ts';
import type { Config } from '../../../lib/config/config.ts';
import { messageOf } from '../../../lib/errors.ts';
import { nameOf, withClient } from '../../../pipeline/ledger/clickhouse/client.ts';
import { MANIFEST, parseManifest } from '../../../pipeline/ledger/manifest.ts';
import { error, type Finding, ok } from './finding.ts';

const TIMEOUT_MS = 5_000;

export async function ledgerBucket({ ledgerUrl }: Config): Promise<Finding> {
  if (ledgerUrl === undefined) return ok('not used; the ledger is on this machine');
  try {
    return await withBucket(ledgerUrl, ledgerIn, { timeoutMs: TIMEOUT_MS, attempts: 1 });
  } catch (thrown) {
    return error(messageOf(thrown), 'Check LEDGER_URL, the credentials and the service.');
  }
}

async function ledgerIn(bucket: Bucket): Promise<Finding> {
  const found = await bucket.get(MANIFEST);
  if (!found) return ok(`${bucket.name} has no ledger yet; the next collection uploads it`);
  const manifest = parseManifest(`${bucket.name}${MANIFEST}`, found.body.toString('utf8'));
  const revision = 'revision' in manifest ? `, revision ${manifest.revision}` : '';
  if ((await bucket.get(MANIFEST, found.etag)) === 'unchanged')
    return ok(`${bucket.name} answers${revision}`);
  return error(
    `${bucket.name} does not honour the preconditions of RFC 9110`,
    'Two collectors could overwrite each other: use a different service, or collect on one machine only.',
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
