/** Grades the picks that are due, and records every transition. */
import { BellwetherError } from '../../lib/errors.ts';
import { type Day, parseDay } from '../../lib/period.ts';
import type { Store } from '../../store/store.ts';
import type { CohortGradeTable } from '../../store/store-tables.ts';
import type { DatedEvent } from '../outcomes/outcome-events.ts';
import { type CohortRecords, momentOf, recordsWithin } from './cohort-snapshot.ts';
import { commitmentOf } from './commitment.ts';
import {
  type Contradiction,
  type GradablePick,
  type Grading,
  grade,
  type Recorded,
  type Transition,
  windowKey,
} from './grading.ts';

/** Rows inserted by one statement; SQLite allows 32,766 values. */
const BATCH_ROWS = 1_000;

/**
 * @param events by startup, oldest first
 * @param correction the reason for reopening outcomes that the registry contradicts; if undefined,
 *   they are only reported
 * @throws BellwetherError `clock-behind`, `commitment-broken`
 */
export function gradeCohort(
  store: Store,
  events: ReadonlyMap<string, readonly DatedEvent[]>,
  now: Date,
  correction?: string,
): Promise<Grading> {
  return store.transaction(async (transaction) => {
    const at = (await momentOf(transaction, now)).toISOString();
    const records = await recordsWithin(transaction);
    const [broken] = brokenCommitments(records);
    if (broken !== undefined)
      throw new BellwetherError(
        'commitment-broken',
        `Pick ${broken} does not match the commitment that was published for it. Nothing was graded; restore the store from a back-up.`,
      );
    const picks = gradablePicks(records, at);
    const grading = grade(
      picks,
      recordedStates(records.grades),
      events,
      dayOfMoment(at),
      correction,
    );
    const rows = grading.transitions.map((transition) => rowOf(transition, at));
    for (let from = 0; from < rows.length; from += BATCH_ROWS)
      await transaction
        .insertInto('cohort_grade')
        .values(rows.slice(from, from + BATCH_ROWS))
        .execute();
    return grading;
  });
}

/** Ids of picks that no longer match their published commitment. */
export function brokenCommitments({ picks }: Pick<CohortRecords, 'picks'>): string[] {
  return picks
    .filter(
      ({ member_id, round_id, company, nonce, commitment }) =>
        commitmentOf({ member: member_id, round: round_id, company, nonce }) !== commitment,
    )
    .map(({ id }) => id);
}

/** Picks of locked rounds. */
function gradablePicks({ picks, rounds }: CohortRecords, at: string): GradablePick[] {
  const locks = new Map(rounds.map(({ id, locks_at }) => [id, locks_at]));
  return picks.flatMap(({ id, company, round_id }) => {
    const locksAt = locks.get(round_id);
    if (locksAt === undefined || locksAt > at) return [];
    return [{ id, company, lockDay: dayOfMoment(locksAt) }];
  });
}

/** The latest state of each window, by `windowKey`. */
export function recordedStates(
  grades: readonly CohortGradeTable[],
): Map<string, Recorded & CohortGradeTable> {
  const states = new Map<string, Recorded & CohortGradeTable>();
  for (const row of grades) {
    const key = windowKey(row.pick_id, row.days);
    if ((states.get(key)?.number ?? 0) < row.number) states.set(key, row);
  }
  return states;
}

export function contradictionWords(
  { pickId, days, recorded, state }: Contradiction,
  { picks, members }: CohortRecords,
): string {
  const pick = picks.find(({ id }) => id === pickId);
  const member = members.find(({ id }) => id === pick?.member_id);
  return `${member?.handle ?? 'An unknown member'}’s pick of ${pick?.company ?? pickId}, ${days} days: recorded as ${recorded}, and the registry now says ${state}`;
}

export function dayOfMoment(moment: string): Day {
  return parseDay(moment.slice(0, 10));
}

function rowOf({ pickId, event, ...transition }: Transition, at: string): CohortGradeTable {
  return {
    pick_id: pickId,
    ...transition,
    event_kind: event?.kind ?? null,
    event_on: event?.date ?? null,
    event_source: event?.source.url ?? null,
    recorded_at: at,
  };
}
