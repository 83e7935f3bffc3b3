/** The enriched signal that is sold: one startup in its sector, among its like, and over time. */
import type { Startup } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { comparables } from './comparables.ts';
import { type Rank, thesis } from './thesis.ts';

const COMPARABLES = 5;
const PERIODS = 26;

/** Specification, section 2, and what was decided beyond it. */
export type DeepSignal = Pick<
  Startup,
  'name' | 'sector' | 'stage' | 'geography' | 'signalType' | 'scores'
> & {
  found: true;
  slug: string;
  period: string;
  rank: Rank;
  thesis: string;
  comparables: {
    name: string;
    slug: string;
    sector: string;
    similarity: number;
    composite: number;
    url: string;
  }[];
  history: HistoryEntry[];
  url: string;
  evidenceUrl: string;
};

type HistoryEntry = {
  period: string;
  commitVelocity14d: number;
  commitVelocityChangeRatio: number | null;
  contributors: number;
  composite: number;
};

export type NoDeepSignal = {
  found: false;
  name: string;
  period: string;
  notes: string[];
  nearMisses: { name: string; slug: string; url: string }[];
};

/** @param text a name, alias, slug or GitHub account; whatever is not certain is not found */
export async function deepSignal(
  published: Published,
  text: string,
): Promise<DeepSignal | NoDeepSignal> {
  const { editions, companies, addresses } = published;
  const period = editions.latest;
  const missing = (note: string, near: readonly { name: string; slug: string }[] = []) => ({
    found: false as const,
    name: text,
    period,
    notes: [note, 'Nothing was charged.'],
    nearMisses: near.map(({ name, slug }) => ({ name, slug, url: addresses.startup(slug) })),
  });
  const lookup = companies.find(text);
  if (!lookup.found) return missing('No tracked startup has this name.', lookup.nearMisses);
  const { slug, name } = lookup.company;
  const startups = await editions.startups(period);
  const startup = startups.get(slug);
  if (!startup) return missing(`${name} is tracked, but not covered in ${period}.`);
  const made = await published.derived(signals);
  const known = made.get(slug);
  if (known) return known;
  const signal = await signalOf(published, startup, startups);
  made.set(slug, signal);
  return signal;
}

/** Those that were asked for, by slug: each is the same for everybody until the next publication. */
function signals(): Map<string, DeepSignal> {
  return new Map();
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
    name: startup.name,
    slug,
    sector: startup.sector,
    stage: startup.stage,
    geography: startup.geography,
    period,
    signalType: startup.signalType,
    scores: startup.scores,
    rank,
    thesis: thesis(startup, rank, sectorName),
    comparables: comparables(startup, startups.values(), COMPARABLES).map(
      ({ startup: other, similarity }) => ({
        name: other.name,
        slug: other.slug,
        sector: other.sector,
        similarity,
        composite: other.scores.composite,
        url: other.url,
      }),
    ),
    history: (await published.derived(histories)).get(slug) ?? [],
    url: startup.url,
    evidenceUrl: startup.evidenceUrl,
  };
}

async function standing(
  { editions }: Published,
  { slug, sector }: Startup,
): Promise<{ rank: Rank; sectorName: string }> {
  const { sectors } = await editions.signals(editions.latest);
  const own = sectors.find((candidate) => candidate.slug === sector);
  const order = own?.startups ?? [];
  const sectorTotal = order.length;
  const inSector = order.findIndex((other) => other.slug === slug) + 1;
  // Of the others in the sector, how many stand behind it; alone it stands before all there are.
  const share = sectorTotal > 1 ? (sectorTotal - inSector) / (sectorTotal - 1) : 1;
  const rank = { inSector, sectorTotal, sectorPercentile: Math.round(100 * share) };
  return { rank, sectorName: own?.name ?? sector };
}

/** By slug, newest period first; periods in which a startup was not covered are left out. */
async function histories({ editions }: Published): Promise<ReadonlyMap<string, HistoryEntry[]>> {
  const all = new Map<string, HistoryEntry[]>();
  for (const { slug: period } of editions.periods.slice(0, PERIODS))
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
