/**
 * Predictions as they would have been made on past days for made-up users of known skill, against what
 * happened within a year, compared with a ranking by the composite score alone.
 */
import { seeded } from '../../../src/features/research/random.ts';
import { forecasts, HORIZON_DAYS, withoutEvent } from '../../../src/features/scout/forecast.ts';
import { TrackRecord } from '../../../src/features/scout/track-record.ts';
import { mean } from '../../../src/lib/averages.ts';
import { lastDayNamed } from '../../../src/lib/period.ts';
import type { HistoryTable } from '../../../src/pipeline/edition/record.ts';
import { AT_RANDOM, knowing, type MadeUpStars, starsOf } from './made-up-users.ts';

const USERS = 40;
const STARS = 80;
const SEED = 7;
const YEARS_OF_STARS = 3;
/** Predictions are made every so many weeks. */
const EVERY_WEEKS = 13;
/** From no knowledge to much. */
const HABITS = [AT_RANDOM, knowing(1 / 3), knowing(2 / 3)];

type Candidate = { slug: string; composite: number | null };

/**
 * Probabilities that a startup with an event is ranked above one without, by habit; 0.5 is chance.
 *
 * @param record everything that is known now
 */
export async function backTested(record: TrackRecord, history: HistoryTable) {
  const pasts = await pastDays(record, history);
  const withoutStars = mean(pasts.map(({ rank }) => rank(new Map())));
  const signal = mean(pasts.map((past) => past.signal));
  return HABITS.map((habit, index) => {
    const random = seeded(SEED + index * 1000 + STARS);
    // One number a user: days overlap, so that they are no samples of their own.
    const users = Array.from({ length: USERS }, () =>
      mean(
        pasts.map(({ day, rank }) => {
          const span = { from: day - YEARS_OF_STARS * 365, to: day };
          // A user with foresight knows later events as well.
          return rank(starsOf(habit, STARS, record, span, random));
        }),
      ),
    );
    const gains = users.map((predicted) => predicted - signal);
    const gain = mean(gains);
    const error = Math.sqrt(mean(gains.map((each) => (each - gain) ** 2)) / gains.length);
    // `low` is the lower end of the 95% interval of the gain over the composite score.
    return { predicted: mean(users), withoutStars, signal, low: gain - 1.96 * error };
  });
}

async function pastDays(record: TrackRecord, { periods, startups }: HistoryTable) {
  const days = periods
    .map((period, index) => ({ day: lastDayNamed(period) + 1, index }))
    .filter(({ day, index }) => index % EVERY_WEEKS === 0 && day + HORIZON_DAYS <= record.until);
  return Promise.all(
    days.map(async ({ day, index }) => {
      const then = await TrackRecord.of(record.lives, day);
      const candidates: Candidate[] = withoutEvent(then, day).map((slug) => ({
        slug,
        composite: startups[slug]?.composite[index] ?? null,
      }));
      const hasEvent = ({ slug }: Candidate) =>
        record.lives
          .get(slug)
          ?.events.some((event) => event.day >= day && event.day < day + HORIZON_DAYS) ?? false;
      const concordance = (rankOf: (candidate: Candidate) => number) => {
        const { true: happened = [], false: not = [] } = Object.groupBy(candidates, (candidate) =>
          hasEvent(candidate) ? 'true' : 'false',
        );
        const others = not.map(rankOf);
        const pairs = happened.map(rankOf).flatMap((value) => others.map((other) => value - other));
        return mean(pairs.map((difference) => (1 + Math.sign(difference)) / 2));
      };
      const rank = (stars: MadeUpStars) => {
        const { ranked } = forecasts(then, candidates, stars, day);
        const scores = new Map(ranked.map(({ slug, probability }) => [slug, probability]));
        return concordance(({ slug }) => scores.get(slug) ?? 0);
      };
      return { day, rank, signal: concordance(({ composite }) => composite ?? 50) };
    }),
  );
}
