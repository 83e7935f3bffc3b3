/** All pages, read off this folder: there is no list to forget one in. */
import { readdir } from 'node:fs/promises';
import { z } from 'zod';
import type { SitePage } from './page.ts';

/** Files of this folder that define no page. */
const SHARED = new Set(['index.ts', 'page.ts', 'models.ts']);
const Defined = z.custom<SitePage>(
  (value) => typeof value === 'object' && value !== null && 'render' in value,
  'must be what page() returned',
);
/** A file holds one page, or a family of them. */
const Module = z.object({ default: z.union([Defined, z.array(Defined).min(1)]) });

export async function loadPages(): Promise<SitePage[]> {
  const files = await readdir(import.meta.dirname);
  const names = files.filter((name) => name.endsWith('.ts') && !SHARED.has(name)).sort();
  const modules = await Promise.all(names.map((name) => import(`./${name}`)));
  return modules.flatMap((module) => Module.parse(module).default);
}
