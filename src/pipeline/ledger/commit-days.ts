/** Counted commits of every copy by day, as running sums, so that any window is two look-ups. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Day, lastDayOf } from '../../lib/period.ts';
import { chunksOf } from './duckdb.ts';
import { COPY_NUMBERS_JOIN, dayNumber } from './rows.ts';

/** Number of the copy, day, commits, commits by or with agents. */
export const COMMIT_DAYS_QUERY = `
  SELECT number, ${dayNumber('day')}, CAST(sum(commits) AS INTEGER),
    CAST(sum(CASE WHEN kind = 'person' THEN 0 ELSE commits END) AS INTEGER)
  FROM activity AS source ${COPY_NUMBERS_JOIN}
  WHERE commits > 0 GROUP BY number, day ORDER BY number, day`;

export class CommitDays {
  /** Copy after copy, the days on which it has commits. */
  readonly #days: number[] = [];
  /** Commits up to each of these days, those of all copies before it included. */
  readonly #commits: number[] = [];
  readonly #agentCommits: number[] = [];
  /** Where each copy begins in the lists; one more than there are copies. */
  readonly #starts: number[];

  private constructor(copies: number) {
    this.#starts = new Array<number>(copies + 1).fill(0);
  }

  /** @param copies how many there are, as `numberCopies` numbered them */
  static async read(connection: DuckDBConnection, copies: number): Promise<CommitDays> {
    const read = new CommitDays(copies);
    let commits = 0;
    let agentCommits = 0;
    let next = 0;
    for await (const chunk of chunksOf(connection, COMMIT_DAYS_QUERY))
      for (const [copy, day, counted, byAgents] of chunk.getRows()) {
        while (next <= Number(copy)) read.#starts[next++] = read.#days.length;
        commits += Number(counted);
        agentCommits += Number(byAgents);
        read.#days.push(Number(day));
        read.#commits.push(commits);
        read.#agentCommits.push(agentCommits);
      }
    while (next <= copies) read.#starts[next++] = read.#days.length;
    return read;
  }

  /** Commits of a copy in the days from the first through the last, inclusive. */
  commitsIn(copy: number, first: Day, last: Day): number {
    return this.#sum(this.#commits, copy, first, last);
  }

  /** Commits of a copy in an ISO week. */
  commitsOf(copy: number, week: number): number {
    return this.commitsIn(copy, lastDayOf(week) - 6, lastDayOf(week));
  }

  /** Of these, commits by or with coding agents. */
  agentCommitsOf(copy: number, week: number): number {
    return this.#sum(this.#agentCommits, copy, lastDayOf(week) - 6, lastDayOf(week));
  }

  #sum(sums: readonly number[], copy: number, first: Day, last: Day): number {
    const upTo = this.#after(copy, last);
    const before = this.#after(copy, first - 1);
    return upTo === before ? 0 : (sums[upTo - 1] ?? 0) - (sums[before - 1] ?? 0);
  }

  /** Place after the last day of a copy that is not after the given one. */
  #after(copy: number, day: Day): number {
    let from = this.#starts[copy] ?? 0;
    let to = this.#starts[copy + 1] ?? 0;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#days[middle] ?? Infinity) <= day) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
