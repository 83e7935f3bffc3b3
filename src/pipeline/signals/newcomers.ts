/** People who joined a company's repositories, and how many of them stayed. */
import { JOINING_WEEKS, JOINING_WINDOWS, NEW_AFTER_DAYS } from '../measures/windows.ts';
import type { Frame } from './frame.ts';
import type { Newcomers } from './windows.ts';

/** Number of people who joined in the eight weeks to a day, and how many had stayed by then. */
export type Joined = { joined: number; stayed: number };

/** @param joinedIn the window of joining that so many weeks before the frame's ends */
export function newcomersOf(
  { lastDay, from }: Pick<Frame, 'lastDay' | 'from'>,
  joinedIn: (weeksAgo: number) => Joined,
): Newcomers {
  const days = 7 * JOINING_WEEKS;
  const isKnown = (ago: number) => from <= lastDay - (ago + 1) * days + 1 - NEW_AFTER_DAYS;
  const stayed: number[] = [];
  for (let ago = 0; ago < JOINING_WINDOWS && isKnown(ago); ago++)
    stayed.push(joinedIn(ago * JOINING_WEEKS).stayed);
  return { joined: isKnown(0) ? joinedIn(0).joined : null, stayed };
}
