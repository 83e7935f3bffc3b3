/** Who joined a company's repositories, and who of them stayed. */
import { type Day, weekIndex } from '../../lib/period.ts';
import type { People } from '../ledger/people.ts';
import { firstAbove } from '../ledger/shared-columns.ts';
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

/** Days before a period's end on which its newcomers can depend. */
export const PEOPLE_DAYS_BACK = JOINING_DAYS * JOINING_WINDOWS + NEW_AFTER_DAYS;

const JOINING_WEEKS = JOINING_DAYS / 7;
/** Weeks before a period in which the oldest of its windows of joining ends. */
export const JOINED_WEEKS_BACK = JOINING_WEEKS * (JOINING_WINDOWS - 1);

/** Who joined in the eight weeks to a day, and how many of them had stayed by it. */
export type Joined = { joined: number; stayed: number };

/** A person's arrival in a window of joining, after at least 180 days without a commit. */
type Join = {
  isSettled: boolean;
  /** Whether they were also seen in the last days of the window. */
  isStillSeen: boolean;
};

/** @param person its place @param lastDay of the window, at or before the last day of the people */
function joinOf(
  { columns, starts, ends }: People,
  person: number,
  held: Frame['held'],
  lastDay: Day,
): Join | undefined {
  const { days, copies, commits, coauthored } = columns;
  const last = days[(ends[person] ?? 0) - 1] ?? 0;
  if (last <= lastDay - JOINING_DAYS) return undefined;
  const end =
    last <= lastDay
      ? (ends[person] ?? 0)
      : firstAbove(days, starts[person] ?? 0, ends[person] ?? 0, lastDay);
  if (end === starts[person] || (days[end - 1] ?? 0) <= lastDay - JOINING_DAYS) return undefined;
  const start = firstAbove(days, starts[person] ?? 0, end, lastDay - JOINING_DAYS);
  let lastSeen = lastHeldBefore(start, starts[person] ?? 0, days, copies, held);
  // Nobody can arrive twice in eight weeks.
  let join: Join | undefined;
  let weeks = 0;
  let written = 0;
  for (let row = start; row < end; row++) {
    if (!held[copies[row] ?? 0]) continue;
    const day = days[row] ?? 0;
    if (!join) {
      if (day - lastSeen <= NEW_AFTER_DAYS) return undefined;
      join = { isSettled: false, isStillSeen: false };
      weeks = 1;
    } else if (weekIndex(day) !== weekIndex(lastSeen)) weeks++;
    written += (commits[row] ?? 0) + (coauthored[row] ?? 0);
    if (weeks >= MIN_WEEKS_SEEN && written >= MIN_COMMITS) join.isSettled = true;
    if (day > lastDay - STILL_SEEN_DAYS) join.isStillSeen = true;
    lastSeen = day;
  }
  return join;
}

/** The day of the last row in a held copy before a place; −Infinity without one. */
function lastHeldBefore(
  place: number,
  start: number,
  days: Int32Array,
  copies: Int32Array,
  held: Frame['held'],
): number {
  for (let row = place - 1; row >= start; row--) if (held[copies[row] ?? 0]) return days[row] ?? 0;
  return Number.NEGATIVE_INFINITY;
}

function hasStayed({ isSettled, isStillSeen }: Join): boolean {
  return isSettled && isStillSeen;
}

/** @param people of at least the 56 and 180 days to that day */
export function joinedBy(lastDay: Day, people: People, held: Frame['held']): Joined {
  const counted = { joined: 0, stayed: 0 };
  for (let person = 0; person < people.count; person++) {
    if (people.isAgent[person] === 1) continue;
    const join = joinOf(people, person, held, lastDay);
    if (!join) continue;
    counted.joined++;
    if (hasStayed(join)) counted.stayed++;
  }
  return counted;
}

/** @param joinedIn the window of joining that so many weeks before the frame's ends */
export function newcomersOf(
  { lastDay, from }: Frame,
  joinedIn: (weeksAgo: number) => Joined,
): Newcomers {
  const isKnown = (ago: number) => from <= lastDay - (ago + 1) * JOINING_DAYS + 1 - NEW_AFTER_DAYS;
  const stayed: number[] = [];
  for (let ago = 0; ago < JOINING_WINDOWS && isKnown(ago); ago++)
    stayed.push(joinedIn(ago * JOINING_WEEKS).stayed);
  return { joined: isKnown(0) ? joinedIn(0).joined : null, stayed };
}

/**
 * How many of the newcomers who had stayed by a day were seen again in later days, before they were
 * away for so long that they would be new.
 *
 * @param people also after that day
 */
export function newcomersSeenAgain(
  people: People,
  { lastDay, held }: Frame,
  later: { first: Day; last: Day },
): { newcomers: number; seenAgain: number } {
  const { days, copies } = people.columns;
  const counted = { newcomers: 0, seenAgain: 0 };
  for (let person = 0; person < people.count; person++) {
    const join = people.isAgent[person] === 1 ? undefined : joinOf(people, person, held, lastDay);
    if (!join || !hasStayed(join)) continue;
    counted.newcomers++;
    const end = people.ends[person] ?? 0;
    const first = firstAbove(days, people.starts[person] ?? 0, end, later.first - 1);
    const isSeen = Array.from(
      days.subarray(first, end),
      (day, index) => day <= later.last && held[copies[first + index] ?? 0] === true,
    );
    if (isSeen.includes(true)) counted.seenAgain++;
  }
  return counted;
}
