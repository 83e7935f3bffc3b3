/** When the numbers of a period were computed, and whether anybody could have acted on them then. */
import type { Period } from '../../lib/period.ts';

const MILLISECONDS_A_DAY = 86_400_000;

/** Numbers that are older than this many days when they are shown are called old. */
export const OLD_AFTER_DAYS = 14;

/** A live edition was computed at most this many days after its last day. */
const LIVE_WITHIN_DAYS = 8;

export const TIMINGS = ['live', 'backfilled'] as const;

export type Timing = (typeof TIMINGS)[number];

/**
 * `live` for what was computed within eight days of the period's last day, else `backfilled`: only
 * live numbers may be called forecasts (method, section 8).
 *
 * @param computedAt ISO 8601
 */
export function timingOf({ lastDay }: Pick<Period, 'lastDay'>, computedAt: string): Timing {
  return ageInDays({ lastDay }, new Date(computedAt)) < LIVE_WITHIN_DAYS ? 'live' : 'backfilled';
}

/** Whole days between the end of the period's last day and a moment; 0 before it has ended. */
export function ageInDays({ lastDay }: Pick<Period, 'lastDay'>, at: Date): number {
  return Math.max(0, Math.floor(at.getTime() / MILLISECONDS_A_DAY - (lastDay + 1)));
}
