/** Counted commits of every copy by day, as running sums, so that any window is two look-ups. */
import { type Day, lastDayOf } from '../../lib/period.ts';
import { sharedIntegers } from './shared-columns.ts';

/** The columns of `CommitDays`, as threads hand them to each other. */
export type CommitColumns = {
  /** The first day that was read: of those before it nothing is known. */
  firstDay: Day;
  /** How many days were read. */
  length: number;
  /** Copy after copy, a number a day: its commits since the first day, those of the day included. */
  commits: Int32Array;
  /** Of these, commits by or with coding agents. */
  agentCommits: Int32Array;
};

export class CommitDays {
  readonly #columns: CommitColumns;

  constructor(columns: CommitColumns) {
    this.#columns = columns;
  }

  /**
   * Commits of a copy in the days from the first through the last, inclusive.
   *
   * @throws RangeError for days before those that were read
   */
  commitsIn(copy: number, first: Day, last: Day): number {
    return this.#sum(this.#columns.commits, copy, first, last);
  }

  /** Commits of a copy on each of the days to the last one, oldest first. */
  daily(copy: number, lastDay: Day, length: number): number[] {
    const first = lastDay - length + 1;
    return Array.from({ length }, (_, day) => this.commitsIn(copy, first + day, first + day));
  }

  /**
   * Adds a copy's commits of the weeks to a day, newest first, to as many sums as there are.
   *
   * @param lastDay a Sunday
   */
  addWeeks(copy: number, lastDay: Day, sums: number[]): void {
    for (let ago = 0; ago < sums.length; ago++) {
      const sunday = lastDay - 7 * ago;
      sums[ago] = (sums[ago] ?? 0) + this.commitsIn(copy, sunday - 6, sunday);
    }
  }

  /** Commits of a copy in an ISO week. */
  commitsOf(copy: number, week: number): number {
    return this.commitsIn(copy, lastDayOf(week) - 6, lastDayOf(week));
  }

  /** Of these, commits by or with coding agents. */
  agentCommitsOf(copy: number, week: number): number {
    return this.#sum(this.#columns.agentCommits, copy, lastDayOf(week) - 6, lastDayOf(week));
  }

  #sum(sums: Int32Array, copy: number, first: Day, last: Day): number {
    const { firstDay, length } = this.#columns;
    if (first < firstDay) throw new RangeError(`day ${first} was not read`);
    const start = copy * length;
    const [upTo, before] = [Math.min(last - firstDay, length - 1), first - firstDay - 1];
    if (upTo <= before) return 0;
    return (sums[start + upTo] ?? 0) - (before < 0 ? 0 : (sums[start + before] ?? 0));
  }
}

/** Adds up commits that come in any order. */
export class CommitDaysBuilder {
  readonly #columns: CommitColumns;
  /** By copy: most of those that do not count take no memory, as long as nobody writes their sums. */
  readonly #hasCommits: Uint8Array;

  /** @param copies how many there are, as `numberCopies` numbered them */
  constructor(copies: number, { since, through }: { since: Day; through: Day }) {
    const length = Math.max(0, through - since + 1);
    const column = () => sharedIntegers(copies * length);
    const [commits, agentCommits] = [column(), column()];
    this.#columns = { firstDay: since, length, commits, agentCommits };
    this.#hasCommits = new Uint8Array(copies);
  }

  /** @param agentCommits of these commits, those by or with coding agents */
  add(copy: number, day: Day, commits: number, agentCommits: number): void {
    const { firstDay, length, commits: sums, agentCommits: agentSums } = this.#columns;
    const place = copy * length + day - firstDay;
    sums[place] = (sums[place] ?? 0) + commits;
    agentSums[place] = (agentSums[place] ?? 0) + agentCommits;
    this.#hasCommits[copy] = 1;
  }

  /** To be called once, when all were added. */
  finish(): CommitColumns {
    const { length, commits, agentCommits } = this.#columns;
    for (const [copy, hasCommits] of this.#hasCommits.entries()) {
      if (hasCommits === 0) continue;
      for (const sums of [commits, agentCommits])
        for (let place = copy * length + 1; place < (copy + 1) * length; place++)
          sums[place] = (sums[place] ?? 0) + (sums[place - 1] ?? 0);
    }
    return this.#columns;
  }
}
