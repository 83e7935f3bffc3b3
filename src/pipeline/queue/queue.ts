/**
 * The queue of a collection shared by several machines: pg-boss in the PostgreSQL of the books. All times
 * are the database's; no machine's clock matters.
 */
import { type Db, PgBoss } from 'pg-boss';
import { messageOf, UnavailableError } from '../../lib/errors.ts';
import type { CompanyToCollect } from '../collect/collect-companies.ts';
import type { Terms } from './terms.ts';

/** A job whose lease is not renewed for this long is given to another worker. */
const LEASE_SECONDS = 120;
/** A company that takes longer is given up. */
const MAX_WORK_SECONDS = 6 * 3600;
/** How many times a worker may die or be stopped with a company before it is laid aside. */
const MAX_LOST_TRIES = 5;
const RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 300;
/** Jobs that wait longer belong to an abandoned collection. */
const WAITING_SECONDS = 2 * 86_400;
const LAID_ASIDE_SECONDS = 14 * 86_400;
/** How often each process with an open queue checks for expired leases. */
const SUPERVISE_SECONDS = 10;
const CONNECT_TIMEOUT_MS = 5_000;

export const BOSS_SCHEMA = 'bellwether_queue';
/** Queue of the companies that no worker finished. */
export const LAID_ASIDE = 'collect-laid-aside';

/** A company to collect, with all that a worker needs to know about it. */
export type CompanyJob = {
  /** Identifies the collection, and whose it is. */
  run: string;
  owner: string;
  terms: Terms;
  /** Minimum time between the starts of two repositories in each process. */
  pauseMs: number;
  company: CompanyToCollect;
};

export type QueueOptions = {
  url: string;
  /** The role shown in the list of connected processes. */
  name: 'collector' | 'worker';
  lanes: number;
  /** Overrides the times above, for tests. */
  times?: { retrySeconds?: number; leaseSeconds?: number };
};

export class CollectionQueue {
  readonly boss: PgBoss;
  readonly leaseSeconds: number;
  readonly #retrySeconds: number;

  private constructor(boss: PgBoss, times: QueueOptions['times']) {
    this.boss = boss;
    this.leaseSeconds = times?.leaseSeconds ?? LEASE_SECONDS;
    this.#retrySeconds = times?.retrySeconds ?? RETRY_SECONDS;
  }

  /** @throws BellwetherError `queue-unavailable` */
  static async open({ url, name, lanes, times }: QueueOptions) {
    const boss = new PgBoss({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: `bellwether ${name}`,
      instanceName: name,
      schema: BOSS_SCHEMA,
      max: Math.min(lanes, 8) + 2,
      schedule: false,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
    });
    // Background failures need no report: pg-boss tries again.
    boss.on('error', () => undefined);
    try {
      await boss.start();
      await boss.createQueue(LAID_ASIDE, { retentionSeconds: LAID_ASIDE_SECONDS });
      return new CollectionQueue(boss, times);
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw unavailable(error);
    }
  }

  /** Creates the queue for collectors with these properties, if it does not exist. */
  async ensure(name: string): Promise<void> {
    await this.boss.createQueue(name, {
      // At most one job for a company and run is queued or active.
      policy: 'exclusive',
      deadLetter: LAID_ASIDE,
      heartbeatSeconds: this.leaseSeconds,
      expireInSeconds: MAX_WORK_SECONDS,
      retryLimit: MAX_LOST_TRIES - 1,
      retryDelay: this.#retrySeconds,
      retryBackoff: true,
      retryDelayMax: MAX_RETRY_SECONDS,
      retentionSeconds: WAITING_SECONDS,
      deleteAfterSeconds: WAITING_SECONDS,
    });
  }

  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.boss.getDb().executeSql(text, values)).rows;
  }

  async transaction<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const begun = await this.boss.getDb().beginTransaction?.();
    if (!begun) throw new Error('pg-boss has no transactions on its own connections');
    try {
      const result = await work(begun.db);
      await begun.commit();
      return result;
    } catch (error) {
      await begun.rollback();
      throw error;
    }
  }

  async close(): Promise<void> {
    // Workers have already ended at this point.
    await this.boss.stop({ graceful: false }).catch(() => undefined);
  }
}

export function unavailable(error: unknown): unknown {
  if (error instanceof Error && error.name === 'BellwetherError') return error;
  return new UnavailableError(
    'queue-unavailable',
    `The queue of collections cannot be used: ${messageOf(error)}. Check DATABASE_URL and the server.`,
    { cause: error },
  );
}
