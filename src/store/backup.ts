/**
 * Backs up and restores the SQLite store while it is in use, with SQLite's online backup, which
 * captures a consistent snapshot despite concurrent writers.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { BellwetherError, messageOf } from '../lib/errors.ts';
import { makePrivate, PRIVATE_FOLDER } from '../lib/private-files.ts';

/** Copies all pages in one step. A stepwise copy would start over after every concurrent write. */
const ALL_PAGES = 2 ** 31 - 1;
const MAX_KEPT = 3;

/** @param to must not exist yet @throws BellwetherError `backup-failed` */
export async function backUp(from: string, to: string): Promise<void> {
  if (!existsSync(from))
    throw backupError(`${from} does not exist: there is no embedded store here.`);
  if (existsSync(to)) throw backupError(`${to} exists already; choose another name.`);
  // Written under a temporary name until complete, so that a partial copy is never mistaken for a
  // back-up.
  const unfinished = `${to}.unfinished`;
  mkdirSync(dirname(to), { recursive: true, mode: PRIVATE_FOLDER });
  removeWithCompanions(unfinished);
  makePrivate(unfinished);
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, unfinished, { rate: ALL_PAGES });
    checkIntegrity(unfinished);
    renameSync(unfinished, to);
  } catch (error) {
    throw backupError(`${from} could not be copied to ${to}: ${messageOf(error)}`, error);
  } finally {
    source.close();
    removeWithCompanions(unfinished);
  }
}

/** Removes a database with its WAL and shared-memory files. */
function removeWithCompanions(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

export type Restored = {
  kept: string | undefined;
  removed: string[];
};

/** @throws BellwetherError `backup-failed`, leaving the store unchanged */
export async function restore(from: string, to: string): Promise<Restored> {
  if (!existsSync(from)) throw backupError(`${from} does not exist.`);
  checkIntegrity(from);
  checkBooks(from);
  mkdirSync(dirname(to), { recursive: true });
  const kept = existsSync(to) ? `${to}.before-${Date.now()}` : undefined;
  if (kept === undefined) makePrivate(to);
  else await backUp(to, kept);
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, to, { rate: ALL_PAGES });
    return { kept, removed: removeOldCopies(to) };
  } catch (error) {
    throw backupError(
      `${from} could not be copied to ${to}: ${messageOf(error)}. Stop the service first.`,
      error,
    );
  } finally {
    source.close();
  }
}

/** @returns the removed copies, oldest first */
function removeOldCopies(store: string): string[] {
  const folder = dirname(store);
  const prefix = `${basename(store)}.before-`;
  const moments = readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((moment) => /^\d+$/.test(moment))
    .sort((one, other) => Number(one) - Number(other));
  const old = moments.slice(0, -MAX_KEPT).map((moment) => join(folder, `${prefix}${moment}`));
  for (const path of old) removeWithCompanions(path);
  return old;
}

function checkIntegrity(path: string): void {
  let found: unknown;
  try {
    found = firstRow(path, 'pragma integrity_check')?.['integrity_check'];
  } catch (error) {
    throw backupError(`${path} is no SQLite database: ${messageOf(error)}`, error);
  }
  if (found !== 'ok') throw backupError(`${path} is damaged: ${String(found)}`);
}

/** Checks that the file contains the books; an empty file is a valid SQLite database, too. */
function checkBooks(path: string): void {
  const entries = `select 1 from sqlite_schema where type = 'table' and name = 'ledger_entry'`;
  if (firstRow(path, entries) === undefined)
    throw backupError(`${path} is no back-up: it holds no books.`);
}

function firstRow(path: string, statement: string): Record<string, unknown> | undefined {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(statement).get();
  } finally {
    database.close();
  }
}

function backupError(message: string, cause?: unknown): BellwetherError {
  return new BellwetherError('backup-failed', message, { cause });
}
