/**
 * How sure the numbers of the findings are: an interval from companies drawn again, and what chance
 * alone would give. The same seed gives the same numbers.
 */
import { decimals, mean, sum } from '../../lib/averages.ts';
import { wholePercent } from '../../lib/prose.ts';
import { MIN_TRENDING_COMMITS, trending } from '../../pipeline/signals/rank.ts';
import { agentShareOf, commitsOf } from '../../published/startup-numbers.ts';
import {
  activeNow,
  COMPUTATIONS,
  type Numbers,
  type Observed,
  observed,
  type Periods,
  WEEKS,
} from './finding-numbers.ts';
import { seeded, shuffled } from './random.ts';
import { quantile, share, sorted } from './statistics.ts';

const SEED = 2026;
const RESAMPLES = 200;
const DRAWS = 200;

const WITH_INTERVAL: Readonly<Record<string, readonly string[]>> = {
  'agents-write-a-growing-share': ['shareNow', 'shareThen'],
  'most-startups-have-agent-commits': ['any', 'most'],
  'few-startups-land-most-commits': ['topTen'],
  'the-top-20-lasts': ['afterFour'],
  'growth-lasts': ['still'],
  'strong-signals-come-again': ['strong', 'again'],
  'people-and-commits-go-together': ['rho'],
  'a-fast-fortnight-gives-way': ['r'],
};

/**
 * The numbers of every finding, by slug; of those with an interval also `…Low` and `…High`, where 95%
 * of 200 draws of as many companies lie; and `chance…`, what chance gives.
 */
export function findingNumbers(periods: Periods): Record<string, Numbers> {
  const random = seeded(SEED);
  // Drawing takes longer than computing, so all findings share the draws.
  const draws = Array.from({ length: RESAMPLES }, () => computed(resampled(periods, random)));
  return Object.fromEntries(
    Object.entries(computed(periods)).map(([slug, numbers]) => {
      const drawn = draws.map((draw) => draw[slug] ?? {});
      const chance = CHANCES[slug]?.(periods, seeded(SEED));
      return [slug, { ...numbers, ...intervals(WITH_INTERVAL[slug] ?? [], drawn), ...chance }];
    }),
  );
}

function computed(periods: Periods): Record<string, Numbers> {
  return Object.fromEntries(
    Object.entries(COMPUTATIONS).map(([slug, compute]) => [slug, compute(periods)]),
  );
}

function intervals(names: readonly string[], draws: readonly Numbers[]): Numbers {
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = sorted(draws, (numbers) => numbers[name] ?? Number.NaN);
      return [
        [`${name}Low`, quantile(values, 0.025)],
        [`${name}High`, quantile(values, 0.975)],
      ];
    }),
  );
}

/** As many companies, each drawn at random from all; one that is drawn twice is two companies. */
function resampled(periods: Periods, random: () => number): Periods {
  const slugs = [...new Set(periods.flatMap((startups) => startups.map(({ slug }) => slug)))];
  const times = new Map<string, number>();
  for (const _ of slugs) {
    const slug = slugs[Math.floor(random() * slugs.length)] ?? '';
    times.set(slug, (times.get(slug) ?? 0) + 1);
  }
  return periods.map((startups) => {
    const drawn: Observed[] = [];
    for (const startup of startups) {
      const count = times.get(startup.slug) ?? 0;
      for (let copy = 0; copy < count; copy++) drawn.push(copyOf(startup, copy));
    }
    return drawn;
  });
}

const copies = new WeakMap<Observed, Observed[]>();

/** The same startup under a name of its own: made once, since hundreds of draws take it. */
function copyOf(startup: Observed, copy: number): Observed {
  const known = copies.getOrInsertComputed(startup, () => [startup]);
  known[copy] ??= observed(startup, `${startup.slug} ${copy}`);
  return known[copy];
}

