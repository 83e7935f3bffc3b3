/** All pages, read from the files of `web/`, so that no list of them can be incomplete. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MODULE_EXTENSION } from '../../lib/project-root.ts';
import type { SitePage } from './page.ts';

const Defined = z.custom<SitePage>(
  (value) => typeof value === 'object' && value !== null && 'render' in value,
  'must be what page() returned',
);
/** A file defines one page, or those that share the first part of their address. */
const Module = z.object({ default: z.union([Defined, z.array(Defined).min(1)]) });

export async function loadPages(): Promise<SitePage[]> {
  const files = await readdir(join(import.meta.dirname, '..'));
  const names = files.filter((name) => name.endsWith(MODULE_EXTENSION)).sort();
  const modules = await Promise.all(names.map((name) => import(`../${name}`)));
  return modules.flatMap((module) => Module.parse(module).default);
}
