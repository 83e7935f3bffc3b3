/** Identifies the running code, so that caches can be invalidated by an upgrade. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sha256 } from './atomic-files.ts';
import { MODULE_EXTENSION, PROJECT_ROOT } from './project-root.ts';

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
