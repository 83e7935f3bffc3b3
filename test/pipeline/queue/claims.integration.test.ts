/** A worker's result counts once, and only while the company is its own. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  CollectResult,
  CompanyResult,
} from '../../../src/pipeline/collect/collect-companies.ts';
import { ledgerRows } from '../../../src/pipeline/collect/commit-rows.ts';
import { rowsIn } from '../../../src/pipeline/ledger/ledger-manifest.ts';
import { type Claim, handOver, renew, take } from '../../../src/pipeline/queue/claims.ts';
import type { CrewOptions } from '../../../src/pipeline/queue/crew.ts';
import { BOSS_SCHEMA, type CollectionQueue } from '../../../src/pipeline/queue/queue.ts';
import { countElsewhere, readQueueState } from '../../../src/pipeline/queue/queue-state.ts';
import { queueName } from '../../../src/pipeline/queue/terms.ts';
import { missingPostgresql, newDatabase } from '../../../tools/postgresql.ts';
import { exampleCompany } from '../../support/example-company.ts';
import { commitOn, historyOf, linesOf, NO_RULES } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { IDENTITY_KEY, Setting, TERMS } from './setting.ts';

const HOUR_MS = 3_600_000;
/** A port without a listener: every request fails at once. */
const NOWHERE = 'http://127.0.0.1:9';

