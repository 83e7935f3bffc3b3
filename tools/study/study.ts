/**
 * Inputs of the comparison of methods: the numbers of every company and period, and how
 * fast each company went on afterwards. Lists of numbers are by period, then by company; NaN stands
 * for what is not known.
 */

import { shuffled } from '../../src/features/research/random.ts';
import { type Day, lastDayOf, weekIndex } from '../../src/lib/period.ts';
import type { Copy } from '../../src/pipeline/ledger/copies.ts';
import { DAYS_A_MONTH, NEWCOMER_WEEKS, PACE_WEEKS } from '../../src/pipeline/measures/windows.ts';
import type { Frame } from '../../src/pipeline/signals/frame.ts';
import { type PaceChoices, paceGrowth } from '../../src/pipeline/signals/pace.ts';
import { paceFrom } from '../../src/pipeline/signals/weekly-work.ts';
import { countsIn, type PersonActivity, sumTo, type WeeklyWork, weeklyWork } from './persons.ts';

export type StudiedCompany = {
  slug: string;
  copies: readonly Copy[];
  people: readonly PersonActivity[];
  /** By period; null where the company is not covered. */
  frames: readonly (Frame | null)[];
};

export type ByPeriod = readonly Float64Array[];

/** The pace of the next four weeks is compared with that of these weeks before the period. */
const OUTCOME = { weeksAfter: 4, baseFirst: 56, baseLast: 31 };
/** Added to both paces, a commit in four weeks, so that silence has a logarithm. */
const OUTCOME_SMOOTHING = 0.25;
const MIN_COMMITS = 20;
const MIN_PEOPLE = 3;
const ALL_COMMITS = Number.POSITIVE_INFINITY;
const FORTNIGHT = 14;
/** Days in which the author with most commits is looked for. */
const BUSIEST_DAYS = 28;

export class Study {
  readonly companies: readonly StudiedCompany[];
  readonly firstWeek: number;
  readonly periods: number;
  readonly velocity: ByPeriod;
  /** Distinct people in the 30 days to a period's end. */
  readonly people: ByPeriod;
  /** Shares of the 14 days' commits: of the person who wrote most, and landed in bulk. */
  readonly largestShare: ByPeriod;
  readonly bulkShare: ByPeriod;
  readonly newcomerShare: ByPeriod;
  /** Logarithm of the next four weeks' pace over the own pace of weeks −56 to −31. */
  readonly outcome: ByPeriod;
  readonly #work = new Map<string, WeeklyWork>();

