/** Who changed a company's CI and infrastructure files, and on how many days. */
import { type Day, lastDayOf } from '../../lib/period.ts';
import type { People } from '../ledger/people.ts';
import { FOUR_WEEKS, type InfrastructureWork, WINDOWS_BACK } from '../ledger/windows.ts';
import { type Frame, windowsKnown } from './frame.ts';
import { sumTo } from './weekly-work.ts';

const NO_WORK = { people: 0, ciFiles: 0, infraFiles: 0 };

/**
 * The window of four weeks to a day. Commits by agents' own accounts and commits that landed in bulk do
 * not count.
 *
 * @param people up to that day, at least four weeks before it
 */
export function infrastructureBy(
  lastDay: Day,
  people: People,
  held: Frame['held'],
): Omit<InfrastructureWork, 'personDays'> {
  const { days, ci, infra } = people.columns;
  const work = { ...NO_WORK };
  for (let person = 0; person < people.count; person++) {
    if (people.isAgent[person] === 1) continue;
    const start = people.starts[person] ?? 0;
    let isCounted = false;
    for (let row = (people.ends[person] ?? 0) - 1; row >= start; row--) {
      if ((days[row] ?? 0) <= lastDay - FOUR_WEEKS) break;
      if (!isInfrastructure(people.columns, row, held)) continue;
      work.ciFiles += ci[row] ?? 0;
      work.infraFiles += infra[row] ?? 0;
      if (!isCounted) work.people++;
      isCounted = true;
    }
  }
  return work;
}

/**
 * Distinct pairs of person and day by week, of which windows are sums.
 *
 * @param weeks by week index, both inclusive
 */
export function infrastructureDays(
  people: People,
  held: Frame['held'],
  weeks: { first: number; last: number },
): Int32Array {
  const { days } = people.columns;
  const personDays = new Int32Array(weeks.last - weeks.first + 1);
  const firstDay = lastDayOf(weeks.first) - 6;
  for (let person = 0; person < people.count; person++) {
    if (people.isAgent[person] === 1) continue;
    const start = people.starts[person] ?? 0;
    let seenOn = -1;
    for (let row = (people.ends[person] ?? 0) - 1; row >= start; row--) {
      const day = days[row] ?? 0;
      if (day < firstDay) break;
      if (day === seenOn || !isInfrastructure(people.columns, row, held)) continue;
      seenOn = day;
      const week = Math.floor((day - firstDay) / 7);
      personDays[week] = (personDays[week] ?? 0) + 1;
    }
  }
  return personDays;
}

function isInfrastructure(
  { ci, infra, copies, commits, bulk }: People['columns'],
  row: number,
  held: Frame['held'],
): boolean {
  if ((ci[row] ?? 0) + (infra[row] ?? 0) === 0 || !held[copies[row] ?? 0]) return false;
  const landed = commits[row] ?? 0;
  // Where it is not known what landed in bulk, `bulk` is below 0.
  return landed === 0 || (bulk[row] ?? -1) < landed;
}

/**
 * @param newest the window that ends with the frame
 * @param personDays by week
 * @param week the place of the frame's own
 */
export function infrastructureOf(
  frame: Frame,
  newest: Omit<InfrastructureWork, 'personDays'>,
  personDays: Int32Array,
  week: number,
): InfrastructureWork {
  const known = windowsKnown(frame, FOUR_WEEKS, WINDOWS_BACK);
  const weeks = FOUR_WEEKS / 7;
  return {
    personDays: Array.from({ length: known }, (_, ago) =>
      sumTo(personDays, week - ago * weeks, weeks),
    ),
    ...(known > 0 ? newest : NO_WORK),
  };
}
