/** Removing what is not needed any more, or telling what would be removed. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from './errors.ts';

/** A file or folder that may go. */
export type Removable = { path: string; bytes: number; why: string };

export type PruneOptions = {
  /** Tells what would go, and removes nothing. */
  isDryRun: boolean;
  now: Date;
};

type FoundFile = { path: string; bytes: number; writtenAt: number };

/** Files below a folder; none where there is no folder. */
export async function filesBelow(folder: string): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    },
  );
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // Another process may have removed it in the meantime.
    const found = await stat(path).catch(() => undefined);
    if (found) files.push({ path, bytes: found.size, writtenAt: found.mtimeMs });
  }
  return files;
}

export async function bytesBelow(folder: string): Promise<number> {
  return sumOf(await filesBelow(folder));
}

export function sumOf(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Removes them one after the other: whatever stops it leaves the rest for the next time. */
export async function removeUnless(
  isDryRun: boolean,
  removable: readonly Removable[],
): Promise<readonly Removable[]> {
  if (!isDryRun)
    for (const { path } of removable)
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
  return removable;
}
