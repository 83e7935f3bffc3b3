/** What commands do with a ledger in a bucket: one machine collects, another reads. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { loadConfig } from '../../../src/lib/config/config.ts';
import { BellwetherError } from '../../../src/lib/errors.ts';
import { currentLedger } from '../../../src/transports/cli/project.ts';
import { ADA, BEN, GitFixture } from '../../pipeline/collect/git-fixture.ts';
import { BUCKET_CREDENTIALS, startBucketServer } from '../../support/bucket-server.ts';
import { cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

Object.assign(process.env, BUCKET_CREDENTIALS);
const server = await startBucketServer();
after(() => server.close());

describe('with LEDGER_URL', () => {
  it('a collection is there for other machines, also while the bucket is away', async (t) => {
    const [one, other] = [await temporaryFolder(t), await temporaryFolder(t)];
    const shared = { LEDGER_URL: server.url('ledger'), ...BUCKET_CREDENTIALS };
    const reads = (DATA_DIR: string) =>
      currentLedger(loadConfig({ DATA_DIR, ...shared }, DATA_DIR).config);
    const origin = new GitFixture(t);
    for (const author of [ADA, BEN]) origin.commit({ author });
    const collecting = ['collect', 'chroma', '--local', origin.path];
    const collected = await cli(collecting, { DATA_DIR: one, ...shared });
    assert.equal(collected.status, 0, collected.stderr);
    const held = await reads(other);
    assert.equal(held.manifest.format, 3);
    assert.ok(held.beneath, 'over the shipped one');

    server.setFault({ kind: 'refusing', status: 503 });
    assert.deepEqual((await reads(other)).manifest, held.manifest);
    const nothing = await temporaryFolder(t);
    const coded = (code: string) => (error: unknown) =>
      error instanceof BellwetherError && error.code === code;
    await assert.rejects(reads(nothing), coded('bucket-away'));
    const refused = await cli(collecting, { DATA_DIR: other, ...shared });
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /^s3:\/\/test-bucket\/ledger\/\S+ cannot be reached now/m);
    server.setFault({ kind: 'refusing', status: 403 });
    await assert.rejects(reads(other), coded('bucket-refused'));

    server.setFault(undefined);
    const { stdout } = await cli(['doctor'], { DATA_DIR: other, ...shared });
    assert.match(stdout, /ok +ledger bucket +s3:\/\/test-bucket\/ledger\/ answers, revision 1/);
  });
});
