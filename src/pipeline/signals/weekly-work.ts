/**
 * What a company's people did by week: the series behind the growth and novelty scores.
 */
import { type Day, firstFullWeek, weekIndex } from '../../lib/period.ts';
import type { Copy } from '../ledger/copies.ts';
import type { People } from '../ledger/people.ts';
import { NEW_AFTER_DAYS, NEWCOMER_WEEKS, PACE_WEEKS, type Work } from '../ledger/windows.ts';
import type { Frame } from './frame.ts';

/** Of one author and day, more commits than this do not raise the pace. */
export const MAX_COMMITS_A_DAY = 5;
/** A newcomer is new for as long as nobody was seen of them before. */
const NEW_FOR_DAYS = NEW_AFTER_DAYS;
/** Days after the first commit from which a newcomer's work counts: one who comes once has none. */
const SETTLED_AFTER_DAYS = 7;

/** Days before a period's end on which its work can depend. */
export const WORK_DAYS_BACK = 7 * NEWCOMER_WEEKS + NEW_FOR_DAYS + NEW_AFTER_DAYS;

/** One number a week, from the first week asked for to the last. */
export type WeeklyWork = {
  /** Counted commits, of each author and day at most five. All agents together are one author. */
  pace: Int32Array;
  /** Pairs of a person and a day on which they landed a commit. */
  workDays: Int32Array;
  /** Of these, days from a week to 180 days after the person's first commit. */
  newcomerDays: Int32Array;
};

/**
 * @param series the company's, of the copies that the frame holds
 * @param firstWeek the week that it begins with, at least `PACE_WEEKS` before the frame's end
 * @param copies the company's
 */
export function workOf(
  series: WeeklyWork,
  firstWeek: number,
  copies: readonly Pick<Copy, 'began'>[],
  frame: Frame,
): Work {
  const newest = weekIndex(frame.lastDay) - firstWeek;
  const oldest = Math.max(newest - PACE_WEEKS + 1, paceFrom(copies, frame) - firstWeek);
  return {
    weeklyPace: [...series.pace.subarray(oldest, newest + 1)].reverse(),
    workDays: sumTo(series.workDays, newest, NEWCOMER_WEEKS),
    newcomerDays: sumTo(series.newcomerDays, newest, NEWCOMER_WEEKS),
  };
}

/** The first week of which all held copies know everything, and in which one of them had begun. */
export function paceFrom(copies: readonly Pick<Copy, 'began'>[], { held, from }: Frame): number {
  const began = copies.map((copy, index) => (held[index] ? copy.began : Infinity));
  return firstFullWeek(Math.max(from, Math.min(...began)));
}

/**
 * @param weeks by week index, both inclusive
 * @param maxCommitsADay research compares others
 */
export function weeklyWork(
  people: People,
  { held, from }: Pick<Frame, 'held' | 'from'>,
  weeks: { first: number; last: number },
  maxCommitsADay = MAX_COMMITS_A_DAY,
): WeeklyWork {
  const series = () => new Int32Array(Math.max(0, weeks.last - weeks.first + 1));
  const work: WeeklyWork = { pace: series(), workDays: series(), newcomerDays: series() };
  const { days, copies, commits } = people.columns;
  for (let person = 0; person < people.count; person++) {
    const end = people.ends[person] ?? 0;
    let joinedOn: Day | undefined;
    let lastSeen: Day | undefined;
    let row = people.starts[person] ?? 0;
    while (row < end) {
      const day = days[row] ?? 0;
      let landed = 0;
      // The rows of a day are those of the copies.
      for (; row < end && days[row] === day; row++)
        if (held[copies[row] ?? 0]) landed += commits[row] ?? 0;
      if (landed === 0) continue;
      if (lastSeen === undefined || day - lastSeen > NEW_AFTER_DAYS) joinedOn = day;
      lastSeen = day;
      const week = weekIndex(day) - weeks.first;
      add(work.pace, week, Math.min(landed, maxCommitsADay));
      if (people.isAgent[person] === 1 || joinedOn === undefined) continue;
      add(work.workDays, week, 1);
      // Who was seen before is not known in the first 180 days of a copy.
      const isNew = joinedOn >= from + NEW_AFTER_DAYS && day - joinedOn < NEW_FOR_DAYS;
      if (isNew && day - joinedOn >= SETTLED_AFTER_DAYS) add(work.newcomerDays, week, 1);
    }
  }
  return work;
}

/** Weeks outside of the series are left alone: typed arrays have no other places. */
function add(series: Int32Array, week: number, value: number): void {
  if (week >= 0 && week < series.length) series[week] = (series[week] ?? 0) + value;
}

/** Sum of so many weeks, of which the last is at that place. */
export function sumTo(series: Int32Array, last: number, weeks: number): number {
  let sum = 0;
  for (let week = Math.max(0, last - weeks + 1); week <= last; week++) sum += series[week] ?? 0;
  return sum;
}
