/** Prediction markets: open questions that an edition to come decides. */
import { join } from 'node:path';
import { z } from 'zod';
import { PERIOD_SLUG } from '../lib/period.ts';
import { SlugText } from './schema.ts';
import type { Fault } from './yaml-file.ts';
import { readYamlFolder } from './yaml-folder.ts';

/** The numbers of a startup's record that a market may ask for. */
export const MARKET_METRICS = ['composite', 'velocity', 'contributors'] as const;

const Period = z.string().regex(PERIOD_SLUG, 'must be an ISO week like 2026-w31');

const MarketFile = z.strictObject({
  question: z.string().min(10).max(200),
  /** Null asks among all startups. */
  sector: SlugText.nullable(),
  /** Whoever has the highest value in the deciding period wins. */
  metric: z.enum(MARKET_METRICS),
  opened: z.iso.date('must be a date like 2026-08-16'),
  /** Its edition decides. */
  decidedBy: Period,
});

export type Market = z.infer<typeof MarketFile> & { slug: string };

/** Reads `markets/` of a registry folder. */
export function readMarkets(
  folder: string,
  sectors: ReadonlySet<string>,
): { markets: Market[]; faults: Fault[] } {
  const { entries, faults } = readYamlFolder(join(folder, 'markets'), MarketFile);
  const markets = entries.flatMap(({ slug, read }) =>
    read.value ? [{ slug, ...read.value }] : [],
  );
  const unknown = entries.flatMap(({ read }) => {
    const sector = read.value?.sector ?? null;
    if (sector === null || sectors.has(sector)) return [];
    return [read.faultAt(['sector'], `${sector} is not in sectors.yaml`)];
  });
  return { markets, faults: [...faults, ...unknown] };
}
