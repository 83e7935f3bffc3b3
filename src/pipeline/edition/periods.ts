/**
 * The periods of a ledger: the companies that each covers, and the inputs of each company's numbers. All
 * are measured in one pass over the ledger.
 */
import { lastDayOf, weekIndex } from '../../lib/period.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import type { CompanyCopies, Tracked } from '../ledger/copies.ts';
import type { IntegerRows } from '../measures/integer-rows.ts';
import {
  DAYS_A_MONTH,
  FOUR_WEEKS,
  NEWCOMER_WEEKS,
  WEEKS_BACK,
  WINDOW_NAMES,
  WINDOWS_BACK,
} from '../measures/windows.ts';
import {
  type Classification,
  classify,
  type Evidence,
  evidenceOf,
  NO_SIGNAL,
} from '../signals/classify.ts';
import { compositionOf } from '../signals/composition.ts';
import type { CompanyCoverage } from '../signals/coverage.ts';
import type { EvidenceWindows } from '../signals/evidence.ts';
import type { Frame } from '../signals/frame.ts';
import { infrastructureOf } from '../signals/infrastructure.ts';
import { newcomersOf } from '../signals/newcomers.ts';
import { dependencyChanges, rolesReplaced } from '../signals/packages.ts';
import { releaseDaysOf } from '../signals/releases.ts';
import { paceWeeks } from '../signals/weekly-work.ts';
import { NONE_NAMED, type Windows } from '../signals/windows.ts';
import { type CopyDays, copyDaysOf, countPeopleByDays, type PeopleByDays } from './copy-days.ts';
import { coverageIn, type LedgerPlan, type PeriodRange, readPlan } from './ledger-plan.ts';
import { type Measurements, measurePeriods } from './measurements.ts';
import { PeriodDetails } from './period-details.ts';

/** The days by which a reader follows a company's counts. */
export type CompanyDays = {
  /** In the order of the copies; those that are not held are left out. */
  copies: ({ place: number } & CopyDays)[];
  peopleByDays: PeopleByDays;
};

/** On how many days of a week a company released; null where not all tags of the week are held. */
export type ReleaseDays = (slug: string, week: number) => number | null;

/** Classifications by slug; a company that is not there has no type. */
export type TypesOfWeek = ReadonlyMap<string, Classification>;

/** Maximum number of startups' periods with details in memory at a time. */
const NUMBERS_AT_ONCE = 10_000;

export class LedgerPeriods {
  /** In the order of their slugs, also those that the ledger does not hold. */
  readonly companies: readonly CompanyCopies[];
  /** The periods published in full; the last one is current. */
  readonly range: PeriodRange;
  /** The week up to which partial periods follow the current one. */
  readonly lastPartial: number;
  readonly #connection: LedgerConnection;
  readonly #plan: LedgerPlan;
  readonly #measured: Measurements;
  /** By week. */
  #details: ReadonlyMap<number, PeriodDetails> = new Map();
  /** By slug, of the week before the first one; companies without a type are left out. */
  readonly #typesBefore: TypesOfWeek;
  /** By company, the last week up to which its weeks were classified, and what that gave. */
  readonly #classified = new Map<number, { week: number; classification: Classification }>();

  private constructor(
    connection: LedgerConnection,
    plan: LedgerPlan,
    measured: Measurements,
    typesBefore: TypesOfWeek,
  ) {
    this.companies = plan.companies;
    this.range = { first: plan.first, last: plan.current };
    this.lastPartial = plan.lastPartial;
    this.#connection = connection;
    this.#plan = plan;
    this.#measured = measured;
    this.#typesBefore = typesBefore;
  }

  /** All periods of a ledger. @throws BellwetherError `ledger-empty`, `ledger-too-short` */
  static async read(connection: LedgerConnection, tracked: Tracked): Promise<LedgerPeriods> {
    const plan = await readPlan(connection, tracked);
    return LedgerPeriods.readWeeks(connection, plan, { first: plan.first, last: plan.lastPartial });
  }

