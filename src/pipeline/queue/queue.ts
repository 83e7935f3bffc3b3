/**
 * The queue of a collection that several machines share: pg-boss, in the PostgreSQL of the books,
 * and beside its tables two of ours. All moments are the database's: no machine's clock counts.
 */
import { type Db, PgBoss } from 'pg-boss';
import { messageOf, UnavailableError } from '../../lib/errors.ts';
import { laterVersion } from '../../lib/format-number.ts';

/** A lease that is not renewed for so long is given to somebody else. */
const LEASE_SECONDS = 120;
/** A company that takes longer is given up, whatever its worker says. */
const MAX_WORK_SECONDS = 6 * 3600;
/** Workers that may die, or be stopped, with a company in hand before it is laid aside. */
const MAX_LOST_TRIES = 5;
const RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 300;
/** What nobody takes any more is of a collection that was given up. */
const WAITING_SECONDS = 2 * 86_400;
const LAID_ASIDE_SECONDS = 14 * 86_400;
/** How often leases that ran out are looked for, by each process that has the queue open. */
const SUPERVISE_SECONDS = 10;
const CONNECT_TIMEOUT_MS = 5_000;

export const BOSS_SCHEMA = 'bellwether_queue';
export const SCHEMA = 'bellwether_collect';
/** Companies that no worker finished. */
export const LAID_ASIDE = 'collect-laid-aside';
const FORMAT = 1;

/** What a worker is asked to do. */
export type CompanyJob = { run: string; company: string; repositories: string[] };

export type QueueOptions = {
  url: string;
  /** As it is listed among those that have the queue open. */
  name: 'collector' | 'worker';
  /** Companies that this process works on at the same time. */
  lanes: number;
  /** Hears of what went wrong in the background, and is tried again. */
  onTrouble: (message: string) => void;
  /** Other times than those above, for tests. */
  times?: { retrySeconds?: number; leaseSeconds?: number };
};

export class CollectionQueue {
  readonly boss: PgBoss;
  readonly leaseSeconds: number;
  readonly #retrySeconds: number;
  readonly #known = new Set<string>();

  private constructor(boss: PgBoss, times: QueueOptions['times']) {
    this.boss = boss;
    this.leaseSeconds = times?.leaseSeconds ?? LEASE_SECONDS;
    this.#retrySeconds = times?.retrySeconds ?? RETRY_SECONDS;
  }

  /** @throws BellwetherError `queue-unavailable`, `later-version` */
  static async open({ url, name, lanes, onTrouble, times }: QueueOptions) {
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
    boss.on('error', (error) => onTrouble(messageOf(error)));
    try {
      await boss.start();
      const queue = new CollectionQueue(boss, times);
      await queue.transaction(makeTables);
      await boss.createQueue(LAID_ASIDE, { retentionSeconds: LAID_ASIDE_SECONDS });
      return queue;
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw unavailable(error);
    }
  }

  /** Makes the queue of those who collect alike, if it is not there yet. */
  async ensure(name: string): Promise<void> {
    if (this.#known.has(name)) return;
    await this.boss.createQueue(name, {
      // Of one company and run, one job waits or is worked on.
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
    this.#known.add(name);
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
    // Who works on something has ended before.
    await this.boss.stop({ graceful: false }).catch(() => undefined);
  }
}

/** The database's clock, in Unix milliseconds. */
export async function databaseTime(db: Db): Promise<number> {
  const { rows } = await db.executeSql(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  return Number(rows[0]?.now);
}

export function unavailable(error: unknown): unknown {
  if (error instanceof Error && error.name === 'BellwetherError') return error;
  return new UnavailableError(
    'queue-unavailable',
    `The queue of collections cannot be used: ${messageOf(error)}. Check DATABASE_URL and the server.`,
    { cause: error },
  );
}

/**
 * `run`: what a collection under way asks of workers. `result`: what came of a company, until the
 * collector has taken it. Rows are the company's tables, compressed.
 */
const TABLES = `
  create schema if not exists ${SCHEMA};
  create table if not exists ${SCHEMA}.format (format int not null);
  insert into ${SCHEMA}.format select ${FORMAT} where not exists (select 1 from ${SCHEMA}.format);
  create table if not exists ${SCHEMA}.run (
    id text primary key,
    owner text not null,
    queue text not null,
    alike jsonb not null,
    terms jsonb not null,
    max_per_host int not null,
    pause_ms int not null,
    created_at timestamptz not null default now()
  );
  create table if not exists ${SCHEMA}.result (
    run text not null references ${SCHEMA}.run (id) on delete cascade,
    company text not null,
    job uuid not null,
    attempt int not null,
    outcomes jsonb not null,
    commits int not null,
    rows bytea,
    accepted_at timestamptz not null default now(),
    primary key (run, company)
  );`;

async function makeTables(db: Db): Promise<void> {
  // `if not exists` alone is no protection against another process that makes them just now.
  await db.executeSql(`select pg_advisory_xact_lock(hashtext('${SCHEMA}'))`);
  await db.executeSql(TABLES);
  const { rows } = await db.executeSql(`select format from ${SCHEMA}.format`);
  const format = Number(rows[0]?.format);
  if (format > FORMAT) throw laterVersion('The queue of collections', `in format ${format}`);
}
