/**
 * Keeps the parsed registry for later starts, in the folder where Node keeps compiled modules. Parsing
 * and checking hundreds of files takes half a second; reading them to see that they are the same takes
 * a tenth of it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { sha256 } from '../lib/atomic-files.ts';
import { cacheFolder, codeVersion, readCached, writeCached } from '../lib/disk-cache.ts';
import { loadRegistry } from './load-registry.ts';
import type { Registry } from './schema.ts';

/**
 * The same as `loadRegistry`.
 *
 * @param kept where registries are kept; if undefined, none is
 */
export async function keptRegistry(
  folder: string,
  own: string | undefined,
  kept = cacheFolder('registry'),
): Promise<Registry> {
  if (kept === undefined) return loadRegistry(folder, own);
  const key = await keyOf(folder, own);
  const known = await readCached(kept, key);
  // Written below, by a process that ran the same code.
  if (known) return deserialize(known) as Registry;
  const registry = await loadRegistry(folder, own);
  if ((await keyOf(folder, own)) === key) await writeCached(kept, key, serialize(registry));
  return registry;
}

async function keyOf(folder: string, own: string | undefined): Promise<string> {
  const contents = [folder, own ?? ''].map((each) => (existsSync(each) ? digestOf(each) : ''));
  return [await codeVersion(), ...contents].join(' ');
}

/** SHA-256 of the names and contents of all files. */
function digestOf(folder: string): string {
  const digest = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: join(entry.parentPath, entry.name), entry }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path, entry } of entries) {
    digest.update(`${relative(folder, path)}\0`);
    if (entry.isFile() || entry.isSymbolicLink()) digest.update(contentOf(path));
  }
  return digest.digest('hex');
}

/** Nothing for what cannot be read: loading the registry says so. */
function contentOf(path: string): string {
  try {
    return sha256(readFileSync(path));
  } catch {
    return '';
  }
}
