/** `bellwether worker`: copies and reads repositories for collections on other machines. */
import { BellwetherError } from '../../lib/errors.ts';
import { existingIdentityKey } from '../../pipeline/collect/git/identity-key.ts';
import { CollectionQueue } from '../../pipeline/queue/queue.ts';
import { countElsewhere } from '../../pipeline/queue/queue-state.ts';
import { queueName } from '../../pipeline/queue/terms.ts';
import { work } from '../../pipeline/queue/worker.ts';
import { nameOfStore } from '../../store/location.ts';
import { versionText } from '../build.ts';
import { defineCommand, MAX_JOBS, sayNow, upTo } from './command.ts';
import { stopSignal } from './interrupts.ts';
import { Project } from './project.ts';

export function command() {
  return defineCommand(
    'worker',
    'Runs until it is stopped: takes companies that `bellwether collect` or the scheduler has queued, the oldest copies first, copies their repositories under DATA_DIR, and returns their rows through the PostgreSQL at DATABASE_URL. Start it on as many machines as you like, with the same version, DATABASE_URL, GIT_BASE_URL, and a copy of the collector’s DATA_DIR/keys/identity-key. A worker may be killed at any time: another worker then takes over its companies. On SIGTERM, a worker hands them back at once.',
    'DATABASE_URL=postgres://bellwether@db/bellwether bellwether worker --jobs 8',
  )
    .option('--jobs <number>', 'companies at the same time', upTo(MAX_JOBS), 4)
    .action(async ({ jobs }) => {
      const { settings, folders } = new Project();
      const { dataFolder, gitBaseUrl, maxPerHost, payments } = settings;
      const url = payments.databaseUrl;
      if (url === undefined)
        throw new BellwetherError(
          'no-queue',
          'Workers take companies from a queue on PostgreSQL: set DATABASE_URL. Without it, bellwether collect and bellwether schedule do all the work themselves.',
        );
      const identityKey = await existingIdentityKey(dataFolder);
      if (!identityKey)
        throw new BellwetherError(
          'key-missing',
          `There is no ${dataFolder}/keys/identity-key: copy it from the machine that collects, or people would be counted under different hashes. The first collection on that machine creates it.`,
        );
      const { signal } = stopSignal();
      const name = queueName(await versionText(), gitBaseUrl, identityKey);
      const queue = await CollectionQueue.open({ url, name: 'worker', lanes: jobs });
      sayNow(`working for collections on ${nameOfStore(url)}`);
      const waiting = await countElsewhere(queue, name).catch(() => 0);
      if (waiting > 0)
        sayNow(`${waiting} wait for workers of another version, GIT_BASE_URL or keys/identity-key`);
      const place = { copies: folders.copies, origin: gitBaseUrl, identityKey };
      const common = { queue, place, maxPerHost, signal, log: sayNow, warn: sayNow };
      await work({ ...common, name, lanes: jobs }).finally(() => queue.close());
      sayNow('stopped');
    });
}
