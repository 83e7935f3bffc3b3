/**
 * Predictions as they would have been made on past days for made-up users of known skill, against what
 * happened within a year, compared with a ranking by the composite score alone.
 */

import { seeded } from '../../../src/features/research/random.ts';
import { forecasts, HORIZON_DAYS, withoutEvent } from '../../../src/features/scout/forecast.ts';
import { TrackRecord } from '../../../src/features/scout/track-record.ts';
import { type Day, lastDayNamed } from '../../../src/lib/period.ts';
import type { HistoryTable } from '../../../src/pipeline/edition/record.ts';
import { AT_RANDOM, type Habit, knowing, type MadeUpStars, starsOf } from './made-up-users.ts';

const USERS = 40;
const SEED = 7;
const YEARS_OF_STARS = 3;
/** Predictions are made every so many weeks. */
const EVERY_WEEKS = 13;

const USERS_OF_SKILL: readonly { name: string; habit: Habit }[] = [
  { name: 'stars at random', habit: AT_RANDOM },
  { name: 'knows of every third', habit: knowing(1 / 3) },
  { name: 'knows of two in three', habit: knowing(2 / 3) },
];
const STARS = [20, 80] as const;

export type BackTested = {
  name: string;
  stars: number;
  /** Probability that a startup with an event is ranked above one without; 0.5 is chance. */
  predicted: number;
  /** The same prediction without the user’s stars, and the composite score alone. */
  withoutStars: number;
  signal: number;
  /** Mean of predicted − signal over users; `low` and `high` are its 95% interval. */
  gain: number;
  low: number;
  high: number;
};

type Questions = {
  day: Day;
  record: TrackRecord;
  candidates: Candidate[];
  isEvent: ReadonlySet<string>;
};
/** With what needs no user. */
type Past = Questions & { withoutStars: number; signal: number };
type Candidate = { slug: string; composite: number | null };

/** @param record everything that is known now */
export async function backTested(
  record: TrackRecord,
  history: HistoryTable,
): Promise<BackTested[]> {
  const pasts = await pastDays(record, history);
  return USERS_OF_SKILL.flatMap(({ name, habit }, index) =>
    STARS.map((stars) => {
      const random = seeded(SEED + index * 1000 + stars);
      // One number a user: days overlap, so that they are no samples of their own.
      const users = Array.from({ length: USERS }, () => {
        const both = pasts.map((past) => {
          const span = { from: past.day - YEARS_OF_STARS * 365, to: past.day };
          // A user with foresight knows later events as well.
          const made = starsOf(habit, stars, record, span, random);
          return {
            predicted: predictedWell(past, made),
            withoutStars: past.withoutStars,
            signal: past.signal,
          };
        });
        return {
          predicted: mean(both.map((one) => one.predicted)),
          withoutStars: mean(both.map((one) => one.withoutStars)),
          signal: mean(both.map((one) => one.signal)),
        };
      });
      const gains = users.map(({ predicted, signal }) => predicted - signal);
      const gain = mean(gains);
      const error = Math.sqrt(mean(gains.map((one) => (one - gain) ** 2)) / gains.length);
      return {
        ...{ name, stars, gain, low: gain - 1.96 * error, high: gain + 1.96 * error },
        predicted: mean(users.map((one) => one.predicted)),
        withoutStars: mean(users.map((one) => one.withoutStars)),
        signal: mean(users.map((one) => one.signal)),
      };
    }),
  );
}

async function pastDays(record: TrackRecord, { periods, startups }: HistoryTable): Promise<Past[]> {
  const all: Past[] = [];
  for (const [index, period] of periods.entries()) {
    const day = lastDayNamed(period) + 1;
    if (index % EVERY_WEEKS !== 0 || day + HORIZON_DAYS > record.until) continue;
    const then = await TrackRecord.of(record.lives, day);
    const candidates = withoutEvent(then, day).map((slug) => ({
      slug,
      composite: startups[slug]?.composite[index] ?? null,
    }));
    const isEvent = new Set(
      candidates
        .map(({ slug }) => slug)
        .filter((slug) =>
          record.lives
            .get(slug)
            ?.events.some((event) => event.day >= day && event.day < day + HORIZON_DAYS),
        ),
    );
    const past = { day, record: then, candidates, isEvent };
    all.push({
      ...past,
      withoutStars: predictedWell(past, new Map()),
      signal: concordance(past, ({ composite }) => composite ?? 50),
    });
  }
  return all;
}

function predictedWell(past: Questions, stars: MadeUpStars): number {
  const { ranked } = forecasts(past.record, past.candidates, stars, past.day);
  const scores = new Map(ranked.map(({ slug, probability }) => [slug, probability]));
  return concordance(past, ({ slug }) => scores.get(slug) ?? 0);
}

/** The probability that one with an event has a higher value than one without. */
function concordance(
  { candidates, isEvent }: Questions,
  rankOf: (one: Candidate) => number,
): number {
  const [with_, without] = [true, false].map((wanted) =>
    candidates.filter(({ slug }) => isEvent.has(slug) === wanted).map(rankOf),
  );
  let sum = 0;
  for (const one of with_ ?? [])
    for (const other of without ?? []) sum += one > other ? 1 : one === other ? 0.5 : 0;
  return sum / ((with_?.length ?? 0) * (without?.length ?? 0));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
