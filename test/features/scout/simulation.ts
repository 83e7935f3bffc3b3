/** How made-up users score: whether knowing shows, and whether nothing else does. */

import { seeded } from '../../../src/features/research/random.ts';
import { type Score, scoreOf } from '../../../src/features/scout/score.ts';
import { isOutcome, type TrackRecord, trialOf } from '../../../src/features/scout/track-record.ts';
import { type Day, parseDay } from '../../../src/lib/period.ts';
import {
  AT_RANDOM,
  everythingOn,
  type Habit,
  knowing,
  LATE,
  type MadeUpStars,
  POPULAR,
  starsOf,
} from './made-up-users.ts';

const VOLUMES = [5, 20, 80, 393] as const;
const USERS = 60;
const SEED = 20;
const FIRST_DAY = parseDay('2019-01-01');
/** Half a year before the last known day, so that there is something to tell of each star. */
const DAYS_BEFORE_END = 183;

const HABITS: readonly { name: string; habit: Habit }[] = [
  { name: 'stars at random', habit: AT_RANDOM },
  { name: 'stars what is popular', habit: POPULAR },
  { name: 'stars after the news', habit: LATE },
  { name: 'knows of every third', habit: knowing(1 / 3) },
  { name: 'knows of two in three', habit: knowing(2 / 3) },
];

export type SimulatedRow = {
  name: string;
  stars: number;
  /** Mean and interval of the scores. */
  mean: number;
  low: number;
  high: number;
  /** Share of users whose interval holds 50. */
  share50: number;
};

/** A row for each habit and volume; the same every time. */
export function simulated(record: TrackRecord): SimulatedRow[] {
  const span = { from: FIRST_DAY, to: record.until - DAYS_BEFORE_END };
  return HABITS.flatMap(({ name, habit }, index) =>
    VOLUMES.map((stars) => {
      const random = seeded(SEED + index * 1000 + stars);
      const scores = Array.from({ length: USERS }, () =>
        scored(starsOf(habit, stars, record, span, random), record),
      ).filter((score) => score !== undefined);
      return summary(name, stars, scores);
    }),
  );
}

/** Scores of users who star everything on the first day of a quarter. */
export function everything(record: TrackRecord): { day: Day; score: Score }[] {
  const days: Day[] = [];
  for (let year = 2019; ; year++)
    for (const month of ['01', '07']) {
      const day = parseDay(`${year}-${month}-01`);
      if (day > record.until - DAYS_BEFORE_END)
        return days.flatMap((one) => {
          const score = scored(everythingOn(record, one), record);
          return score ? [{ day: one, score }] : [];
        });
      days.push(day);
    }
}

/** @returns undefined where no star can be judged */
function scored(stars: MadeUpStars, record: TrackRecord): Score | undefined {
  const outcomes = [...stars].flatMap(([slug, day]) => {
    const judged = record.outcomeOf(slug, day);
    return judged && isOutcome(judged) ? [judged] : [];
  });
  return scoreOf(outcomes.map(trialOf));
}

function summary(name: string, stars: number, scores: readonly Score[]): SimulatedRow {
  const sorted = scores.map(({ score }) => score).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  const holds50 = scores.filter(({ low, high }) => low <= 50 && high >= 50).length;
  return {
    name,
    stars,
    mean: Math.round(sorted.reduce((sum, score) => sum + score, 0) / sorted.length),
    low: at(0.05),
    high: at(0.95),
    share50: holds50 / scores.length,
  };
}
