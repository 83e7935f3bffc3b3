/** PostgreSQL and Redis that really go away and come back, as after a crash. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { makeLimiter } from '../../../src/lib/limits/limiter.ts';
import { auditBooks } from '../../../src/payments/audit.ts';
import { issueKey, listKeys } from '../../../src/payments/credits/accounts.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { openStore } from '../../../src/store/store.ts';
import { manyRepositories } from '../../../tools/many-repositories.ts';
import { missingEngines, ownPostgresql, ownRedis } from '../../support/own-engines.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { companiesOf, Setting } from './setting.ts';

const REPOSITORIES = 4;

describe('engines that are restarted', { skip: missingEngines() }, () => {
  it('PostgreSQL: a collection goes on with what was asked for, and books with what was sold', async (t) => {
    const folder = await temporaryFolder(t);
    const postgresql = await ownPostgresql();
    t.after(() => postgresql.remove());
    let restarted: Promise<void> | undefined;
    let isWatched = false;
    const hosting = await manyRepositories(join(folder, 'hosted'), REPOSITORIES, (path) => {
      // A worker has a company in hand by then.
      if (isWatched && path.includes('small2')) restarted ??= postgresql.restart();
    });
    t.after(() => hosting.close());
    const companies = companiesOf(hosting.names);
    const setting = new Setting(folder, hosting.url, postgresql.url);
    const alone = await setting.collect('alone', companies);

    const store = openStore(postgresql.url);
    await migrate(store);
    const { accountId } = await issueKey(store, 30, null);

    isWatched = true;
    const queue = await setting.openQueue('collector');
    const worker = setting.worker('worker', queue, { lanes: 2 });
    const { files, kept } = await setting.collect('restarted', companies, { queue });
    assert.ok(restarted);
    await restarted;
    await worker.stop();
    await queue.close();
    assert.equal(files, alone.files);
    assert.deepEqual(kept, alone.kept);

    // The first connection that is tried may be one of before.
    await listKeys(store).catch(() => undefined);
    const keys = await listKeys(store);
    assert.deepEqual(
      keys.map((key) => key.account_id),
      [accountId],
    );
    assert.deepEqual((await auditBooks(store)).faults, []);
    await store.close();
  });

  it('Redis: limits are kept in memory meanwhile, and there again afterwards', async (t) => {
    const redis = await ownRedis();
    t.after(() => redis.stop());
    const heard = { failures: 0, recoveries: 0 };
    const limiter = await makeLimiter(redis.url, {
      failed: () => {
        heard.failures++;
      },
      recovered: () => {
        heard.recoveries++;
      },
    });
    t.after(() => limiter.close());
    const policy = { name: 'restarts', limit: { perMinute: 1, burst: 3 } };
    assert.equal((await limiter.take(policy, 'a')).remaining, 2);
    await redis.stop();
    assert.equal((await limiter.take(policy, 'a')).allowed, true);
    assert.ok(heard.failures > 0);
    await redis.start();
    for (let index = 0; index < 400 && heard.recoveries === 0; index++) {
      await delay(100);
      await limiter.take(policy, `other ${index}`);
    }
    assert.equal(heard.recoveries, 1);
    assert.equal((await limiter.take(policy, 'a')).allowed, true);
  });
});