describe('a company that is asked of workers', { skip: missingPostgresql() }, () => {
  let database: { url: string; drop: () => Promise<void> };
  let setting: Setting;
  let queue: CollectionQueue;
  let controller: AbortController;
  let collecting: Promise<CollectResult> | undefined;
  before(async () => {
    database = await newDatabase();
    setting = new Setting(await temporaryFolder(), NOWHERE, database.url);
    queue = await setting.openQueue('collector', 8);
  });
  afterEach(async () => {
    controller.abort();
    await collecting?.catch(() => undefined);
    await queue.boss.deleteAllJobs(setting.name);
  });
  after(async () => {
    await queue.close();
    await database.drop();
  });

  let serial = 0;
  /** A collection under way, with the test as the only worker. */
  async function asking(companies: readonly string[], crew: Partial<CrewOptions> = {}) {
    controller = new AbortController();
    const { signal } = controller;
    const tracked = companies.map((slug) => exampleCompany(slug));
    const ledger = crew.owner ?? `ledger${++serial}`;
    collecting = setting.collect(ledger, tracked, { queue, ...crew }, { signal });
    let failure: unknown;
    collecting.catch((error: unknown) => {
      failure = error;
    });
    for (;;) {
      if (failure) throw failure;
      const [row] = await queue.query<{ jobs: number }>(
        `select count(*)::int as jobs from ${BOSS_SCHEMA}.job where name = $1`,
        [setting.name],
      );
      if (row?.jobs === companies.length) return;
      await delay(20);
    }
  }
  const takeNext = (maxPerHost = 100, now = Date.now) => take(queue, setting.name, maxPerHost, now);
  async function taken(): Promise<Claim> {
    for (;;) {
      const claim = await takeNext();
      if (claim) return claim;
      await delay(50);
    }
  }
  async function resultOf(company: string, commits = 1): Promise<CompanyResult> {
    const history = historyOf({
      repository: `${company}/core`,
      commits: Array.from({ length: commits }, () => commitOn('2025-01-01')),
    });
    const rows = await ledgerRows(company, [history], NO_RULES);
    return { outcomes: [], commits, texts: linesOf(company, rows) };
  }
  async function handedOver(claim: Claim, commits?: number) {
    return handOver(queue, claim, await resultOf(claim.data.company.slug, commits), Date.now);
  }
  /** As if its worker had not been heard of for longer than its lease. */
  async function leaseRunsOut({ id }: Claim): Promise<void> {
    await queue.query(
      `update ${BOSS_SCHEMA}.job set heartbeat_on = heartbeat_on - interval '1 hour' where id = $1`,
      [id],
    );
    // The queue may be looked after at this moment, by its own clock, and not twice at the same time.
    do await lookedAfter();
    while (await isActive(id));
  }
  async function isActive(id: string): Promise<boolean> {
    const [row] = await queue.query<{ state: string }>(
      `select state from ${BOSS_SCHEMA}.job where id = $1`,
      [id],
    );
    return row?.state === 'active';
  }
  /** The maintenance that each process with an open queue does every ten seconds. */
  async function lookedAfter(): Promise<void> {
    await queue.query(`update ${BOSS_SCHEMA}.queue set monitor_on = null, monitor_claim_on = null`);
    await queue.boss.supervise(setting.name);
  }

  it('counts once where a lease ran out: as its new worker read it', async () => {
    await asking(['one']);
    const old = await taken();
    await leaseRunsOut(old);
    assert.equal(await renew(queue, old), false);
    // Neither before nor after another worker has it.
    assert.equal(await handedOver(old, 9), false);
    const next = await taken();
    assert.equal(next.id, old.id);
    assert.equal(await renew(queue, next), true);
    assert.equal(await handedOver(old, 9), false);
    assert.equal(await handedOver(next, 2), true);
    assert.equal(await handedOver(old, 9), false);
    assert.equal((await collecting)?.commits, 2);
  });

  it('counts once where its worker does not know whether it was handed over', async () => {
    await asking(['one', 'two']);
    const claim = await taken();
    const result = await resultOf(claim.data.company.slug, 3);
    assert.equal(await handOver(queue, claim, result, Date.now), true);
    // The collector may have taken it by now.
    await handOver(queue, claim, result, Date.now);
    await handedOver(await taken(), 4);
    assert.equal((await collecting)?.commits, 7);
  });

  it('is neither taken nor handed over by a machine whose clock is wrong', async () => {
    await asking(['one']);
    for (const off of [HOUR_MS, -400 * 24 * HOUR_MS])
      await assert.rejects(
        takeNext(1, () => Date.now() + off),
        /^Error: this machine's clock is \d+/,
      );
    const claim = await taken();
    const result = await resultOf('one', 3);
    const wrong = () => Date.now() + HOUR_MS;
    await assert.rejects(handOver(queue, claim, result, wrong), /60 minutes ahead/);
    // The claim is as it was, and so are all rows.
    assert.equal(await handOver(queue, claim, result, Date.now), true);
    const { ledger, commits } = (await collecting) ?? {};
    assert.equal(commits, 3);
    assert.equal(ledger && rowsIn(ledger.manifest, 'activity'), 1);
  });

  it('is left alone by a worker whose clock is wrong, which says so once', async () => {
    await asking(['one']);
    const worker = setting.worker('worker0', queue, { now: () => Date.now() + HOUR_MS });
    await delay(300);
    await worker.stop();
    assert.deepEqual(worker.log, [
      "No company is taken for now: this machine's clock is 60 minutes ahead of the database's.",
    ]);
  });

  it('has no effect any more once another collection of its owner has begun', async () => {
    await asking(['one'], { owner: 'replaced' });
    const claim = await taken();
    controller.abort();
    await assert.rejects(collecting ?? assert.fail(), /^BellwetherError: Interrupted/);
    await asking(['one'], { owner: 'replaced', terms: { ...TERMS, coveredFrom: '2025-01-01' } });
    // The other one takes the job away, and asks for the company anew.
    while (await renew(queue, claim)) await delay(20);
    assert.equal(await handedOver(claim, 9), false);
    await handedOver(await taken(), 2);
    assert.equal((await collecting)?.commits, 2);
  });

  it('is there for the collector that goes on where another one was interrupted', async () => {
    await asking(['one', 'two'], { owner: 'interrupted' });
    const claims = [await taken(), await taken()];
    controller.abort();
    await collecting?.catch(() => undefined);
    for (const claim of claims) await handedOver(claim, 5);
    await asking(['one', 'two'], { owner: 'interrupted' });
    assert.equal((await collecting)?.commits, 10);
  });

  it('is the stalest of those that wait', async () => {
    const days = new Map([
      ['fresh', 1],
      ['stale', 90],
      ['old', 8],
    ]);
    await asking(['fresh', 'never', 'stale', 'old'], { staleness: (slug) => days.get(slug) });
    const order = [await taken(), await taken(), await taken(), await taken()];
    assert.deepEqual(
      order.map(({ data }) => data.company.slug),
      ['never', 'stale', 'old', 'fresh'],
    );
  });

  it('waits while as many of its host are worked on as may be, however many workers ask', async () => {
    const companies = Array.from({ length: 20 }, (_, index) => `company${index}`);
    await asking(companies);
    const claims = await Promise.all(companies.map(() => takeNext(3)));
    const [first, ...others] = claims.filter((claim) => claim !== undefined);
    assert.equal(others.length, 2);
    assert.ok(first);
    await handedOver(first);
    const further = await Promise.all(others.map(() => takeNext(3)));
    assert.equal(further.filter((claim) => claim !== undefined).length, 1);
  });

  it('is laid aside once five workers died with it in hand, and the others are collected', async () => {
    await asking(['deadly', 'harmless'], { staleness: (slug) => (slug === 'deadly' ? 9 : 1) });
    for (let death = 0; death < 5; death++) {
      let claim = await taken();
      if (claim.data.company.slug === 'harmless') {
        await handedOver(claim);
        claim = await taken();
      }
      await leaseRunsOut(claim);
      // Its pause is over.
      await queue.query(`update ${BOSS_SCHEMA}.job set start_after = now() where name = $1`, [
        setting.name,
      ]);
    }
    const claim = await takeNext();
    if (claim) await handedOver(claim);
    const result = await collecting;
    assert.deepEqual(result?.kept, ['deadly']);
    const failed = result?.outcomes.find(({ company }) => company === 'deadly');
    assert.equal(failed?.status, 'failed');
    assert.equal(failed?.message, 'no worker finished it in 5 tries (job heartbeat timeout)');
    assert.equal(result?.commits, 1);
  });

  it('is not seen by workers of another version, key or host, which count it', async () => {
    await asking(['one']);
    await lookedAfter();
    for (const name of [
      queueName('other', NOWHERE, IDENTITY_KEY),
      queueName('test', 'https://other.example', IDENTITY_KEY),
      queueName('test', NOWHERE, Buffer.alloc(32)),
    ]) {
      await queue.ensure(name);
      assert.equal(await take(queue, name, 1, Date.now), undefined);
      assert.equal(await countElsewhere(queue, name), 1);
    }
    assert.equal(await countElsewhere(queue, setting.name), 0);
  });

  it('is counted by who watches', async () => {
    await asking(['one', 'two']);
    await taken();
    await lookedAfter();
    const { waiting, active, collectors } = (await readQueueState(database.url)) ?? {};
    assert.deepEqual({ waiting, active, collectors }, { waiting: 1, active: 1, collectors: 1 });
  });

  it('needs a database that answers', async () => {
    const away = new Setting('', NOWHERE, 'postgres://user@127.0.0.1:9/none');
    await assert.rejects(away.openQueue('worker'), { code: 'queue-unavailable' });
  });

  it('is nowhere where no collection ever asked', async (t) => {
    const empty = await newDatabase();
    t.after(empty.drop);
    assert.equal(await readQueueState(empty.url), undefined);
  });
});
