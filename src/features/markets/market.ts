/** Reads prediction markets: their state, latest forecasts, candidates and outcomes. */
import type { z } from 'zod';
import { NotFoundError } from '../../lib/errors.ts';
import { parseDay } from '../../lib/period.ts';
import type { Published } from '../../published/published.ts';
import type { DealSource } from '../../registry/deals.ts';
import { type Market, type MarketStatus, marketState } from '../../registry/markets.ts';
import type { Registry } from '../../registry/schema.ts';
import { statusOf } from '../../registry/status.ts';
import { incompletenessNote } from '../forecasts/incompleteness.ts';
import { type ForecastEntry, readForecastLog } from '../forecasts/log.ts';
import { Candidate, type ListedMarket, type MarketRecord } from './market-record.ts';
import { type Outlook, outlookOf } from './outlook.ts';
import { rulesOf } from './rules.ts';

const BY_HAZARD =
  'A hazard model: how often startups raise or are acquired, given their stage, the time since their last round or valuation, and calendar time. It has no other inputs; in particular, it does not use the signals.';
const METHODS: Readonly<Record<Market['asks'], string>> = {
  round: `${BY_HAZARD} Rates of rounds are scaled up for the rounds that the registry is estimated to miss.`,
  acquisition: BY_HAZARD,
  coverage:
    'How often coverage changed by at least as much between past editions the same number of weeks apart, with one case added to each answer.',
};

export function listedMarkets(
  published: Published,
  now = new Date(),
): z.infer<typeof ListedMarket>[] {
  const today = now.toISOString().slice(0, 10);
  return published.registry.markets.map((market) =>
    listed(market, stateOf(market, published, today).status, published),
  );
}

function listed(market: Market, status: MarketStatus, { addresses }: Published) {
  const { slug, question, asks, opened, closes, backtest } = market;
  const isBackTest = backtest === true;
  return { slug, question, asks, status, isBackTest, opened, closes, url: addresses.market(slug) };
}

/** @throws BellwetherError `unknown-market`, listing the existing ones */
export async function marketOf(
  slug: string,
  published: Published,
  now = new Date(),
): Promise<MarketRecord> {
  const { markets } = published.registry;
  const market = markets.find((candidate) => candidate.slug === slug);
  if (market) return record(market, published, now.toISOString().slice(0, 10));
  throw new NotFoundError('unknown-market', `There is no market ${JSON.stringify(slug)}.`, {
    details: { available: listedMarkets(published, now) },
  });
}

async function record(market: Market, published: Published, today: string): Promise<MarketRecord> {
  const { editions, addresses, registry } = published;
  const { slug, asks, opened, backtest, rulings, edition } = market;
  const log = await readForecastLog(editions);
  const logged = log.entries.filter((entry) => entry.market === slug);
  const last = logged.at(-1);
  const { status, ruling } = stateOf(market, published, today);
  // A market that is no longer open keeps its forecast; if none was logged, that of its first day.
  const madeOn = backtest || status !== 'open' ? opened : today;
  const computed = await outlookOf(market, published, parseDay(madeOn));
  const outlook = last ? asLogged(last, computed) : computed;
  const startups = await editions.startups(editions.latest);
  // Only logged forecasts count. A back-test is computed, and counts in no record.
  const first = backtest ? computed.probability : logged[0]?.probability;
  const judged = ruling?.outcome;
  return {
    ...listed(market, status, published),
    resolver:
      asks === 'coverage'
        ? 'Decided by the published edition itself.'
        : 'Decided by the first public document that shows it: a press release, a filing, or what both sides disclosed.',
    sourceOfTruth: ruling?.sources[0]?.url ?? sourceOfTruth(market, published),
    rules: rulesOf(market),
    forecast: {
      probability: outlook.probability,
      madeOn: last ? last.madeAt.slice(0, 10) : madeOn,
      isLogged: last !== undefined,
      method: METHODS[asks],
      note:
        edition === undefined
          ? incompletenessNote(registry)
          : 'Coverage is counted from published editions, which are complete.',
      history: logged.map(({ number, madeAt, probability }) => ({ number, madeAt, probability })),
      logHead: log.head,
    },
    candidates: outlook.candidates.map((candidate, index) => {
      const company = registry.companies.find((one) => one.slug === candidate.slug);
      const startup = startups.get(candidate.slug);
      return {
        rank: index + 1,
        name: company?.name ?? candidate.slug,
        slug: candidate.slug,
        probability: candidate.probability,
        status: company ? statusOf(company, today).status : 'untracked',
        stage: candidate.stage,
        lastEventOn: candidate.lastEventOn,
        signal: startup ? Candidate.shape.signal.parse(startup) : null,
        url: company ? addresses.startup(candidate.slug) : null,
      };
    }),
    rulings: rulings.map(({ announcedOn = null, final, withdrawn = null, sources, ...said }) => ({
      ...said,
      announcedOn,
      isFinal: final === true,
      withdrawn,
      sources: sources.map(sourceRecord),
    })),
    resolution:
      ruling && judged
        ? {
            outcome: judged,
            on: ruling.on,
            announcedOn: ruling.announcedOn ?? null,
            reason: ruling.reason,
            sources: ruling.sources.map(sourceRecord),
            brier: judged === 'void' || first === undefined ? null : brier(first, judged === 'yes'),
          }
        : null,
  };
}

/** The market's state. It is void if a startup is no longer tracked, with or without a ruling. */
function stateOf(market: Market, { registry }: Published, today: string) {
  const state = marketState(market, today);
  const tracked = new Set(registry.companies.map(({ slug }) => slug));
  const isLost = market.companies.some((slug) => !tracked.has(slug));
  return isLost && !state.ruling ? { status: 'void' as const, ruling: undefined } : state;
}

/** Combines the logged probabilities with the facts known now. */
function asLogged(
  { probability, candidates }: ForecastEntry,
  { candidates: known }: Outlook,
): Outlook {
  return {
    probability,
    candidates: known
      .map((one) => ({ ...one, probability: candidates[one.slug] ?? one.probability }))
      .sort((a, b) => b.probability - a.probability || (a.slug < b.slug ? -1 : 1)),
  };
}

function sourceOfTruth(
  { edition, companies }: Market,
  { editions, addresses, companies: tracked }: Published,
): string {
  const first = companies.find((slug) => tracked.get(slug));
  if (first !== undefined) return addresses.at(`/diligence/${first}`);
  return edition !== undefined && editions.periods.some(({ slug }) => slug === edition)
    ? addresses.editionFile(edition, 'signals.json')
    : addresses.at('/api/changelog.json');
}

function sourceRecord({ url, title, publisher, publishedOn }: z.infer<typeof DealSource>) {
  return { url, title, publisher, publishedOn };
}

/** Markets that are forecast on a day. */
export function openMarkets({ markets }: Pick<Registry, 'markets'>, today: string): Market[] {
  return markets.filter(
    (market) =>
      market.backtest !== true &&
      market.opened <= today &&
      marketState(market, today).status === 'open',
  );
}

/** The Brier score of one forecast: 0 is perfect, 1 is the worst. */
function brier(probability: number, happened: boolean): number {
  return (probability - Number(happened)) ** 2;
}
