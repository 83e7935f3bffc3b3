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

/** The fields of a startup's record that the findings use. */
export type Observed = Pick<
  Startup,
  | 'slug'
  | 'name'
  | 'commitVelocity14d'
  | 'contributors'
  | 'agentShare'
  | 'scores'
  | 'signalType'
  | 'signalStrength'
>;
/** The startups of each period, oldest first. */
export type Periods = readonly (readonly Observed[])[];

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
      const then = bySlug(periods[index + later] ?? []);
      return startups.flatMap(({ slug, scores, commitVelocity14d }) => {
        if (scores.growth < 90 || commitVelocity14d < MIN_TRENDING_COMMITS) return [];
        const again = then.get(slug);
        return again ? [again.scores.growth] : [];
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
    const befores: number[] = [];
    const nexts: number[] = [];
    // Two periods on, the window of 14 days is the next one.
    for (const [index, before] of changes.entries())
      for (const [slug, change] of before) {
        const next = changes[index + 2]?.get(slug);
        if (next === undefined) continue;
        befores.push(change);
        nexts.push(next);
      }
    const r = correlation(befores, nexts);
    return { r: decimals(r, 2), pairs: nexts.length };
  },
};

const indexes = new WeakMap<readonly Observed[], Map<string, Observed>>();

/** The startups of a period by slug: made once, since several findings look into each period. */
function bySlug(startups: readonly Observed[]): ReadonlyMap<string, Observed> {
  return indexes.getOrInsertComputed(startups, () => {
    const index = new Map<string, Observed>();
    for (const startup of startups) index.set(startup.slug, startup);
    return index;
  });
}

function latest(periods: Periods): readonly Observed[] {
  return periods.at(-1) ?? [];
}

export function activeNow(periods: Periods): Observed[] {
  return latest(periods).filter(({ commitVelocity14d }) => commitVelocity14d > 0);
}

/** The records of all periods up to one. */
export async function allPeriods({ editions }: Published, last: string): Promise<Periods> {
  const slugs = editions.periods.map(({ slug }) => slug).reverse();
  const periods: (readonly Observed[])[] = [];
  // One after the other: editions are parsed one at a time and released again.
  for (const slug of slugs.slice(0, slugs.indexOf(last) + 1))
    periods.push([...(await editions.startups(slug)).values()].map((each) => observed(each)));
  return periods;
}

/** Objects made in one place are read in a fraction of the time: hundreds of draws read millions. */
export function observed(startup: Observed, slug = startup.slug): Observed {
  const { name, commitVelocity14d, contributors, agentShare, scores } = startup;
  const { signalType, signalStrength } = startup;
  return {
    slug,
    name,
    commitVelocity14d,
    contributors,
    agentShare,
    scores,
    signalType,
    signalStrength,
  };
}

/** The logarithm of the change to a period from the fortnight before it, by startup. */
function changesOf(startups: readonly Observed[], index: number, periods: Periods) {
  const before = bySlug(periods[index - 2] ?? []);
  const changes = new Map<string, number>();
  for (const { slug, commitVelocity14d: velocity } of startups) {
    const prior = before.get(slug)?.commitVelocity14d;
    if (prior === undefined || velocity + prior < MIN_TRENDING_COMMITS) continue;
    changes.set(slug, Math.log((velocity + SMOOTHING) / (prior + SMOOTHING)));
  }
  return changes;
}

/** Added to both velocities of a change, so that small counts do not jump. */
const SMOOTHING = 5;

/** Share of strong records whose startup is strong with the same type this many periods later. */
function strongAgain(periods: Periods, later: number): number {
  const cases = periods.slice(later).flatMap((startups, index) => {
    const then = bySlug(startups);
    return (periods[index] ?? []).flatMap(({ slug, signalType, signalStrength }) => {
      if (signalStrength !== 'strong') return [];
      const again = then.get(slug);
      if (!again) return [];
      return [again.signalStrength === 'strong' && again.signalType === signalType];
    });
  });
  return share(cases, Boolean);
}

/** Mean share of a period's top 20 that is also in the top 20 this many periods later. */
function persistence(tops: readonly ReadonlySet<string>[], later: number): number {
  const kept = tops.slice(later).map((top, index) => {
    const before = [...(tops[index] ?? [])];
    return share(before, (slug) => top.has(slug));
  });
  return mean(kept);
}
