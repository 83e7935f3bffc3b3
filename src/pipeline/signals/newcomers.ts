/** Who joined a company's repositories, and who of them stayed. */
import { type Day, weekIndex } from '../../lib/period.ts';
import type { ActivityDay, PersonActivity } from '../ledger/rows.ts';
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
export type Join = {
  joinedOn: Day;
  /** First day on which weeks and commits were enough; Infinity if they never were. */
  stayedFrom: number;
  /** Days on which they were seen since, ascending. */
  seenOn: readonly Day[];
};

/** The arrivals that each frame can see; frames with the same held copies share one list. */
export function joinsOf(
  people: readonly PersonActivity[],
  frames: readonly Frame[],
): (readonly Join[])[] {
  const known = new Map<string, readonly Join[]>();
  return frames.map(({ held }) => {
    const key = held.join();
    const joins =
      known.get(key) ??
      people.flatMap(({ isAgent, days }) => (isAgent ? [] : joinsOfPerson(days, held)));
    known.set(key, joins);
    return joins;
  });
}

function joinsOfPerson(days: readonly ActivityDay[], held: readonly boolean[]): Join[] {
  const joins: Join[] = [];
  let join: (Join & { seenOn: Day[] }) | undefined;
  let lastSeen = Number.NEGATIVE_INFINITY;
  let weeks = 0;
  let commits = 0;
  for (const { day, copy, commits: written, coauthored } of days) {
    if (!held[copy]) continue;
    if (!join || day - lastSeen > NEW_AFTER_DAYS) {
      join = { joinedOn: day, stayedFrom: Number.POSITIVE_INFINITY, seenOn: [] };
      joins.push(join);
      weeks = 1;
      commits = 0;
    } else if (weekIndex(day) !== weekIndex(lastSeen)) weeks++;
    commits += written + coauthored;
    if (weeks >= MIN_WEEKS_SEEN && commits >= MIN_COMMITS)
      join.stayedFrom = Math.min(join.stayedFrom, day);
    join.seenOn.push(day);
    lastSeen = day;
  }
  return joins;
}

/** Those who joined in the eight weeks to a day and stayed by it. */
export function stayedBy(lastDay: Day, joins: readonly Join[]): Join[] {
  return joins.filter(
    ({ joinedOn, stayedFrom, seenOn }) =>
      joinedOn > lastDay - JOINING_DAYS &&
      stayedFrom <= lastDay &&
      seenOn.some((day) => day > lastDay - STILL_SEEN_DAYS && day <= lastDay),
  );
}

export function newcomersOf(joins: readonly Join[], { lastDay, from }: Frame): Newcomers {
  const isKnown = (ago: number) => from <= lastDay - (ago + 1) * JOINING_DAYS + 1 - NEW_AFTER_DAYS;
  const stayed: number[] = [];
  for (let ago = 0; ago < JOINING_WINDOWS && isKnown(ago); ago++)
    stayed.push(stayedBy(lastDay - ago * JOINING_DAYS, joins).length);
  const joined = joins.filter(
    ({ joinedOn }) => joinedOn > lastDay - JOINING_DAYS && joinedOn <= lastDay,
  );
  return { joined: isKnown(0) ? joined.length : null, stayed };
}
