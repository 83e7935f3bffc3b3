/**
 * The house entry: for every covered startup that is still independent, the probability that an event
 * is announced within 90 days, and the base rate for its stage.
 */
import type { Day } from '../../lib/period.ts';
import { Slices } from '../../lib/slices.ts';
import type { Life } from '../outcomes/life.ts';
import type { DatedEvent } from '../outcomes/outcome-events.ts';
import { chancesOf, type ForecastModel } from './chances.ts';
import type { Graded } from './scores.ts';

/** Number of days after the forecast within which the event has to be announced. */
export const HOUSE_DAYS = 90;
/** Length of a block of weeks whose forecast periods mostly overlap. */
const BLOCK_DAYS = 91;
/** Decimals of stored and published probabilities. */
const DECIMALS = 6;

/** Probability and base rate, by slug. */
export type HouseForecasts = Readonly<Record<string, readonly [probability: number, base: number]>>;

/**
 * @param covered slugs
 * @param model fitted as of `day`
 * @param day the forecasts are made at its end
 */
export async function houseForecasts(
  lives: Iterable<Life>,
  covered: ReadonlySet<string>,
  { hazards, byStage }: ForecastModel,
  day: Day,
  slices = new Slices(),
): Promise<HouseForecasts> {
  const alive = [...lives].filter((life) => covered.has(life.slug) && life.isAliveAfter(day));
  const chances = await slices.map(alive, (life): [string, readonly [number, number]] => [
    life.slug,
    [
      rounded(chancesOf(hazards, life, day, HOUSE_DAYS).any),
      rounded(chancesOf(byStage, life, day, HOUSE_DAYS).any),
    ],
  ]);
  return Object.fromEntries(chances);
}

export function rounded(probability: number): number {
  return Number(probability.toFixed(DECIMALS));
}

/** Whether the 90 days after the day of a forecast are over. */
export function isOver(day: Day, today: Day): boolean {
  return day + HOUSE_DAYS < today;
}

/**
 * Grades the forecasts of a day; empty until their 90 days are over.
 *
 * @param today the first day about which nothing is known yet
 */
export function gradeHouse(
  forecasts: HouseForecasts,
  day: Day,
  events: ReadonlyMap<string, readonly DatedEvent[]>,
  today: Day,
): Graded[] {
  if (!isOver(day, today)) return [];
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
