/** A ledger in a bucket, and what becomes of it when the bucket fails. */
import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { BellwetherError } from '../../../src/lib/errors.ts';
import { ledgerRows } from '../../../src/pipeline/collect/commit-rows.ts';
import { Stage } from '../../../src/pipeline/collect/staging.ts';
import { erasedPeople, listErased } from '../../../src/pipeline/ledger/erased-people.ts';
import {
  openLedger,
  verifyLedger,
  withLedger,
  writtenAt,
} from '../../../src/pipeline/ledger/ledger.ts';
import { withSharedLedger } from '../../../src/pipeline/ledger/shared-ledger.ts';
import { BUCKET_CREDENTIALS, startBucketServer } from '../../support/bucket-server.ts';
import { commitOn, historyOf, NO_RULES } from '../../support/histories.ts';
import { temporaryFolder } from '../../support/temporary.ts';

Object.assign(process.env, BUCKET_CREDENTIALS);
const server = await startBucketServer();
after(() => server.close());

let number = 0;
let url = '';
beforeEach(() => {
  url = server.url(`ledger-${++number}`);
});
afterEach(() => server.setFault(undefined));

const IMPATIENT = { timeoutMs: 300, attempts: 1 };
const pull = (folder: string) =>
  withSharedLedger(url, join(folder, 'ledger'), (shared) => shared.pull(), IMPATIENT);

/** A machine's collection of companies, each with as many commits. */
async function collect(folder: string, companies: Record<string, number>): Promise<void> {
  const stage = new Stage(join(folder, 'staged'));
  const ledger = join(folder, 'ledger');
  for (const [company, count] of Object.entries(companies)) {
    const commits = Array.from({ length: count }, (_, day) => commitOn(`2025-01-0${day + 1}`));
    const history = historyOf({ repository: `${company}/core`, commits });
    await stage.add(company, 'test', await ledgerRows(company, [history], NO_RULES));
  }
  await stage.commit(ledger, await openLedger(ledger), {
    inParts: true,
    share: (manifest) =>
      withSharedLedger(url, ledger, (shared) => shared.push(manifest), IMPATIENT),
  });
}

/** Commits by company, of files that are what was written. */
async function counted(folder: string): Promise<unknown> {
  const ledger = await openLedger(join(folder, 'ledger'));
  if (!ledger) return undefined;
  await verifyLedger(ledger);
  const rows = await withLedger(ledger, (connection) =>
    connection.runAndReadAll(
      'SELECT company, CAST(sum(commits) AS INTEGER) FROM activity GROUP BY company ORDER BY company',
    ),
  );
  return Object.fromEntries(rows.getRows());
}

const coded = (code: string) => (error: unknown) =>
  error instanceof BellwetherError && error.code === code;

async function machines(t: TestContext): Promise<[string, string]> {
  return [await temporaryFolder(t), await temporaryFolder(t)];
}