  /**
   * Chosen weeks of a plan.
   *
   * @param typesBefore the types of the week before the chosen ones; without them, every week from the
   *   first period on is measured, since a type lasts longer than it takes to enter it
   */
  static async readWeeks(
    connection: LedgerConnection,
    plan: LedgerPlan,
    { first, last }: PeriodRange,
    typesBefore?: TypesOfWeek | undefined,
  ): Promise<LedgerPeriods> {
    const weeks = { first: typesBefore ? first : plan.first, last };
    const measured = await measurePeriods(connection, plan, weeks);
    return new LedgerPeriods(connection, plan, measured, typesBefore ?? new Map());
  }

  /** Whether and how a company is covered in a period. @param company its place */
  coverage(company: number, week: number): CompanyCoverage {
    return coverageIn(this.#companyAt(company), this.#plan.weights, week);
  }

  #companyAt(company: number): CompanyCopies {
    const copies = this.companies[company];
    if (!copies) throw new RangeError(`there is no company ${company}`);
    return copies;
  }

  /** The details of a period; they are read for some weeks at once. */
  async details(week: number): Promise<PeriodDetails> {
    if (!this.#details.has(week)) {
      const weeks = Math.max(1, Math.floor(NUMBERS_AT_ONCE / this.companies.length));
      const last = Math.min(week + weeks - 1, this.#measured.weeks.last);
      this.#details = await PeriodDetails.read(this.#connection, { first: week, last });
    }
    return this.#details.get(week) ?? new PeriodDetails();
  }

  /** The days behind a covered company's counts of commits and people. */
  days(company: number, week: number): CompanyDays {
    const { first } = this.#companyAt(company);
    const { held } = this.coverage(company, week);
    return {
      copies: held.flatMap((isHeld, place) =>
        isHeld ? [{ place, ...copyDaysOf(this.#measured, first + place, week) }] : [],
      ),
      peopleByDays: countPeopleByDays(this.#measured, this.#setOf(company, week), week),
    };
  }

  /**
   * The counts that a covered company's numbers of a period are computed from.
   *
   * @param details of the period
   */
  windows(
    company: number,
    week: number,
    details: PeriodDetails,
    coverage = this.coverage(company, week),
  ): Windows {
    const { copies } = this.#companyAt(company);
    const { weeklyCommits, pace, newcomerDays } = this.#measured;
    const set = this.#setOf(company, week);
    const { dependencies, ...windows } = this.#evidenceWindows(company, week, coverage);
    const frame = { ...coverage, lastDay: lastDayOf(week) };
    const weeks = Math.max(
      0,
      Math.min(WEEKS_BACK, Math.floor((frame.lastDay - frame.from + 1) / 7)),
    );
    const { composition, releaseDays } = windows;
    return {
      ...windows,
      weeklyCommits: weeklyCommits.newestFirst(set, week, weeks, 'commits'),
      weeklyAgentCommits: weeklyCommits.newestFirst(set, week, 2, 'agentCommits'),
      contributors: composition.current30d.people,
      priorContributors: composition.prior30d.people,
      work: {
        weeklyPace: pace.newestFirst(set, week, paceWeeks(copies, frame), 'pace'),
        workDays: newcomerDays.sum(set, week, NEWCOMER_WEEKS, 'workDays'),
        newcomerDays: newcomerDays.sum(set, week, NEWCOMER_WEEKS, 'newcomerDays'),
      },
      // Where older tags were cut, some of the newest may be as well.
      releases: releaseDays.length > 0 ? details.releases(set, copies) : NONE_NAMED,
      dependencies:
        dependencies &&
        dependencyChanges(
          copies,
          frame,
          dependencies.replacedRoles,
          details.replaced(set),
          details.packages(set),
        ),
    };
  }

  /** The counts that the evidence for signal types is computed from. */
  #evidenceWindows(
    company: number,
    week: number,
    { held, from }: CompanyCoverage,
  ): EvidenceWindows & Pick<Windows, 'newRepositoriesBasis'> {
    const { copies } = this.#companyAt(company);
    const frame: Frame = { lastDay: lastDayOf(week), held, from };
    const set = this.#setOf(company, week);
    const measured = this.#measured;
    const weekly = <Column extends string>(days: IntegerRows<Column>, column: Column) =>
      days.newestFirst(set, week, (WINDOWS_BACK * FOUR_WEEKS) / 7, column);
    return {
      ...this.#newRepositories(company, frame),
      composition: compositionOf(frame, (place) =>
        measured.composition.row(set, WINDOW_NAMES.length * week + place),
      ),
      newcomers: newcomersOf(frame, (ago) => measured.newcomers.row(set, week - ago)),
      infrastructure: infrastructureOf(
        frame,
        measured.infrastructure.row(set, week),
        weekly(measured.infrastructureDays, 'personDays'),
      ),
      releaseDays: releaseDaysOf(copies, frame, weekly(measured.releaseDays, 'releaseDays')),
      dependencies: rolesReplaced(copies, frame, measured.replacedRoles.at(set, week, 'replaced')),
    };
  }

  /** @throws RangeError for a week that was not measured */
  #setOf(company: number, week: number): number {
    const { first, last } = this.#measured.weeks;
    if (week < first || week > last) throw new RangeError(`week ${week} was not measured`);
    return this.#measured.sets.coveredIn(company, week);
  }

  #newRepositories(
    company: number,
    { lastDay, held }: Pick<Frame, 'lastDay' | 'held'>,
  ): Pick<Windows, 'newRepositories' | 'newRepositoriesBasis'> {
    const { copies, created } = this.#companyAt(company);
    const isNew = (day: number) => day > lastDay - DAYS_A_MONTH && day <= lastDay;
    if (created && created.through >= lastDay)
      return {
        newRepositories: created.repositories.filter(({ day }) => isNew(day)),
        newRepositoriesBasis: 'organization',
      };
    return {
      newRepositories: copies.flatMap(({ repository, began }, copy) =>
        held[copy] && isNew(began) ? [{ repository, day: began }] : [],
      ),
      newRepositoriesBasis: 'tracked',
    };
  }

  /** For the history of all periods. */
  releaseDays(): ReleaseDays {
    const { releaseDays, sets } = this.#measured;
    const companies = new Map(
      this.companies.map(({ slug, copies }, place) => {
        const from = copies.reduce((last, copy) => Math.max(last, copy.releasesFrom), -Infinity);
        return [slug, { set: sets.whole(place), firstWeek: weekIndex(from + 6) }];
      }),
    );
    return (slug, week) => {
      const company = companies.get(slug);
      if (!company || week < company.firstWeek) return null;
      return releaseDays.at(company.set, week, 'releaseDays');
    };
  }

  /** Counted commits of a copy in the days to a period's end, inclusive. */
  copyCommits(number: number, week: number, days: { first: number; last: number }): number {
    const { commitDays } = this.#measured;
    return commitDays.sum(
      number,
      lastDayOf(week) - days.last,
      days.first - days.last + 1,
      'commits',
    );
  }

  /**
   * The type that a covered company shows in a period, replayed week by week.
   *
   * @param evidence of the period itself
   */
  classification(company: number, week: number, evidence: Evidence): Classification {
    const last = this.#classified.get(company);
    if (last?.week === week) return last.classification;
    const isAhead = last !== undefined && last.week < week;
    let { classification } = isAhead ? last : { classification: this.#typeBefore(company) };
    for (let past = isAhead ? last.week + 1 : this.#measured.weeks.first; past < week; past++)
      classification = classify(classification, this.#evidence(company, past), past);
    classification = classify(classification, evidence, week);
    this.#classified.set(company, { week, classification });
    return classification;
  }

  #typeBefore(company: number): Classification {
    return this.#typesBefore.get(this.#companyAt(company).slug) ?? NO_SIGNAL;
  }

  /** The evidence for each type; undefined where the company is not covered. */
  #evidence(company: number, week: number): Evidence | undefined {
    const coverage = this.coverage(company, week);
    return coverage.missing
      ? undefined
      : evidenceOf(this.#evidenceWindows(company, week, coverage));
  }

  /** The last period published in full, up to a week, that covers a company. */
  lastCovered(company: number, week: number): number | undefined {
    const { first, lastCovered } = this.#plan;
    const weeks = lastCovered[Math.min(week, this.range.last) - first]?.[company] ?? -1;
    return weeks < 0 ? undefined : first + weeks;
  }
}
