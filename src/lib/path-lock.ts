/**
 * A lock between processes for a path, which need not exist. It is SQLite's lock on the empty file
 * `<path>.held` next to it: the operating system releases it however its holder dies, and it does not
 * depend on a clock, which may be wrong or stop while the machine sleeps. The file is never removed,
 * because that would race with the next process that takes the lock.
 */
import { closeSync, constants, openSync } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from './errors.ts';

const PAUSE_MS = 100;
/** The low byte of an extended result code (https://sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;

export type LockOptions = {
  waitSeconds?: number;
  refusal?: Error;
  onHeld?: () => void;
  signal?: AbortSignal;
};

/**
 * Takes the lock.
 *
 * @param waitSeconds how long to wait for another holder, in this or another process
 * @param refusal thrown instead of an `ELOCKED` error if the lock is still held after the wait
 * @param onHeld called once if another holder has to be waited for
 * @param signal ends the wait, with an `AbortError`
 * @returns a function that releases the lock
 */
export async function lockPath(
  path: string,
  { waitSeconds = 0, refusal, onHeld, signal }: LockOptions = {},
): Promise<() => Promise<void>> {
  const file = await lockFile(path);
  const until = performance.now() + waitSeconds * 1000;
  for (let tries = 0; ; tries++) {
    const held = tryLock(file);
    if (held) return async () => held.close();
    if (performance.now() >= until)
      throw refusal ?? Object.assign(new Error(`${path} is locked`), { code: 'ELOCKED' });
    if (tries === 0) onHeld?.();
    await delay(PAUSE_MS, undefined, { signal });
  }
}

export async function isLocked(path: string): Promise<boolean> {
  const held = tryLock(await lockFile(path));
  held?.close();
  return held === undefined;
}

/**
 * Creates the file here, since SQLite does not say why it cannot create or write one. An existing
 * file is not opened: closing it would release a lock that this process holds on it (fcntl, POSIX).
 */
async function lockFile(path: string): Promise<string> {
  const file = `${join(await realpath(dirname(path)), basename(path))}.held`;
  try {
    // Synchronous, so that nothing in this process can take the lock between the two calls.
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    await access(file, constants.W_OK);
  }
  return file;
}

/** Undefined if the lock is held by another connection. Closing the connection releases it. */
function tryLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file);
  try {
    // Nothing is written to disk, not even a journal: the disk may be full.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Whether SQLite failed because another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return (Object(error).errcode & 0xff) === SQLITE_BUSY;
}
