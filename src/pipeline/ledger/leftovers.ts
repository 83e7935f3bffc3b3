/** Files of a ledger that its manifest does not name: a killed collection leaves them. */
import { join } from 'node:path';
import { filesBelow, type PruneOptions, type Removable, removeUnless } from '../../lib/removal.ts';
import { openLedger } from './ledger.ts';
import { filesOf } from './ledger-manifest.ts';
import { TABLES } from './ledger-tables.ts';

/** A command that reads a ledger that was replaced has long finished. */
const READ_MS = 3_600_000;
const OURS = new RegExp(
  `^(?:${TABLES.join('|')})(?:-(?:\\d{4}-|other-)?[0-9a-f]{12}\\.parquet|\\.\\d+\\.tmp)$`,
);

/** To be called under the lock of collections. */
export async function pruneLedger(
  folder: string,
  { isDryRun, now }: PruneOptions,
): Promise<readonly Removable[]> {
  const ledger = await openLedger(folder);
  const named = new Set(ledger ? filesOf(ledger.manifest).map(({ file }) => file) : []);
  const unnamed = (await filesBelow(folder)).filter(({ path, writtenAt }) => {
    const name = path.slice(join(folder, '/').length);
    const isOld = Math.abs(now.getTime() - writtenAt) > READ_MS;
    return OURS.test(name) && !named.has(name) && isOld;
  });
  const why = 'the ledger does not name it';
  return removeUnless(
    isDryRun,
    unnamed.map(({ path, bytes }) => ({ path, bytes, why })),
  );
}
