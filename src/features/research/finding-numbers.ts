/**
 * Computes the numbers of the findings from published editions. Each function takes the records of
 * all periods, oldest first, and returns whole numbers or numbers rounded to one or two decimals.
 */
import { decimals, mean, sum } from '../../lib/averages.ts';
import { wholePercent } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { SIGNAL_TYPES } from '../../pipeline/signals/classify.ts';
import { MIN_TRENDING_COMMITS, trending } from '../../pipeline/signals/rank.ts';
import type { Published } from '../../published/published.ts';
import { agentShareOf } from '../../published/startup-numbers.ts';
import { correlation, quantile, rankCorrelation, share, sorted } from './statistics.ts';

/** The startups of each period, oldest first. */
export type Periods = readonly (readonly Startup[])[];

export type Numbers = Record<string, number>;

/** Spans in weeks, and so in periods. After two months no window of a signal type is the same. */
export const WEEKS = { year: 52, month: 4, twoMonths: 8 };

export const COMPUTATIONS: Readonly<Record<string, (periods: Periods) => Numbers>> = {
  'agents-write-a-growing-share': (periods) => ({
    shareNow: wholePercent(agentShareOf(latest(periods))),
    shareThen: wholePercent(agentShareOf(periods.at(-1 - WEEKS.year) ?? [])),
  }),
  'most-startups-have-agent-commits': (periods) => {
    const now = activeNow(periods);
    return {
      any: wholePercent(share(now, ({ agentShare }) => agentShare > 0)),
      most: wholePercent(share(now, ({ agentShare }) => agentShare > 0.5)),
      startups: now.length,
    };
  },
  'few-startups-land-most-commits': (periods) => {
    const velocities = sorted(latest(periods), ({ commitVelocity14d }) => commitVelocity14d);
    const total = sum(velocities);
    return {
      topTen: wholePercent(sum(velocities.slice(-10)) / total),
      median: quantile(velocities, 0.5),
      upperQuarter: quantile(velocities, 0.75),
      commits: total,
    };
  },
  'the-top-20-lasts': (periods) => {
    const tops = periods.map((startups) => new Set(trending(startups).map(({ slug }) => slug)));
    return {
      afterOne: wholePercent(persistence(tops, 1)),
      afterFour: wholePercent(persistence(tops, WEEKS.month)),
      pairs: periods.length - 1,
    };
  },
  'growth-lasts': (periods) => {
    const later = WEEKS.month;
    const cases = periods.slice(0, -later).flatMap((startups, index) => {
      const then = new Map((periods[index + later] ?? []).map((each) => [each.slug, each]));
      return startups.flatMap(({ slug, scores, commitVelocity14d }) => {
        const again = then.get(slug);
        return scores.growth >= 90 && commitVelocity14d >= MIN_TRENDING_COMMITS && again
          ? [again.scores.growth]
          : [];
      });
    });
    return {
      cases: cases.length,
      still: wholePercent(share(cases, (growth) => growth >= 90)),
      median: quantile(sorted(cases, Number), 0.5),
    };
  },
  'strong-signals-come-again': (periods) => {
    const records = periods.slice(-WEEKS.year).flat();
    const strong = (type: string) =>
      wholePercent(
        share(
          records,
          ({ signalType, signalStrength }) => signalType === type && signalStrength === 'strong',
        ),
      );
    const [hiring, buildout, spike, migration] = SIGNAL_TYPES.map(strong);
    return {
      records: records.length,
      strong: wholePercent(share(records, ({ signalStrength }) => signalStrength === 'strong')),
      hiring: hiring ?? 0,
      buildout: buildout ?? 0,
      spike: spike ?? 0,
      migration: migration ?? 0,
      again: wholePercent(strongAgain(periods, WEEKS.twoMonths)),
    };
  },
  'people-and-commits-go-together': (periods) => {
    const now = activeNow(periods);
    const rho = rankCorrelation(
      now.map(({ contributors }) => contributors),
      now.map(({ commitVelocity14d }) => commitVelocity14d),
    );
    return { rho: decimals(rho, 2), startups: now.length };
  },
  'a-fast-fortnight-gives-way': (periods) => {
    const changes = periods.map(changesOf);
    // Two periods on, the window of 14 days is the next one.
    const pairs = changes.flatMap((before, index) =>
      [...before].flatMap(([slug, change]) => {
        const next = changes[index + 2]?.get(slug);
        return next === undefined ? [] : [{ change, next }];
      }),
    );
    const r = correlation(
      pairs.map(({ change }) => change),
      pairs.map(({ next }) => next),
    );
    return { r: decimals(r, 2), pairs: pairs.length };
  },
};

function latest(periods: Periods): readonly Startup[] {
  return periods.at(-1) ?? [];
}

export function activeNow(periods: Periods): Startup[] {
  return latest(periods).filter(({ commitVelocity14d }) => commitVelocity14d > 0);
}

/** The records of all periods up to one. */
export async function allPeriods({ editions }: Published, last: string): Promise<Periods> {
  const slugs = editions.periods.map(({ slug }) => slug).reverse();
  const periods: (readonly Startup[])[] = [];
  // One after the other: editions are parsed one at a time and released again.
  for (const slug of slugs.slice(0, slugs.indexOf(last) + 1))
    periods.push([...(await editions.startups(slug)).values()]);
  return periods;
}

/** The logarithm of the change to a period from the fortnight before it, by startup. */
function changesOf(startups: readonly Startup[], index: number, periods: Periods) {
  const before = new Map((periods[index - 2] ?? []).map((each) => [each.slug, each]));
  return new Map(
    startups.flatMap(({ slug, commitVelocity14d: velocity }) => {
      const prior = before.get(slug)?.commitVelocity14d;
      if (prior === undefined || velocity + prior < MIN_TRENDING_COMMITS) return [];
      const change = Math.log((velocity + SMOOTHING) / (prior + SMOOTHING));
      return [[slug, change] as const];
    }),
  );
}

/** Added to both velocities of a change, so that small counts do not jump. */
const SMOOTHING = 5;

/** Share of strong records whose startup, so many periods later, is strong with the same type. */
function strongAgain(periods: Periods, later: number): number {
  const cases = periods.slice(later).flatMap((startups, index) => {
    const then = new Map(startups.map((each) => [each.slug, each]));
    return (periods[index] ?? []).flatMap(({ slug, signalType, signalStrength }) => {
      const again = then.get(slug);
      if (signalStrength !== 'strong' || !again) return [];
      return [again.signalStrength === 'strong' && again.signalType === signalType];
    });
  });
  return share(cases, Boolean);
}

/** Mean share of a period's top 20 that is also in the top 20 so many periods later. */
function persistence(tops: readonly ReadonlySet<string>[], later: number): number {
  const kept = tops.slice(later).map((top, index) => {
    const before = [...(tops[index] ?? [])];
    return share(before, (slug) => top.has(slug));
  });
  return mean(kept);
}
