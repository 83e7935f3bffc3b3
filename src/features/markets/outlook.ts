/**
 * The forecast for a market on a day: from the hazard model if it asks about startups, and from past
 * changes of coverage if it asks about an edition.
 */
import { type Day, isoDay, parseDay, parsePeriod, weekIndex } from '../../lib/period.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import type { Market } from '../../registry/markets.ts';
import { chancesOf, registryHazards } from '../forecasts/chances.ts';
import { underreporting } from '../forecasts/incompleteness.ts';
import type { Life } from '../outcomes/life.ts';
import type { StageGroup } from '../outcomes/outcome-events.ts';
import { lives } from '../outcomes/registry-outcomes.ts';

/** Decimals of stored and published probabilities. */
const DECIMALS = 6;

type CandidateOutlook = {
  slug: string;
  probability: number;
  /** The stage in the model; null if the startup has ended or is no longer tracked. */
  stage: StageGroup | null;
  lastEventOn: string | null;
};

export type Outlook = {
  /** Probability of the answer yes. */
  probability: number;
  /** Most likely first. */
  candidates: readonly CandidateOutlook[];
};

/** @param day the forecast is made at its end; anything later is ignored */
export async function outlookOf(market: Market, published: Published, day: Day): Promise<Outlook> {
  if (market.asks === 'coverage')
    return {
      probability: coverageChance(market, await published.editions.history(), day),
      candidates: [],
    };
  const all = await lives(published.registry);
  const hazards = await registryHazards(published.registry, day);
  const factor = underreporting(published.registry);
  const left = Math.max(0, parseDay(market.closes) - day);
  const cause = market.asks === 'round' ? 'raise' : 'acquisition';
  const chance = (life: Life) => chancesOf(hazards, life, day, left, factor)[cause];
  const candidates = market.companies
    .map((slug): CandidateOutlook => {
      const life = all.get(slug);
      const standing = life?.isAliveAfter(day) ? life.standing(day + 1) : undefined;
      const hadEvent = standing !== undefined && standing.stage !== 'no event yet';
      return {
        slug,
        probability: life ? rounded(chance(life)) : 0,
        stage: standing?.stage ?? null,
        lastEventOn: hadEvent ? isoDay(standing.since) : null,
      };
    })
    .sort((a, b) => b.probability - a.probability || (a.slug < b.slug ? -1 : 1));
  const none = candidates.reduce((product, { probability }) => product * (1 - probability), 1);
  return { probability: rounded(1 - none), candidates };
}

/**
 * How often coverage grew by this much between past editions the same number of weeks apart. One case
 * is added to each answer, so that neither has probability 0.
 */
function coverageChance(market: Market, history: HistoryTable, day: Day): number {
  const weekOf = (slug: string) => weekIndex(parsePeriod(slug)?.lastDay ?? 0);
  const known = history.periods.findLastIndex((slug) => (parsePeriod(slug)?.lastDay ?? 0) <= day);
  const latest = history.periods[known];
  if (latest === undefined || market.edition === undefined) return 0.5;
  const counts = history.periods.slice(0, known + 1).map((_, at) => countCovered(history, at));
  const apart = Math.max(0, weekOf(market.edition) - weekOf(latest));
  const needed = (market.atLeast ?? 0) - (counts.at(-1) ?? 0);
  const changes = counts.flatMap((count, at) => {
    const later = counts[at + apart];
    return later === undefined ? [] : [later - count];
  });
  const enough = changes.filter((change) => change >= needed).length;
  return rounded((enough + 1) / (changes.length + 2));
}

/** Number of startups that a period covers. @param at index of the period */
function countCovered({ startups }: HistoryTable, at: number): number {
  return Object.values(startups).filter(({ velocity }) => (velocity[at] ?? null) !== null).length;
}

function rounded(probability: number): number {
  return Number(probability.toFixed(DECIMALS));
}