describe('a ledger in a bucket', () => {
  it('is the same on all machines, and only what is new is fetched', async (t) => {
    const [one, other] = await machines(t);
    await pull(one);
    assert.equal(await counted(one), undefined);
    await collect(one, { acorn: 1, birch: 2 });
    await pull(other);
    assert.deepEqual(await counted(other), { acorn: 1, birch: 2 });
    await collect(other, { cedar: 3 });
    const asked = server.requests.length;
    await pull(one);
    assert.deepEqual(await counted(one), { acorn: 1, birch: 2, cedar: 3 });
    const fetched = server.requests
      .slice(asked)
      .filter(({ key, status }) => key.endsWith('.parquet') && status === 200);
    assert.equal(fetched.length, 2, 'activity and repositories of the one bucket');
    await pull(one);
    assert.equal(server.requests.at(-1)?.status, 304);
  });

  it('takes over a ledger that was in the data folder before', async (t) => {
    const [one, other] = await machines(t);
    const stage = new Stage(join(one, 'staged'));
    const rows = await ledgerRows(
      'acorn',
      [historyOf({ commits: [commitOn('2025-01-01')] })],
      NO_RULES,
    );
    await stage.add('acorn', 'test', rows);
    await stage.commit(join(one, 'ledger'), undefined);
    await pull(one);
    await collect(one, { birch: 2 });
    await pull(other);
    assert.deepEqual(await counted(other), { acorn: 1, birch: 2 });
  });

  it('is not mixed with another one', async (t) => {
    const [one, other] = await machines(t);
    await collect(one, { acorn: 1 });
    url = server.url(`ledger-${++number}`);
    await assert.rejects(pull(one), coded('ledger-not-shared'));
    await collect(other, { birch: 2 });
    const third = await temporaryFolder(t);
    const stage = new Stage(join(third, 'staged'));
    const rows = await ledgerRows(
      'cedar',
      [historyOf({ commits: [commitOn('2025-01-01')] })],
      NO_RULES,
    );
    await stage.add('cedar', 'test', rows);
    await stage.commit(join(third, 'ledger'), undefined);
    await assert.rejects(pull(third), coded('ledger-not-shared'));
    assert.deepEqual(await counted(third), { cedar: 1 });
  });

  it('is written by one at a time: the second keeps what it collected, and goes on top', async (t) => {
    const [one, other] = await machines(t);
    await collect(one, { acorn: 1 });
    await pull(other);
    await collect(one, { acorn: 2 });
    await assert.rejects(collect(other, { birch: 3 }), coded('ledger-changed'));
    assert.deepEqual(await counted(other), { acorn: 1 });
    await pull(other);
    await collect(other, {});
    assert.deepEqual(await counted(other), { acorn: 2, birch: 3 });
  });

  it('brings along who was erased', async (t) => {
    const [one, other] = await machines(t);
    await pull(one);
    await listErased(join(one, 'ledger'), ['aaaaaaaaaa'], '2026-01-01');
    await listErased(join(other, 'ledger'), ['bbbbbbbbbb'], '2026-01-02');
    for (const folder of [one, other, one]) await pull(folder);
    for (const folder of [one, other])
      assert.deepEqual(await erasedPeople(join(folder, 'ledger')), ['aaaaaaaaaa', 'bbbbbbbbbb']);
  });
});

