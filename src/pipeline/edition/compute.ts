/**
 * Computes periods from a ledger: one pass over it, whatever the number of periods.
 */
import { BellwetherError } from '../../lib/errors.ts';
import { isoDay, type Period, periodAt, weekIndex } from '../../lib/period.ts';
import { type Coverage, readCoverage } from '../ledger/coverage.ts';
import type { LedgerConnection } from '../ledger/duckdb.ts';
import { Series } from '../ledger/series.ts';
import type { PeriodRange } from '../ledger/series-sql.ts';
import type { Windows } from '../ledger/windows.ts';
import { type Acceleration, accelerate } from '../signals/accelerate.ts';
import { type Classification, classify } from '../signals/classify.ts';
import { type Rankable, type Scores, scores } from '../signals/rank.ts';

/** Days of history that growth needs: two 30-day windows. */
const DAYS_NEEDED = 60;
const COVERED_SHARE = 2 / 3;

export type ComputedStartup = Acceleration &
  Classification & { company: string; name: string; scores: Scores };

export type ComputedPeriod = {
  period: Period;
  /** In the order of their slugs. */
  startups: ComputedStartup[];
  /** Slug and reason. */
  notCovered: { company: string; reason: string }[];
  /** What a startup's numbers were computed from. */
  windowsOf: (startup: ComputedStartup) => Windows;
};

/** Display names of the tracked companies, by slug. Rows of all others are left alone. */
export type Tracked = ReadonlyMap<string, string>;

/**
 * Reads a ledger for every weekly period that it covers, from the first to the latest one that at
 * least two thirds of the companies cover.
 *
 * @param choose narrows the range, for those who want one period only
 */
export async function readPeriods(
  connection: LedgerConnection,
  tracked: Tracked,
  choose: (covered: PeriodRange) => PeriodRange = (covered) => covered,
): Promise<Series> {
  const { companies, coverage } = await readCoverage(connection);
  const range = coveredRange(coverage.filter((_, index) => tracked.has(companies[index] ?? '')));
  const series = new Series(companies, coverage, choose(range));
  await series.read(connection);
  return series;
}

/** All numbers of one period, by its week index. */
export function computePeriod(series: Series, week: number, tracked: Tracked): ComputedPeriod {
  const period = periodAt(week);
  const notCovered: ComputedPeriod['notCovered'] = [];
  const startups: ComputedStartup[] = [];
  const collected = new Set(series.companies);
  for (const company of tracked.keys())
    if (!collected.has(company))
      notCovered.push({ company, reason: 'its history has not been collected yet' });
  for (const [index, company] of series.companies.entries()) {
    const name = tracked.get(company);
    const coverage = series.coverage[index];
    if (name === undefined || coverage === undefined) continue;
    const reason = whyNotCovered(coverage, period);
    if (reason !== undefined) {
      notCovered.push({ company, reason });
      continue;
    }
    const windows = series.windows(index, week);
    const numbers = { ...accelerate(windows), ...classify(windows) };
    // Named members come last: V8 copies a leading spread at once, and a later one by its keys.
    startups.push({ ...numbers, company, name, scores: NOT_YET_SCORED });
  }
  for (const [index, score] of scores(startups.map(rankable)).entries()) {
    const startup = startups[index];
    if (startup) startup.scores = score;
  }
  const windowsOf = ({ company }: ComputedStartup) => series.windowsOf(company, week);
  return { period, notCovered, startups, windowsOf };
}

/** Scores need all startups' numbers; they are filled in when those are there. */
const NOT_YET_SCORED: Scores = { velocity: 0, growth: 0, novelty: 0, composite: 0 };

function rankable(startup: ComputedStartup): Rankable {
  const { name, commitVelocity14d, contributors, acceleration, evidence } = startup;
  const novelty = Math.max(evidence['Infrastructure buildout'], evidence['Framework migration']);
  return { name, commitVelocity14d, contributors, acceleration, novelty };
}

function coveredRange(coverage: readonly Coverage[]): PeriodRange {
  const through = coverage.map((company) => company.through).sort((a, b) => b - a);
  const from = coverage.map((company) => company.from).sort((a, b) => a - b);
  const needed = Math.ceil(coverage.length * COVERED_SHARE);
  const lastDay = through[needed - 1];
  const firstDay = from[needed - 1];
  if (lastDay === undefined || firstDay === undefined)
    throw new BellwetherError('ledger-empty', 'The ledger holds none of the tracked companies.');
  const began = coverage.reduce((first, company) => Math.min(first, company.began), Infinity);
  const earliest = Math.max(firstDay, Number.isFinite(began) ? began : lastDay) + DAYS_NEEDED - 1;
  // The latest week that ends on or before lastDay; the first that ends on or after earliest.
  const range = { first: weekIndex(earliest), last: weekIndex(lastDay + 1) - 1 };
  if (range.first > range.last)
    throw new BellwetherError(
      'ledger-too-short',
      `The ledger holds no full period: two thirds of the companies are held from ${isoDay(firstDay)} through ${isoDay(lastDay)}, and growth needs ${DAYS_NEEDED} days.`,
    );
  return range;
}

function whyNotCovered(coverage: Coverage, period: Period): string | undefined {
  if (coverage.through < period.lastDay)
    return `its most active repository was copied through ${isoDay(coverage.through)}`;
  if (coverage.from > period.lastDay - DAYS_NEEDED + 1)
    return `its history is known from ${isoDay(coverage.from)}`;
  if (coverage.began > period.lastDay) return 'its first tracked repository began later';
  return undefined;
}
