/** Who joined a company's repositories, and who of them stayed. */
import { type Day, weekIndex } from '../../lib/period.ts';
import type { People } from '../ledger/people.ts';
import { NEW_AFTER_DAYS, type Newcomers } from '../ledger/windows.ts';
import type { Frame } from './frame.ts';

/** Days in which people join, for the newcomers of a period. */
const JOINING_DAYS = 56;
/** Windows of joining that are compared: the newest, and three before it. */
const JOINING_WINDOWS = 4;
/** A newcomer stays who was seen in so many ISO weeks, with so many commits, … */
const MIN_WEEKS_SEEN = 3;
const MIN_COMMITS = 5;
/** … and also in the last so many days. */
const STILL_SEEN_DAYS = 14;

/** Days before a period's end on which its numbers of people can depend. */
export const PEOPLE_DAYS_BACK = JOINING_DAYS * JOINING_WINDOWS + NEW_AFTER_DAYS;

/** A person's arrival after at least 180 days without a commit. */
type Join = {
  joinedOn: Day;
  /** First day on which weeks and commits were enough; Infinity if they never were. */
  stayedFrom: number;
  /** The person's rows from then until the next arrival, as places. */
  start: number;
  end: number;
};

/** The arrivals of one person, oldest first. @param person its place */
function joinsOf({ columns, starts, ends }: People, person: number, held: Frame['held']): Join[] {
  const { days, copies, commits, coauthored } = columns;
  const joins: Join[] = [];
  let join: Join | undefined;
  let lastSeen = Number.NEGATIVE_INFINITY;
  let weeks = 0;
  let written = 0;
  const end = ends[person] ?? 0;
  for (let row = starts[person] ?? 0; row < end; row++) {
    if (!held[copies[row] ?? 0]) continue;
    const day = days[row] ?? 0;
    if (!join || day - lastSeen > NEW_AFTER_DAYS) {
      if (join) join.end = row;
      join = { joinedOn: day, stayedFrom: Number.POSITIVE_INFINITY, start: row, end };
      joins.push(join);
      weeks = 1;
      written = 0;
    } else if (weekIndex(day) !== weekIndex(lastSeen)) weeks++;
    written += (commits[row] ?? 0) + (coauthored[row] ?? 0);
    if (weeks >= MIN_WEEKS_SEEN && written >= MIN_COMMITS)
      join.stayedFrom = Math.min(join.stayedFrom, day);
    lastSeen = day;
  }
  return joins;
}

/** Whether somebody was seen in held copies in the days from the first through the last. */
function wasSeen(
  { columns: { days, copies } }: People,
  { start, end }: Join,
  held: Frame['held'],
  first: Day,
  last: Day,
): boolean {
  for (let row = end - 1; row >= start; row--) {
    const day = days[row] ?? 0;
    if (day < first) return false;
    if (day <= last && held[copies[row] ?? 0]) return true;
  }
  return false;
}

/** Whether who joined in the eight weeks to a day had stayed by it. */
function hasStayed(people: People, join: Join, held: Frame['held'], day: Day): boolean {
  return join.stayedFrom <= day && wasSeen(people, join, held, day - STILL_SEEN_DAYS + 1, day);
}

/** @param people up to the frame's last day, at least `PEOPLE_DAYS_BACK` before it */
export function newcomersOf(people: People, { lastDay, from, held }: Frame): Newcomers {
  const isKnown = (ago: number) => from <= lastDay - (ago + 1) * JOINING_DAYS + 1 - NEW_AFTER_DAYS;
  const stayed: number[] = [];
  while (stayed.length < JOINING_WINDOWS && isKnown(stayed.length)) stayed.push(0);
  let joined = 0;
  for (let person = 0; person < people.count; person++) {
    const lastSeen = people.columns.days[(people.ends[person] ?? 0) - 1] ?? 0;
    if (people.isAgent[person] === 1 || lastSeen <= lastDay - JOINING_DAYS * JOINING_WINDOWS)
      continue;
    for (const join of joinsOf(people, person, held)) {
      const ago = Math.floor((lastDay - join.joinedOn) / JOINING_DAYS);
      if (ago === 0) joined++;
      if (ago < stayed.length && hasStayed(people, join, held, lastDay - ago * JOINING_DAYS))
        stayed[ago] = (stayed[ago] ?? 0) + 1;
    }
  }
  return { joined: isKnown(0) ? joined : null, stayed };
}

/**
 * How many of the newcomers who had stayed by a day were seen again in later days.
 *
 * @param people also after that day
 */
export function newcomersSeenAgain(
  people: People,
  { lastDay, held }: Frame,
  later: { first: Day; last: Day },
): { newcomers: number; seenAgain: number } {
  const counted = { newcomers: 0, seenAgain: 0 };
  for (let person = 0; person < people.count; person++) {
    if (people.isAgent[person] === 1) continue;
    for (const join of joinsOf(people, person, held)) {
      if (join.joinedOn <= lastDay - JOINING_DAYS || !hasStayed(people, join, held, lastDay))
        continue;
      counted.newcomers++;
      if (wasSeen(people, join, held, later.first, later.last)) counted.seenAgain++;
    }
  }
  return counted;
}
