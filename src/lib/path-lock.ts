/**
 * One process at a time: a lock beside a path, `<path>.held`, which need not exist itself. It is
 * SQLite's own lock on that empty file: the system lets go of it when its holder dies, however it
 * dies, and no clock is asked, which may be wrong or stand still while the machine sleeps. The file
 * stays, since removing it would race with who takes it next.
 */
import { closeSync, constants, openSync } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from './errors.ts';

const PAUSE_MS = 100;
/** In the lowest byte of a result code (https://sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;

/**
 * Takes the lock.
 *
 * @param waitSeconds how long to wait for another holder, in this process or another
 * @param refusal thrown in place of an error with the code `ELOCKED` when the lock stays taken
 * @returns gives the lock back
 */
export async function lockPath(
  path: string,
  { waitSeconds = 0, refusal }: { waitSeconds?: number; refusal?: Error } = {},
): Promise<() => Promise<void>> {
  const file = await lockFile(path);
  const until = performance.now() + waitSeconds * 1000;
  for (;;) {
    const held = take(file);
    if (held) return async () => held.close();
    if (performance.now() >= until)
      throw refusal ?? Object.assign(new Error(`${path} is locked`), { code: 'ELOCKED' });
    await delay(PAUSE_MS);
  }
}

/** Whether somebody holds the lock just now. */
export async function isLocked(path: string): Promise<boolean> {
  const held = take(await lockFile(path));
  held?.close();
  return held === undefined;
}

/**
 * Made here, since SQLite does not say why it cannot make or write a file. One that is there is not
 * opened: closing it would give back a lock that this process has on it (fcntl, POSIX).
 */
async function lockFile(path: string): Promise<string> {
  const file = `${join(await realpath(dirname(path)), basename(path))}.held`;
  try {
    // In one go, so that nobody here takes the lock between the two.
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    await access(file, constants.W_OK);
  }
  return file;
}

/** Undefined when another has it. Closing the connection gives it back. */
function take(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file);
  try {
    // Nothing is ever written, a journal neither: the disk may be full.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Whether SQLite refused because another connection has the lock. */
export function isBusy(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return false;
  return typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_BUSY;
}
