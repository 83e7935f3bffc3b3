/** A read-only view of the queue: who is working, and what is waiting. */
import { PgBoss } from 'pg-boss';
import { sum } from '../../lib/averages.ts';
import { messageOf } from '../../lib/errors.ts';
import { BOSS_SCHEMA, type CollectionQueue, LAID_ASIDE } from './queue.ts';

/**
 * Undefined if no collection ever used the database.
 *
 * @throws if the database does not answer
 */
export async function readQueueState(url: string) {
  const boss = new PgBoss({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'bellwether watch',
    schema: BOSS_SCHEMA,
    ...{ max: 2, migrate: false, supervise: false, schedule: false, registerInstance: false },
  });
  boss.on('error', () => undefined);
  try {
    await boss.start();
    const [queues, instances] = await Promise.all([boss.getQueues(), boss.getInstances()]);
    const live = instances.filter((instance) => instance.live);
    const companies = queues.filter(({ name }) => name !== LAID_ASIDE);
    return {
      /** Processes that take companies, and those that queue them. */
      workers: live.filter(({ name }) => name === 'worker').length,
      collectors: live.filter(({ name }) => name === 'collector').length,
      /** Companies that can be taken now, and those in progress. */
      waiting: sum(companies.map(({ readyCount }) => readyCount)),
      active: sum(companies.map(({ activeCount }) => activeCount)),
      /** Companies that no worker finished in the last 14 days. */
      laidAside: queues.find(({ name }) => name === LAID_ASIDE)?.totalCount ?? 0,
    };
  } catch (error) {
    if (messageOf(error).includes('not installed')) return undefined;
    throw error;
  } finally {
    await boss.stop({ graceful: false }).catch(() => undefined);
  }
}

/** The number of companies in other queues, which wait for workers with other properties than ours. */
export async function countElsewhere({ boss }: CollectionQueue, ours: string): Promise<number> {
  const others = (await boss.getQueues()).filter(({ name }) => ![ours, LAID_ASIDE].includes(name));
  return sum(others.map(({ readyCount }) => readyCount));
}
