/**
 * The paid deep signal: one startup with its rank in the sector, comparable startups, and its
 * history.
 */

import { z } from 'zod';
import { Memo } from '../../lib/memoize.ts';
import { PeriodSlug, Startup } from '../../pipeline/edition/record.ts';
import { NearMisses } from '../../published/name-index.ts';
import { missIn, NOT_COVERED, TRACKED_COMPANY } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';
import { standingIn } from '../../published/startup-numbers.ts';
import { comparables } from './comparables.ts';
import { Rank, thesis } from './thesis.ts';

const MAX_COMPARABLES = 5;
const MAX_PERIODS = 26;
const MAX_SIGNALS = 10_000;

/** Fields of the record of the week, in the order of the answer. */
const Identity = Startup.pick({
  name: true,
  slug: true,
  sector: true,
  stage: true,
  lastKnownStage: true,
  lastKnownStageOn: true,
  stageBasis: true,
  status: true,
  statusBasis: true,
  geography: true,
});
const Signal = Startup.pick({
  signalType: true,
  signalStrength: true,
  signalSince: true,
  signalValue: true,
  evidence: true,
  scores: true,
});
const Count = z.int().nonnegative();
const { scores, url, evidenceUrl } = Startup.shape;
const { composite } = scores.shape;

/** Specification, section 2, with additional fields. */
export const DeepSignal = z
  .object({
    found: z.literal(true),
    ...Identity.shape,
    period: PeriodSlug,
    ...Signal.shape,
    rank: Rank,
    thesis: z
      .string()
      .meta({ description: 'Two to four sentences; every number is in the record' }),
    comparables: z
      .array(
        Startup.pick({ name: true, slug: true, sector: true }).extend({
          similarity: z.number().min(0).max(1),
          composite,
          url: z.url(),
        }),
      )
      .max(MAX_COMPARABLES)
      .meta({ description: 'The most similar startups of the period, most similar first' }),
    history: z
      .array(
        z.object({
          period: PeriodSlug,
          commitVelocity14d: Count,
          commitVelocityChangeRatio: z.number().nullable(),
          contributors: Count,
          composite,
        }),
      )
      .max(MAX_PERIODS)
      .meta({ description: 'Newest first; periods in which it was not covered are left out' }),
    url,
    evidenceUrl,
  })
  .meta({ id: 'DeepSignal', description: 'Specification, section 2' });
export type DeepSignal = z.infer<typeof DeepSignal>;

export const DeepSignalMiss = z
  .object({
    found: z.literal(false),
    name: z.string().meta({ description: 'The name as it was asked for' }),
    period: PeriodSlug,
    ...TRACKED_COMPANY,
    ...NOT_COVERED,
    ...NearMisses,
  })
  .meta({ id: 'DeepSignalMiss', description: 'Charged nothing; never another startup’s signal' });
export type DeepSignalMiss = z.infer<typeof DeepSignalMiss>;

/** @param text a name, alias, slug or GitHub account; only certain matches are accepted */
export async function deepSignal(
  published: Published,
  text: string,
): Promise<DeepSignal | DeepSignalMiss> {
  const { editions, companies } = published;
  const period = editions.latest;
  const lookup = companies.find(text);
  const company = lookup.found ? lookup.company : undefined;
  const slug = company?.slug ?? '';
  const startups = await editions.startups(period);
  const startup = startups.get(slug);
  if (!startup) {
    const near = lookup.found ? [] : lookup.nearMisses;
    const miss = await missIn(company, near, period, published);
    return {
      found: false,
      name: text,
      period,
      ...miss,
      notes: [...miss.notes, 'Nothing was charged.'],
    };
  }
  const signals = await published.derived(memoOfSignals);
  return signals.get(slug, () => signalOf(published, startup, startups));
}

/** Cached by slug: a deep signal is the same for everybody until the next publication. */
function memoOfSignals(): Memo<string, DeepSignal> {
  return new Memo({ entries: MAX_SIGNALS });
}

async function signalOf(
  published: Published,
  startup: Startup,
  startups: ReadonlyMap<string, Startup>,
): Promise<DeepSignal> {
  const { slug, period } = startup;
  const { rank, sectorName } = await standing(published, startup);
  return {
    found: true,
    ...Identity.parse(startup),
    period,
    ...Signal.parse(startup),
    rank,
    thesis: thesis(startup, rank, sectorName),
    comparables: comparables(startup, startups.values(), MAX_COMPARABLES).map(
      ({ startup: { name, slug, sector, scores, url }, similarity }) => ({
        ...{ name, slug, sector, similarity, composite: scores.composite, url },
      }),
    ),
    history: (await published.derived(histories)).get(slug) ?? [],
    url: startup.url,
    evidenceUrl: startup.evidenceUrl,
  };
}

async function standing(
  { editions }: Published,
  startup: Startup,
): Promise<{ rank: Rank; sectorName: string }> {
  const { sectors } = await editions.signals(editions.latest);
  const own = standingIn(sectors, startup);
  const sectorTotal = own?.sector.startupCount ?? 0;
  const inSector = own?.rank ?? 0;
  // The share of the sector's other startups that rank below it; 1 if there are no others.
  const share = sectorTotal > 1 ? (sectorTotal - inSector) / (sectorTotal - 1) : 1;
  const rank = { inSector, sectorTotal, sectorPercentile: Math.round(100 * share) };
  return { rank, sectorName: own?.sector.name ?? startup.sector };
}

/** By slug, newest period first, without periods that do not cover the startup. */
async function histories({
  editions,
}: Published): Promise<ReadonlyMap<string, DeepSignal['history']>> {
  const all = new Map<string, DeepSignal['history']>();
  for (const { slug: period } of editions.periods.slice(0, MAX_PERIODS))
    for (const [slug, startup] of await editions.startups(period)) {
      const { commitVelocity14d, commitVelocityChangeRatio, contributors, scores } = startup;
      const entry = {
        period,
        commitVelocity14d,
        commitVelocityChangeRatio,
        contributors,
        composite: scores.composite,
      };
      all.set(slug, [...(all.get(slug) ?? []), entry]);
    }
  return all;
}
