/** Runs Kysely's SQLite dialect on `node:sqlite`, which differs slightly from better-sqlite3. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
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
import { messageOf, UnavailableError } from '../lib/errors.ts';
import { isBusy } from '../lib/path-lock.ts';
import { makePrivate } from '../lib/private-files.ts';

/** How long a statement waits for another connection's lock, and the pause between attempts. */
const BUSY_TIMEOUT_MS = 10_000;
const MAX_PAUSE_MS = 15;
const MAX_PREPARED = 200;

/** @param path of the file; created with access for its owner only if missing */
export function openSqlite(path: string): DatabaseSync {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true });
    // Files that SQLite creates for it get the same mode.
    makePrivate(path);
  }
  // Waits, blocking, for a process that is creating or closing the file.
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    // A commit is flushed to disk before it is acknowledged.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    database.exec('pragma busy_timeout = 0');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export class NodeSqliteDialect extends SqliteDialect {
  readonly #file: SqliteFile;
  readonly #failed: (error: unknown) => void;

  /** @param failed called with every error of a statement, except of locks */
  constructor(path: string, failed: (error: unknown) => void) {
    const file = new SqliteFile(path);
    super({ database: file });
    this.#file = file;
    this.#failed = failed;
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#file, this.#failed);
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
  readonly #file: SqliteFile;
  readonly #failed: (error: unknown) => void;

  constructor(file: SqliteFile, failed: (error: unknown) => void) {
    super({ database: file });
    this.#file = file;
    this.#failed = failed;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return waitingForLocks(await super.acquireConnection(), this.#failed);
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  /** SQLite itself rolls back when the disk is full or fails; a second time would be another error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.isTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * Waits for locks asynchronously, between attempts; SQLite's own waiting would block the process.
 * Statements within a transaction need not wait, since it holds the lock from its beginning.
 */
function waitingForLocks(
  connection: DatabaseConnection,
  failed: (error: unknown) => void,
): DatabaseConnection {
  return {
    streamQuery: (...query) => connection.streamQuery(...query),
    executeQuery: async (query) => {
      const until = performance.now() + BUSY_TIMEOUT_MS;
      for (;;)
        try {
          return await connection.executeQuery(query);
        } catch (error) {
          if (!isBusy(error)) failed(error);
          if (!isBusy(error) || performance.now() > until) throw error;
          await delay(Math.random() * MAX_PAUSE_MS);
        }
    },
  };
}

type Statement = ReturnType<SqliteDatabase['prepare']>;

/** A file that is opened by the first statement, or by a later one if it cannot be opened yet. */
class SqliteFile implements SqliteDatabase {
  readonly #path: string;
  readonly #prepared = new Map<string, Statement>();
  #database: DatabaseSync | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  get isTransaction(): boolean {
    return this.#database?.isTransaction === true;
  }

  close(): void {
    this.#database?.close();
  }

  prepare(sql: string): Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#open().prepare(sql);
    // The parameters come from Kysely's compiler, which received our own typed values.
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    const made: Statement = {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...values(parameters)),
      run: (parameters) => statement.run(...values(parameters)),
      iterate: (parameters) => statement.iterate(...values(parameters)),
    };
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
    this.#prepared.set(sql, made);
    return made;
  }

  #open(): DatabaseSync {
    try {
      this.#database ??= openSqlite(this.#path);
      return this.#database;
    } catch (error) {
      throw new UnavailableError(
        'store-unavailable',
        `${this.#path} cannot be used: ${messageOf(error)}`,
        { cause: error },
      );
    }
  }
}
