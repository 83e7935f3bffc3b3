/**
 * The house entry: for every covered startup that is still independent, the probability that
 * something is announced of it within 90 days, and the base rate of its stage beside it.
 */
import type { Day } from '../../lib/period.ts';
import type { DatedEvent } from '../outcomes/events.ts';
import type { Life } from '../outcomes/life.ts';
import { chancesOf, type ForecastModel } from './chances.ts';
import type { Graded } from './scores.ts';

/** Days after the forecast in which the event has to be announced. */
export const HOUSE_DAYS = 90;
/** Weeks whose forecasts share most of their 90 days. */
const BLOCK_DAYS = 91;
/** Probabilities are kept and published with so many decimals. */
const DECIMALS = 6;

/** By slug: the probability, and the base rate's. */
export type HouseForecasts = Readonly<Record<string, readonly [probability: number, base: number]>>;

/**
 * @param covered slugs
 * @param model as of the day
 * @param day whose end they are made at
 */
export function houseForecasts(
  lives: Iterable<Life>,
  covered: ReadonlySet<string>,
  { hazards, byStage }: ForecastModel,
  day: Day,
): HouseForecasts {
  return Object.fromEntries(
    [...lives]
      .filter((life) => covered.has(life.slug) && life.isAliveAfter(day))
      .map((life) => [
        life.slug,
        [
          rounded(chancesOf(hazards, life, day, HOUSE_DAYS).any),
          rounded(chancesOf(byStage, life, day, HOUSE_DAYS).any),
        ],
      ]),
  );
}

export function rounded(probability: number): number {
  return Number(probability.toFixed(DECIMALS));
}

/**
 * What came of the forecasts of a day; nothing before their 90 days are over.
 *
 * @param today the first day of which nothing is known yet
 */
export function gradeHouse(
  forecasts: HouseForecasts,
  day: Day,
  events: ReadonlyMap<string, readonly DatedEvent[]>,
  today: Day,
): Graded[] {
  if (day + HOUSE_DAYS >= today) return [];
  return Object.entries(forecasts).map(([company, [probability, base]]) => ({
    company,
    block: Math.floor(day / BLOCK_DAYS),
    probability,
    base,
    happened: (events.get(company) ?? []).some(
      (event) => event.day > day && event.day <= day + HOUSE_DAYS,
    ),
  }));
}
