/**
 * Folders that many test files start from and that are slow to make: the first process makes one and
 * keeps it for all others under a hash of everything that it is made of, so that it is never stale.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { systemCode } from '../src/lib/errors.ts';
import { lockPath } from '../src/lib/path-lock.ts';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';

const CACHE = join(PROJECT_ROOT, 'node_modules', '.cache', 'bellwether');
/** Longer than any run of the tests: folders unused for this long belong to older sources. */
const KEPT_MS = 3_600_000;
const WAIT_SECONDS = 300;

/** A folder that is made once, and all that it is made of. */
export type Made = {
  /** For people who look into the folder. */
  name: string;
  /** Modules that make it, which count with all that they import. */
  modules: readonly string[];
  /** Files and folders that these read. */
  data: readonly string[];
};

/**
 * @param make fills an empty folder
 * @returns a folder that callers must not change
 */
export async function madeOnce(
  made: Made,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const { name } = made;
  const hash = process.env[sharedHash(made)] ?? hashOf(made);
  const folder = join(CACHE, `${name}-${hash.slice(0, 16)}`);
  if (await isThere(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const release = await lockPath(folder, { waitSeconds: WAIT_SECONDS });
  try {
    if (await isThere(folder)) return folder;
    const unfinished = await mkdtemp(`${folder}.unfinished-`);
    try {
      await make(unfinished);
      await rename(unfinished, folder);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
    await removeOlder(name, folder);
    return folder;
  } finally {
    await release();
  }
}

/** Hashes the sources for all processes that this one starts, which take them as they are now. */
export function shareHash(made: Made): void {
  process.env[sharedHash(made)] = hashOf(made);
}

/** The name of the variable that hands the hash on. */
function sharedHash({ name }: Made): string {
  return `MADE_ONCE_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** Marks it as used. */
async function isThere(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(
    () => true,
    (error: unknown) => {
      if (systemCode(error) === 'ENOENT') return false;
      throw error;
    },
  );
}

async function removeOlder(name: string, current: string): Promise<void> {
  for (const entry of await readdir(CACHE)) {
    const path = join(CACHE, entry);
    if (!entry.startsWith(`${name}-`) || path.startsWith(current)) continue;
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Hash of the sources, of every dependency's version, and of the runtime. */
function hashOf({ modules, data }: Made): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of [
    join(PROJECT_ROOT, 'package-lock.json'),
    ...importedBy(modules),
    ...filesIn(data),
  ])
    hash.update(`\n${relative(PROJECT_ROOT, path)}\n`).update(readFileSync(path));
  return hash.digest('hex');
}

/** Modules and all of ours that they import, directly or not. */
function importedBy(modules: readonly string[]): string[] {
  const found = new Set(modules);
  for (const path of found)
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(
      /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g,
    ))
      found.add(resolve(dirname(path), specifier));
  return [...found].sort();
}

function filesIn(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  });
}
