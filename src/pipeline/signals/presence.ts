/**
 * When people were there: what a reader needs to follow a count of contributors without knowing who
 * they are.
 */
import type { People } from '../ledger/people.ts';
import { WINDOWS } from '../ledger/windows.ts';
import type { Frame } from './frame.ts';

/** The people of one window of 30 days. */
type Presence = {
  /** How many were there on one day, on two, on three, … */
  byDays: number[];
  /** How many were there in each copy; who was in two is in both. 0 in copies that are not held. */
  byCopy: number[];
};

export type PresenceWindows = Record<'current30d' | 'prior30d', Presence>;

/**
 * @param people up to the frame's last day, at least 60 days before it
 * @param copies how many the company has
 */
export function presenceOf(
  people: People,
  { lastDay, held }: Pick<Frame, 'lastDay' | 'held'>,
  copies: number,
): PresenceWindows {
  const empty = (): Presence => ({ byDays: [], byCopy: new Array<number>(copies).fill(0) });
  const presences = { current30d: empty(), prior30d: empty() };
  const { days, copies: copyOf } = people.columns;
  /** The window in which a copy was last seen with somebody, so that it counts them once. */
  const seenIn = new Int32Array(copies).fill(-1);
  let window = 0;
  for (let person = 0; person < people.count; person++) {
    if (people.isAgent[person] === 1) continue;
    const start = people.starts[person] ?? 0;
    let row = (people.ends[person] ?? 0) - 1;
    for (const name of ['current30d', 'prior30d'] as const) {
      const presence = presences[name];
      const firstDay = lastDay - WINDOWS[name].first;
      window++;
      let daysSeen = 0;
      let seenOn = -1;
      for (; row >= start && (days[row] ?? 0) >= firstDay; row--) {
        const copy = copyOf[row] ?? 0;
        if (!held[copy]) continue;
        if (days[row] !== seenOn) daysSeen++;
        seenOn = days[row] ?? 0;
        if (seenIn[copy] === window) continue;
        seenIn[copy] = window;
        presence.byCopy[copy] = (presence.byCopy[copy] ?? 0) + 1;
      }
      if (daysSeen > 0) addAt(presence.byDays, daysSeen - 1);
    }
  }
  return presences;
}

function addAt(counts: number[], place: number): void {
  while (counts.length <= place) counts.push(0);
  counts[place] = (counts[place] ?? 0) + 1;
}

/**
 * How many people were there in each copy of a company on each of the days to the last one, oldest
 * first.
 *
 * @param people up to that day
 * @param copies how many the company has
 */
export function peopleByDay(
  people: People,
  lastDay: number,
  length: number,
  copies: number,
): number[][] {
  const daily = Array.from({ length: copies }, () => new Array<number>(length).fill(0));
  const { days, copies: copyOf } = people.columns;
  const firstDay = lastDay - length + 1;
  for (let person = 0; person < people.count; person++) {
    if (people.isAgent[person] === 1) continue;
    const start = people.starts[person] ?? 0;
    // Rows are of one person, copy and day each.
    for (let row = (people.ends[person] ?? 0) - 1; row >= start; row--) {
      const place = (days[row] ?? 0) - firstDay;
      if (place < 0) break;
      const own = daily[copyOf[row] ?? 0];
      if (own) own[place] = (own[place] ?? 0) + 1;
    }
  }
  return daily;
}
