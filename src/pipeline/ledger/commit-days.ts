/** Counted commits of every copy by day, as running sums, so that any window is two look-ups. */
import { type Day, lastDayOf, weekIndex } from '../../lib/period.ts';
import { sharedIntegers } from './shared-columns.ts';

/** The columns of `CommitDays`, as threads hand them to each other. */
export type CommitColumns = {
  /** The first day that was read: of those before it nothing is known. */
  firstDay: Day;
  /** How many days were read. */
  length: number;
  /** Copy after copy, a number a day: its commits since the first day, those of the day included. */
  commits: Int32Array;
  /** Copy after copy, a number a week from that of the first day: its commits in that week by or with coding agents. */
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
    const { firstDay, length, commits } = this.#columns;
    if (first < firstDay) throw new RangeError(`day ${first} was not read`);
    const start = copy * length;
    const [upTo, before] = [Math.min(last - firstDay, length - 1), first - firstDay - 1];
    if (upTo <= before) return 0;
    return (commits[start + upTo] ?? 0) - (before < 0 ? 0 : (commits[start + before] ?? 0));
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
    const { firstDay, length, agentCommits } = this.#columns;
    if (lastDayOf(week) - 6 < firstDay) throw new RangeError(`week ${week} was not read`);
    const [weeks, place] = [weeksIn(firstDay, length), week - weekIndex(firstDay)];
    return place < weeks ? (agentCommits[copy * weeks + place] ?? 0) : 0;
  }
}

/** How many ISO weeks days are in. */
function weeksIn(firstDay: Day, days: number): number {
  return days === 0 ? 0 : weekIndex(firstDay + days - 1) - weekIndex(firstDay) + 1;
}

/** Adds up commits that come in any order. */
export class CommitDaysBuilder {
  readonly #columns: CommitColumns;
  readonly #weeks: number;
  /** By copy: most of those that do not count take no memory, as long as nobody writes their sums. */
  readonly #hasCommits: Uint8Array;

  /** @param copies how many there are, as `numberCopies` numbered them */
  constructor(copies: number, { since, through }: { since: Day; through: Day }) {
    const length = Math.max(0, through - since + 1);
    this.#weeks = weeksIn(since, length);
    this.#columns = {
      firstDay: since,
      length,
      commits: sharedIntegers(copies * length),
      agentCommits: sharedIntegers(copies * this.#weeks),
    };
    this.#hasCommits = new Uint8Array(copies);
  }

  /** @param byAgents of these commits, those by or with coding agents */
  add(copy: number, day: Day, counted: number, byAgents: number): void {
    const { firstDay, length, commits, agentCommits } = this.#columns;
    const place = copy * length + day - firstDay;
    commits[place] = (commits[place] ?? 0) + counted;
    this.#hasCommits[copy] = 1;
    if (byAgents === 0) return;
    const week = copy * this.#weeks + weekIndex(day) - weekIndex(firstDay);
    agentCommits[week] = (agentCommits[week] ?? 0) + byAgents;
  }

  /** To be called once, when all were added. */
  finish(): CommitColumns {
    const { length, commits } = this.#columns;
    for (const [copy, hasCommits] of this.#hasCommits.entries()) {
      if (hasCommits === 0) continue;
      for (let place = copy * length + 1; place < (copy + 1) * length; place++)
        commits[place] = (commits[place] ?? 0) + (commits[place - 1] ?? 0);
    }
    return this.#columns;
  }
}
