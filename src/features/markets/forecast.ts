/**
 * What the past says of a market: how often the startup at a rank led h weeks later.
 */
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import type { Market } from '../../registry/markets.ts';

export type Standing = { slug: string; value: number; velocity: number };

/** Ranks with a probability of their own; all further ones share the rest. */
const MAX_RANKS = 10;

/** The candidates of a period, highest value first; ties go by velocity, then by slug. */
export function standings(
  { startups }: HistoryTable,
  at: number,
  metric: Market['metric'],
  candidates: ReadonlySet<string>,
): Standing[] {
  return Object.entries(startups)
    .flatMap(([slug, rows]) => {
      const value = rows[metric][at] ?? null;
      const velocity = rows.velocity[at] ?? 0;
      return value === null || !candidates.has(slug) ? [] : [{ slug, value, velocity }];
    })
    .sort((a, b) => b.value - a.value || b.velocity - a.velocity || (a.slug < b.slug ? -1 : 1));
}

export type RankForecast = {
  /** Probability that whoever has the rank now leads then; index 0 is the first rank. */
  byRank: number[];
  /** Probability of each candidate at a further rank, all of them taken together. */
  further: number;
  /** Past pairs of periods that were counted. */
  cases: number;
};

/**
 * Counts over all pairs of past periods `weeks` apart, with one added to every rank (Laplace), so that
 * nothing is impossible.
 *
 * @param until index of the last period that may be used
 */
export function rankForecast(
  history: HistoryTable,
  until: number,
  weeks: number,
  metric: Market['metric'],
  candidates: ReadonlySet<string>,
): RankForecast {
  const now = standings(history, until, metric, candidates);
  const ranks = Math.min(MAX_RANKS, now.length);
  const counts = Array.from({ length: ranks }, () => 1);
  const hasFurther = now.length > ranks;
  let further = hasFurther ? 1 : 0;
  let cases = 0;
  for (let from = 0; from + weeks <= until; from++) {
    const before = standings(history, from, metric, candidates);
    const [leader] = standings(history, from + weeks, metric, candidates);
    const rank = before.findIndex(({ slug }) => slug === leader?.slug);
    if (!leader || rank < 0) continue;
    cases++;
    if (rank < ranks) counts[rank] = (counts[rank] ?? 0) + 1;
    else if (hasFurther) further++;
  }
  const total = counts.reduce((sum, count) => sum + count, further);
  return { byRank: counts.map((count) => count / total), further: further / total, cases };
}

/** The probability of each candidate by rank; they sum to 1. */
export function probabilities(count: number, { byRank, further }: RankForecast): number[] {
  const others = count - byRank.length;
  return Array.from({ length: count }, (_, rank) => byRank[rank] ?? further / others);
}

/**
 * Rounds shares that sum to 1 so that they still do: the largest remainders are rounded up (Hamilton's
 * method), the earlier of equal ones.
 *
 * @param digits decimal places that are kept
 */
export function apportion(shares: readonly number[], digits: number): number[] {
  const units = 10 ** digits;
  const exact = shares.map((share) => share * units);
  const whole = exact.map(Math.floor);
  const left = units - whole.reduce((sum, value) => sum + value, 0);
  const order = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of order.slice(0, left)) whole[index] = (whole[index] ?? 0) + 1;
  return whole.map((value) => value / units);
}

/** Brier score of a forecast over candidates that exclude each other: 0 is perfect, 2 the worst. */
export function brier(forecast: ReadonlyMap<string, number>, winner: string): number {
  const wrong = [...forecast].reduce(
    (sum, [slug, probability]) => sum + (probability - (slug === winner ? 1 : 0)) ** 2,
    0,
  );
  return forecast.has(winner) ? wrong : wrong + 1;
}
