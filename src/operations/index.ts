/** All operations, read off this folder: there is no list to forget one in. */
import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import type { Operation } from './operation.ts';

/** Files of this folder that define no operation. */
const SHARED = new Set(['index.ts', 'inputs.ts', 'operation.ts', 'paid.ts', 'x402.ts']);
const Defined = z.custom<Operation>(
  (value) => typeof value === 'object' && value !== null && 'examples' in value,
  'must be what operation() returned',
);
/** A file holds one operation, or a family of them. */
const Module = z.object({ default: z.union([Defined, z.array(Defined).min(1)]) });

export async function loadOperations(): Promise<Operation[]> {
  const files = await readdir(import.meta.dirname);
  const names = files.filter((name) => name.endsWith('.ts') && !SHARED.has(name)).sort();
  const modules = await Promise.all(names.map((name) => import(`./${name}`)));
  return modules.flatMap((module) => Module.parse(module).default);
}
