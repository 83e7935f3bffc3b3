/**
 * The transactional store: keys, credits, paid answers, redemptions. SQLite in the data folder, or
 * PostgreSQL at `DATABASE_URL`; whoever uses it cannot tell which.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, PostgresAdapter, PostgresDialect, type Transaction } from 'kysely';
import { Pool } from 'pg';
import { BellwetherError, messageOf } from '../lib/errors.ts';
import { isBusy, NodeSqliteDialect, openSqlite } from './node-sqlite.ts';
import type { Tables } from './tables.ts';

type Database = Kysely<Tables>;
export type StoreTransaction = Transaction<Tables>;

export type Store = {
  readonly database: Database;
  /**
   * Runs it in a transaction, and again when the engine says that another got in its way. What it
   * does beside the database must therefore bear repeating.
   */
  transaction: <T>(work: (transaction: StoreTransaction) => Promise<T>) => Promise<T>;
  /** Reads in a transaction of its own, which sees one moment whoever writes meanwhile. */
  snapshot: <T>(read: (transaction: StoreTransaction) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

/** Connections to PostgreSQL, and how long a query waits for one, in milliseconds. */
const POOL = {
  max: 10,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 20_000,
  lock_timeout: 4_000,
};
/** Attempts at a transaction that meets others. */
const ATTEMPTS = 8;

/**
 * Serialization failure, deadlock, unique key (of a row that both were about to add). SQLite's
 * locks have been waited for already.
 */
const RETRIED = new Set(['40001', '40P01', '23505']);

/**
 * @param place a `postgres://` address, or the path of a SQLite file
 * @throws BellwetherError `store-unavailable` when the file cannot be opened
 */
export function openStore(place: string): Store {
  const database = new Kysely<Tables>({
    dialect: /^postgres(?:ql)?:/.test(place) ? postgresql(place) : sqlite(place),
  });
  return {
    database,
    transaction: async (work) => {
      for (let attempt = 1; ; attempt++)
        try {
          return await database.transaction().execute(work);
        } catch (error) {
          if (attempt >= ATTEMPTS || !RETRIED.has(engineCode(error))) throw error;
        }
    },
    snapshot: (read) => {
      const transaction = database.transaction().setAccessMode('read only');
      // SQLite's transactions see one moment at any rate.
      return isPostgresql(database)
        ? transaction.setIsolationLevel('repeatable read').execute(read)
        : transaction.execute(read);
    },
    close: () => database.destroy(),
  };
}

/**
 * Whether an error says that the database cannot be reached or is overburdened, and not that
 * something was wrong with what was asked of it (SQLSTATE 08, 40, 53, 55P03, 57).
 */
export function isUnavailable(error: unknown): boolean {
  const code = engineCode(error);
  return (
    /^(?:08|40|53|57)\w{3}$|^55P03$|^SQLITE_BUSY$/.test(code) ||
    /^E(?:CONNREFUSED|CONNRESET|TIMEDOUT|PIPE|NOTFOUND)$/.test(code) ||
    // Those of the pool and its connections, which have no code.
    /^timeout exceeded when trying to connect|^Connection terminated|^Client has encountered a connection error/.test(
      messageOf(error),
    )
  );
}

/** PostgreSQL locks rows for a transaction; SQLite has one writer at a time. */
export function isPostgresql(database: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

function postgresql(url: string): PostgresDialect {
  const pool = new Pool({ connectionString: url, ...POOL });
  // A connection that is lost is replaced, and the next query hears of what matters. The pool itself
  // listens to those that are idle alone, and an error that nobody listens to ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
}

function sqlite(path: string): NodeSqliteDialect {
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    return new NodeSqliteDialect(openSqlite(path));
  } catch (error) {
    throw new BellwetherError('store-unavailable', `${path} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** SQLSTATE of PostgreSQL, or SQLite's name of its result code. */
function engineCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('errcode' in error && typeof error.errcode === 'number') {
    if (isBusy(error)) return 'SQLITE_BUSY';
    // Of a unique index, and of a primary key (https://sqlite.org/rescode.html).
    return error.errcode === 2067 || error.errcode === 1555 ? '23505' : '';
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
