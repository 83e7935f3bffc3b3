/**
 * The periods of a ledger: which there are, whom each covers, and what each company's numbers are
 * computed from. One pass over the ledger, whatever the number of periods.
 */
import { BellwetherError } from '../../lib/errors.ts';
import { isoDay, lastDayOf, weekIndex } from '../../lib/period.ts';
import type { Registry } from '../../registry/schema.ts';
import { type CommitColumns, CommitDays } from '../ledger/commit-days.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import { type CompanyCopies, readCopies, type Tracked } from '../ledger/copies.ts';
import { ExcludedDays } from '../ledger/excluded-days.ts';
import {
  dependenciesOf,
  numberCopies,
  type PersonActivity,
  peopleOf,
  type ReleaseRow,
  readReleases,
} from '../ledger/rows.ts';
import {
  DAYS_A_MONTH,
  FOUR_WEEKS,
  WEEKS_BACK,
  WINDOWS,
  WINDOWS_BACK,
  type Windows,
} from '../ledger/windows.ts';
import {
  CLASSIFIED_WEEKS,
  type Classification,
  classify,
  type Evidence,
  evidenceOf,
} from '../signals/classify.ts';
import { compositionsOf } from '../signals/composition.ts';
import {
  type CompanyCoverage,
  coverageOf,
  DAYS_NEEDED,
  weightWindow,
} from '../signals/coverage.ts';
import { currentPeriod, earliestDay } from '../signals/current-period.ts';
import type { Frame } from '../signals/frame.ts';
import { infrastructureOf } from '../signals/infrastructure.ts';
import { joinsOf, newcomersOf, PEOPLE_DAYS_BACK } from '../signals/newcomers.ts';
import { PackageChanges } from '../signals/packages.ts';
import { PeopleByDay, type PresenceWindows, presencesOf } from '../signals/presence.ts';
import { releasesOf } from '../signals/releases.ts';
import { WORK_DAYS_BACK, workOf } from '../signals/work.ts';

/** Consecutive periods by week index, both inclusive. */
export type PeriodRange = { first: number; last: number };

/** The windows that come from what people did. */
type PeopleWindows = Pick<Windows, 'composition' | 'newcomers' | 'infrastructure' | 'work'>;

/** What a reader follows a company's counts by. */
export type CompanyDays = PresenceWindows & {
  /** In the order of the copies; those that are not held are left out. */
  copies: { place: number; commits: number[]; leftOut: LeftOut; people: number[] }[];
};
type LeftOut = ReturnType<ExcludedDays['daily']>;

/** Days of the two windows in which commits are counted, and of those in which people are. */
export const COMMIT_DAYS = WINDOWS.prior14d.first + 1;
export const PEOPLE_DAYS = WINDOWS.prior30d.first + 1;

/** The companies of a registry with their repositories, as periods are read for them. */
export function trackedCompanies({ companies }: Pick<Registry, 'companies'>): Tracked {
  return new Map(companies.map(({ slug, name, repositories }) => [slug, { name, repositories }]));
}

/** What is known of a ledger before its rows are read; threads can hand it to each other. */
export type LedgerPlan = {
  companies: readonly CompanyCopies[];
  commits: CommitColumns;
  /** The first period. */
  first: number;
  current: number;
  /** The week up to which partial periods follow the current one. */
  lastPartial: number;
};

/** @throws BellwetherError `ledger-empty`, `ledger-too-short` */
export async function readPlan(
  connection: LedgerConnection,
  tracked: Tracked,
): Promise<LedgerPlan> {
  const companies = await readCopies(connection, tracked);
  await numberCopies(connection, companies);
  const last = companies.at(-1);
  const copies = last ? last.first + last.copies.length : 0;
  const commits = await CommitDays.read(connection, copies);
  return { companies, commits: commits.columns, ...coveredWeeks(companies, commits) };
}

