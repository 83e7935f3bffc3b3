/** A read-only view of the queue: who is working, and what is waiting. */
import { PgBoss } from 'pg-boss';
import { messageOf } from '../../lib/errors.ts';
import { BOSS_SCHEMA, type CollectionQueue, LAID_ASIDE } from './queue.ts';

export type QueueState = {
  /** Processes that take companies, by machine name. */
  workers: readonly string[];
  collectors: number;
  /**
   * Number of companies that can be taken now; `deferred` ones wait for a retry, `active` ones are in
   * progress.
   */
  waiting: number;
  deferred: number;
  active: number;
  /** Companies that no worker finished in the last 14 days. */
  laidAside: number;
};

const FRESH_MS = 10_000;

export class QueueWatch {
  readonly #url: string;
  #boss: PgBoss | undefined;
  #read: { at: number; state: Promise<QueueState | undefined> } | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** The state, at most ten seconds old. It is cached because metrics may be requested by anybody. */
  latest(): Promise<QueueState | undefined> {
    const now = performance.now();
    if (!this.#read || now - this.#read.at > FRESH_MS) this.#read = { at: now, state: this.read() };
    return this.#read.state;
  }

  /** Undefined if no collection ever used the database. @throws if the database does not answer */
  async read(): Promise<QueueState | undefined> {
    const boss = await this.#open();
    if (!boss) return undefined;
    const [queues, instances] = await Promise.all([boss.getQueues(), boss.getInstances()]);
    const live = instances.filter((instance) => instance.live);
    const sum = (of: (queue: (typeof queues)[number]) => number) =>
      queues.filter(({ name }) => name !== LAID_ASIDE).reduce((all, queue) => all + of(queue), 0);
    return {
      workers: live.filter(({ name }) => name === 'worker').map(({ host }) => host),
      collectors: live.filter(({ name }) => name === 'collector').length,
      waiting: sum(({ readyCount }) => readyCount),
      deferred: sum(({ deferredCount }) => deferredCount),
      active: sum(({ activeCount }) => activeCount),
      laidAside: queues.find(({ name }) => name === LAID_ASIDE)?.totalCount ?? 0,
    };
  }

  async close(): Promise<void> {
    await this.#boss?.stop({ graceful: false });
    this.#boss = undefined;
  }

  async #open(): Promise<PgBoss | undefined> {
    if (this.#boss) return this.#boss;
    const boss = new PgBoss({
      connectionString: this.#url,
      connectionTimeoutMillis: 5_000,
      application_name: 'bellwether watch',
      schema: BOSS_SCHEMA,
      max: 2,
      migrate: false,
      supervise: false,
      schedule: false,
      registerInstance: false,
    });
    boss.on('error', () => undefined);
    try {
      this.#boss = await boss.start();
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      if (messageOf(error).includes('not installed')) return undefined;
      throw error;
    }
    return this.#boss;
  }
}

/** The number of companies in other queues, which wait for workers with other properties than ours. */
export async function countElsewhere({ boss }: CollectionQueue, ours: string): Promise<number> {
  const others = (await boss.getQueues()).filter(({ name }) => ![ours, LAID_ASIDE].includes(name));
  return others.reduce((sum, { readyCount }) => sum + readyCount, 0);
}
