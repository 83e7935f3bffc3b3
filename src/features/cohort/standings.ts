/** The published view of the cohort: members with their picks, and the leaderboard. Pure. */
import { compareCodeUnits } from '../../lib/compare.ts';
import type { CohortMemberTable, CohortPickTable } from '../../store/store-tables.ts';
import type { CohortRecords } from './cohort-snapshot.ts';
import { dayOfMoment, recordedStates } from './grade-cohort.ts';
import { WINDOWS, windowEnd, windowKey } from './grading.ts';

export type PublishedWindow = ReturnType<ReturnType<typeof windowReader>>[number];

export type PublishedPick = {
  round: string;
  /** Published immediately; the three fields below once the round is locked. */
  commitment: string;
  madeAt: string;
  company: string | null;
  nonce: string | null;
  windows: PublishedWindow[];
};

export type Standing = ReturnType<typeof standing>;
export type PublishedMember = Standing & { record: PublishedPick[] };

/** @param now decides which rounds are locked and which windows are closed */
export function standingsOf(records: CohortRecords, now: Date) {
  const at = now.toISOString();
  const windowsOf = windowReader(records, at);
  const picks = Map.groupBy(records.picks, ({ member_id }) => member_id);
  const locks = new Map(records.rounds.map(({ id, locks_at }) => [id, locks_at]));
  const published = (pick: CohortPickTable): PublishedPick => {
    const locksAt = locks.get(pick.round_id) ?? at;
    const isLocked = locksAt <= at;
    return {
      round: pick.round_id,
      commitment: pick.commitment,
      madeAt: pick.made_at,
      company: isLocked ? pick.company : null,
      nonce: isLocked ? pick.nonce : null,
      windows: windowsOf(pick, dayOfMoment(locksAt)),
    };
  };
  const tallies: { tally: Tally; member: PublishedMember }[] = records.members
    .filter(({ admitted_at }) => admitted_at !== null)
    .map((member) => {
      const record = (picks.get(member.id) ?? []).map(published);
      const tally = tallyOf(record, at);
      return { tally, member: { ...standing(member, record.length, tally), record } };
    });
  const members = tallies.map(({ member }) => member);
  const total = tallies.reduce(
    (sum, { tally }) => ({
      hits: sum.hits + tally.hits,
      closed: sum.closed + tally.closed,
      closedHits: sum.closedHits + tally.closedHits,
    }),
    { hits: 0, closed: 0, closedHits: 0 },
  );
  return {
    members,
    leaderboard: members.map(({ record: _, ...one }) => one).sort(inOrder),
    aggregate: {
      picks: members.reduce((sum, one) => sum + one.picks, 0),
      hits: total.hits,
      closedWindows: total.closed,
      hitRatePct: rate(total.closedHits, total.closed),
    },
  };
}

/** Specification, section 2: sorted by hits, closed windows, picks, and handle. */
function inOrder(one: Standing, other: Standing): number {
  return (
    other.hits - one.hits ||
    other.closedWindows - one.closedWindows ||
    other.picks - one.picks ||
    compareCodeUnits(one.handle, other.handle)
  );
}

type Tally = { hits: number; misses: number; pending: number; closed: number; closedHits: number };

function tallyOf(record: readonly PublishedPick[], at: string): Tally {
  const tally = { hits: 0, misses: 0, pending: 0, closed: 0, closedHits: 0 };
  for (const { windows } of record)
    for (const { state, closes } of windows) {
      // A window that is over but not graded yet is still pending.
      const isClosed = state !== 'pending' && at.slice(0, 10) > closes;
      if (state === 'hit') tally.hits++;
      else if (state === 'miss') tally.misses++;
      else tally.pending++;
      if (isClosed) tally.closed++;
      if (isClosed && state === 'hit') tally.closedHits++;
    }
  return tally;
}

function standing(
  { handle, id, admitted_at, removed_at }: CohortMemberTable,
  picks: number,
  { hits, misses, pending, closed, closedHits }: Tally,
) {
  return {
    handle,
    id,
    status: removed_at === null ? ('active' as const) : ('left' as const),
    admittedOn: (admitted_at ?? '').slice(0, 10),
    picks,
    /** Each pick has two outcomes, at 60 and at 90 days. */
    ...{ hits, misses, pending },
    closedWindows: closed,
    /** Share of hits among closed windows in percent; null if none is closed. */
    hitRatePct: rate(closedHits, closed),
  };
}

/** Hits become known before misses, so only windows that are over count. */
function rate(hits: number, closed: number): number | null {
  return closed === 0 ? null : Math.round((100 * hits) / closed);
}

function windowReader({ grades }: CohortRecords, at: string) {
  const states = recordedStates(grades);
  const all = Map.groupBy(grades, ({ pick_id, days }) => windowKey(pick_id, days));
  return ({ id }: CohortPickTable, lockDay: number) =>
    WINDOWS.map((days) => {
      const key = windowKey(id, days);
      return {
        days,
        state: states.get(key)?.state ?? ('pending' as const),
        closes: windowEnd(lockDay, days),
        /** Every transition, oldest first. */
        transitions: (all.get(key) ?? [])
          .filter(({ recorded_at }) => recorded_at <= at)
          .toSorted((a, b) => a.number - b.number)
          .map(({ before, state, recorded_at, reason, event_kind, event_on, event_source }) => ({
            from: before,
            to: state,
            at: recorded_at,
            reason,
            event:
              event_kind === null || event_on === null
                ? null
                : { kind: event_kind, on: event_on, sourceUrl: event_source ?? '' },
          })),
      };
    });
}
