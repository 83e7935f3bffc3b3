/** All operations, read off this folder: there is no list to forget one in. */
import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import type { Operation } from './operation.ts';

/** Files of this folder that define no operation. */
const SHARED = new Set(['index.ts', 'inputs.ts', 'operation.ts']);
const Module = z.object({
  default: z.custom<Operation>(
    (value) => typeof value === 'object' && value !== null && 'rest' in value,
    'must be what operation() returned',
  ),
});

export async function loadOperations(): Promise<Operation[]> {
  const files = await readdir(import.meta.dirname);
  const names = files.filter((name) => name.endsWith('.ts') && !SHARED.has(name)).sort();
  return Promise.all(names.map(async (name) => Module.parse(await import(`./${name}`)).default));
}
