/**
 * Data with which a reader checks an edition's counts, in addition to the evidence: every repository's
 * days, and the commits left out on each. Only counts; no person is named.
 */
import { z } from 'zod';
import { isoDay, weekIndex } from '../../lib/period.ts';
import { type Artifact, artifact, NDJSON_TYPE, ndjson } from './artifacts.ts';
import type { ComputedPeriod } from './compute-period.ts';
import { COMMIT_DAYS, PEOPLE_DAYS, type PeopleByDays } from './copy-days.ts';
import type { LedgerPeriods } from './periods.ts';

export const CHECKS_FILE = 'checks.jsonl';

const Count = z.int().nonnegative();
const CommitDays = z.array(Count).length(COMMIT_DAYS);
const Both = (meaning: string) =>
  z
    .object({ current: Count, prior: Count })
    .describe(`${meaning}, in the 30 days to D and in the 30 before`);

/** Commits left out of one repository, by reason. */
const LeftOut = z
  .object({ merge: CommitDays, automation: CommitDays, duplicate: CommitDays })
  .partial()
  .describe('Commits that do not count, by reason and day; a reason without any is absent');

export const RepositoryDays = z
  .object({
    repository: z.string(),
    began: z.iso.date().nullable().describe('Day of its very first commit; null if it is empty'),
    commits: CommitDays.describe('Counted commits of the 28 days to D, oldest first'),
    leftOut: LeftOut,
    people: z
      .array(Count)
      .length(PEOPLE_DAYS)
      .describe('People with a commit or co-authorship on each of the 60 days to D, oldest first'),
    contributors: Both('Distinct people in this repository'),
  })
  .meta({ id: 'RepositoryDays', description: 'One repository day by day' });
export type RepositoryDays = z.infer<typeof RepositoryDays>;

/** A line of `checks.jsonl`. */
export type CheckRecord = {
  slug: string;
  period: string;
  repositories: readonly RepositoryDays[];
  /** The sums are the contributors. */
  peopleByDays: PeopleByDays;
};

/** The edition's file of all startups that it covers. */
export function checksArtifact(computed: ComputedPeriod, periods: LedgerPeriods): Artifact {
  return artifact(CHECKS_FILE, NDJSON_TYPE, ndjson(checkRecords(computed, periods)));
}

function* checkRecords(
  { period, startups }: ComputedPeriod,
  periods: LedgerPeriods,
): Generator<CheckRecord> {
  const places = new Map(periods.companies.map(({ slug }, place) => [slug, place]));
  for (const { company } of startups) {
    const place = places.get(company) ?? -1;
    const days = periods.days(place, weekIndex(period.lastDay));
    const copies = periods.companies[place]?.copies ?? [];
    yield {
      slug: company,
      period: period.slug,
      repositories: days.copies.map(({ place: copy, ...counts }) => {
        const { repository = '', began = Infinity } = copies[copy] ?? {};
        return { repository, began: Number.isFinite(began) ? isoDay(began) : null, ...counts };
      }),
      peopleByDays: days.peopleByDays,
    };
  }
}
