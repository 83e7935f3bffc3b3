/** All numbers of one period. */
import { type Period, periodAt } from '../../lib/period.ts';
import type { CompanyCopies } from '../ledger/copies.ts';
import { WINDOWS } from '../measures/windows.ts';
import { type Acceleration, accelerate } from '../signals/accelerate.ts';
import { type Classification, type Evidence, evidenceOf } from '../signals/classify.ts';
import { concentrationOf } from '../signals/composition.ts';
import type { CompanyCoverage, Missing } from '../signals/coverage.ts';
import { sixDecimals } from '../signals/growth.ts';
import { paceGrowth } from '../signals/pace.ts';
import { type Rankable, type Scores, scores } from '../signals/rank.ts';
import type { Windows } from '../signals/windows.ts';
import type { LedgerPeriods } from './periods.ts';

/** Counted commits of one tracked repository in the four weeks that a record names. */
export type RepositoryCommits = {
  copy: CompanyCopies['copies'][number];
  isHeld: boolean;
  /** In [D−13, D]. */
  commits14d: number;
  /** In [D−27, D−14]. */
  priorCommits14d: number;
};

export type ComputedStartup = Acceleration &
  Classification & {
    company: string;
    name: string;
    scores: Scores;
    /** Values that the scores rank, in addition to the velocity. */
    ranked: Pick<Rankable, 'paceGrowth' | 'newcomerShare' | 'concentration'>;
    evidence: Evidence;
    windows: Windows;
    coverage: CompanyCoverage;
    repositories: RepositoryCommits[];
  };

/** A company without numbers, and the facts known about it. */
type NotCovered = Missing & {
  company: string;
  /** Week index of the last full period that covers it. */
  lastCovered: number | undefined;
  weightHeld: number;
  notHeld: CompanyCoverage['notHeld'];
  repositories: RepositoryCommits[];
};

export type ComputedPeriod = {
  period: Period;
  /** Later than the current period: some companies are covered, none is ranked. */
  isPartial: boolean;
  /** In the order of their slugs. */
  startups: ComputedStartup[];
  notCovered: NotCovered[];
};

/** All numbers of one period, by its week index. */
export async function computePeriod(periods: LedgerPeriods, week: number): Promise<ComputedPeriod> {
  const details = await periods.details(week);
  const notCovered: NotCovered[] = [];
  const startups: ComputedStartup[] = [];
  for (const [index, { slug: company, name, copies, first }] of periods.companies.entries()) {
    const coverage = periods.coverage(index, week);
    const { missing, notHeld, held, weightHeld } = coverage;
    const repositories = copies.map((copy, place) => {
      const commits = (days: { first: number; last: number }) =>
        periods.copyCommits(first + place, week, days);
      const commits14d = commits(WINDOWS.current14d);
      const priorCommits14d = commits(WINDOWS.prior14d);
      return { copy, isHeld: held[place] ?? false, commits14d, priorCommits14d };
    });
    if (missing) {
      const lastCovered = periods.lastCovered(index, week);
      notCovered.push({ company, ...missing, lastCovered, weightHeld, notHeld, repositories });
      continue;
    }
    const windows = periods.windows(index, week, details, coverage);
    const evidence = evidenceOf(windows);
    startups.push({
      ...accelerate(windows),
      ...periods.classification(index, week, evidence),
      evidence,
      company,
      name,
      windows,
      coverage,
      repositories,
      ranked: rankedOf(windows),
      scores: NOT_YET_SCORED,
    });
  }
  for (const [index, score] of scores(startups.map(rankable)).entries()) {
    const startup = startups[index];
    if (startup) startup.scores = score;
  }
  return { period: periodAt(week), isPartial: week > periods.range.last, startups, notCovered };
}

/** Scores need all startups' numbers; they are filled in when those are there. */
const NOT_YET_SCORED: Scores = { velocity: 0, growth: 0, novelty: 0, composite: 0 };

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
