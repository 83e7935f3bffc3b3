/** Findings of the project's research on its own editions; a command computes their numbers. */
import { join } from 'node:path';
import { z } from 'zod';
import { PERIOD_SLUG } from '../lib/period.ts';
import { SlugText, Text } from './schema.ts';
import { type Read, readYamlFile, repeated } from './yaml-file.ts';

const FindingsFile = z.strictObject({
  /** The last period that the numbers are computed from. */
  period: z.string().regex(PERIOD_SLUG, 'must be an ISO week like 2026-w31'),
  findings: z
    .array(
      z.strictObject({
        slug: SlugText,
        title: Text,
        /** `{name}` is replaced by the number of that name. */
        statement: Text,
        method: Text,
        /** The confidence interval and the chance level; `{name}` as in the statement. */
        certainty: Text,
        numbers: z.record(z.string(), z.number()),
        /** The command that computes the numbers, where it is not `npm run study`. */
        command: Text.optional(),
        /** Number of times that the companies were drawn again for the intervals. */
        draws: z.int().positive().default(200),
        /** Addresses on this service that the numbers come from. */
        sources: z
          .array(
            z.string().startsWith('/', 'must be a path of this service, like /api/dataset.csv'),
          )
          .min(1, 'must name at least one address'),
      }),
    )
    .min(1),
  /** Agreement of the scores with the published ones when one choice of the method is varied. */
  robustness: z.array(
    z.strictObject({
      slug: z.string().regex(/^[a-z0-9.-]+$/),
      change: Text,
      numbers: z.strictObject({ correlation: z.number(), kept: z.number() }),
    }),
  ),
});

export type Findings = z.infer<typeof FindingsFile>;

/** Reserved citation ids; no finding or company may use them. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(['paper', 'dataset']);

/** @param companies slugs of the companies, which share their citation ids with findings */
export function readFindings(folder: string, companies: ReadonlySet<string>): Read<Findings> {
  const { value, faults, faultAt } = readYamlFile(join(folder, 'findings.yaml'), FindingsFile);
  const findings = value?.findings ?? [];
  for (const { index, item } of repeated(findings, ({ slug }) => slug))
    faults.push(faultAt(['findings', index, 'slug'], `${item.slug} stands twice`));
  for (const [index, { slug, statement, certainty, numbers }] of findings.entries()) {
    if (companies.has(slug) || RESERVED_SLUGS.has(slug))
      faults.push(faultAt(['findings', index, 'slug'], `${slug} already names something to cite`));
    for (const [field, text] of Object.entries({ statement, certainty }))
      for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g))
        if (!Object.hasOwn(numbers, name))
          faults.push(faultAt(['findings', index, field], `${name} is none of the numbers`));
  }
  for (const slug of RESERVED_SLUGS)
    if (companies.has(slug)) {
      const file = join(folder, 'companies', `${slug}.yaml`);
      faults.push({ file, line: 1, field: '', message: `${slug} already names something to cite` });
    }
  return { value, faults };
}
