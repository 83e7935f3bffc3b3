/**
 * Values that take long to compute, kept on disk for later processes of the same code. Files may vanish,
 * be damaged or be unwritable; the only consequence is that a value is computed again.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { join, relative } from 'node:path';
import { makeFolder, sha256, writeFileAtomically } from './atomic-files.ts';
import { MODULE_EXTENSION, PROJECT_ROOT } from './project-root.ts';
import { filesBelow } from './removal.ts';

/** Files that stay, the latest ones: enough for about ten projects, such as several data folders. */
const MAX_FILES = 20;
const CHECKSUM_BYTES = 64;

/** A folder next to the one in which Node keeps compiled modules; undefined if Node keeps none. */
export function cacheFolder(name: string): string | undefined {
  const compiled = getCompileCacheDir();
  return compiled && join(compiled, '..', name);
}

/** The value that was kept for the key; undefined if there is none or it is damaged. */
export async function readCached(folder: string, key: string): Promise<Buffer | undefined> {
  const bytes = await readFile(join(folder, sha256(key))).catch(() => undefined);
  const content = bytes?.subarray(CHECKSUM_BYTES);
  return content && bytes?.toString('latin1', 0, CHECKSUM_BYTES) === checksum(key, content)
    ? content
    : undefined;
}

/** Keeps the value if the disk allows it. */
export async function writeCached(folder: string, key: string, content: Buffer): Promise<void> {
  const bytes = Buffer.concat([Buffer.from(checksum(key, content)), content]);
  try {
    await makeFolder(folder);
    await writeFileAtomically(join(folder, sha256(key)), bytes, { flush: false });
    const files = (await filesBelow(folder)).toSorted((a, b) => b.writtenAt - a.writtenAt);
    for (const { path } of files.slice(MAX_FILES)) await rm(path, { force: true });
  } catch {
    // The next process computes it again.
  }
}

/** A file is named by its key, and begins with this. */
function checksum(key: string, content: Buffer): string {
  return sha256(Buffer.concat([Buffer.from(`${key}\n`), content]));
}

let ownVersion: Promise<string> | undefined;

/**
 * A digest that changes with the service's sources, its libraries, and the Node version, which brings
 * its own tables for dates, numbers and letters. A process runs the code that it began with.
 */
export function codeVersion(): Promise<string> {
  ownVersion ??= versionOf(PROJECT_ROOT);
  return ownVersion;
}

/** @param root folder of the project */
export async function versionOf(root: string): Promise<string> {
  const isCompiled = MODULE_EXTENSION === '.js';
  const folder = join(root, isCompiled ? 'dist' : 'src');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = sources
    .sort()
    .map(async (path) => [relative(root, path), sha256(await readFile(path))]);
  // A published package has no package-lock.json. Where it is installed, npm keeps
  // `.package-lock.json`; other package managers may not.
  const lock = join(root, isCompiled ? '../.package-lock.json' : 'package-lock.json');
  const libraries = await readFile(lock, 'utf8').catch(() => '');
  return sha256(JSON.stringify([process.version, libraries, await Promise.all(contents)]));
}
