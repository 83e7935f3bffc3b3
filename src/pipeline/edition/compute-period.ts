/** All numbers of one period. */
import { isoDay, lastDayOf, periodAt } from '../../lib/period.ts';
import type { CompanyCopies } from '../ledger/copies.ts';
import { WINDOWS } from '../measures/windows.ts';
import { accelerate } from '../signals/accelerate.ts';
import { evidenceOf } from '../signals/classify.ts';
import { concentrationOf } from '../signals/composition.ts';
import type { CompanyCoverage } from '../signals/coverage.ts';
import { shareOf, sixDecimals } from '../signals/growth.ts';
import { paceGrowth } from '../signals/pace.ts';
import { NO_SCORES, scores } from '../signals/rank.ts';
import type { LedgerPeriods } from './periods.ts';
import type { RepositoryEvidence } from './record.ts';

export type ComputedPeriod = Awaited<ReturnType<typeof computePeriod>>;
export type ComputedStartup = ComputedPeriod['startups'][number];

/** All numbers of one period, by its week index. */
export async function computePeriod(periods: LedgerPeriods, week: number) {
  await periods.readDetails(week);
  const period = periodAt(week);
  const companies = periods.plan.companies.map((company, place) => {
    const coverage = periods.coverage(place, week);
    const repositories = repositoryEvidence(periods, company, coverage, week);
    return { place, company: company.slug, name: company.name, coverage, repositories };
  });
  const unscored = companies
    .filter(({ coverage }) => !coverage.missing)
    .map((company) => startupNumbers(periods, company, week));
  const ranked = scores(unscored);
  return {
    period,
    /** Later than the current period: some companies are covered, none is ranked. */
    isPartial: week > periods.plan.current,
    /** In the order of their slugs. */
    startups: unscored.map((startup, index) => ({
      ...startup,
      scores: ranked[index] ?? NO_SCORES,
    })),
    /** Companies without numbers, and the facts known about them. */
    notCovered: companies.flatMap(({ place, company, repositories, coverage }) => {
      const { missing, weightHeld } = coverage;
      if (!missing) return [];
      const lastCovered = periods.lastCovered(place, week);
      return [
        {
          slug: company,
          period: period.slug,
          repository: missing.repository,
          reason: missing.reason,
          gap: missing.gap,
          /** Last day held of the repository, ISO date; null if it was never collected. */
          heldThrough: missing.through === undefined ? null : isoDay(missing.through),
          /** Share of the weight of its repositories that is held, 0–1. */
          weightHeld: shareOf(weightHeld, 1),
          /** The last full period that covers it. */
          lastCovered: lastCovered === undefined ? null : periodAt(lastCovered).slug,
          repositories,
        },
      ];
    }),
  };
}

function startupNumbers<C extends { place: number; coverage: CompanyCoverage }>(
  periods: LedgerPeriods,
  company: C,
  week: number,
) {
  const windows = periods.windows(company.place, week, company.coverage);
  const evidence = evidenceOf(windows);
  const { weeklyPace, workDays, newcomerDays } = windows.work;
  return {
    ...company,
    ...accelerate(windows),
    ...periods.classification(company.place, week, evidence),
    windows,
    evidence,
    // Ranked as they are published, rounded, so that anyone can rank them again.
    paceGrowth: sixDecimals(paceGrowth(weeklyPace)),
    newcomerShare: sixDecimals(workDays === 0 ? 0 : newcomerDays / workDays),
    concentration: sixDecimals(concentrationOf(windows.composition.current14d)),
  };
}

/** Counted commits of each repository, those never collected included. */
function repositoryEvidence(
  { measured: { commitDays } }: LedgerPeriods,
  { copies, first: number }: Pick<CompanyCopies, 'copies' | 'first'>,
  { held, notHeld }: CompanyCoverage,
  week: number,
): RepositoryEvidence[] {
  const lastDay = lastDayOf(week);
  const [since, until] = [isoDay(lastDay - WINDOWS.current14d.first), isoDay(lastDay)];
  const reasons = new Map(notHeld.map(({ repository, reason }) => [repository, reason]));
  const places = new Map(copies.map(({ repository }, place) => [repository, place]));
  return [...new Set([...reasons.keys(), ...places.keys()])].map((repository) => {
    const place = places.get(repository) ?? -1;
    const commits = ({ first, last }: { first: number; last: number }) =>
      held[place]
        ? commitDays.sum(number + place, lastDay - last, first - last + 1, 'commits')
        : null;
    return {
      repository,
      notCounted: reasons.get(repository),
      commits14d: commits(WINDOWS.current14d),
      priorCommits14d: commits(WINDOWS.prior14d),
      commitsUrl: `https://github.com/${repository}/commits?since=${since}&until=${until}`,
    };
  });
}