export class LedgerPeriods {
  /** In the order of their slugs, also those that the ledger does not hold. */
  readonly companies: readonly CompanyCopies[];
  /** The periods published in full; the last one is current, unless fewer were chosen. */
  readonly range: PeriodRange;
  /** The week up to which partial periods follow the current one. */
  readonly lastPartial: number;
  readonly #commits: CommitDays;
  /** By company and week, for the weeks that are shown. */
  readonly #people = new Map<number, Map<number, PeopleWindows>>();
  readonly #evidence = new Map<number, Map<number, Evidence>>();
  #releases: ReadonlyMap<number, ReleaseRow[]> = new Map();
  readonly #dependencies: PackageChanges[] = [];
  #excluded = new ExcludedDays();
  /** By company and week, as far as editions show it. */
  readonly #presences = new Map<number, Map<number, PresenceWindows>>();
  readonly #peopleByDay = new Map<number, PeopleByDay>();

  private constructor(
    companies: readonly CompanyCopies[],
    commits: CommitDays,
    range: PeriodRange,
    lastPartial: number,
  ) {
    this.companies = companies;
    this.#commits = commits;
    this.range = range;
    this.lastPartial = lastPartial;
  }

  /**
   * @param choose narrows the periods, for those who want only some
   * @throws BellwetherError `ledger-empty`, `ledger-too-short`
   */
  static async read(
    connection: LedgerConnection,
    tracked: Tracked,
    choose: (all: PeriodRange) => PeriodRange = (all) => all,
  ): Promise<LedgerPeriods> {
    const plan = await readPlan(connection, tracked);
    const { first, current, lastPartial } = plan;
    const range = choose({ first, last: current });
    const weeks = { ...range, last: range.last === current ? lastPartial : range.last };
    return LedgerPeriods.readWeeks(connection, plan, weeks, range);
  }

  /** The same for chosen weeks of a plan, on a connection that has numbered its copies. */
  static async readWeeks(
    connection: LedgerConnection,
    plan: LedgerPlan,
    weeks: PeriodRange,
    range: PeriodRange = { first: plan.first, last: plan.current },
  ): Promise<LedgerPeriods> {
    const commits = new CommitDays(plan.commits);
    const periods = new LedgerPeriods(plan.companies, commits, range, weeks.last);
    const firstNeeded = Math.max(plan.first, weeks.first - CLASSIFIED_WEEKS + 1);
    await periods.#readRows(connection, firstNeeded, weeks.first);
    return periods;
  }

