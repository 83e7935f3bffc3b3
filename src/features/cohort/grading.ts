/**
 * Grades picks by the registry's dated events. Pure: picks, recorded outcomes and events in,
 * transitions out. A window is the days after the one on which its round was locked, 60 or 90 of them.
 */
import { type Day, isoDay } from '../../lib/period.ts';
import type { DatedEvent } from '../outcomes/events.ts';

export const WINDOWS = [60, 90] as const;
export type WindowDays = (typeof WINDOWS)[number];

export const GRADE_STATES = ['pending', 'hit', 'miss'] as const;
export type GradeState = (typeof GRADE_STATES)[number];

export type GradablePick = {
  id: string;
  /** Slug of the startup. */
  company: string;
  /** The day on which its round was locked. */
  lockDay: Day;
};

/** The latest recorded transition of a window. */
export type Recorded = { number: number; state: GradeState };

export type Transition = {
  pickId: string;
  days: WindowDays;
  /** From 1, within the window. */
  number: number;
  before: GradeState;
  state: GradeState;
  /** Why an outcome was reopened; null otherwise. */
  reason: string | null;
  /** What made it a hit. */
  event: DatedEvent | undefined;
};

/** A recorded outcome that no longer follows from the registry. */
export type Contradiction = {
  pickId: string;
  days: WindowDays;
  recorded: GradeState;
  /** What would be right now. */
  state: GradeState;
};

export type Grading = { transitions: Transition[]; contradictions: Contradiction[] };

/** `<pick>/<days>` */
export function windowKey(pickId: string, days: number): string {
  return `${pickId}/${days}`;
}

/** The last day of a window. */
function lastDayOfWindow(lockDay: Day, days: WindowDays): Day {
  return lockDay + days;
}

/**
 * @param recorded by `windowKey`; a window without a transition is pending
 * @param events by startup, oldest first
 * @param today the day of the clock: nothing that is dated later is looked at
 * @param correction why contradicted outcomes are reopened; without it they stay, and are reported
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
      // Texts for keys are most of the work of a first grading, which looks up nothing.
      const last = recorded.size === 0 ? undefined : recorded.get(windowKey(pickId, days));
      const event = hitIn(lockDay, days, own, today);
      const state = event ? 'hit' : today > lastDayOfWindow(lockDay, days) ? 'miss' : 'pending';
      const before = last?.state ?? 'pending';
      if (before === state) continue;
      let number = (last?.number ?? 0) + 1;
      if (before !== 'pending') {
        if (correction === undefined) {
          contradictions.push({ pickId, days, recorded: before, state });
          continue;
        }
        const reopened = {
          before,
          state: 'pending',
          reason: correction,
          event: undefined,
        } as const;
        transitions.push({ pickId, days, number: number++, ...reopened });
      }
      if (state !== 'pending')
        transitions.push({ pickId, days, number, before: 'pending', state, reason: null, event });
    }
  }
  return { transitions, contradictions };
}

const NO_EVENTS: readonly DatedEvent[] = [];

/** The first event in a window that is known by today. */
function hitIn(
  lockDay: Day,
  days: WindowDays,
  events: readonly DatedEvent[],
  today: Day,
): DatedEvent | undefined {
  const last = Math.min(lastDayOfWindow(lockDay, days), today);
  return events.find(({ day }) => day > lockDay && day <= last);
}

/** `2027-01-30` */
export function windowEnd(lockDay: Day, days: WindowDays): string {
  return isoDay(lastDayOfWindow(lockDay, days));
}
