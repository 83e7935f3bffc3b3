import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BellwetherError } from '../../lib/errors.ts';
import { lockPath } from '../../lib/path-lock.ts';

/** Finished companies of interrupted runs wait there, and beside it is the lock. */
export function collectFolder(dataFolder: string): string {
  return join(dataFolder, 'collect');
}

/**
 * Takes the lock of a data folder: one process at a time writes its ledger.
 *
 * @param waitSeconds how long to wait for another holder; the lock of a killed one is free after ten
 * @throws BellwetherError `collect-locked`
 */
export async function lockCollection(
  dataFolder: string,
  waitSeconds = 0,
): Promise<() => Promise<void>> {
  const folder = collectFolder(dataFolder);
  await mkdir(folder, { recursive: true });
  const refusal = new BellwetherError(
    'collect-locked',
    `Another collection is running in ${dataFolder}; wait for it to end, or set a different DATA_DIR.`,
  );
  return lockPath(folder, { refusal, waitSeconds });
}
