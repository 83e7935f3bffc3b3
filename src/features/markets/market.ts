/** A prediction market: its question, its ranked candidates, its outcome. */
import { z } from 'zod';
import { NotFoundError } from '../../lib/errors.ts';
import { isoDay, parsePeriod, weekIndex } from '../../lib/period.ts';
import { type HistoryTable, PeriodSlug, Startup } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { MARKET_METRICS, type Market } from '../../registry/markets.ts';
import { hasEnded, statusOf } from '../../registry/status.ts';
import { apportion, brier, probabilities, rankForecast, standings } from './forecast.ts';

const Probability = z.number().min(0).max(1);
const Candidate = z.object({
  rank: z.int().positive(),
  name: z.string(),
  slug: z.string(),
  value: z.int().nonnegative().meta({ description: 'Of the metric, in the latest period' }),
  probability: Probability,
  signal: Startup.pick({
    period: true,
    commitVelocity14d: true,
    commitVelocityChange: true,
    contributors: true,
    signalType: true,
    signalStrength: true,
    scores: true,
  }),
  url: z.url(),
});

export const MarketRecord = z
  .object({
    slug: z.string(),
    url: z.url(),
    question: z.string(),
    status: z.enum(['open', 'resolved']).meta({
      description:
        'Open until the deciding edition is published, which is some time after it closes',
    }),
    opened: z.iso.date(),
    closes: z.iso.date().meta({ description: 'Last day of the deciding period' }),
    resolver: z.string(),
    sourceOfTruth: z.url(),
    decidedBy: PeriodSlug,
    metric: z.enum(MARKET_METRICS),
    sector: z.string().nullable(),
    forecast: z.object({
      period: PeriodSlug.meta({ description: 'What it was made from' }),
      weeksAhead: z.int().nonnegative(),
      cases: z.int().nonnegative().meta({ description: 'Past pairs of periods so far apart' }),
      method: z.string(),
    }),
    candidates: z.array(Candidate),
    resolution: z
      .object({
        winner: z.string(),
        value: z.int().nonnegative(),
        brier: z.number().nullable().meta({
          description: 'Of the forecast at the opening: 0 is perfect, 2 the worst',
        }),
      })
      .nullable(),
  })
  .meta({ id: 'Market' });
export type MarketRecord = z.infer<typeof MarketRecord>;

/** Fewer would show candidates far behind as impossible. */
const PROBABILITY_DIGITS = 6;

const METHOD =
  'How often, over all pairs of past periods so far apart, whoever stood at a rank led later; one case is added to every rank.';

/** @throws BellwetherError `unknown-market` with the list of existing ones */
export async function marketOf(slug: string, published: Published): Promise<MarketRecord> {
  const { markets } = published.registry;
  const market = markets.find((candidate) => candidate.slug === slug);
  if (market) return record(market, published);
  throw new NotFoundError('unknown-market', `There is no market ${JSON.stringify(slug)}.`, {
    details: {
      available: markets.map((known) => ({
        slug: known.slug,
        question: known.question,
        url: published.addresses.market(known.slug),
      })),
    },
  });
}

async function record(market: Market, published: Published): Promise<MarketRecord> {
  const { editions, addresses } = published;
  const history = await editions.history();
  const candidates = candidatesOf(market, published);
  const latest = history.periods.length - 1;
  const decided = history.periods.indexOf(market.decidedBy);
  const period = parsePeriod(market.decidedBy);
  if (!period) throw new RangeError(`${market.slug} is decided by no period`);
  const weeksAhead = Math.max(0, weekIndex(period.lastDay) - weekOf(editions.latest));
  const forecast = rankForecast(history, latest, weeksAhead, market.metric, candidates);
  const ranked = standings(history, latest, market.metric, candidates);
  const chances = apportion(probabilities(ranked.length, forecast), PROBABILITY_DIGITS);
  const startups = await editions.startups(editions.latest);
  return {
    slug: market.slug,
    url: addresses.market(market.slug),
    question: market.question,
    status: decided >= 0 ? 'resolved' : 'open',
    opened: market.opened,
    closes: isoDay(period.lastDay),
    resolver: `The published edition of ${period.name}: the covered startup${market.sector === null ? '' : ` of the sector ${market.sector}`} with the highest ${market.metric}, without those that had been acquired, had merged or had closed when the market opened; ties go to the higher commitVelocity14d, then to the slug.`,
    sourceOfTruth:
      decided >= 0
        ? addresses.editionFile(market.decidedBy, 'signals.json')
        : addresses.at('/api/changelog.json'),
    decidedBy: market.decidedBy,
    metric: market.metric,
    sector: market.sector,
    forecast: { period: editions.latest, weeksAhead, cases: forecast.cases, method: METHOD },
    candidates: ranked.flatMap(({ slug, value }, index) => {
      const startup = startups.get(slug);
      if (!startup) return [];
      const signal = MarketRecord.shape.candidates.element.shape.signal.parse(startup);
      const probability = chances[index] ?? 0;
      const url = addresses.startup(slug);
      return [{ rank: index + 1, name: startup.name, slug, value, probability, signal, url }];
    }),
    resolution: decided < 0 ? null : resolution(market, decided, history, candidates),
  };
}

/** Who led in the deciding period, and how well that was foreseen when the market opened. */
function resolution(
  market: Market,
  decided: number,
  history: HistoryTable,
  candidates: ReadonlySet<string>,
): MarketRecord['resolution'] {
  const { metric, opened } = market;
  const [winner] = standings(history, decided, metric, candidates);
  if (!winner) return null;
  const opening = history.periods.findLastIndex((slug) => lastDayIn(slug) < opened);
  const score = () => {
    const forecast = rankForecast(history, opening, decided - opening, metric, candidates);
    const ranked = standings(history, opening, metric, candidates);
    const chances = probabilities(ranked.length, forecast);
    return brier(
      new Map(ranked.map(({ slug }, index) => [slug, chances[index] ?? 0])),
      winner.slug,
    );
  };
  return { winner: winner.slug, value: winner.value, brier: opening < 0 ? null : score() };
}

/** Whoever was acquired, merged or closed when the market opened is none. */
function candidatesOf({ sector, opened }: Market, { registry }: Published): ReadonlySet<string> {
  const companies = registry.companies.filter(
    (company) =>
      (sector === null || company.sector === sector) && !hasEnded(statusOf(company, opened).status),
  );
  return new Set(companies.map(({ slug }) => slug));
}

function weekOf(slug: string): number {
  return weekIndex(parsePeriod(slug)?.lastDay ?? 0);
}

/** ISO date of a period's Sunday. */
function lastDayIn(slug: string): string {
  return isoDay(parsePeriod(slug)?.lastDay ?? 0);
}
