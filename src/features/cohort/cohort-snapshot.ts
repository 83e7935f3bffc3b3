/** Reads a consistent snapshot of the cohort's tables. */
import { sql } from 'kysely';
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';
import { BellwetherError, UnavailableError } from '../../lib/errors.ts';
import { isUnavailable, type Store, type StoreTransaction } from '../../store/store.ts';
import type {
  CohortGradeTable,
  CohortMemberTable,
  CohortPickTable,
  CohortRoundTable,
} from '../../store/store-tables.ts';

export type CohortRecords = {
  /** Null if the operator has not set it. */
  seats: number | null;
  members: readonly CohortMemberTable[];
  /** Oldest first. */
  rounds: readonly CohortRoundTable[];
  picks: readonly CohortPickTable[];
  /** Every transition, in recorded order. */
  grades: readonly CohortGradeTable[];
  /** When anything was last recorded, ISO 8601. */
  changedAt: string | null;
};

export const NO_RECORDS: CohortRecords = {
  ...{ seats: null, members: [], rounds: [], picks: [], grades: [], changedAt: null },
};

/** @throws BellwetherError `store-unavailable` */
export async function readCohort(store: Store): Promise<CohortRecords> {
  try {
    return await store.snapshot(recordsWithin);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new UnavailableError(
      'store-unavailable',
      'The cohort cannot be read right now; everything else goes on.',
      { cause: error, details: { retryAfter: 5 } },
    );
  }
}

export async function recordsWithin(transaction: StoreTransaction): Promise<CohortRecords> {
  const seats = (await lastSeats(transaction))?.seats ?? null;
  const [members, rounds, picks, grades] = [
    await transaction.selectFrom('cohort_member').selectAll().orderBy('handle').execute(),
    await transaction.selectFrom('cohort_round').selectAll().orderBy('opened_at').execute(),
    await transaction
      .selectFrom('cohort_pick')
      .selectAll()
      .orderBy('made_at')
      .orderBy('id')
      .execute(),
    await transaction
      .selectFrom('cohort_grade')
      .selectAll()
      .orderBy('recorded_at')
      .orderBy('pick_id')
      .orderBy('days')
      .orderBy('number')
      .execute(),
  ];
  const changedAt = await lastRecorded(transaction);
  return { seats, members, rounds, picks, grades, changedAt };
}

/** The last number of seats that the operator set. */
export function lastSeats(transaction: StoreTransaction) {
  return transaction
    .selectFrom('cohort_seats')
    .select(['number', 'seats'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Columns with the time at which a row was recorded. */
const MOMENTS = [
  ['cohort_seats', 'recorded_at'],
  ['cohort_member', 'invited_at'],
  ['cohort_member', 'admitted_at'],
  ['cohort_member', 'removed_at'],
  ['cohort_key', 'issued_at'],
  ['cohort_round', 'opened_at'],
  ['cohort_pick', 'made_at'],
  ['cohort_grade', 'recorded_at'],
] as const;

async function lastRecorded(transaction: StoreTransaction): Promise<string | null> {
  let last: string | null = null;
  for (const [table, column] of MOMENTS) {
    const latest = sql<{ at: string | null }>`
      select max(${sql.ref(column)}) as at from ${sql.table(table)}`;
    const [row] = (await latest.execute(transaction)).rows;
    if (row?.at && (last === null || row.at > last)) last = row.at;
  }
  return last;
}

/**
 * The time to record now: the clock's, but never before the last record, so that setting the clock
 * back cannot reopen a locked round.
 *
 * @throws BellwetherError `clock-behind`
 */
export async function momentOf(transaction: StoreTransaction, now: Date): Promise<Date> {
  const last = await lastRecorded(transaction);
  if (last === null) return now;
  const behind = Date.parse(last) - now.getTime();
  if (behind > CLOCK_TOLERANCE_MS)
    throw new BellwetherError(
      'clock-behind',
      `The clock says ${now.toISOString()}, and the cohort's last record is of ${last}. Nothing was changed; set the clock.`,
      { status: 503 },
    );
  return behind > 0 ? new Date(last) : now;
}