describe('parts that the ledger in the bucket no longer names', () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  const prune = (folder: string, isDryRun = false, now = tomorrow) =>
    withSharedLedger(
      url,
      join(folder, 'ledger'),
      (shared) => shared.prune({ isDryRun, now }),
      IMPATIENT,
    );
  const keys = () =>
    [...server.objects().keys()].filter((key) => key.startsWith(`ledger-${number}/`)).sort();
  const lease = () => `ledger-${number}/pruning.json`;
  const until = (end: Date) => JSON.stringify({ until: end.toISOString() });

  /** Two machines with the newest ledger; the one before it left parts in the bucket. */
  async function withLeftovers(t: TestContext): Promise<[string, string]> {
    const [one, other] = await machines(t);
    await collect(one, { acorn: 1 });
    await collect(one, { acorn: 2 });
    await pull(other);
    return [one, other];
  }

  it('are removed, as it was told beforehand, and nothing else', async (t) => {
    const [one, other] = await withLeftovers(t);
    const before = keys();
    const written = await writtenAt(join(one, 'ledger'));
    const told = await prune(one, true);
    assert.deepEqual(keys(), before);
    assert.deepEqual(await prune(one), told);
    const gone = told.map(({ path }) => path.replace(/^s3:\/\/[^/]+\//, ''));
    assert.equal(gone.length, 2, 'activity and repositories');
    assert.deepEqual(
      keys(),
      before.filter((key) => !gone.includes(key)),
    );
    assert.deepEqual(await prune(one), []);
    assert.deepEqual(await writtenAt(join(one, 'ledger')), written);
    const third = await temporaryFolder(t);
    for (const folder of [one, other, third]) {
      await pull(folder);
      assert.deepEqual(await counted(folder), { acorn: 2 });
    }
    await collect(other, { birch: 3 });
    await pull(one);
    assert.deepEqual(await counted(one), { acorn: 2, birch: 3 });
  });

  it('stay for an hour, for whoever still reads the ledger before', async (t) => {
    const [one, other] = await machines(t);
    await collect(one, { acorn: 1 });
    // Reads slowly: the manifest now, and its parts once there is a newer one.
    server.setFault({ kind: 'slow', ms: 200, methods: ['GET'], keys: /activity/ });
    const reading = pull(other);
    await collect(one, { acorn: 2 });
    assert.deepEqual(await prune(one, false, new Date()), []);
    await reading;
    assert.deepEqual(await counted(other), { acorn: 1 });
  });

  it('are left alone by a machine that has not seen the newest ledger', async (t) => {
    const [one, other] = await withLeftovers(t);
    await collect(one, { acorn: 3 });
    const before = keys();
    assert.deepEqual(await prune(other), []);
    assert.deepEqual(keys(), before);
  });

  it('are not relied on by a collector that is at work meanwhile', async (t) => {
    const [one, other] = await withLeftovers(t);
    // The part of one commit is there from before: it is not uploaded again.
    const parts = /activity/;
    server.setFault({ kind: 'slow', ms: 250, methods: ['PUT'], keys: parts });
    const collecting = assert.rejects(collect(other, { acorn: 1 }), coded('ledger-changed'));
    while (!server.requests.some(({ method, key }) => method === 'GET' && key === lease()))
      await delay(5);
    assert.equal((await prune(one)).length, 2);
    await collecting;
    server.setFault(undefined);
    assert.deepEqual(await counted(other), { acorn: 2 });
    await pull(other);
    await collect(other, {});
    await pull(one);
    assert.deepEqual(await counted(one), { acorn: 1 });
  });

  it('are not removed if a collector was faster', async (t) => {
    const [one, other] = await withLeftovers(t);
    const manifest = `ledger-${number}/ledger.json`;
    const before = server.objects().get(manifest) ?? '';
    await collect(other, { acorn: 1 });
    const after = server.objects().get(manifest) ?? '';
    server.store(manifest, before);
    // The lease is on its way when the other machine's ledger arrives.
    server.setFault({ kind: 'slow', ms: 200, methods: ['PUT'], keys: /pruning/ });
    const asked = server.requests.length;
    const pruning = prune(one);
    while (!server.requests.slice(asked).some(({ key }) => key === lease())) await delay(5);
    server.store(manifest, after);
    assert.deepEqual(await pruning, []);
    const third = await temporaryFolder(t);
    await pull(third);
    assert.deepEqual(await counted(third), { acorn: 1 });
  });

  it('stop who begins to write while they are removed, or after whoever did so died', async (t) => {
    const [one, other] = await withLeftovers(t);
    server.setFault({ kind: 'refusing', status: 503, methods: ['DELETE'] });
    await assert.rejects(prune(one), coded('bucket-away'));
    server.setFault(undefined);
    await pull(other);
    await assert.rejects(collect(other, { birch: 1 }), coded('bucket-pruning'));
    assert.deepEqual(await prune(one), [], 'another one prunes');
    assert.deepEqual(await counted(other), { acorn: 2 });
    server.store(lease(), until(new Date(Date.now() - 1000)));
    assert.equal((await prune(one)).length, 2);
    assert.ok(!keys().includes(lease()));
    await pull(other);
    await collect(other, {});
    assert.deepEqual(await counted(other), { acorn: 2, birch: 1 });
  });
});

describe('a bucket that fails', () => {
  /** At revision 1, while the bucket is at revision 2. */
  let behind = '';
  let lastUrl = '';
  before(async () => {
    const one = await temporaryFolder();
    behind = await temporaryFolder();
    lastUrl = server.url('left-behind');
    url = lastUrl;
    await collect(one, { acorn: 1 });
    await pull(behind);
    await collect(one, { acorn: 2 });
  });

  for (const [fault, code] of [
    [{ kind: 'silent' }, 'bucket-away'],
    [{ kind: 'refusing', status: 503 }, 'bucket-away'],
    [{ kind: 'refusing', status: 403 }, 'bucket-refused'],
    [{ kind: 'cut', keys: /parquet$/ }, 'bucket-away'],
    [{ kind: 'half', keys: /parquet$/ }, 'ledger-damaged'],
    [{ kind: 'half', keys: /ledger\.json$/ }, 'ledger-damaged'],
  ] as const)
    it(`leaves the ledger that was here: ${Object.values(fault).join(' ')}`, async () => {
      url = lastUrl;
      server.setFault(fault);
      await assert.rejects(pull(behind), coded(code));
      assert.deepEqual(await counted(behind), { acorn: 1 });
    });

  it('is waited for while it is slow, and is as good as before once it is back', async () => {
    url = lastUrl;
    server.setFault({ kind: 'slow', ms: 20 });
    await pull(behind);
    assert.deepEqual(await counted(behind), { acorn: 2 });
  });

  it('cannot bring an old ledger back, nor none', async (t) => {
    const [folder] = await machines(t);
    await collect(folder, { acorn: 1 });
    await collect(folder, { acorn: 2 });
    // Whatever is written on top changes the validator, as a restored object has another one.
    const seen = join(folder, 'ledger', 'seen-in-bucket.json');
    const stale = { ...JSON.parse(await readFile(seen, 'utf8')), etag: '"other"' };
    await writeFile(seen, JSON.stringify(stale));
    server.setFault({ kind: 'old', keys: /ledger\.json$/ });
    await assert.rejects(pull(folder), coded('ledger-older'));
    server.setFault(undefined);
    server.remove(`ledger-${number}/ledger.json`);
    await assert.rejects(pull(folder), coded('ledger-older'));
    assert.deepEqual(await counted(folder), { acorn: 2 });
  });

  it('is not shown a ledger whose parts are not all there', async (t) => {
    const [one, other] = await machines(t);
    await collect(one, { acorn: 1 });
    await pull(other);
    server.setFault({ kind: 'refusing', status: 503, methods: ['PUT'], keys: /ledger\.json$/ });
    await assert.rejects(collect(one, { acorn: 2 }), coded('bucket-away'));
    assert.deepEqual(await counted(one), { acorn: 1 });
    server.setFault(undefined);
    await pull(other);
    assert.deepEqual(await counted(other), { acorn: 1 });
    await collect(one, {});
    await pull(other);
    assert.deepEqual(await counted(other), { acorn: 2 });
  });

  it('may lose the answer to a write: it is found to be ours', async (t) => {
    const [one, other] = await machines(t);
    server.setFault({ kind: 'lost', methods: ['PUT'], keys: /ledger\.json$/, times: 1 });
    await assert.rejects(collect(one, { acorn: 1 }), coded('bucket-away'));
    await collect(one, {});
    await pull(other);
    assert.deepEqual(await counted(other), { acorn: 1 });
  });

  it('is mended where half of a part was left', async (t) => {
    const [one, other] = await machines(t);
    server.setFault({ kind: 'refusing', status: 503, methods: ['PUT'], keys: /ledger\.json$/ });
    await assert.rejects(collect(one, { acorn: 1 }), coded('bucket-away'));
    server.setFault(undefined);
    for (const [key, body] of server.objects())
      if (key.startsWith(`ledger-${number}/activity`)) server.store(key, body.subarray(0, 100));
    await collect(one, {});
    await pull(other);
    assert.deepEqual(await counted(other), { acorn: 1 });
  });

  it('fetches again what was lost of the cache', async (t) => {
    const [folder] = await machines(t);
    await collect(folder, { acorn: 1 });
    const ledger = join(folder, 'ledger');
    for (const file of await readdir(ledger))
      if (file.endsWith('.parquet')) await rm(join(ledger, file));
    await pull(folder);
    assert.deepEqual(await counted(folder), { acorn: 1 });
  });
});
