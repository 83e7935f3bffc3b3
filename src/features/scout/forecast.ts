/**
 * How likely a first event of each startup is within a year, as somebody's record bears on it: the base
 * rate of its peers, the signal of the week, and the stars of a user who has beaten the peers before.
 */
import type { Day } from '../../lib/period.ts';
import { logistic, logit, type Skill, skillIn } from './score.ts';
import { isOutcome, type TrackRecord, trialOf, WINDOW_DAYS } from './track-record.ts';

export const HORIZON_DAYS = 365;
/**
 * Factor on the odds between a composite score of 50 and one of 100, and its inverse at 0. The signal
 * tells a little of who is funded within a year (docs/scouts.md), and gets as much.
 */
export const SIGNAL_ODDS = 1.5;

export type Candidate = {
  slug: string;
  /** The composite score of the week, 0 to 100; null where nothing is known. */
  composite: number | null;
};

export type Forecast = Candidate & {
  /** Of an event within the horizon, 0 to 1. */
  probability: number;
  /** The same among peers, before the signal and the stars. */
  baseRate: number;
  /** When the user starred it, if the star is still followed. */
  starredOn: Day | undefined;
};

/**
 * @param stars first days on which somebody starred startups, by slug
 * @param day the first day of the horizon; the record knows nothing of it or later
 * @returns the most likely first, with the skill that the user's record shows
 */
export function forecasts(
  record: TrackRecord,
  candidates: readonly Candidate[],
  stars: ReadonlyMap<string, Day>,
  day: Day,
): { skill: Skill; ranked: Forecast[] } {
  const outcomes = [...stars].flatMap(([slug, starredOn]) => {
    const judged = record.judge(slug, starredOn);
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
      logit(Math.min(1 - 1e-6, Math.max(1e-6, baseRate))) +
      (composite === null ? 0 : (Math.log(SIGNAL_ODDS) * (composite - 50)) / 50) +
      (starredOn === undefined ? 0 : skill.logOdds);
    return [{ slug, composite, baseRate, starredOn, probability: logistic(odds) }];
  });
  return {
    skill,
    ranked: ranked.sort((a, b) => b.probability - a.probability || (a.slug < b.slug ? -1 : 1)),
  };
}

/** Slugs of startups to which a first event can still come on a day, as far as is known before it. */
export function withoutEvent(record: TrackRecord, day: Day): string[] {
  return [...record.lives.values()]
    .filter(
      ({ entry, end, events }) =>
        entry <= day && !(end && end.day <= day) && !events.some((event) => event.day < day),
    )
    .map(({ slug }) => slug);
}
