/**
 * How much the scores depend on the constants of the method: editions are scored again with one choice
 * changed, and compared with the published ones.
 */

import { rankCorrelation, share } from '../../src/features/research/statistics.ts';
import { decimals, mean } from '../../src/lib/averages.ts';
import { wholePercent } from '../../src/lib/prose.ts';
import type { EvidenceRecord, Startup } from '../../src/pipeline/edition/record.ts';
import { sixDecimals } from '../../src/pipeline/signals/growth.ts';
import { PACE, type PaceChoices, paceGrowth } from '../../src/pipeline/signals/pace.ts';
import {
  COMPOSITE,
  type CompositeChoices,
  scores,
  trending,
} from '../../src/pipeline/signals/rank.ts';
import type { Published } from '../../src/published/published.ts';

type Choices = PaceChoices & CompositeChoices;

/** As the method has them (docs/method.md). */
export const PUBLISHED_CHOICES: Choices = { ...PACE, ...COMPOSITE };

export const CHANGES: Readonly<Record<string, Partial<Choices>>> = {
  'fast-2': { fastHalfLife: 2 },
  'fast-8': { fastHalfLife: 8 },
  'slow-13': { slowHalfLife: 13 },
  'typical-noise-0.2': { typicalNoise: 0.2 },
  'noise-weight-26': { noiseWeight: 26 },
  'one-unit': { noiseWeight: Number.POSITIVE_INFINITY },
  'equal-weights': { weights: { velocity: 1, growth: 1, novelty: 1 } },
  'growth-alone': { weights: { velocity: 0, growth: 100, novelty: 0 } },
  'without-novelty': { weights: { velocity: 30, growth: 70, novelty: 0 } },
  'full-up-to-50': { fullUpTo: 0.5 },
  'full-up-to-70': { fullUpTo: 0.7 },
  'no-discount': { fullUpTo: 1 },
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

/** The last 52 editions up to one. */
export async function yearOfEditions(
  { editions }: Published,
  last: string,
): Promise<readonly (readonly Scored[])[]> {
  const slugs = editions.periods.map(({ slug }) => slug);
  const from = slugs.indexOf(last);
  const year: Scored[][] = [];
  // In sequence, so that only one parsed edition is in memory at a time.
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
    const scoreOf = ({ scores }: Startup) => scores.composite;
    const top = new Set(trending(changed).map(({ slug }) => slug));
    return {
      correlation: rankCorrelation(published.map(scoreOf), changed.map(scoreOf)),
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
  const scored = scores(
    edition.map(({ startup, evidence: { work, newcomerShare, concentration } }) => ({
      ...startup,
      paceGrowth: sixDecimals(paceGrowth(work.weeklyPace, choices)),
      newcomerShare,
      concentration,
    })),
    choices,
  );
  return edition.map(({ startup }, index) => ({
    ...startup,
    scores: scored[index] ?? startup.scores,
  }));
}
