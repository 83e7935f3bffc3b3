/**
 * The windows of companies that periods share: what one period looks back on was another's present.
 * Each is computed once, as long as a company holds the same copies.
 */
import { lastDayOf, weekIndex } from '../../lib/period.ts';
import type { Copy } from '../ledger/copies.ts';
import { type People, type PeopleColumns, peopleBetween, roomForPeople } from '../ledger/people.ts';
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
import {
  infrastructureBy,
  infrastructureDays,
  infrastructureOf,
} from '../signals/infrastructure.ts';
import { JOINED_WEEKS_BACK, joinedBy, newcomersOf } from '../signals/newcomers.ts';
import { exchangedUpTo, PackageChanges } from '../signals/packages.ts';
import { type WeeklyWork, weeklyWork, workOf } from '../signals/weekly-work.ts';
import type { PeriodRange } from './ledger-plan.ts';
import type { LedgerRows } from './ledger-rows.ts';
import { WeekCounts } from './week-counts.ts';

/** Weeks before a period in which the windows lie that it is compared with. */
const WEEKS_COMPARED = Math.max((WINDOWS_BACK * FOUR_WEEKS) / 7, JOINED_WEEKS_BACK);

/** Days before a period's end on which what it says of those who were there can depend. */
const PRESENT_DAYS = WINDOWS.prior30d.first + NEW_AFTER_DAYS + 1;

export class PastWindows {
  readonly #weeks: PeriodRange;
  readonly #packages: PackageChanges;
  readonly #joined: WeekCounts;
  readonly #stayed: WeekCounts;
  readonly #exchanged: WeekCounts;
  /** Who was there before one period's end, and whenever: of the company that was asked for last. */
  readonly #present: LatestPeople;
  readonly #everybody: LatestPeople;
  /** By company, what the counts were made of. */
  readonly #held: Frame['held'][] = [];
  readonly #work = new Map<number, { from: number; series: WeeklyWork }>();
  /** By company, from `#counted` on, a number a week. */
  readonly #infrastructureDays = new Map<number, Int32Array>();
  readonly #counted: PeriodRange;

  /** @param weeks that periods are computed for, or their evidence */
  constructor(companies: number, rows: LedgerRows, weeks: PeriodRange) {
    this.#weeks = weeks;
    this.#packages = new PackageChanges(rows.dependencies);
    this.#counted = { first: weeks.first - WEEKS_COMPARED, last: weeks.last };
    this.#joined = new WeekCounts(companies, this.#counted);
    this.#stayed = new WeekCounts(companies, this.#counted);
    this.#exchanged = new WeekCounts(companies, this.#counted);
    this.#present = new LatestPeople(rows.people);
    this.#everybody = new LatestPeople(rows.people);
  }

  composition(company: number, frame: Frame): Compositions {
    return compositionOf(this.#presentAt(company, frame.lastDay), frame);
  }

  newcomers(company: number, frame: Frame): Windows['newcomers'] {
    this.#hold(company, frame);
    const week = weekIndex(frame.lastDay);
    const countedIn = (ago: number) => {
      const count = () => joinedBy(lastDayOf(week - ago), this.#all(company), frame.held);
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
    const present = this.#presentAt(company, frame.lastDay);
    const newest = infrastructureBy(frame.lastDay, present, frame.held);
    let days = this.#infrastructureDays.get(company);
    if (!days) {
      days = infrastructureDays(this.#all(company), frame.held, this.#counted);
      this.#keep(this.#infrastructureDays, company, days);
    }
    return infrastructureOf(frame, newest, days, weekIndex(frame.lastDay) - this.#counted.first);
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
      const weeks = { first: firstWeek, last: this.#weeks.last };
      known = { from: frame.from, series: weeklyWork(this.#all(company), frame, weeks) };
      this.#keep(this.#work, company, known);
    }
    return workOf(known.series, firstWeek, copies, frame);
  }

  /** The only period of a stretch has no use for what was counted of the companies before. */
  #keep<T>(known: Map<number, T>, company: number, value: T): void {
    if (this.#weeks.first === this.#weeks.last) known.clear();
    known.set(company, value);
  }

  /** The people whom several numbers of one period look at. */
  #presentAt(company: number, lastDay: number): People {
    return this.#present.between(company, lastDay - PRESENT_DAYS, lastDay);
  }

  #all(company: number): People {
    return this.#everybody.between(company, -Infinity, lastDayOf(this.#weeks.last));
  }

  /** What was counted in other copies does not count. */
  #hold(company: number, { held }: Pick<Frame, 'held'>): void {
    const before = this.#held[company];
    if (before?.length === held.length && held.every((each, copy) => each === before[copy])) return;
    this.#held[company] = held;
    for (const counts of [this.#joined, this.#stayed, this.#exchanged]) counts.forget(company);
    this.#work.delete(company);
    this.#infrastructureDays.delete(company);
  }
}

/** People who are looked for once, as long as nobody asks for others. */
class LatestPeople {
  readonly #people: People;
  #company = -1;
  #since = 0;
  #through = 0;

  constructor(columns: PeopleColumns) {
    this.#people = roomForPeople(columns);
  }

  between(company: number, since: number, through: number): People {
    const isLatest =
      company === this.#company && since === this.#since && through === this.#through;
    if (!isLatest) peopleBetween(this.#people.columns, company, since, through, this.#people);
    [this.#company, this.#since, this.#through] = [company, since, through];
    return this.#people;
  }
}
