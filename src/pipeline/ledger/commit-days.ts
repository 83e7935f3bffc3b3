/** Counted commits of every copy by day, as running sums, so that any window is two look-ups. */
import { type Day, lastDayOf } from '../../lib/period.ts';
import { chunksOf, integersOf, type LedgerConnection } from './connection.ts';
import { COPY_NUMBERS_JOIN, dayNumber } from './rows.ts';
import { firstAbove, shared } from './shared-columns.ts';

/** Number of the copy, day, commits, commits by or with agents. */
export const COMMIT_DAYS_QUERY = `
  SELECT number, ${dayNumber('day')}, CAST(sum(commits) AS INTEGER),
    CAST(sum(CASE WHEN kind = 'person' THEN 0 ELSE commits END) AS INTEGER)
  FROM activity AS source ${COPY_NUMBERS_JOIN}
  WHERE commits > 0 GROUP BY number, day ORDER BY number, day`;

/** The columns of `CommitDays`, as threads hand them to each other. */
export type CommitColumns = {
  /** Copy after copy, the days on which it has commits. */
  days: Int32Array;
  /** Commits up to each of these days, those of all copies before it included. */
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
    const starts: number[] = [];
    const [days, commits, agentCommits]: [number[], number[], number[]] = [[], [], []];
    let all = 0;
    let byAgents = 0;
    for await (const chunk of chunksOf(connection, COMMIT_DAYS_QUERY)) {
      const [numbers, dates, counted, countedByAgents] = integersOf(chunk, 4);
      for (let row = 0; row < chunk.rowCount; row++) {
        while (starts.length <= (numbers?.getItem(row) ?? 0)) starts.push(days.length);
        all += counted?.getItem(row) ?? 0;
        byAgents += countedByAgents?.getItem(row) ?? 0;
        days.push(dates?.getItem(row) ?? 0);
        commits.push(all);
        agentCommits.push(byAgents);
      }
    }
    while (starts.length <= copies) starts.push(days.length);
    return new CommitDays({
      days: shared(days),
      commits: shared(commits),
      agentCommits: shared(agentCommits),
      starts: shared(starts),
    });
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
    for (let at = this.#after(copy, first - 1); at < end; at++)
      daily[(days[at] ?? first) - first] = (commits[at] ?? 0) - (commits[at - 1] ?? 0);
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
