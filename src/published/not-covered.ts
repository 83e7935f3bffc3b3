/** Why a tracked startup has no numbers in a period, and what its repositories show all the same. */
import { z } from 'zod';
import { PeriodSlug, RepositoryEvidence } from '../pipeline/edition/record.ts';
import type { Company } from '../registry/schema.ts';
import type { NearMiss } from './name-index.ts';
import type { Published } from './published.ts';
import { coveredPeriods } from './startup-numbers.ts';
import { trackedCompany } from './tracked-company.ts';

/** Beside `TRACKED_COMPANY`, in every look-up that misses. */
export const NOT_COVERED = {
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why a tracked startup is not covered; null for any other' }),
  repository: z
    .string()
    .nullable()
    .meta({ description: 'The repository without which nothing can be said' }),
  repositories: z.array(RepositoryEvidence).meta({
    description: 'Its repositories: counts of those that are held, reasons of the others',
  }),
  lastCovered: PeriodSlug.nullable().meta({
    description: 'The last period that covers it in full',
  }),
};

type NotCovered = z.infer<z.ZodObject<typeof NOT_COVERED>> & {
  /** The same in plain sentences. */
  notes: string[];
};

const NOT_TRACKED: NotCovered = {
  reason: null,
  repository: null,
  repositories: [],
  lastCovered: null,
  notes: ['No tracked startup has this name.'],
};

/**
 * @param company undefined for a name that no tracked startup has
 * @param period slug of one in which it has no record
 */
export async function notCoveredIn(
  company: Company | undefined,
  period: string,
  { editions }: Published,
): Promise<NotCovered> {
  if (!company) return NOT_TRACKED;
  const known = (await editions.notCovered(period)).get(company.slug);
  const { reason = null, repository = null, repositories = [] } = known ?? {};
  const covered = coveredPeriods(await editions.history(), company.slug);
  const lastCovered = covered.at(-1) ?? null;
  const why = reason === null ? '' : `: ${reason}`;
  const notes = [`${company.name} is tracked, but not covered in ${period}${why}.`];
  if (lastCovered !== null)
    notes.push(`It is covered from ${covered[0]} to ${lastCovered}; ask for one of those.`);
  return { reason, repository, repositories: [...repositories], lastCovered, notes };
}

/**
 * All that a look-up says of a name without a record in the period, beside the name itself.
 *
 * @param company undefined for a name that no tracked startup has
 * @param near startups that may be meant
 */
export async function missIn(
  company: Company | undefined,
  near: readonly NearMiss[],
  period: string,
  published: Published,
) {
  return {
    ...trackedCompany(company, period, published),
    ...(await notCoveredIn(company, period, published)),
    nearMisses: near.map(({ name, slug }) => ({
      name,
      slug,
      url: published.addresses.startup(slug),
    })),
  };
}
