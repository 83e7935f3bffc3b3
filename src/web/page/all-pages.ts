/** All pages, read from the files of `web/`, so that no list of them can be incomplete. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { MODULE_EXTENSION } from '../../lib/project-root.ts';
import type { SitePage } from './page.ts';

const Defined = z.custom<SitePage>(
  (value) => typeof value === 'object' && value !== null && 'render' in value,
  'must be what page() returned',
);
/** A file defines one page, or those that share the first part of their address. */
const Module = z.object({ default: z.union([Defined, z.array(Defined).min(1)]) });

/**
 * The site map lists pages in the order of these names, and all others by the names of their files:
 * the FAQ after the answers, and the documents of the service together.
 */
const LISTED_AS: Readonly<Record<string, string>> = {
  faq: 'answers/faq',
  glossary: 'documents/1',
  methodology: 'documents/2',
  pricing: 'documents/3',
  affiliates: 'documents/4',
  members: 'documents/5',
  mascot: 'documents/6',
};

export async function loadPages(): Promise<SitePage[]> {
  const files = await readdir(join(import.meta.dirname, '..'));
  const listedAs = (name: string) => LISTED_AS[basename(name, MODULE_EXTENSION)] ?? name;
  const names = files
    .filter((name) => name.endsWith(MODULE_EXTENSION))
    .sort((a, b) => (listedAs(a) < listedAs(b) ? -1 : 1));
  const modules = await Promise.all(names.map((name) => import(`../${name}`)));
  return modules.flatMap((module) => Module.parse(module).default);
}
