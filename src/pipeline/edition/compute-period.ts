/** All numbers of one period. */
import { isoDay, lastDayOf, type Period, periodAt } from '../../lib/period.ts';
import type { CompanyCopies } from '../ledger/copies.ts';
import { WINDOWS } from '../measures/windows.ts';
import { type Acceleration, accelerate } from '../signals/accelerate.ts';
import { type Classification, type Evidence, evidenceOf } from '../signals/classify.ts';
import { concentrationOf } from '../signals/composition.ts';
import type { CompanyCoverage } from '../signals/coverage.ts';
import { shareOf, sixDecimals } from '../signals/growth.ts';
import { paceGrowth } from '../signals/pace.ts';
import { type Rankable, type Scores, scores } from '../signals/rank.ts';
import type { Windows } from '../signals/windows.ts';
import type { LedgerPeriods } from './periods.ts';
import type { NotCoveredRecord, RepositoryEvidence } from './record.ts';

export type ComputedStartup = Acceleration &
  Classification & {
    /** Its place among all companies. */
    place: number;
    company: string;
    name: string;
    scores: Scores;
    /** Values that the scores rank, in addition to the velocity. */
    ranked: Pick<Rankable, 'paceGrowth' | 'newcomerShare' | 'concentration'>;
    evidence: Evidence;
    windows: Windows;
    coverage: CompanyCoverage;
    repositories: RepositoryEvidence[];
  };

export type ComputedPeriod = {
  period: Period;
  /** Later than the current period: some companies are covered, none is ranked. */
  isPartial: boolean;
  /** In the order of their slugs. */
  startups: ComputedStartup[];
  /** Companies without numbers, and the facts known about them. */
  notCovered: NotCoveredRecord[];
};

/** All numbers of one period, by its week index. */
export async function computePeriod(periods: LedgerPeriods, week: number): Promise<ComputedPeriod> {
  await periods.readDetails(week);
  const period = periodAt(week);
  const notCovered: NotCoveredRecord[] = [];
  const startups: ComputedStartup[] = [];
  for (const [place, { slug: company, name, ...copies }] of periods.companies.entries()) {
    const coverage = periods.coverage(place, week);
    const { missing, weightHeld } = coverage;
    const repositories = repositoryEvidence(periods, copies, coverage, week);
    if (missing) {
      const lastCovered = periods.lastCovered(place, week);
      notCovered.push({
        slug: company,
        period: period.slug,
        repository: missing.repository,
        reason: missing.reason,
        gap: missing.gap,
        heldThrough: missing.through === undefined ? null : isoDay(missing.through),
        weightHeld: shareOf(weightHeld, 1),
        lastCovered: lastCovered === undefined ? null : periodAt(lastCovered).slug,
        repositories,
      });
      continue;
    }
    const windows = periods.windows(place, week, coverage);
    const evidence = evidenceOf(windows);
    startups.push({
      ...accelerate(windows),
      ...periods.classification(place, week, evidence),
      ...{ evidence, place, company, name, windows, coverage, repositories },
      ranked: rankedOf(windows),
      scores: NOT_YET_SCORED,
    });
  }
  for (const [index, score] of scores(startups.map(rankable)).entries()) {
    const startup = startups[index];
    if (startup) startup.scores = score;
  }
  return { period, isPartial: week > periods.range.last, startups, notCovered };
}

/** Scores need all startups' numbers; they are filled in when those are there. */
const NOT_YET_SCORED: Scores = { velocity: 0, growth: 0, novelty: 0, composite: 0 };

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
    const notCounted = reasons.get(repository);
    return {
      repository,
      ...(notCounted !== undefined && { notCounted }),
      commits14d: commits(WINDOWS.current14d),
      priorCommits14d: commits(WINDOWS.prior14d),
      commitsUrl: `https://github.com/${repository}/commits?since=${since}&until=${until}`,
    };
  });
}

/** Rounded as they are published, so that anyone can rank them again. */
function rankedOf({ work, composition }: Windows): ComputedStartup['ranked'] {
  const { weeklyPace, workDays, newcomerDays } = work;
  return {
    paceGrowth: sixDecimals(paceGrowth(weeklyPace)),
    newcomerShare: sixDecimals(workDays === 0 ? 0 : newcomerDays / workDays),
    concentration: sixDecimals(concentrationOf(composition.current14d)),
  };
}

function rankable({ name, commitVelocity14d, contributors, ranked }: ComputedStartup): Rankable {
  return { name, commitVelocity14d, contributors, ...ranked };
}
