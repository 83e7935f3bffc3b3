/**
 * Grades picks by the registry's dated events. Pure: takes picks, recorded outcomes and events,
 * returns transitions. A window is the 60 or 90 days after the day on which the round was locked.
 */
import { type Day, isoDay } from '../../lib/period.ts';
import type { DatedEvent } from '../outcomes/outcome-events.ts';

export const WINDOWS = [60, 90] as const;
export type WindowDays = (typeof WINDOWS)[number];

export const GRADE_STATES = ['pending', 'hit', 'miss'] as const;
type GradeState = (typeof GRADE_STATES)[number];

export type GradablePick = {
  id: string;
  company: string;
  /** The day on which the pick's round was locked. */
  lockDay: Day;
};

/** The latest recorded transition of a window. */
export type Recorded = { number: number; state: GradeState };

export type Transition = {
  pickId: string;
  days: WindowDays;
  /** Counts from 1 within the window. */
  number: number;
  before: GradeState;
  state: GradeState;
  reason: string | null;
  event: DatedEvent | undefined;
};

/** A recorded outcome that the registry contradicts. */
export type Contradiction = {
  pickId: string;
  days: WindowDays;
  recorded: GradeState;
  /** The correct state according to the registry. */
  state: GradeState;
};

export type Grading = { transitions: Transition[]; contradictions: Contradiction[] };

/** `<pick>/<days>` */
export function windowKey(pickId: string, days: number): string {
  return `${pickId}/${days}`;
}

/**
 * @param recorded by `windowKey`; a window without a transition is pending
 * @param events by startup, oldest first
 * @param today events dated later are ignored
 * @param correction the reason for reopening contradicted outcomes; if undefined, they are unchanged
 *   and reported
 */
export function grade(
  picks: readonly GradablePick[],
  recorded: ReadonlyMap<string, Recorded>,
  events: ReadonlyMap<string, readonly DatedEvent[]>,
  today: Day,
  correction?: string,
): Grading {
  const transitions: Transition[] = [];
  const contradictions: Contradiction[] = [];
  for (const { id: pickId, company, lockDay } of picks) {
    const own = events.get(company) ?? NO_EVENTS;
    for (const days of WINDOWS) {
      // Skip building keys if nothing is recorded: that is most of the work of a first grading.
      const last = recorded.size === 0 ? undefined : recorded.get(windowKey(pickId, days));
      const until = Math.min(lockDay + days, today);
      const event = own.find(({ day }) => day > lockDay && day <= until);
      const state = event ? 'hit' : today > lockDay + days ? 'miss' : 'pending';
      const before = last?.state ?? 'pending';
      if (before === state) continue;
      let number = (last?.number ?? 0) + 1;
      if (before !== 'pending') {
        if (correction === undefined) {
          contradictions.push({ pickId, days, recorded: before, state });
          continue;
        }
        const reopened = { state: 'pending', reason: correction, event: undefined } as const;
        transitions.push({ pickId, days, number: number++, before, ...reopened });
      }
      if (state !== 'pending')
        transitions.push({ pickId, days, number, before: 'pending', state, reason: null, event });
    }
  }
  return { transitions, contradictions };
}

const NO_EVENTS: readonly DatedEvent[] = [];

/** The last day of a window: `2027-01-30` */
export function windowEnd(lockDay: Day, days: WindowDays): string {
  return isoDay(lockDay + days);
}
