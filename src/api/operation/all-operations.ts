/** All operations, found in the folder `api/`: there is no list to keep up to date. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MODULE_EXTENSION } from '../../lib/project-root.ts';
import { type Operation, TAGS } from './operation.ts';

const API = join(import.meta.dirname, '..');
const Defined = z.custom<Operation>(
  (value) => typeof value === 'object' && value !== null && 'examples' in value,
  'must be what operation() returned',
);
/** A file holds one operation, or a family of them. */
const Module = z.object({ default: z.union([Defined, z.array(Defined).min(1)]) });

export async function loadOperations(): Promise<Operation[]> {
  const files = await readdir(API, { recursive: true });
  const names = files.filter(
    (name) => name.endsWith(MODULE_EXTENSION) && !name.startsWith('operation/'),
  );
  const modules = await Promise.all(names.map((name) => import(`../${name}`)));
  return modules.flatMap((module) => Module.parse(module).default).sort(inReadingOrder);
}

/** By section of the reference, then by address, whatever the names of the files. */
function inReadingOrder(one: Operation, other: Operation): number {
  const sections = Object.keys(TAGS);
  const bySection = sections.indexOf(one.tag) - sections.indexOf(other.tag);
  return bySection || keyOf(one).localeCompare(keyOf(other), 'en');
}

function keyOf({ rest, name }: Operation): string {
  return `${rest?.path ?? ''} ${name}`;
}
