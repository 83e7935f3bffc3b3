/** The glossary: the service's terms and their synonyms. */
import { join } from 'node:path';
import { z } from 'zod';
import { foldKey } from './fold.ts';
import { SlugText } from './schema.ts';
import { type Read, readYamlFile } from './yaml-file.ts';

const GlossaryFile = z
  .array(
    z.strictObject({
      slug: SlugText,
      term: z.string().min(1).max(60),
      definition: z.string().trim().min(1).max(600),
      /** Words that people use for the term; the search matches them. */
      synonyms: z.array(z.string().min(1).max(60)).default([]),
      /** Slugs of related terms. */
      see: z.array(SlugText).default([]),
    }),
  )
  .min(1, 'must hold at least one term');

export type GlossaryTerm = z.infer<typeof GlossaryFile>[number];

/** Reads `glossary.yaml` of a registry folder. */
export function readGlossary(folder: string): Read<GlossaryTerm[]> {
  const { value = [], faults, faultAt } = readYamlFile(join(folder, 'glossary.yaml'), GlossaryFile);
  const known = new Set(value.map(({ slug }) => slug));
  const owner = new Map<string, string>();
  for (const [index, { slug, term, synonyms, see }] of value.entries()) {
    for (const name of new Set([term, ...synonyms].map(foldKey))) {
      const other = owner.get(name);
      if (other !== undefined)
        faults.push(
          faultAt([index], `${name} already belongs to ${other}; it must be listed once`),
        );
      owner.set(name, slug);
    }
    for (const [at, other] of see.entries())
      if (!known.has(other)) faults.push(faultAt([index, 'see', at], `${other} is no term`));
  }
  return { value, faults };
}
