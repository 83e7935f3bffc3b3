/** All pages, read from the files of `web/`, so that no list of them can be incomplete. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
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
  'faq.ts': 'answers/faq',
  'glossary.ts': 'documents/1',
  'methodology.ts': 'documents/2',
  'pricing.ts': 'documents/3',
  'affiliates.ts': 'documents/4',
  'members.ts': 'documents/5',
  'mascot.ts': 'documents/6',
};

export async function loadPages(): Promise<SitePage[]> {
  const files = await readdir(join(import.meta.dirname, '..'));
  const listedAs = (name: string) => LISTED_AS[name] ?? name;
  const names = files
    .filter((name) => name.endsWith('.ts'))
    .sort((a, b) => (listedAs(a) < listedAs(b) ? -1 : 1));
  const modules = await Promise.all(names.map((name) => import(`../${name}`)));
  return modules.flatMap((module) => Module.parse(module).default);
}
