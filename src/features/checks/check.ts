/** Explains a published number: its breakdown, and commands to recount it. */
import { z } from 'zod';
import { lastDayNamed } from '../../lib/period.ts';
import type { PartialStartup, Startup } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { CommitsCheck, commitsCheck } from './commits.ts';
import { ContributorsCheck, contributorsCheck } from './contributors.ts';
import { NewRepositoriesCheck, newRepositoriesCheck } from './new-repositories.ts';
import { ScoreCheck, scoreCheck } from './score.ts';

/** The numbers that can be checked, as in addresses. */
export const CHECKED_NUMBERS = ['commits', 'contributors', 'new-repositories', 'score'] as const;
export type CheckedNumber = (typeof CHECKED_NUMBERS)[number];

export const Check = z.discriminatedUnion('number', [
  CommitsCheck,
  ContributorsCheck,
  NewRepositoriesCheck,
  ScoreCheck,
]);
export type Check = z.infer<typeof Check>;

export type Checked = {
  startup: Startup | PartialStartup;
  /** The check, or the reason why there is none for this startup and period. */
  check: Check | { missing: string };
};

/** Undefined if the period does not cover the startup. */
export async function checkOf(
  slug: string,
  number: CheckedNumber,
  period: string,
  { editions }: Published,
): Promise<Checked | undefined> {
  const ranked = await editions.startup(period, slug);
  const startup = ranked ?? (await editions.partialStartup(period, slug));
  const evidence = await editions.evidenceOf(period, slug);
  if (!startup || !evidence) return undefined;
  const lastDay = lastDayNamed(period);
  // Editions of earlier methods have different evidence, which their files contain.
  if (!('composition' in evidence)) return { startup, check: { missing: BEFORE_CHECKS } };
  const record = (await editions.checks(period)).get(slug);
  if (number === 'score') {
    if (!ranked) return { startup, check: { missing: NOT_RANKED } };
    const evidences = await editions.evidence(period);
    const everybody = [...(await editions.startups(period)).values()].flatMap((one) => {
      const own = evidences.get(one.slug);
      return own ? [{ startup: one, evidence: own }] : [];
    });
    return { startup, check: scoreCheck({ startup: ranked, evidence }, everybody) };
  }
  if (number === 'new-repositories') {
    const basis = startup.newReposBasis ?? 'tracked';
    const organization = new URL(startup.githubUrl).pathname.slice(1);
    return {
      startup,
      check: newRepositoriesCheck(record, evidence, basis, organization, lastDay),
    };
  }
  if (!record) return { startup, check: { missing: BEFORE_CHECKS } };
  const check = number === 'commits' ? commitsCheck : contributorsCheck;
  return { startup, check: check(record, evidence, lastDay) };
}

const BEFORE_CHECKS =
  'This edition was published before days were, and its numbers would be others now; it stays as it is.';
const NOT_RANKED = 'This week is published in part, without ranks and scores.';
