/**
 * When people were there: what a reader needs to follow a count of contributors without knowing who
 * they are.
 */
import type { Day } from '../../lib/period.ts';
import type { DaySpan, PersonActivity } from '../ledger/rows.ts';
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

const emptyPresence = (copies: number): Presence => ({
  byDays: [],
  byCopy: new Array<number>(copies).fill(0),
});

/**
 * @param frames oldest first
 * @param copies how many the company has
 */
export function presencesOf(
  people: readonly PersonActivity[],
  frames: readonly Frame[],
  copies: number,
): PresenceWindows[] {
  const presences = frames.map(() => ({
    current30d: emptyPresence(copies),
    prior30d: emptyPresence(copies),
  }));
  /** The window in which a copy was last seen with somebody, so that it counts them once. */
  const seenIn = new Int32Array(copies).fill(-1);
  let window = 0;
  for (const { days, isAgent } of people) {
    if (isAgent) continue;
    let end = 0;
    for (const [index, { lastDay, held }] of frames.entries()) {
      while ((days[end]?.day ?? Infinity) <= lastDay) end++;
      let at = end - 1;
      for (const name of ['current30d', 'prior30d'] as const) {
        const presence = presences[index]?.[name];
        const firstDay = lastDay - WINDOWS[name].first;
        window++;
        let daysSeen = 0;
        let seenOn = -1;
        for (; (days[at]?.day ?? -Infinity) >= firstDay; at--) {
          const row = days[at];
          if (!row || !held[row.copy] || !presence) continue;
          if (row.day !== seenOn) daysSeen++;
          seenOn = row.day;
          if (seenIn[row.copy] === window) continue;
          seenIn[row.copy] = window;
          presence.byCopy[row.copy] = (presence.byCopy[row.copy] ?? 0) + 1;
        }
        if (daysSeen > 0 && presence) addAt(presence.byDays, daysSeen - 1);
      }
    }
  }
  return presences;
}

function addAt(counts: number[], place: number): void {
  while (counts.length <= place) counts.push(0);
  counts[place] = (counts[place] ?? 0) + 1;
}

/** How many people were there in each copy of a company on each day of a span. */
export class PeopleByDay {
  readonly #since: Day;
  readonly #length: number;
  /** Copy after copy. */
  readonly #counts: Int32Array;

  constructor(
    people: readonly PersonActivity[],
    copies: number,
    { since, through }: Required<Pick<DaySpan, 'since'>> & { through: Day },
  ) {
    this.#since = since;
    this.#length = Math.max(0, through - since + 1);
    this.#counts = new Int32Array(copies * this.#length);
    for (const { days, isAgent } of people) {
      if (isAgent) continue;
      // Rows are of one person, copy and day each.
      for (const { day, copy } of days) {
        if (day < since || day > through) continue;
        const place = copy * this.#length + day - since;
        this.#counts[place] = (this.#counts[place] ?? 0) + 1;
      }
    }
  }

  /** The days to the last one, oldest first. */
  daily(copy: number, lastDay: Day, length: number): number[] {
    const start = copy * this.#length + lastDay - length + 1 - this.#since;
    return Array.from({ length }, (_, day) => this.#counts[start + day] ?? 0);
  }
}
