/**
 * Explains why a tracked startup has no numbers in a period, and what is known from its repositories
 * nevertheless.
 */
import { z } from 'zod';
import { isoDay, lastDayNamed } from '../lib/period.ts';
import { counted } from '../lib/prose.ts';
import { COMPANY_FACTS, companyFactsOn } from '../pipeline/edition/company-facts.ts';
import {
  type NotCoveredRecord,
  PeriodSlug,
  RepositoryEvidence,
  Startup,
} from '../pipeline/edition/record.ts';
import type { Company } from '../registry/schema.ts';
import { type NearMiss, NearMisses } from './name-index.ts';
import type { Published } from './published.ts';
import { coveredPeriods } from './startup-numbers.ts';

const { repositoryRoles: _, ...KNOWN_FACTS } = COMPANY_FACTS;

export const TRACKED_COMPANY = {
  tracked: z.boolean().describe('Whether it is a tracked startup all the same'),
  known: z
    .object({ name: z.string(), slug: z.string(), ...KNOWN_FACTS, dossierUrl: z.url() })
    .nullable()
    .describe('What is known of a tracked startup on the period’s last day'),
};

/** Together with `TRACKED_COMPANY`, part of every look-up's answer without a record. */
export const NOT_COVERED = {
  reason: z
    .string()
    .nullable()
    .describe('Why a tracked startup is not covered; null for any other'),
  repository: z.string().nullable().describe('The repository without which nothing can be said'),
  repositories: z
    .array(RepositoryEvidence)
    .describe('Its repositories: counts of those that are held, reasons of the others'),
  lastCovered: PeriodSlug.nullable().describe('The last full period that covers it, however old'),
  lastRecord: Startup.nullable().describe(
    'Its whole record of that period, if at most 26 periods old: scores and ranks are of that week. Counts of the present are never made from it',
  ),
  coveredInPart: PeriodSlug.nullable().describe(
    'The last period after the current one that covers it, where there is one',
  ),
};

/** The answer of a look-up that found no numbers, the same for all look-ups. */
export const MISS = {
  found: z.literal(false),
  company: z.string().describe('The name as it was asked for'),
  period: PeriodSlug,
  ...TRACKED_COMPANY,
  ...NOT_COVERED,
  ...NearMisses,
};

/** @property notes the reasons in plain sentences */
export type NotCovered = z.infer<z.ZodObject<typeof NOT_COVERED>> & { notes: string[] };

const NOT_TRACKED: NotCovered = {
  ...{ reason: null, repository: null, lastCovered: null, coveredInPart: null, lastRecord: null },
  repositories: [],
  notes: ['No tracked startup has this name.'],
};

/**
 * @param company undefined if no tracked startup has the name
 * @param period slug of a period without a record of the company
 */
export async function notCoveredIn(
  company: Company | undefined,
  period: string,
  published: Published,
): Promise<NotCovered> {
  if (!company) return NOT_TRACKED;
  const { editions } = published;
  const { reason, repository, repositories } = await notCoveredRecord(company, period, published);
  const covered = coveredPeriods(await editions.history(), company.slug);
  const lastCovered = covered.at(-1) ?? null;
  const age = editions.periods.findIndex(({ slug }) => slug === lastCovered);
  const isRecent = lastCovered !== null && age >= 0 && age <= MAX_RECORD_AGE;
  const lastRecord = (isRecent && (await editions.startup(lastCovered, company.slug))) || null;
  const notes = [`${company.name} is tracked, but not covered in ${period}: ${reason}.`];
  if (lastCovered !== null)
    notes.push(`It is covered from ${covered[0]} to ${lastCovered}; ask for one of those.`);
  if (lastRecord)
    notes.push(
      `${asOf(lastRecord)}, it had ${counted(lastRecord.commitVelocity14d, 'commit')} in 14 days and a score of ${lastRecord.scores.composite} of 100.`,
    );
  const coveredInPart = (await published.derived(periodsInPart)).get(company.slug) ?? null;
  if (coveredInPart !== null)
    notes.push(`${coveredInPart}, which is published in part, covers it; ask for that one.`);
  return {
    ...{ reason, repository, lastCovered, lastRecord, coveredInPart, notes },
    repositories: [...repositories],
  };
}

/** `As of Week 27, 2026` */
export function asOf({ period }: Pick<Startup, 'period'>): string {
  const [year, week] = period.split('-w');
  return `As of Week ${Number(week)}, ${year}`;
}

/** A record older than this says too little of the present to be shown for it. */
const MAX_RECORD_AGE = 26;

/**
 * The edition's record of a startup that it does not cover. There is none if the startup was tracked
 * later.
 */
export async function notCoveredRecord(
  { slug }: Company,
  period: string,
  { editions }: Published,
): Promise<NotCoveredRecord> {
  const trackedLater: NotCoveredRecord = {
    ...{ slug, period, reason: 'it was not tracked yet when this week was published' },
    ...{ gap: 'never-collected', repository: null, repositories: [] },
    ...{ heldThrough: null, weightHeld: 0, lastCovered: null },
  };
  return (await editions.notCoveredOf(period, slug)) ?? trackedLater;
}

/** The last partial period that covers each startup, by slug. */
async function periodsInPart({ editions }: Published): Promise<ReadonlyMap<string, string>> {
  const latest = new Map<string, string>();
  for (const { slug: period } of editions.partialPeriods.toReversed())
    for (const startup of (await editions.partialStartups(period)).keys())
      latest.set(startup, period);
  return latest;
}

/**
 * The whole answer for a name without a record in the period, except the name itself.
 *
 * @param company undefined if no tracked startup has the name
 * @param near startups that may be meant
 * @param period slug of a period that does not cover it
 */
export async function missIn(
  company: Company | undefined,
  near: readonly NearMiss[],
  period: string,
  published: Published,
) {
  const { registry, addresses } = published;
  const known = (of: Company) => {
    const day = isoDay(lastDayNamed(period));
    const { repositoryRoles: _, ...facts } = companyFactsOn(of, registry, day);
    return { name: of.name, slug: of.slug, ...facts, dossierUrl: addresses.diligence(of.slug) };
  };
  return {
    ...{ tracked: company !== undefined, known: company ? known(company) : null },
    ...(await notCoveredIn(company, period, published)),
    nearMisses: near.map(({ name, slug }) => ({ name, slug, url: addresses.startup(slug) })),
  };
}
