/**
 * One process at a time: a lock that the operating system frees when its holder dies, however it
 * dies. Node has no file locks of its own, but SQLite does: an open exclusive transaction on an
 * otherwise empty file is one.
 */
import { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` while holding the lock at `path`.
 *
 * @returns what `work` returns, or undefined at once when someone else (of this process or
 *   another) holds the lock
 */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    try {
      file.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      if (isBusy(error)) return undefined;
      throw error;
    }
    return { value: await work() };
  } finally {
    file.close();
  }
}

/** https://www.sqlite.org/rescode.html#busy */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