  /** Whether and how a company is covered in a period. @param company its place */
  coverage(company: number, week: number): CompanyCoverage {
    const known = this.companies[company];
    if (!known) throw new RangeError(`there is no company ${company}`);
    return coverageIn(known, this.#commits, week);
  }

  /** What a covered company's numbers of a period are computed from. */
  windows(company: number, week: number, coverage = this.coverage(company, week)): Windows {
    const { copies, first, created } = this.companies[company] ?? { copies: [], first: 0 };
    const { held, from } = coverage;
    const lastDay = lastDayOf(week);
    const list = created && created.through >= lastDay ? created.repositories : undefined;
    const isNew = (day: number) => day > lastDay - DAYS_A_MONTH && day <= lastDay;
    const frame: Frame = { lastDay, held, from };
    const people = this.#people.get(company)?.get(week) ?? peopleWindows([], copies, [frame])[0];
    if (!people) throw new RangeError(`week ${week} was not read`);
    const sumOfHeld = (value: (copy: number) => number) =>
      held.reduce((sum, isHeld, copy) => (isHeld ? sum + value(first + copy) : sum), 0);
    const weeks = Math.min(WEEKS_BACK, Math.floor((lastDay - from + 1) / 7));
    return {
      weeklyCommits: newestFirst(weeks, (ago) =>
        sumOfHeld((copy) => this.#commits.commitsOf(copy, week - ago)),
      ),
      weeklyAgentCommits: newestFirst(2, (ago) =>
        sumOfHeld((copy) => this.#commits.agentCommitsOf(copy, week - ago)),
      ),
      contributors: people.composition.current30d.people,
      priorContributors: people.composition.prior30d.people,
      newRepositories: list
        ? list.filter(({ day }) => isNew(day))
        : copies.flatMap(({ repository, began }, copy) =>
            held[copy] && isNew(began) ? [{ repository, day: began }] : [],
          ),
      newRepositoriesBasis: list ? 'organization' : 'tracked',
      ...people,
      ...releasesOf(this.#releases.get(company) ?? [], copies, frame),
      dependencies: this.#dependencies[company]?.upTo(frame) ?? null,
    };
  }

  /** Counted commits of a copy, by its place among the company's. */
  commitsOf(company: number, copy: number, week: number): number {
    return this.#commits.commitsOf((this.companies[company]?.first ?? 0) + copy, week);
  }

  /** The days behind a covered company's counts of commits and people. */
  days(company: number, week: number, { held } = this.coverage(company, week)): CompanyDays {
    const { copies, first } = this.companies[company] ?? { copies: [], first: 0 };
    const lastDay = lastDayOf(week);
    const nobody = presencesOf([], [{ lastDay, held, from: lastDay }], copies.length)[0];
    const presence = this.#presences.get(company)?.get(week) ?? nobody;
    if (!presence) throw new RangeError(`week ${week} was not read`);
    const people = this.#peopleByDay.get(company);
    return {
      ...presence,
      copies: copies.flatMap((_, place) => {
        if (!held[place]) return [];
        const commits = this.#commits.daily(first + place, lastDay, COMMIT_DAYS);
        const leftOut = this.#excluded.daily(first + place, lastDay, COMMIT_DAYS);
        const present = people?.daily(place, lastDay, PEOPLE_DAYS);
        return [{ place, commits, leftOut, people: present ?? new Array(PEOPLE_DAYS).fill(0) }];
      }),
    };
  }

  /**
   * The type that a covered company shows in a period, with the evidence of that period.
   *
   * @param windows the company's in that period
   */
  classification(
    company: number,
    week: number,
    windows = this.windows(company, week),
  ): Classification & { evidence: Evidence } {
    const known = this.#evidence.get(company) ?? new Map<number, Evidence>();
    this.#evidence.set(company, known);
    const evidence = evidenceOf(windows);
    known.set(week, evidence);
    const weeks = newestFirst(CLASSIFIED_WEEKS, (ago) => {
      const isCovered = this.#people.get(company)?.has(week - ago);
      if (isCovered && !known.has(week - ago))
        known.set(week - ago, evidenceOf(this.windows(company, week - ago)));
      return known.get(week - ago);
    });
    return { ...classify(weeks.reverse()), evidence };
  }

  /**
   * @param firstWeek the first week that a number or a classification needs
   * @param firstShown the first one whose days are shown
   */
  async #readRows(
    connection: LedgerConnection,
    firstWeek: number,
    firstShown: number,
  ): Promise<void> {
    const firstDay = lastDayOf(firstWeek);
    const windowsFrom = firstDay - WINDOWS_BACK * FOUR_WEEKS + 1;
    const through = lastDayOf(this.lastPartial);
    this.#releases = await readReleases(connection, { since: windowsFrom, through });
    for (const { copies } of this.companies)
      this.#dependencies.push(new PackageChanges([], copies));
    for await (const { company, changes } of dependenciesOf(connection, through)) {
      const copies = this.companies[company]?.copies ?? [];
      this.#dependencies[company] = new PackageChanges(changes, copies, windowsFrom);
    }
    const shownDays = { since: lastDayOf(firstShown) - PEOPLE_DAYS + 1, through };
    this.#excluded = await ExcludedDays.read(connection, shownDays);
    const frames = this.companies.map((_, company) => this.#frames(company, firstWeek));
    const add = (company: number, people: readonly PersonActivity[]) => {
      const own = frames[company] ?? [];
      const windows = peopleWindows(people, this.companies[company]?.copies ?? [], own);
      this.#people.set(
        company,
        new Map(windows.map((each, index) => [weekIndex(own[index]?.lastDay ?? 0), each])),
      );
      this.#keepEvidence(company, firstShown);
      if (people.length === 0) return;
      const copies = this.companies[company]?.copies.length ?? 0;
      const shown = own.filter(({ lastDay }) => weekIndex(lastDay) >= firstShown);
      const presences = presencesOf(people, shown, copies);
      this.#presences.set(
        company,
        new Map(presences.map((each, index) => [weekIndex(shown[index]?.lastDay ?? 0), each])),
      );
      this.#peopleByDay.set(company, new PeopleByDay(people, copies, shownDays));
    };
    for (const company of this.companies.keys()) add(company, []);
    const daysBack = Math.max(PEOPLE_DAYS_BACK, WORK_DAYS_BACK);
    const span = { since: firstDay - daysBack, through };
    for await (const { company, people } of peopleOf(connection, span)) add(company, people);
  }

  /** Of the weeks before the first that is shown, classifications need the evidence alone. */
  #keepEvidence(company: number, firstShown: number): void {
    const people = this.#people.get(company);
    if (!people) return;
    const evidence = new Map<number, Evidence>();
    for (const week of [...people.keys()].filter((each) => each < firstShown)) {
      evidence.set(week, evidenceOf(this.windows(company, week)));
      people.delete(week);
    }
    this.#evidence.set(company, evidence);
  }

  /** The periods in which a company is covered. */
  #frames(company: number, firstWeek: number): Frame[] {
    const frames: Frame[] = [];
    for (let week = firstWeek; week <= this.lastPartial; week++) {
      const { missing, held, from } = this.coverage(company, week);
      if (!missing) frames.push({ lastDay: lastDayOf(week), held, from });
    }
    return frames;
  }
}

