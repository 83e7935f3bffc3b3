/**
 * Bounds the copies of repositories. One that goes is cloned again when its company is collected, so
 * only what can be had again goes: never the copy of a tracked repository that the hosting service
 * did not have at the last collections.
 */
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../lib/errors.ts';
import { isLocked, lockPath } from '../../lib/path-lock.ts';
import { bytesBelow, type PruneOptions, type Removable, sumOf } from '../../lib/removal.ts';

/** A copy that was renewed since is there to be had again. */
const RENEWED_MS = 14 * 86_400_000;

export type CopyLimits = {
  maxBytes: number;
  /** `owner/name` of every tracked repository. */
  tracked: ReadonlySet<string>;
};

/** @param folder holds the copies, and what killed runs left beside them */
export async function pruneCopies(
  folder: string,
  { maxBytes, tracked }: CopyLimits,
  { isDryRun, now }: PruneOptions,
): Promise<readonly Removable[]> {
  const removable: Removable[] = [];
  const kept: (Removable & { isRenewed: boolean })[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const [, copy = '', partial] = /^(.+?\.git)(\.partial-.+)?$/.exec(name) ?? [];
    if (copy === '' || (await isLocked(join(folder, `${copy}.copying`)))) continue;
    const bytes = await bytesBelow(path);
    if (partial !== undefined) removable.push({ path, bytes, why: 'a killed run left it' });
    else if (!tracked.has(repositoryOf(copy)))
      removable.push({ path, bytes, why: 'its repository is not tracked' });
    else kept.push({ path, bytes, isRenewed: await isRenewed(path, now), why: OVER });
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

const OVER = 'copies are over their limit; it is cloned again when it is needed';

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** `owner__name.git`: a name may hold two underscores too, an owner may not. */
function repositoryOf(copy: string): string {
  return copy.replace(/\.git$/, '').replace('__', '/');
}

/** Every renewal writes the time into the copy's settings. */
async function isRenewed(path: string, now: Date): Promise<boolean> {
  const found = await stat(join(path, 'config')).catch(() => undefined);
  return found !== undefined && Math.abs(now.getTime() - found.mtimeMs) < RENEWED_MS;
}

/** In one step out of the place where a copy is looked for, and then away. */
async function remove(path: string): Promise<boolean> {
  const copy = path.replace(/\.partial-.+$/, '');
  const release = await lockPath(`${copy}.copying`).catch(() => undefined);
  if (!release) return false;
  try {
    const away = path === copy ? `${copy}.partial-pruned` : path;
    if (away !== path) {
      await rm(away, { recursive: true, force: true });
      await rename(path, away);
    }
    await rm(away, { recursive: true, force: true, maxRetries: 3 });
    return true;
  } finally {
    await release();
  }
}
