/** All operations, discovered in the folder `api/`: no list has to be maintained. */
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
/** A file exports one operation or several related ones. */
const Module = z.object({ default: z.union([Defined, z.array(Defined).min(1)]) });

export async function loadOperations(): Promise<Operation[]> {
  const files = await readdir(API, { recursive: true });
  const names = files.filter(
    (name) => name.endsWith(MODULE_EXTENSION) && !name.startsWith('operation/'),
  );
  const modules = await Promise.all(names.map((name) => import(`../${name}`)));
  return modules.flatMap((module) => Module.parse(module).default).sort(inReadingOrder);
}

/** Sorts by section of the reference, then by path, independent of file names. */
function inReadingOrder(one: Operation, other: Operation): number {
  const sections = Object.keys(TAGS);
  const bySection = sections.indexOf(one.tag) - sections.indexOf(other.tag);
  return bySection || keyOf(one).localeCompare(keyOf(other), 'en');
}

function keyOf({ rest, name }: Operation): string {
  return `${rest?.path ?? ''} ${name}`;
}
