/**
 * The windows of companies that periods share: what one period looks back on was another's present.
 * Each is computed once, as long as a company holds the same copies.
 */
import { lastDayOf, weekIndex } from '../../lib/period.ts';
import type { Copy } from '../ledger/copies.ts';
import { type People, peopleBetween } from '../ledger/people.ts';
import {
  FOUR_WEEKS,
  NEW_AFTER_DAYS,
  PACE_WEEKS,
  WINDOWS,
  WINDOWS_BACK,
  type Windows,
} from '../ledger/windows.ts';
import { type Compositions, compositionOf } from '../signals/composition.ts';
import type { Frame } from '../signals/frame.ts';
import { infrastructureBy, infrastructureOf } from '../signals/infrastructure.ts';
import { JOINED_WEEKS_BACK, JOINING_DAYS, joinedBy, newcomersOf } from '../signals/newcomers.ts';
import { exchangedUpTo, PackageChanges } from '../signals/packages.ts';
import { type WeeklyWork, weeklyWork, workOf } from '../signals/work.ts';
import type { LedgerRows } from './ledger-rows.ts';
import type { PeriodRange } from './periods.ts';
import { WeekCounts } from './week-counts.ts';

/** Weeks before a period in which the windows that it is compared with end. */
const WEEKS_COMPARED = Math.max(((WINDOWS_BACK - 1) * FOUR_WEEKS) / 7, JOINED_WEEKS_BACK);

/** Days before a window's end on which what it says of people can depend. */
const JOINED_DAYS = JOINING_DAYS + NEW_AFTER_DAYS;
const PRESENT_DAYS = Math.max(JOINED_DAYS, WINDOWS.prior30d.first + NEW_AFTER_DAYS + 1);

export class PastWindows {
  readonly #rows: LedgerRows;
  readonly #weeks: PeriodRange;
  readonly #packages: PackageChanges;
  readonly #joined: WeekCounts;
  readonly #stayed: WeekCounts;
  readonly #personDays: WeekCounts;
  readonly #exchanged: WeekCounts;
  #latest: { company: number; lastDay: number; people: People } | undefined;
  /** By company, what the counts were made of. */
  readonly #held: Frame['held'][] = [];
  readonly #work = new Map<number, { from: number; series: WeeklyWork }>();

  /** @param weeks that periods are computed for, or their evidence */
  constructor(companies: number, rows: LedgerRows, weeks: PeriodRange) {
    this.#rows = rows;
    this.#weeks = weeks;
    this.#packages = new PackageChanges(rows.dependencies);
    const counted = { first: weeks.first - WEEKS_COMPARED, last: weeks.last };
    this.#joined = new WeekCounts(companies, counted);
    this.#stayed = new WeekCounts(companies, counted);
    this.#personDays = new WeekCounts(companies, counted);
    this.#exchanged = new WeekCounts(companies, counted);
  }

  composition(company: number, frame: Frame): Compositions {
    return compositionOf(this.#present(company, frame.lastDay), frame);
  }

  newcomers(company: number, frame: Frame): Windows['newcomers'] {
    this.#hold(company, frame);
    const week = weekIndex(frame.lastDay);
    const countedIn = (ago: number) => {
      const lastDay = lastDayOf(week - ago);
      const count = () =>
        joinedBy(
          lastDay,
          ago === 0 ? this.#present(company, lastDay) : this.#people(company, lastDay, JOINED_DAYS),
          frame.held,
        );
      let counted: ReturnType<typeof count> | undefined;
      const once = () => {
        counted ??= count();
        return counted;
      };
      return {
        joined: this.#joined.of(company, week - ago, () => once().joined),
        stayed: this.#stayed.of(company, week - ago, () => once().stayed),
      };
    };
    return newcomersOf(frame, countedIn);
  }

  infrastructure(company: number, frame: Frame): Windows['infrastructure'] {
    this.#hold(company, frame);
    const week = weekIndex(frame.lastDay);
    const present = this.#present(company, frame.lastDay);
    const newest = infrastructureBy(frame.lastDay, present, frame.held);
    return infrastructureOf(frame, newest, (ago) =>
      this.#personDays.of(company, week - ago, () => {
        const lastDay = lastDayOf(week - ago);
        const people = this.#people(company, lastDay, FOUR_WEEKS);
        return infrastructureBy(lastDay, people, frame.held).personDays;
      }),
    );
  }

  dependencies(company: number, copies: readonly Copy[], frame: Frame): Windows['dependencies'] {
    return this.#packages.upTo(company, copies, frame, this.#exchangedIn(company, frame));
  }

  exchanged(
    company: number,
    copies: readonly Copy[],
    frame: Frame,
  ): { exchanged: number[] } | null {
    const exchanged = exchangedUpTo(copies, frame, this.#exchangedIn(company, frame));
    return exchanged && { exchanged };
  }

  #exchangedIn(company: number, { lastDay, held }: Frame): (weeksAgo: number) => number {
    this.#hold(company, { held });
    const week = weekIndex(lastDay);
    return (ago) =>
      this.#exchanged.of(company, week - ago, () =>
        this.#packages.exchangedBy(lastDayOf(week - ago), company, held),
      );
  }

  work(company: number, copies: readonly Copy[], frame: Frame): Windows['work'] {
    this.#hold(company, frame);
    const firstWeek = this.#weeks.first - PACE_WEEKS + 1;
    let known = this.#work.get(company);
    if (known?.from !== frame.from) {
      const everybody = this.#people(company, lastDayOf(this.#weeks.last), Infinity);
      const weeks = { first: firstWeek, last: this.#weeks.last };
      known = { from: frame.from, series: weeklyWork(everybody, frame, weeks) };
      // The only period of a stretch has nobody to keep it for.
      if (this.#isShared) this.#work.set(company, known);
    }
    return workOf(known.series, firstWeek, copies, frame);
  }

  /** The people whom several numbers of one period look at. */
  #present(company: number, lastDay: number): People {
    if (this.#latest?.company !== company || this.#latest.lastDay !== lastDay) {
      const people = this.#people(company, lastDay, PRESENT_DAYS);
      this.#latest = { company, lastDay, people };
    }
    return this.#latest.people;
  }

  get #isShared(): boolean {
    return this.#weeks.first < this.#weeks.last;
  }

  #people(company: number, lastDay: number, daysBack: number): People {
    return peopleBetween(this.#rows.people, company, lastDay - daysBack, lastDay);
  }

  /** What was counted in other copies does not count. */
  #hold(company: number, { held }: Pick<Frame, 'held'>): void {
    const before = this.#held[company];
    if (before?.length === held.length && held.every((each, copy) => each === before[copy])) return;
    this.#held[company] = held;
    for (const counts of [this.#joined, this.#stayed, this.#personDays, this.#exchanged])
      counts.forget(company);
    this.#work.delete(company);
  }
}
