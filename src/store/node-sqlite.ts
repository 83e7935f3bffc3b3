/** Runs Kysely's SQLite dialect on `node:sqlite`, which differs slightly from better-sqlite3. */
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

/** How long a statement waits for another connection's lock, and the pause between attempts. */
const BUSY_TIMEOUT_MS = 10_000;
const MAX_PAUSE_MS = 15;
const MAX_PREPARED = 200;

/** @param path of the file; created with access for its owner only if missing */
export function openSqlite(path: string): DatabaseSync {
  // Files that SQLite creates beside it get the same mode.
  if (path !== ':memory:') makePrivate(path);
  // Waits, blocking, for a process that is creating or closing the file. No requests are served yet
  // at this point.
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // A commit is flushed to disk before it is acknowledged.
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

/** SQLite's DDL is transactional: a migration is applied as a whole, by one process at a time. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Begins transactions with the write lock, unless they only read. By default SQLite takes it at the
 * first write, which fails if another process has written since the transaction's first read.
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
 * Waits for locks asynchronously, between attempts; SQLite's own waiting would block the process.
 * Statements within a transaction need not wait, since it holds the lock from its beginning.
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
    // The parameters come from Kysely's compiler, which received our own typed values.
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
