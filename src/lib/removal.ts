/** Removes files that are no longer needed, or reports what would be removed. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { noneIfMissing } from './atomic-files.ts';

/** A file or folder that may be removed. */
export type Removable = { path: string; bytes: number; why: string };

export type PruneOptions = {
  /** Reports what would be removed, without removing it. */
  isDryRun: boolean;
  now: Date;
};

type FoundFile = { path: string; bytes: number; writtenAt: number };

/** All files in a folder and below; none if the folder does not exist. */
export async function filesBelow(folder: string): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    noneIfMissing,
  );
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // Another process may have removed it since.
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

/** Removes the files one by one. If interrupted, the rest are removed next time. */
export async function removeUnless(
  isDryRun: boolean,
  removable: readonly Removable[],
): Promise<readonly Removable[]> {
  if (!isDryRun)
    for (const { path } of removable)
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
  return removable;
}