function coverageIn(company: CompanyCopies, commits: CommitDays, week: number): CompanyCoverage {
  const { copies, first, neverCollected } = company;
  const lastDay = lastDayOf(week);
  const weights = copies.map((copy, index) => {
    const window = weightWindow(copy, lastDay);
    return commits.commitsIn(first + index, window.from, window.through);
  });
  return coverageOf(copies, weights, neverCollected, lastDay);
}

/** The first week, the current one, and the last one that covers anybody. */
function coveredWeeks(
  companies: readonly CompanyCopies[],
  commits: CommitDays,
): { first: number; current: number; lastPartial: number } {
  const earliest = earliestDay(companies.map(({ copies }) => copies));
  if (earliest === undefined)
    throw new BellwetherError('ledger-empty', 'The ledger holds none of the tracked companies.');
  const through = companies.flatMap(({ copies }) => copies.map((copy) => copy.through));
  const lastDay = through.reduce((latest, day) => Math.max(latest, day));
  // The first week that ends on or after the earliest day; the latest that ends by the last day.
  const first = weekIndex(earliest);
  const last = weekIndex(lastDay + 1) - 1;
  const covered = newestFirst(Math.max(0, last - first + 1), (index) => {
    const slugs = companies.flatMap((company, place) =>
      coverageIn(company, commits, first + index).missing ? [] : [place],
    );
    return new Set(slugs);
  });
  const current = currentPeriod(covered);
  if (current < 0)
    throw new BellwetherError(
      'ledger-too-short',
      `The ledger holds no full period: its copies end by ${isoDay(lastDay)}, and growth needs ${DAYS_NEEDED} days, so that the first period could end on ${isoDay(lastDayOf(first))}.`,
    );
  const lastPartial = covered.findLastIndex(({ size }) => size > 0);
  return { first, current: first + current, lastPartial: first + lastPartial };
}

function peopleWindows(
  people: readonly PersonActivity[],
  copies: CompanyCopies['copies'],
  frames: readonly Frame[],
): PeopleWindows[] {
  const compositions = compositionsOf(people, frames);
  const work = workOf(people, copies, frames);
  const joins = joinsOf(people, frames);
  return compositions.flatMap((composition, index) => {
    const [frame, own] = [frames[index], work[index]];
    if (!frame || !own) return [];
    return {
      composition,
      work: own,
      newcomers: newcomersOf(joins[index] ?? [], frame),
      infrastructure: infrastructureOf(people, frame),
    };
  });
}

function newestFirst<T>(length: number, value: (ago: number) => T): T[] {
  return Array.from({ length }, (_, ago) => value(ago));
}