  constructor(firstWeek: number, companies: readonly StudiedCompany[]) {
    this.companies = companies;
    this.firstWeek = firstWeek;
    this.periods = companies[0]?.frames.length ?? 0;
    const counted = (days: number) =>
      companies.map(({ people, frames }) =>
        frames.map((frame) => (frame ? countsIn(people, frame, days) : undefined)),
      );
    const [fortnights, months] = [counted(FORTNIGHT), counted(DAYS_A_MONTH)];
    const filled = (
      counts: ReturnType<typeof counted>,
      value: (of: ReturnType<typeof countsIn>) => number,
    ): ByPeriod =>
      this.#fill((_, __, period, place) => {
        const found = counts[place]?.[period];
        return found ? value(found) : Number.NaN;
      });
    this.velocity = filled(fortnights, ({ commits }) => commits);
    this.people = filled(months, ({ people }) => people);
    this.largestShare = filled(fortnights, ({ largest, commits }) => shareOf(largest, commits));
    this.bulkShare = filled(fortnights, ({ bulk, commits }) => shareOf(bulk, commits));
    this.newcomerShare = this.#fill((company, frame, period) => {
      const { newcomerDays, workDays } = this.#workOf(company, frame, ALL_COMMITS);
      const at = this.#at(period);
      return shareOf(sumTo(newcomerDays, at, NEWCOMER_WEEKS), sumTo(workDays, at, NEWCOMER_WEEKS));
    });
    this.outcome = this.#fill((company, _, period) => this.#outcome(company, period));
  }

  /** Startups with enough commits and people to mean something. */
  isEligible(period: number, company: number): boolean {
    const velocity = this.velocity[period]?.[company] ?? Number.NaN;
    return velocity >= MIN_COMMITS && (this.people[period]?.[company] ?? 0) >= MIN_PEOPLE;
  }

  /** The growth that a choice gives, of every company and period. */
  growth(maxCommitsADay: number, choices: PaceChoices): ByPeriod {
    return this.#fill((company, frame, period) => {
      const { pace } = this.#workOf(company, frame, maxCommitsADay);
      return paceGrowth(this.#newestFirst(pace, company, frame, period), choices);
    });
  }

  /** The same growth of one company, had its busiest author of the last four weeks not been there. */
  growthWithoutBusiest(
    company: number,
    period: number,
    maxCommitsADay: number,
    choices: PaceChoices,
  ): number {
    const studied = this.companies[company];
    const frame = studied?.frames[period];
    if (!studied || !frame) return Number.NaN;
    const commits = studied.people.map((person) => countsIn([person], frame, BUSIEST_DAYS).commits);
    const busiest = commits.indexOf(commits.reduce((most, each) => Math.max(most, each), 0));
    const others = studied.people.filter((_, person) => person !== busiest);
    const { pace } = weeklyWork(others, frame, this.#weeks, maxCommitsADay);
    return paceGrowth(this.#newestFirst(pace, studied, frame, period), choices);
  }

  /** Any number of every company and period in which it is covered. */
  #fill(
    number: (company: StudiedCompany, frame: Frame, period: number, place: number) => number,
  ): ByPeriod {
    return Array.from({ length: this.periods }, (_, period) =>
      Float64Array.from(this.companies, (company, place) => {
        const frame = company.frames[period];
        return frame ? number(company, frame, period, place) : Number.NaN;
      }),
    );
  }

  get #weeks() {
    return {
      first: this.firstWeek - OUTCOME.baseFirst,
      last: this.firstWeek + this.periods - 1,
    };
  }

  /** Place of a period's own week in the weekly series. */
  #at(period: number): number {
    return period + OUTCOME.baseFirst;
  }

  #newestFirst(
    pace: Int32Array,
    { copies }: StudiedCompany,
    frame: Frame,
    period: number,
  ): number[] {
    const at = this.#at(period);
    const oldest = Math.max(at - PACE_WEEKS + 1, paceFrom(copies, frame) - this.#weeks.first);
    return [...pace.subarray(oldest, at + 1)].reverse();
  }

  /** Computed once for all periods in which the same copies are held. */
  #workOf(company: StudiedCompany, frame: Frame, maxCommitsADay: number): WeeklyWork {
    const key = `${company.slug} ${frame.held.join()} ${frame.from} ${maxCommitsADay}`;
    return this.#work.getOrInsertComputed(key, () =>
      weeklyWork(company.people, frame, this.#weeks, maxCommitsADay),
    );
  }

  /** Computed from the copies that are held four weeks later: a copy that ended is no standstill. */
  #outcome(company: StudiedCompany, period: number): number {
    const { weeksAfter, baseFirst, baseLast } = OUTCOME;
    const frame = company.frames[period + weeksAfter];
    const firstWeek = this.firstWeek + period - baseFirst;
    if (!frame || paceFrom(company.copies, frame) > firstWeek) return Number.NaN;
    const { pace: commits } = this.#workOf(company, frame, ALL_COMMITS);
    const at = this.#at(period);
    const baseWeeks = baseFirst - baseLast + 1;
    const next = sumTo(commits, at + weeksAfter, weeksAfter) / weeksAfter;
    const base = sumTo(commits, at - baseLast, baseWeeks) / baseWeeks;
    if (base === 0) return Number.NaN;
    return Math.log((next + OUTCOME_SMOOTHING) / (base + OUTCOME_SMOOTHING));
  }
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/**
 * The same company with its weeks in a random order: every day moves with its week, so that what a
 * week was like stays and what it followed does not.
 */
export function withShuffledWeeks(company: StudiedCompany, random: () => number): StudiedCompany {
  const first = company.people
    .flatMap(({ days }) => days[0]?.day ?? [])
    .reduce((least, day) => Math.min(least, weekIndex(day)), Infinity);
  const last = weekIndex(company.frames.findLast((frame) => frame !== null)?.lastDay ?? -Infinity);
  if (!(first <= last)) return company;
  const weeks = shuffled(
    Array.from({ length: last - first + 1 }, (_, index) => index),
    random,
  );
  const moved = (day: Day) => {
    const week = weekIndex(day);
    const to = weeks[week - first];
    return to === undefined ? day : day + lastDayOf(first + to) - lastDayOf(week);
  };
  const people = company.people.map((person) => ({
    ...person,
    days: person.days
      .map((row) => ({ ...row, day: moved(row.day) }))
      .sort((a, b) => a.day - b.day || a.copy - b.copy),
  }));
  return { ...company, people };
}
