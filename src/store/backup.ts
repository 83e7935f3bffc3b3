/**
 * Copies of the embedded store, taken and put back while it is in use: SQLite's own online back-up,
 * which sees one moment of the database whoever writes meanwhile.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { BellwetherError, messageOf } from '../lib/errors.ts';

/** All pages in one step: a copy that let writers in between would begin anew after each of them. */
const WHOLE = 2 ** 31 - 1;

/**
 * @param from the store's file
 * @param to a file that does not exist yet
 * @throws BellwetherError `backup-failed`
 */
export async function backUp(from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw failed(`${from} does not exist: there is no embedded store here.`);
  if (existsSync(to)) throw failed(`${to} exists already; choose another name.`);
  // Under another name until it is whole, so that no half copy is ever taken for one.
  const unfinished = `${to}.unfinished`;
  mkdirSync(dirname(to), { recursive: true });
  removeUnfinished(unfinished);
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, unfinished, { rate: WHOLE });
    checkIntegrity(unfinished);
    renameSync(unfinished, to);
  } catch (error) {
    throw failed(`${from} could not be copied to ${to}: ${messageOf(error)}`, error);
  } finally {
    source.close();
    removeUnfinished(unfinished);
  }
}

/** With what SQLite puts beside a database that is only read. */
function removeUnfinished(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

/**
 * Replaces the content of the store by that of a back-up.
 *
 * @returns where the content that it had before is kept, if it had any
 * @throws BellwetherError `backup-failed` and leaves the store as it is
 */
export async function restore(from: string, to: string): Promise<string | undefined> {
  if (!existsSync(from)) throw failed(`${from} does not exist.`);
  checkIntegrity(from);
  checkBooks(from);
  mkdirSync(dirname(to), { recursive: true });
  const kept = existsSync(to) ? `${to}.before-${Date.now()}` : undefined;
  if (kept !== undefined) await backUp(to, kept);
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, to, { rate: WHOLE });
    return kept;
  } catch (error) {
    throw failed(
      `${from} could not be copied to ${to}: ${messageOf(error)}. Stop the service first.`,
      error,
    );
  } finally {
    source.close();
  }
}

function checkIntegrity(path: string): void {
  let found: unknown;
  try {
    found = firstRow(path, 'pragma integrity_check')?.['integrity_check'];
  } catch (error) {
    throw failed(`${path} is no SQLite database: ${messageOf(error)}`, error);
  }
  if (found !== 'ok') throw failed(`${path} is damaged: ${String(found)}`);
}

/** A copy that was cut off at nothing is a database in order, too. */
function checkBooks(path: string): void {
  const ledger = `select 1 from sqlite_schema where type = 'table' and name = 'ledger_entry'`;
  if (firstRow(path, ledger) === undefined)
    throw failed(`${path} is no back-up: it holds no ledger.`);
}

function firstRow(path: string, statement: string): Record<string, unknown> | undefined {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(statement).get();
  } finally {
    database.close();
  }
}

function failed(message: string, cause?: unknown): BellwetherError {
  return new BellwetherError('backup-failed', message, { cause });
}
