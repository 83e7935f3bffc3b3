/**
 * How much the scores depend on the constants of the method: editions are scored again with one
 * choice changed, and compared with what was published.
 */
import type { EvidenceRecord, Startup } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { median } from '../../pipeline/signals/accelerate.ts';
import { percentiles, trending } from '../../pipeline/signals/rank.ts';
import {
  decimals,
  mean,
  rankCorrelation,
  share,
  standardDeviation,
  wholePercent,
} from './statistics.ts';

/** What can be chosen otherwise. */
type Choices = {
  /** Added to both velocities of a change. */
  smoothing: number;
  /** Smallest spread that a change is measured in. */
  floor: number;
  /** Preceding periods that a change is compared with. */
  baseline: number;
  /** Centre and spread of the past. */
  spread: 'median' | 'mean';
  weights: { velocity: number; growth: number; novelty: number };
};

/** As the method has them (docs/method.md). */
export const PUBLISHED_CHOICES: Choices = {
  smoothing: 5,
  floor: 0.25,
  baseline: 26,
  spread: 'median',
  weights: { velocity: 0.25, growth: 0.5, novelty: 0.25 },
};

/** One choice at a time. */
export const CHANGES: Readonly<Record<string, Partial<Choices>>> = {
  'smoothing-1': { smoothing: 1 },
  'smoothing-10': { smoothing: 10 },
  'floor-0.1': { floor: 0.1 },
  'floor-0.5': { floor: 0.5 },
  'baseline-13': { baseline: 13 },
  'mean-and-deviation': { spread: 'mean' },
  'equal-weights': { weights: { velocity: 1 / 3, growth: 1 / 3, novelty: 1 / 3 } },
  'growth-alone': { weights: { velocity: 0, growth: 1, novelty: 0 } },
  'without-novelty': { weights: { velocity: 1 / 3, growth: 2 / 3, novelty: 0 } },
};

export type Agreement = {
  /** Mean rank correlation of the composite scores with the published ones, three decimals. */
  correlation: number;
  /** Mean share of the published top 20 that stays in it, whole percent. */
  kept: number;
};

/** One edition: its startups with commits, and what their numbers were computed from. */
export type Scored = { startup: Startup; evidence: EvidenceRecord };

const A_YEAR = 52;
const SCALE = 1.4826;
const FEWEST_ACTIVE = 8;

/** The last 52 editions up to one. */
export async function yearOfEditions(
  { editions }: Published,
  last: string,
): Promise<readonly (readonly Scored[])[]> {
  const slugs = editions.periods.map(({ slug }) => slug);
  const from = slugs.indexOf(last);
  const year: Scored[][] = [];
  // One after the other: editions are parsed one at a time and let go again.
  for (const slug of slugs.slice(from, from + A_YEAR)) {
    const evidence = await editions.evidence(slug);
    const startups = [...(await editions.startups(slug)).values()];
    year.push(
      startups.flatMap((startup) => {
        const own = evidence.get(startup.slug);
        return own && startup.commitVelocity14d > 0 ? [{ startup, evidence: own }] : [];
      }),
    );
  }
  return year;
}

/** How far scores with a change agree with the published ones, as a mean over editions. */
export function agreement(
  editions: readonly (readonly Scored[])[],
  change: Partial<Choices>,
): Agreement {
  const compared = editions.map((edition) => {
    const changed = rescored(edition, { ...PUBLISHED_CHOICES, ...change });
    const published = edition.map(({ startup }) => startup);
    const composite = ({ scores }: Startup) => scores.composite;
    const top = new Set(trending(changed).map(({ slug }) => slug));
    return {
      correlation: rankCorrelation(published.map(composite), changed.map(composite)),
      kept: share(trending(published), ({ slug }) => top.has(slug)),
    };
  });
  return {
    correlation: decimals(mean(compared.map(({ correlation }) => correlation)), 3),
    kept: wholePercent(mean(compared.map(({ kept }) => kept))),
  };
}

/** The startups of an edition with the scores that the choices give them. */
export function rescored(edition: readonly Scored[], choices: Choices): Startup[] {
  const accelerations = edition.map(({ evidence }) => acceleration(evidence, choices));
  const growthOf = percentiles(accelerations);
  const { weights } = choices;
  return edition.map(({ startup }, index) => {
    const { velocity, novelty } = startup.scores;
    const growth = growthOf(accelerations[index] ?? 0);
    const composite = Math.round(
      weights.velocity * velocity + weights.growth * growth + weights.novelty * novelty,
    );
    return { ...startup, scores: { velocity, growth, novelty, composite } };
  });
}

/** Step 4 of the method with its constants as parameters. */
export function acceleration({ weeklyCommits }: EvidenceRecord, choices: Choices): number {
  const { smoothing, floor, baseline, spread } = choices;
  const commits = (from: number) => (weeklyCommits[from] ?? 0) + (weeklyCommits[from + 1] ?? 0);
  const changeAt = (ago: number) =>
    Math.log((commits(ago) + smoothing) / (commits(ago + 2) + smoothing));
  const periods = Math.min(baseline, Math.max(0, weeklyCommits.length - 4));
  const past = Array.from({ length: periods }, (_, index) => index + 1);
  if (past.filter((ago) => (weeklyCommits[ago] ?? 0) > 0).length < FEWEST_ACTIVE)
    return changeAt(0) / floor;
  const changes = past.map(changeAt);
  const isMedian = spread === 'median';
  const centre = isMedian ? median(changes) : mean(changes);
  const width = isMedian
    ? SCALE * median(changes.map((x) => Math.abs(x - centre)))
    : standardDeviation(changes);
  return (changeAt(0) - centre) / Math.max(width, floor);
}