/** The main numbers of each finding under the null hypothesis. */
const CHANCES: Readonly<Record<string, (periods: Periods, random: () => number) => Numbers>> = {
  // Which of a startup's two shares is the later one is a toss-up.
  'agents-write-a-growing-share': (periods, random) => {
    const then = new Map((periods.at(-1 - WEEKS.year) ?? []).map((each) => [each.slug, each]));
    const both = (periods.at(-1) ?? []).flatMap((now) => {
      const before = then.get(now.slug);
      return before ? [[before, now] as const] : [];
    });
    const distances = repeat(() => {
      const tossed = both.map((pair) => (random() < 0.5 ? pair : pair.toReversed()));
      const shareAt = (side: 0 | 1) => agentShareOf(tossed.flatMap((pair) => pair[side] ?? []));
      return Math.abs(shareAt(1) - shareAt(0));
    });
    return { chanceDistance: wholePercent(quantile(distances, 0.95)) };
  },
  // Every commit is an agent's with the same probability.
  'most-startups-have-agent-commits': (periods, random) => {
    const now = activeNow(periods);
    const probability = agentShareOf(now);
    const shares = Array.from({ length: DRAWS }, () =>
      now.map(({ commitVelocity14d: commits }) => {
        let byAgents = 0;
        for (let commit = 0; commit < commits; commit++) if (random() < probability) byAgents++;
        return byAgents / commits;
      }),
    ).flat();
    return {
      chanceAny: wholePercent(share(shares, (one) => one > 0)),
      chanceMost: wholePercent(share(shares, (one) => one > 0.5)),
    };
  },
  // Every commit is landed by any of the startups with the same probability.
  'few-startups-land-most-commits': (periods, random) => {
    const startups = periods.at(-1) ?? [];
    const total = commitsOf(startups);
    const shares = repeat(() => {
      const counts = new Array<number>(startups.length).fill(0);
      for (let commit = 0; commit < total; commit++) {
        const startup = Math.floor(random() * counts.length);
        counts[startup] = (counts[startup] ?? 0) + 1;
      }
      const first = counts.sort((a, b) => b - a).slice(0, 10);
      return sum(first) / total;
    });
    return { chanceTopTen: wholePercent(mean(shares)) };
  },
  // Both lists are drawn at random from the startups eligible for them.
  'the-top-20-lasts': (periods) => {
    const eligible = periods.map((startups) => trending(startups, Number.POSITIVE_INFINITY));
    const kept = eligible.slice(WEEKS.month).map((later, index) => {
      const still = new Set(later.map(({ slug }) => slug));
      const stays = share(eligible[index] ?? [], ({ slug }) => still.has(slug));
      return (stays * trending(later).length) / Math.max(1, later.length);
    });
    return { chanceAfterFour: wholePercent(mean(kept)) };
  },
  // Every startup with enough commits is as likely to have such a score later.
  'growth-lasts': (periods) => {
    const all = periods
      .flat()
      .filter(({ commitVelocity14d }) => commitVelocity14d >= MIN_TRENDING_COMMITS);
    return { chanceStill: wholePercent(share(all, ({ scores }) => scores.growth >= 90)) };
  },
  // Any record of the later week may follow: the type's own share of records.
  'strong-signals-come-again': (periods) => {
    const shares = periods
      .slice(WEEKS.twoMonths)
      .flatMap((later, index) =>
        (periods[index] ?? [])
          .filter(({ signalStrength }) => signalStrength === 'strong')
          .map(({ signalType }) =>
            share(
              later,
              (other) => other.signalStrength === 'strong' && other.signalType === signalType,
            ),
          ),
      );
    return { chanceAgain: wholePercent(mean(shares)) };
  },
  // Contributors are dealt out to the startups anew.
  'people-and-commits-go-together': (periods, random) => {
    const now = activeNow(periods);
    const correlations = repeat(() => {
      const people = shuffled(
        now.map(({ contributors }) => contributors),
        random,
      );
      const dealt = now.map((one, index) => ({ ...one, contributors: people[index] ?? 0 }));
      return Math.abs(COMPUTATIONS['people-and-commits-go-together']?.([dealt])['rho'] ?? 0);
    });
    return { chanceRho: decimals(quantile(correlations, 0.95), 2) };
  },
  // The fortnights of every startup come in another order.
  'a-fast-fortnight-gives-way': (periods, random) => {
    const velocities = new Map<string, number[]>();
    for (const { slug, commitVelocity14d } of periods.flat())
      velocities.set(slug, [...(velocities.get(slug) ?? []), commitVelocity14d]);
    for (const [slug, values] of velocities) velocities.set(slug, shuffled(values, random));
    const disordered = periods.map((startups) =>
      startups.map((one) => ({
        ...one,
        commitVelocity14d: velocities.get(one.slug)?.pop() ?? one.commitVelocity14d,
      })),
    );
    return { chanceR: COMPUTATIONS['a-fast-fortnight-gives-way']?.(disordered)['r'] ?? 0 };
  },
};

/** The values of 200 draws, ascending. */
function repeat(draw: () => number): number[] {
  return sorted(Array.from({ length: DRAWS }, draw), Number);
}
