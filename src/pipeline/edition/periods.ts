/**
 * The periods of a ledger: the companies that each covers, and the inputs of each company's numbers. All
 * are measured in one pass over the ledger.
 */
import { lastDayOf, weekIndex } from '../../lib/period.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import type { CompanyCopies, Copy, Tracked } from '../ledger/copies.ts';
import { storedRows } from '../measures/measured.ts';
import { packages } from '../measures/packages.ts';
import { releases } from '../measures/releases.ts';
import { replacedPackages } from '../measures/role-changes.ts';
import type { Measure } from '../measures/statement.ts';
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
import { infrastructureOf } from '../signals/infrastructure.ts';
import { newcomersOf } from '../signals/newcomers.ts';
import { dependencyChanges, type Exchange, type Replacement } from '../signals/packages.ts';
import { releaseDaysOf } from '../signals/releases.ts';
import { paceWeeks } from '../signals/weekly-work.ts';
import type { Named, Release, Windows } from '../signals/windows.ts';
import { coverageIn, type LedgerPlan, type PeriodRange, readPlan } from './ledger-plan.ts';
import { type Measurements, measurePeriods, OF_SOME_PERIODS } from './measurements.ts';

/** On how many days of a week a company released; null where not all tags of the week are held. */
export type ReleaseDays = (slug: string, week: number) => number | null;

/** Classifications by slug; a company that is not there has no type. */
export type TypesOfWeek = ReadonlyMap<string, Classification>;

/** Maximum number of startups' periods with details in memory at a time. */
const DETAILS_AT_ONCE = 10_000;

/** Weeks that signal types compare. */
const COMPARED_WEEKS = (WINDOWS_BACK * FOUR_WEEKS) / 7;

export class LedgerPeriods {
  readonly plan: LedgerPlan;
  readonly measured: Measurements;
  readonly #connection: LedgerConnection;
  /** By slug, of the week before the first one; companies without a type are left out. */
  readonly #typesBefore: TypesOfWeek;
  /** By company, the last week up to which its weeks were classified, and what that gave. */
  readonly #classified = new Map<number, { week: number; classification: Classification }>();
  /** Rows that name releases and packages, by measure, week and set, of some weeks. */
  #details = new Map<string, unknown[][]>();
  #detailed: PeriodRange = { first: 0, last: -1 };

  private constructor(
    connection: LedgerConnection,
    plan: LedgerPlan,
    measured: Measurements,
    typesBefore: TypesOfWeek,
  ) {
    this.plan = plan;
    this.measured = measured;
    this.#connection = connection;
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
    return coverageIn(this.#copiesOf(company), this.plan.weights, week);
  }

  #copiesOf(company: number): CompanyCopies {
    const copies = this.plan.companies[company];
    if (!copies) throw new RangeError(`there is no company ${company}`);
    return copies;
  }

  /** The set of copies by which a covered company is measured. @throws RangeError for a week that was not */
  setOf(company: number, week: number): number {
    const { weeks, sets } = this.measured;
    const set = sets[company]?.covered[week - weeks.first];
    if (set === undefined) throw new RangeError(`week ${week} was not measured`);
    return set;
  }

