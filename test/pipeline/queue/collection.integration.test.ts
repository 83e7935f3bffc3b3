/** Collecting with workers: the same ledger, even if workers fail. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type ManyRepositories, manyRepositories } from '../../../tools/many-repositories.ts';
import { missingPostgresql, newDatabase } from '../../../tools/postgresql.ts';
import { tcpProxy } from '../../support/tcp-proxy.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { companiesOf, Setting } from './setting.ts';

/** At least ten; `COLLECTED_REPOSITORIES=1000` takes some minutes. */
const REPOSITORIES = Number(process.env['COLLECTED_REPOSITORIES'] ?? 12);
const WORKERS = 4;
/** Longer than a company takes here, so that its rows find the database away. */
const AWAY_MS = 500;

describe('a collection with workers', { skip: missingPostgresql() }, () => {
  let folder: string;
  let hosting: ManyRepositories;
  /** Hears what is asked of the hosting service, before it answers. */
  let onRequest: (path: string) => void = () => undefined;
  let database: { url: string; drop: () => Promise<void> };
  let companies: ReturnType<typeof companiesOf>;
  /** The result of one process without workers. */
  let alone: Awaited<ReturnType<Setting['collect']>>;
  before(async () => {
    folder = await temporaryFolder();
    hosting = await manyRepositories(join(folder, 'hosted'), REPOSITORIES, (path) =>
      onRequest(path),
    );
    database = await newDatabase();
    companies = companiesOf(hosting.names);
    alone = await new Setting(folder, hosting.url, database.url).collect('alone', companies);
  });
  after(async () => {
    hosting.close();
    await database.drop();
  });

  it('makes the ledger that one process makes, byte for byte, and never presses the host', async () => {
    const setting = new Setting(folder, hosting.url, database.url);
    const queues = await Promise.all(
      Array.from({ length: WORKERS }, () => setting.openQueue('worker')),
    );
    const queue = await setting.openQueue('collector');
    const workers = queues.map((each, index) =>
      setting.worker(`worker${index}`, each, { maxPerHost: 3 }),
    );
    hosting.mostAtOnce();
    const together = await setting.collect('together', companies, { queue, maxPerHost: 3 });
    for (const worker of workers) await worker.stop();
    await Promise.all([queue, ...queues].map((each) => each.close()));
    assert.ok(alone.files.length > 0);
    assert.equal(together.files, alone.files);
    assert.deepEqual(together.kept.sort(), alone.kept.sort());
    const troubles = ({ outcomes }: typeof alone) =>
      outcomes
        .filter(({ status }) => ['failed', 'gone', 'empty'].includes(status))
        .map(({ repository, status, message }) => `${repository} ${status} ${message}`);
    assert.equal(troubles(together).length, hosting.broken);
    assert.deepEqual(troubles(together).sort(), troubles(alone).sort());
    assert.equal(together.commits, alone.commits);
    // A refused repository is tried three times, by whichever workers, then it keeps the rows that
    // it had, and the others of its company count.
    const lines = workers.flatMap(({ log }) => log).filter((line) => line.startsWith('company3: '));
    assert.deepEqual(
      lines.map((line) => /(?<=; )it is tried again$|rows are kept of .*$/.exec(line)?.[0]).sort(),
      ['it is tried again', 'it is tried again', 'rows are kept of made/small7'],
    );
    assert.ok(workers.filter(({ log }) => log.length > 0).length > 1, 'they share the work');
    assert.ok(hosting.mostAtOnce() <= 3);
  });

  it('makes the same while the database is away now and then, and its connections are cut', async () => {
    const { hostname, port } = new URL(database.url);
    const proxy = await tcpProxy(hostname, Number(port || 5432));
    const through = new URL(database.url);
    through.host = `127.0.0.1:${proxy.port}`;
    const setting = new Setting(folder, hosting.url, through.href);
    const queue = await setting.openQueue('collector');
    // The first request for each of these: a worker has its company in hand.
    const cutAt = new Set(['small0', 'small4', 'small8']);
    let cuts = Promise.resolve();
    onRequest = (path) => {
      if (!cutAt.delete(/small\d+/.exec(path)?.[0] ?? '')) return;
      cuts = cuts.then(async () => {
        await proxy.shut();
        await delay(AWAY_MS);
        await proxy.open();
      });
    };
    const worker = setting.worker('worker0', queue, { lanes: 2 });
    const { files, kept } = await setting.collect('after cuts', companies, { queue });
    await cuts;
    await worker.stop();
    await queue.close();
    await proxy.shut();
    assert.equal(cutAt.size, 0);
    assert.equal(files, alone.files);
    assert.deepEqual(kept, alone.kept);
  });
});
