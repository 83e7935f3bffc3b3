/** Kysely's SQLite dialect on Node's own `node:sqlite`, which has the same calls in another shape. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely';
import { isBusy } from '../lib/path-lock.ts';
import { makePrivate } from '../lib/private-files.ts';

/** How long a statement waits for another connection's transaction, and at most between attempts. */
const BUSY_TIMEOUT_MS = 10_000;
const MAX_PAUSE_MS = 15;
/** Statements that are kept prepared. */
const MAX_PREPARED = 200;

/** @param path of the file; created for its owner alone if it is missing */
export function openSqlite(path: string): DatabaseSync {
  // What SQLite puts beside it has the same mode.
  if (path !== ':memory:') makePrivate(path);
  // Another process that is making the file, or closing it as its last user, is waited for here;
  // nobody is served yet.
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // A commit is on the disk before it is answered for.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  database.exec('pragma busy_timeout = 0');
  return database;
}

export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: adapted(database) });
    this.#database = database;
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: adapted(this.#database) });
  }
}

/**
 * SQLite rolls back changes of tables like any others, so migrations run in a transaction: whole or
 * not at all, and one process after the other.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Transactions that take the write lock at their beginning, unless they only read. SQLite's own
 * would take it at the first write, and fail where another process has written since their first
 * read.
 */
class ImmediateDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return waitingForLocks(await super.acquireConnection());
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}

/**
 * Waits for locks between attempts, where SQLite itself would wait with the whole process. Within a
 * transaction there is nothing to wait for: it has the lock from its beginning.
 */
function waitingForLocks(connection: DatabaseConnection): DatabaseConnection {
  return {
    streamQuery: (...query) => connection.streamQuery(...query),
    executeQuery: async (query) => {
      const until = performance.now() + BUSY_TIMEOUT_MS;
      for (;;)
        try {
          return await connection.executeQuery(query);
        } catch (error) {
          if (!isBusy(error) || performance.now() > until) throw error;
          await delay(Math.random() * MAX_PAUSE_MS);
        }
    },
  };
}

type Statement = ReturnType<SqliteDatabase['prepare']>;

function adapted(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const statement = database.prepare(sql);
    // Kysely hands over what its own compiler made of our values.
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...values(parameters)),
      run: (parameters) => statement.run(...values(parameters)),
      iterate: (parameters) => statement.iterate(...values(parameters)),
    };
  };
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = prepared.get(sql);
      if (known) return known;
      const made = prepare(sql);
      if (prepared.size >= MAX_PREPARED) prepared.clear();
      prepared.set(sql, made);
      return made;
    },
  };
}
