/**
 * Estimates the probability of a first event within a year for each startup, from the base rate of
 * its peers, the signal of the week, and the stars of a user with a record of beating the peers.
 */
import type { Day } from '../../lib/period.ts';
import { logistic, logit, type Skill, skillIn } from './score.ts';
import { isOutcome, type TrackRecord, trialOf, WINDOW_DAYS } from './track-record.ts';

export const HORIZON_DAYS = 365;
/**
 * Odds ratio between a composite score of 100 and one of 50; its inverse applies at 0. It is small
 * because the signal is only a weak predictor of funding within a year (docs/scouts.md).
 */
export const SIGNAL_ODDS = 1.5;

export type Candidate = {
  slug: string;
  /** The week's composite score, 0 to 100; null if unknown. */
  composite: number | null;
};

export type Forecast = Candidate & {
  probability: number;
  /** The peers' probability, before the signal and the stars are taken into account. */
  baseRate: number;
  /** When the user starred it, if the star is still within its window. */
  starredOn: Day | undefined;
};

/**
 * @param stars the day on which the user first starred each startup, by slug
 * @param day the first day of the horizon, which is after everything that the record knows
 * @returns most likely first, with the skill estimated from the user's record
 */
export function forecasts(
  record: TrackRecord,
  candidates: readonly Candidate[],
  stars: ReadonlyMap<string, Day>,
  day: Day,
): { skill: Skill; ranked: Forecast[] } {
  const outcomes = [...stars].flatMap(([slug, starredOn]) => {
    const judged = record.outcomeOf(slug, starredOn);
    return judged && isOutcome(judged) ? [judged] : [];
  });
  const skill = skillIn(outcomes.map(trialOf));
  const ranked = candidates.flatMap(({ slug, composite }): Forecast[] => {
    const life = record.lives.get(slug);
    if (!life) return [];
    const baseRate = record.hazard.probability(life.standing(day), day, day + HORIZON_DAYS);
    const star = stars.get(slug);
    const starredOn = star !== undefined && day - star <= WINDOW_DAYS ? star : undefined;
    const odds =
      logit(baseRate) +
      (composite === null ? 0 : (Math.log(SIGNAL_ODDS) * (composite - 50)) / 50) +
      (starredOn === undefined ? 0 : skill.logOdds);
    return [{ slug, composite, baseRate, starredOn, probability: logistic(odds) }];
  });
  return {
    skill,
    ranked: ranked.sort((a, b) => b.probability - a.probability || (a.slug < b.slug ? -1 : 1)),
  };
}

/** Slugs of startups that can still have their first event on a day, as far as is known before it. */
export function withoutEvent(record: TrackRecord, day: Day): string[] {
  return [...record.lives.values()]
    .filter((life) => life.isAliveAfter(day) && !life.events.some((event) => event.day < day))
    .map(({ slug }) => slug);
}
