/**
 * Limits the size of the copies. A removed copy is cloned again when its company is next collected. A
 * tracked repository's copy is never removed if it is no longer available from the hosting service.
 */
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { noneIfMissing } from '../../lib/atomic-files.ts';
import { isLocked, lockPath } from '../../lib/path-lock.ts';
import { bytesBelow, type PruneOptions, type Removable, sumOf } from '../../lib/removal.ts';

/** A copy updated within this time can be cloned again. */
const RENEWED_MS = 14 * 86_400_000;

/**
 * @param folder contains the copies, and leftovers of killed runs
 * @param limits.tracked `owner/name` of every tracked repository
 */
export async function pruneCopies(
  folder: string,
  { maxBytes, tracked }: { maxBytes: number; tracked: ReadonlySet<string> },
  { isDryRun, now }: PruneOptions,
): Promise<readonly Removable[]> {
  const removable: Removable[] = [];
  const kept: (Removable & { isRenewed: boolean })[] = [];
  for (const name of await readdir(folder).catch(noneIfMissing)) {
    const path = join(folder, name);
    const [, copy = '', partial] = /^(.+?\.git)(\.partial-.+)?$/.exec(name) ?? [];
    if (copy === '' || (await isLocked(join(folder, `${copy}.copying`)))) continue;
    const bytes = await bytesBelow(path);
    if (partial !== undefined) removable.push({ path, bytes, why: 'a killed run left it' });
    // A name may contain two underscores, but an owner cannot.
    else if (!tracked.has(copy.replace(/\.git$/, '').replace('__', '/')))
      removable.push({ path, bytes, why: 'its repository is not tracked' });
    else kept.push({ path, bytes, isRenewed: await isRenewed(path, now), why: OVER_LIMIT });
  }
  let total = sumOf(kept);
  for (const copy of kept.sort((a, b) => b.bytes - a.bytes)) {
    if (total <= maxBytes) break;
    if (!copy.isRenewed) continue;
    removable.push(copy);
    total -= copy.bytes;
  }
  if (isDryRun) return removable;
  const removed: Removable[] = [];
  for (const one of removable) if (await remove(one.path)) removed.push(one);
  return removed;
}

const OVER_LIMIT = 'copies are over their limit; it is cloned again when it is needed';

/** Every update writes its time to the copy's git config. */
async function isRenewed(path: string, now: Date): Promise<boolean> {
  const found = await stat(join(path, 'config')).catch(() => undefined);
  return found !== undefined && Math.abs(now.getTime() - found.mtimeMs) < RENEWED_MS;
}

/** Renames the copy first, so that it is never found half-deleted. */
async function remove(path: string): Promise<boolean> {
  const copy = path.replace(/\.partial-.+$/, '');
  const release = await lockPath(`${copy}.copying`).catch(() => undefined);
  if (!release) return false;
  await using locks = new AsyncDisposableStack();
  locks.defer(release);
  const away = path === copy ? `${copy}.partial-pruned` : path;
  if (away !== path) {
    await rm(away, { recursive: true, force: true });
    await rename(path, away);
  }
  await rm(away, { recursive: true, force: true, maxRetries: 3 });
  return true;
}
