/**
 * The house entry: for every covered startup that is still independent, the probability that
 * something is announced of it within 90 days, and the base rate of its stage beside it.
 */
import type { Day } from '../../lib/period.ts';
import type { Course } from './course.ts';
import type { DatedEvent } from './events.ts';
import { baseChances, chancesOf, fitHazard, type HazardModel, spanAt } from './hazard.ts';
import type { Graded } from './scores.ts';

/** Days after the forecast in which the event has to be announced. */
export const HOUSE_DAYS = 90;
/** The model learns from so many days before a forecast: three years. */
export const TRAINING_DAYS = 1_096;
/** Weeks whose forecasts share most of their 90 days. */
const BLOCK_DAYS = 91;
/** Probabilities are kept and published with so many decimals. */
const DECIMALS = 6;

/** By slug: the probability, and the base rate's. */
export type HouseForecasts = Readonly<Record<string, readonly [probability: number, base: number]>>;

/** What could be known at the end of the day: nothing later is looked at. */
export function modelAsOf(courses: readonly Course[], day: Day): HazardModel {
  return fitHazard(courses, day + 1 - TRAINING_DAYS, day + 1);
}

/**
 * @param covered slugs
 * @param day whose end they are made at
 */
export function houseForecasts(
  courses: readonly Course[],
  covered: ReadonlySet<string>,
  day: Day,
): HouseForecasts {
  const model = modelAsOf(courses, day);
  return Object.fromEntries(
    courses
      .filter((course) => covered.has(course.company) && spanAt(course, day))
      .map((course) => [
        course.company,
        [
          rounded(chancesOf(model, course, day, HOUSE_DAYS).any),
          rounded(baseChances(model, course, day, HOUSE_DAYS).any),
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
