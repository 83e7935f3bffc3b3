/** `bellwether worker`: processes that die, on one machine with the collector and on others. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { BOSS_SCHEMA, CollectionQueue } from '../../../src/pipeline/queue/queue.ts';
import { type ManyRepositories, manyRepositories } from '../../../tools/many-repositories.ts';
import { writeOwnCompanies } from '../../../tools/own-companies.ts';
import { missingPostgresql, newDatabase } from '../../../tools/postgresql.ts';
import { cliProcess, output, type RunningCli, startCli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Requests of a copy at which its worker is killed: before it has anything, in the middle, late. */
const DEATHS = [1, 3];
const REPOSITORIES = 4;

describe('bellwether worker', { skip: missingPostgresql() }, () => {
  let folder: string;
  let hosting: ManyRepositories;
  let onRequest: () => void = () => undefined;
  let database: { url: string; drop: () => Promise<void> };
  let environment: Record<string, string>;
  before(async () => {
    folder = await temporaryFolder();
    database = await newDatabase();
    hosting = await manyRepositories(join(folder, 'hosted'), REPOSITORIES, () => onRequest());
    environment = {
      DATABASE_URL: database.url,
      GIT_BASE_URL: hosting.url,
      DATA_DIR: join(folder, 'collector'),
      COMMIT: '',
    };
    // The operator's own companies, whose repositories are on this machine.
    await writeOwnCompanies(join(folder, 'collector'), hosting.names);
  });
  after(async () => {
    hosting.close();
    await database.drop();
  });
  const slugs = () => hosting.names.map((name) => name.replace('/', '-'));
  const manifest = (dataFolder: string) =>
    readFile(join(dataFolder, 'ledger', 'ledger.json'), 'utf8');

  it('needs DATABASE_URL, and the key to the hashes of people', async () => {
    const { DATABASE_URL: _, ...without } = environment;
    const none = await cliProcess(['worker'], without);
    assert.equal(none.status, 1);
    assert.match(none.stderr, /set DATABASE_URL/);
    const keyless = await cliProcess(['worker'], { ...environment, DATA_DIR: join(folder, 'new') });
    assert.equal(keyless.status, 1);
    assert.match(keyless.stderr, /identity-key: copy it from the machine that collects/);
  });

  it('may be killed at any step, and the ledger is the one that one process makes', async (t) => {
    const { DATABASE_URL: _, ...without } = environment;
    const alone = await cliProcess(['collect', '--fresh', ...slugs()], without);
    assert.match(alone.stdout, /The ledger in .* holds 3 repositories/, alone.stderr);
    const expected = await manifest(environment['DATA_DIR'] ?? '');
    await rm(join(folder, 'collector', 'ledger'), { recursive: true });
    await rm(join(folder, 'collector', 'repositories'), { recursive: true });

    const elsewhere = join(folder, 'worker');
    await cp(join(folder, 'collector', 'keys'), join(elsewhere, 'keys'), { recursive: true });
    const start = () =>
      startCli(['worker', '--jobs', '1'], { ...environment, DATA_DIR: elsewhere });
    let worker: RunningCli = start();
    t.after(() => worker.kill('SIGKILL'));
    await output(worker, 'working for collections');
    let requests = 0;
    let deaths = 0;
    onRequest = () => {
      if (++requests === DEATHS[deaths]) worker.kill('SIGKILL');
    };
    const collector = startCli(['collect', '--fresh', '--jobs', '0', ...slugs()], environment);
    t.after(() => collector.kill('SIGKILL'));
    const ended = once(collector, 'close');
    const queue = await CollectionQueue.open({
      ...{ url: database.url, name: 'worker', lanes: 1 },
    });
    for (; deaths < DEATHS.length; deaths++) {
      if (worker.signalCode === null) await once(worker, 'exit');
      requests = 0;
      // Its lease runs out, as after two minutes, and the pause before the next try is over.
      await queue.query(
        `update ${BOSS_SCHEMA}.job set heartbeat_on = heartbeat_on - interval '1 hour'`,
      );
      await queue.query(
        `update ${BOSS_SCHEMA}.queue set monitor_on = null, monitor_claim_on = null`,
      );
      await queue.boss.supervise();
      await queue.query(`update ${BOSS_SCHEMA}.job set start_after = now() where state = 'retry'`);
      worker = start();
    }
    await ended;
    await queue.close();
    worker.kill('SIGTERM');
    await once(worker, 'exit');
    assert.match(worker.output().stdout, /cloned|fetched|unchanged/);
    assert.equal(
      await manifest(environment['DATA_DIR'] ?? ''),
      expected,
      collector.output().stderr,
    );
  });
});