  /** Reads the names of releases and packages for `windows`, of some periods at once. */
  async readDetails(week: number): Promise<void> {
    const { first, last } = this.#detailed;
    if (week >= first && week <= last) return;
    const weeks = Math.max(1, Math.floor(DETAILS_AT_ONCE / this.plan.companies.length));
    this.#detailed = { first: week, last: Math.min(week + weeks - 1, this.measured.weeks.last) };
    this.#details = new Map();
    for (const measure of OF_SOME_PERIODS)
      for await (const chunk of storedRows(this.#connection, measure, this.#detailed))
        for (const [set, of, ...row] of chunk.getRows())
          this.#details.getOrInsertComputed(`${measure.name} ${of} ${set}`, () => []).push(row);
  }

  #named({ name }: Measure, week: number, set: number): readonly unknown[][] {
    return this.#details.get(`${name} ${week} ${set}`) ?? [];
  }

  /** The counts that a covered company's numbers of a period are computed from. */
  windows(company: number, week: number, coverage = this.coverage(company, week)): Windows {
    const { copies } = this.#copiesOf(company);
    const measured = this.measured;
    const { weeklyCommits, newcomerDays } = measured;
    const set = this.setOf(company, week);
    const frame = { ...coverage, lastDay: lastDayOf(week) };
    const known = Math.floor((frame.lastDay - frame.from + 1) / 7);
    const weeks = Math.max(0, Math.min(WEEKS_BACK, known));
    const composition = compositionOf(frame, (place) =>
      measured.composition.row(set, WINDOW_NAMES.length * week + place),
    );
    const releaseDays = releaseDaysOf(
      copies,
      frame,
      measured.releaseDays.newestFirst(set, week, COMPARED_WEEKS, 'releaseDays'),
    );
    // Where older tags were cut, some of the newest may be as well.
    const named = releaseDays.length > 0 ? this.#named(releases, week, set) : [];
    return {
      ...this.#newRepositories(company, frame),
      composition,
      newcomers: newcomersOf(frame, (ago) => measured.newcomers.row(set, week - ago)),
      infrastructure: infrastructureOf(
        frame,
        measured.infrastructure.row(set, week),
        measured.infrastructureDays.newestFirst(set, week, COMPARED_WEEKS, 'personDays'),
      ),
      releaseDays,
      weeklyCommits: weeklyCommits.newestFirst(set, week, weeks, 'commits'),
      weeklyAgentCommits: weeklyCommits.newestFirst(set, week, 2, 'agentCommits'),
      contributors: composition.current30d.people,
      priorContributors: composition.prior30d.people,
      work: {
        weeklyPace: measured.pace.newestFirst(set, week, paceWeeks(copies, frame), 'pace'),
        workDays: newcomerDays.sum(set, week, NEWCOMER_WEEKS, 'workDays'),
        newcomerDays: newcomerDays.sum(set, week, NEWCOMER_WEEKS, 'newcomerDays'),
      },
      releases: namedReleases(named, copies),
      dependencies: dependencyChanges(
        copies,
        frame,
        measured.replacedRoles.at(set, week, 'replaced'),
        this.#named(replacedPackages, week, set).map(replacement),
        exchange(this.#named(packages, week, set)),
      ),
    };
  }

  #newRepositories(
    company: number,
    { lastDay, held }: Pick<CompanyCoverage, 'held'> & { lastDay: number },
  ): Pick<Windows, 'newRepositories' | 'newRepositoriesBasis'> {
    const { copies, created } = this.#copiesOf(company);
    const isNew = ({ day }: { day: number }) => day > lastDay - DAYS_A_MONTH && day <= lastDay;
    if (created && created.through >= lastDay)
      return {
        newRepositories: created.repositories.filter(isNew),
        newRepositoriesBasis: 'organization',
      };
    const began = copies
      .filter((_, place) => held[place])
      .map(({ repository, began }) => ({ repository, day: began }));
    return { newRepositories: began.filter(isNew), newRepositoriesBasis: 'tracked' };
  }

  /** For the history of all periods. */
  releaseDays(): ReleaseDays {
    const { releaseDays, sets } = this.measured;
    const companies = new Map(
      this.plan.companies.map(({ slug, copies }, place) => {
        const from = copies.reduce((last, copy) => Math.max(last, copy.releasesFrom), -Infinity);
        return [slug, { set: sets[place]?.whole ?? -1, firstWeek: weekIndex(from + 6) }];
      }),
    );
    return (slug, week) => {
      const company = companies.get(slug);
      if (!company || week < company.firstWeek) return null;
      return releaseDays.at(company.set, week, 'releaseDays');
    };
  }

  /**
   * The type that a covered company shows in a period, replayed week by week.
   *
   * @param evidence of the period itself
   */
  classification(company: number, week: number, evidence: Evidence): Classification {
    const last = this.#classified.get(company);
    if (last?.week === week) return last.classification;
    const before = this.#typesBefore.get(this.#copiesOf(company).slug) ?? NO_SIGNAL;
    const start = { week: this.measured.weeks.first - 1, classification: before };
    let { week: past, classification } = last && last.week < week ? last : start;
    while (++past < week) {
      const isCovered = this.setOf(company, past) >= 0;
      const then = isCovered ? evidenceOf(this.windows(company, past)) : undefined;
      classification = classify(classification, then, past);
    }
    classification = classify(classification, evidence, week);
    this.#classified.set(company, { week, classification });
    return classification;
  }

  /** The last period published in full, up to a week, that covers a company. */
  lastCovered(company: number, week: number): number | undefined {
    const { first, current, lastCovered } = this.plan;
    const weeks = lastCovered[Math.min(week, current) - first]?.[company] ?? -1;
    return weeks < 0 ? undefined : first + weeks;
  }
}

/** Newest first. @param copies the company's */
function namedReleases(rows: readonly unknown[][], copies: readonly Copy[]): Named<Release> {
  return named(rows, ([, copy, day, tag]) => {
    const repository = copies[Number(copy)]?.repository ?? '';
    return { repository, tag: String(tag), day: Number(day) };
  });
}

/** Undefined where no package left and none came. */
function exchange(rows: readonly unknown[][]): Exchange | undefined {
  const [first] = rows;
  const [left, came] = [0, 1].map((side) =>
    named(
      rows.filter(([, , isAdded]) => Number(isAdded) === side),
      ([, , , day, name, sha]) => ({ name: String(name), day: Number(day), commit: commitIn(sha) }),
    ),
  );
  return first && left && came && { copy: Number(first[1]), left, came };
}

/** A package of a role that changed hands. */
function replacement([copy, day, role, left, came, sha]: unknown[]): Replacement {
  return {
    role: String(role),
    left: String(left),
    came: String(came),
    copy: Number(copy),
    day: Number(day),
    commit: commitIn(sha),
  };
}

/** Rows begin with the number of all that there are. */
function named<T>(rows: readonly unknown[][], item: (row: unknown[]) => T): Named<T> {
  return { total: Number(rows[0]?.[0] ?? 0), first: rows.map(item) };
}

function commitIn(sha: unknown): string | null {
  return sha === '' ? null : String(sha);
}
