/** One process at a time: a lock beside a path, `<path>.lock`, which need not exist itself. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import lockfile from 'proper-lockfile';
import { systemCode } from './errors.ts';

/**
 * Takes the lock; one whose holder died is free again after ten seconds.
 *
 * @param waitSeconds how long to wait for another holder, in this process or another
 * @param refusal thrown in place of the library's error (`ELOCKED`) when the lock stays taken
 * @returns gives the lock back
 */
export async function lockPath(
  path: string,
  { waitSeconds = 0, refusal }: { waitSeconds?: number; refusal?: Error } = {},
): Promise<() => Promise<void>> {
  const resolved = join(await realpath(dirname(path)), basename(path));
  try {
    return await lockfile.lock(resolved, {
      realpath: false,
      retries: { retries: waitSeconds, factor: 1, minTimeout: 1000 },
    });
  } catch (error) {
    throw refusal !== undefined && systemCode(error) === 'ELOCKED' ? refusal : error;
  }
}
