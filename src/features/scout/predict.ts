/** Experimental: which tracked startups a scout might star next. */
import { z } from 'zod';
import type { Published } from '../../published/published.ts';
import type { StarHistory } from './star-source.ts';
import { starredStartups } from './starred.ts';

const MAX_PREDICTIONS = 10;

export const ScoutPrediction = z
  .object({
    username: z.string(),
    experimental: z.literal(true),
    period: z.string(),
    method: z.string(),
    predictions: z.array(
      z.object({
        rank: z.int().positive(),
        name: z.string(),
        slug: z.string(),
        sector: z.string(),
        value: z.number().min(0).max(1),
        reasons: z.object({
          startupsStarredInSector: z.int().nonnegative(),
          sectorAffinity: z.number().min(0).max(1),
          composite: z.int().min(0).max(100),
        }),
        url: z.url(),
      }),
    ),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ScoutPrediction' });

/**
 * Ranks the covered startups that were not starred by affinity times composite / 100. The affinity to
 * a sector is (starred in it + 1) / (starred in all + number of sectors), so that it is never 0.
 */
export async function predictScout(
  username: string,
  { stars }: StarHistory,
  published: Published,
): Promise<z.infer<typeof ScoutPrediction>> {
  const { editions, registry, addresses } = published;
  const starred = (await starredStartups(stars, published)).map(({ company }) => company);
  const known = new Set(starred.map(({ slug }) => slug));
  const inSector = (sector: string) =>
    starred.filter((company) => company.sector === sector).length;
  const total = starred.length + registry.sectors.length;
  const candidates = [...(await editions.startups(editions.latest)).values()]
    .filter(({ slug }) => !known.has(slug))
    .map(({ name, slug, sector, scores: { composite } }) => {
      const sectorAffinity = (inSector(sector) + 1) / total;
      const reasons = { startupsStarredInSector: inSector(sector), sectorAffinity, composite };
      return { name, slug, sector, value: (sectorAffinity * composite) / 100, reasons };
    })
    .sort((a, b) => b.value - a.value || (a.slug < b.slug ? -1 : 1));
  return {
    username,
    experimental: true,
    period: editions.latest,
    method:
      'Share of the scout’s starred startups in the sector, smoothed, times the composite score of the period. Untested as a forecast.',
    predictions: candidates.slice(0, MAX_PREDICTIONS).map((candidate, index) => ({
      rank: index + 1,
      ...candidate,
      url: addresses.startup(candidate.slug),
    })),
    notes:
      starred.length === 0
        ? ['No tracked startup was starred yet, so every sector counts the same.']
        : [],
  };
}
