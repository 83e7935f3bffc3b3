/** Counted commits of every copy by day, as running sums, so that any window is two look-ups. */
import { type Day, lastDayOf } from '../../lib/period.ts';
import { chunksOf, dialectOf, integersOf, type LedgerConnection } from './connection.ts';
import { PlaceSorter, placesByOwner, reorder } from './row-order.ts';
import { COPY_NUMBERS_JOIN, dayNumber, rowsWithin } from './row-queries.ts';
import { firstAbove, sharedIntegers } from './shared-columns.ts';

/** Number of the copy, day, commits, commits by or with agents; in any order, with days repeated. */
export function commitDaysQuery(connection: LedgerConnection): string {
  const byAgents = `CASE WHEN kind = 'person' THEN 0 ELSE commits END`;
  const rows = `FROM activity AS source ${COPY_NUMBERS_JOIN} WHERE commits > 0`;
  if (!dialectOf(connection).isRemote)
    return `SELECT number, ${dayNumber('day')} AS dayNumber, commits, ${byAgents} AS byAgents ${rows}`;
  return `
    SELECT number, ${dayNumber('day')} AS dayNumber, CAST(sum(commits) AS INTEGER) AS commits,
      CAST(sum(${byAgents}) AS INTEGER) AS byAgents
    ${rows} GROUP BY number, day`;
}

/** The columns of `CommitDays`, as threads hand them to each other. */
export type CommitColumns = {
  /** Copy after copy, the days on which it has commits, in ascending order; one can be repeated. */
  days: Int32Array;
  /** Commits up to each of these places, those of all copies before it included. */
  commits: Int32Array;
  agentCommits: Int32Array;
  /** Where each copy begins in the lists; one more than there are copies. */
  starts: Int32Array;
};

export class CommitDays {
  readonly columns: CommitColumns;

  constructor(columns: CommitColumns) {
    this.columns = columns;
  }

  /** @param copies how many there are, as `numberCopies` numbered them */
  static async read(connection: LedgerConnection, copies: number): Promise<CommitDays> {
    const limit = await rowsWithin(connection, 'activity', { since: Number.NEGATIVE_INFINITY });
    const column = () => sharedIntegers(limit);
    const [owners, days, commits, agentCommits] = [column(), column(), column(), column()];
    let rows = 0;
    for await (const chunk of chunksOf(connection, commitDaysQuery(connection))) {
      const [numbers, dates, counted, countedByAgents] = integersOf(chunk, 4);
      const { rowCount } = chunk;
      for (let row = 0; row < rowCount; row++) {
        const [number, day] = [numbers?.[row] ?? 0, dates?.[row] ?? 0];
        // Rows of one day mostly come one after the other.
        if (owners[rows - 1] !== number || days[rows - 1] !== day) rows++;
        owners[rows - 1] = number;
        days[rows - 1] = day;
        commits[rows - 1] = (commits[rows - 1] ?? 0) + (counted?.[row] ?? 0);
        agentCommits[rows - 1] = (agentCommits[rows - 1] ?? 0) + (countedByAgents?.[row] ?? 0);
      }
    }
    const { places, starts } = placesByOwner(owners.subarray(0, rows), copies);
    const sorter = new PlaceSorter();
    for (let copy = 0; copy < copies; copy++)
      sorter.sort(places.subarray(starts[copy], starts[copy + 1]), days);
    reorder([days, commits, agentCommits], places);
    for (const sums of [commits, agentCommits])
      for (let row = 1; row < rows; row++) sums[row] = (sums[row] ?? 0) + (sums[row - 1] ?? 0);
    return new CommitDays({ days, commits, agentCommits, starts });
  }

  /** Commits of a copy in the days from the first through the last, inclusive. */
  commitsIn(copy: number, first: Day, last: Day): number {
    return this.#sum(this.columns.commits, copy, first, last);
  }

  /** Commits of a copy on each of the days to the last one, oldest first. */
  daily(copy: number, lastDay: Day, length: number): number[] {
    const { days, commits } = this.columns;
    const first = lastDay - length + 1;
    const daily = new Array<number>(length).fill(0);
    const end = this.#after(copy, lastDay);
    for (let at = this.#after(copy, first - 1); at < end; at++) {
      const day = (days[at] ?? first) - first;
      daily[day] = (daily[day] ?? 0) + (commits[at] ?? 0) - (commits[at - 1] ?? 0);
    }
    return daily;
  }

  /**
   * Adds a copy's commits of the weeks to a day, newest first, to as many sums as there are.
   *
   * @param lastDay a Sunday
   */
  addWeeks(copy: number, lastDay: Day, sums: number[]): void {
    const { days, commits, starts } = this.columns;
    const start = starts[copy] ?? 0;
    for (let at = this.#after(copy, lastDay) - 1; at >= start; at--) {
      const ago = Math.floor((lastDay - (days[at] ?? 0)) / 7);
      if (ago >= sums.length) break;
      sums[ago] = (sums[ago] ?? 0) + (commits[at] ?? 0) - (commits[at - 1] ?? 0);
    }
  }

  /** Commits of a copy in an ISO week. */
  commitsOf(copy: number, week: number): number {
    return this.commitsIn(copy, lastDayOf(week) - 6, lastDayOf(week));
  }

  /** Of these, commits by or with coding agents. */
  agentCommitsOf(copy: number, week: number): number {
    return this.#sum(this.columns.agentCommits, copy, lastDayOf(week) - 6, lastDayOf(week));
  }

  #sum(sums: Int32Array, copy: number, first: Day, last: Day): number {
    const upTo = this.#after(copy, last);
    const before = this.#after(copy, first - 1);
    return upTo === before ? 0 : (sums[upTo - 1] ?? 0) - (sums[before - 1] ?? 0);
  }

  /** Place after the last day of a copy that is not after the given one. */
  #after(copy: number, day: Day): number {
    const { starts, days } = this.columns;
    return firstAbove(days, starts[copy] ?? 0, starts[copy + 1] ?? 0, day);
  }
}
