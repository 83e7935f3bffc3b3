/** The shipped registry, for tests that are not about reading it: thousands of files, read once. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { loadRegistry } from '../src/registry/load-registry.ts';
import type { Registry } from '../src/registry/schema.ts';
import { type Made, madeOnce } from './made-once.ts';

export const REGISTRY_FOLDER = join(PROJECT_ROOT, 'registry');
export const SHIPPED_REGISTRY: Made = {
  name: 'registry',
  modules: [join(PROJECT_ROOT, 'src/registry/load-registry.ts')],
  data: [REGISTRY_FOLDER],
};

let read: Promise<Registry> | undefined;

export function shippedRegistry(): Promise<Registry> {
  read ??= readOnce();
  return read;
}

async function readOnce(): Promise<Registry> {
  const folder = await madeOnce(SHIPPED_REGISTRY, async (made) => {
    await writeFile(join(made, 'registry.v8'), serialize(await loadRegistry(REGISTRY_FOLDER)));
  });
  // The function above wrote it, a moment or a run ago.
  return deserialize(await readFile(join(folder, 'registry.v8'))) as Registry;
}
