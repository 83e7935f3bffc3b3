/**
 * The transactional store: keys, credits, paid answers, redemptions, the cohort. SQLite in the data folder, or
 * PostgreSQL at `DATABASE_URL`, with one interface.
 */
import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  sql,
  type Transaction,
} from 'kysely';
import { messageOf } from '../lib/errors.ts';
import { isBusy } from '../lib/path-lock.ts';
import { isPostgresqlUrl } from './location.ts';
import { NodeSqliteDialect } from './node-sqlite.ts';
import type { Tables } from './store-tables.ts';

type Database = Kysely<Tables>;
export type StoreTransaction = Transaction<Tables>;

export type Store = AsyncDisposable & {
  readonly database: Database;
  /**
   * Runs the work in a transaction, and retries it if it conflicts with another. Side effects outside
   * of the database must therefore be repeatable.
   */
  transaction: <T>(work: (transaction: StoreTransaction) => Promise<T>) => Promise<T>;
  /** Reads a consistent snapshot of the database, despite concurrent writers. */
  snapshot: <T>(read: (transaction: StoreTransaction) => Promise<T>) => Promise<T>;
  /** Registers a listener for failed connections, and for a disk that SQLite cannot use. */
  onUnreachable: (listener: (error: unknown) => void) => void;
  close: () => Promise<void>;
};

/** Connection pool of PostgreSQL; times in milliseconds. */
const POOL = {
  max: 10,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 20_000,
  lock_timeout: 4_000,
  // A process that hangs, or is cut off, gives up its locks.
  idle_in_transaction_session_timeout: 20_000,
};
/** The pool's error if the database is reachable but overloaded. */
const NO_CONNECTION_FREE = /^timeout exceeded when trying to connect/;
const MAX_ATTEMPTS = 8;

/**
 * Serialization failure, deadlock, and unique violation (two transactions added the same row).
 * SQLite's locks are waited for elsewhere.
 */
const RETRIED_CODES = new Set(['40001', '40P01', '23505']);

/**
 * @param location a `postgres://` address, or the path of a SQLite file; a statement rejects with
 *   `store-unavailable` while the file cannot be opened
 */
export function openStore(location: string): Store {
  const listeners = new Set<(error: unknown) => void>();
  const unreachable = (error: unknown) => {
    for (const listener of listeners) listener(error);
  };
  const database = new Kysely<Tables>({
    dialect: isPostgresqlUrl(location)
      ? new PostgresDialect({ pool: () => connectionPool(location, unreachable) })
      : new NodeSqliteDialect(location, (error) => {
          if (isUnavailable(error)) unreachable(error);
        }),
  });
  return {
    database,
    onUnreachable: (listener) => listeners.add(listener),
    transaction: async (work) => {
      for (let attempt = 1; ; attempt++)
        try {
          return await database.transaction().execute(work);
        } catch (error) {
          if (attempt >= MAX_ATTEMPTS || !RETRIED_CODES.has(engineCode(error))) throw error;
        }
    },
    snapshot: (read) => {
      const transaction = database.transaction().setAccessMode('read only');
      // In SQLite, every transaction reads from a snapshot.
      return isPostgresql(database)
        ? transaction.setIsolationLevel('repeatable read').execute(read)
        : transaction.execute(read);
    },
    close: () => database.destroy(),
    [Symbol.asyncDispose]: () => database.destroy(),
  };
}

/** Writes something that leaves no trace, since a disk that can be read may be full or read-only. */
export function proveWritable({ transaction }: Store): Promise<void> {
  return transaction(async (writing) => {
    const change = sql`update kysely_migration_lock set is_locked = 1 - is_locked`;
    await change.execute(writing);
    await change.execute(writing);
  });
}

/**
 * Whether the database is unreachable or overloaded (SQLSTATE 08, 40, 53, 55P03, 57), read-only
 * (25006), or rejects the connection (28, 3D), or SQLite cannot use its disk. The statement is not at
 * fault.
 */
export function isUnavailable(error: unknown): boolean {
  const code = engineCode(error);
  return (
    /^(?:08|28|3D|40|53|57)\w{3}$|^25006$|^55P03$|^SQLITE_AWAY$/.test(code) ||
    /^E(?:CONNREFUSED|CONNRESET|CONNABORTED|TIMEDOUT|PIPE|NOTFOUND|HOSTUNREACH|NETUNREACH|AI_AGAIN)$/.test(
      code,
    ) ||
    NO_CONNECTION_FREE.test(messageOf(error)) ||
    // Connection errors, which have no code.
    /^Connection terminated|^Client has encountered a connection error/.test(messageOf(error))
  );
}

/** Whether the engine is PostgreSQL. It locks rows for a transaction; SQLite has a single writer. */
export function isPostgresql(database: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

/** Loads the driver, which books in a file do not need. */
async function connectionPool(
  url: string,
  unreachable: (error: unknown) => void,
): Promise<PostgresPool> {
  const { Pool, TypeOverrides, types } = await import('pg');
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, exactNumber);
  const pool = new Pool({ connectionString: url, types: overrides, ...POOL });
  // A connection that is lost is replaced, and the next query hears of what matters. The pool itself
  // listens only to idle ones, and an unhandled error event ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connect = async () => {
    try {
      return await pool.connect();
    } catch (error) {
      if (!NO_CONNECTION_FREE.test(messageOf(error))) unreachable(error);
      throw error;
    }
  };
  return { connect, end: () => pool.end(), options: pool.options };
}

/** `bigint` as numbers, as SQLite gives its integers; the library itself gives texts. */
function exactNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${text} in the store is more than a number can hold`);
}

/** SQLITE_READONLY, _IOERR, _FULL and _CANTOPEN (https://sqlite.org/rescode.html). */
const DISK_CODES = new Set([8, 10, 13, 14]);

/** PostgreSQL's SQLSTATE; for SQLite, `SQLITE_AWAY` or the equivalent SQLSTATE. */
function engineCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('errcode' in error && typeof error.errcode === 'number') {
    // An extended code has the primary one in its low byte.
    if (isBusy(error) || DISK_CODES.has(error.errcode & 0xff)) return 'SQLITE_AWAY';
    // SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY (https://sqlite.org/rescode.html).
    return error.errcode === 2067 || error.errcode === 1555 ? '23505' : '';
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
