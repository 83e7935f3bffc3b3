/** Reads what the comparison of methods is computed from out of a ledger. */
import { lastDayOf } from '../../../lib/period.ts';
import { computePeriod } from '../../../pipeline/edition/compute.ts';
import type { LedgerPeriods } from '../../../pipeline/edition/periods.ts';
import { typeEvidence } from '../../../pipeline/edition/type-evidence.ts';
import type { LedgerConnection } from '../../../pipeline/ledger/duckdb.ts';
import { type PersonActivity, peopleOf } from '../../../pipeline/ledger/rows.ts';
import type { TypedStartup } from '../type-goals.ts';
import type { StudiedCompany } from './study.ts';

export type StudyRows = {
  /** Week index of the first period. */
  firstWeek: number;
  /** Those that are covered in some period, by slug. */
  companies: StudiedCompany[];
};

export async function readStudy(
  connection: LedgerConnection,
  periods: LedgerPeriods,
): Promise<StudyRows> {
  const { first, last } = periods.range;
  const activity = new Map<number, PersonActivity[]>();
  for await (const { company, people } of peopleOf(connection, BEGINNING))
    activity.set(company, people);
  const companies = periods.companies.map(({ slug, copies }, place) => ({
    slug,
    copies,
    people: activity.get(place) ?? [],
    frames: Array.from({ length: last - first + 1 }, (_, period) => {
      const { missing, held, from } = periods.coverage(place, first + period);
      return missing ? null : { lastDay: lastDayOf(first + period), held, from };
    }),
  }));
  const isCovered = ({ frames }: StudiedCompany) => frames.some((frame) => frame !== null);
  return { firstWeek: first, companies: companies.filter(isCovered) };
}

/** The signal types of every period, oldest first, as their records say them. */
export function typedPeriods(periods: LedgerPeriods): TypedStartup[][] {
  const { first, last } = periods.range;
  return Array.from({ length: last - first + 1 }, (_, period) =>
    computePeriod(periods, first + period).startups.map(({ company, windows, ...startup }) => ({
      ...startup,
      slug: company,
      evidence: typeEvidence(windows, startup.evidence),
    })),
  );
}

/** No counted commit is older. */
const BEGINNING = 0;
