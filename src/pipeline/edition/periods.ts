/**
 * The periods of a ledger: whom each covers, and what each company's numbers are computed from. One pass
 * over the ledger, whatever the number of periods.
 */
import { type Day, lastDayOf } from '../../lib/period.ts';
import { CommitDays } from '../ledger/commit-days.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import type { CompanyCopies, Tracked } from '../ledger/copies.ts';
import { excludedDaily } from '../ledger/excluded-days.ts';
import { peopleBetween } from '../ledger/people.ts';
import { DAYS_A_MONTH, NONE_NAMED, WEEKS_BACK, type Windows } from '../ledger/windows.ts';
import {
  CLASSIFIED_WEEKS,
  type Classification,
  classify,
  type Evidence,
  evidenceOf,
} from '../signals/classify.ts';
import type { CompanyCoverage } from '../signals/coverage.ts';
import type { Frame } from '../signals/frame.ts';
import { type PresenceWindows, peopleByDay, presenceOf } from '../signals/presence.ts';
import { newestReleases, releaseDaysOf } from '../signals/releases.ts';
import { coverageIn, type LedgerPlan, type PeriodRange, readPlan } from './ledger-plan.ts';
import {
  COMMIT_DAYS,
  firstNeeded,
  type LedgerRows,
  PEOPLE_DAYS,
  readLedgerRows,
} from './ledger-rows.ts';
import { PastWindows } from './past-windows.ts';

/** What a reader follows a company's counts by. */
export type CompanyDays = PresenceWindows & {
  /** In the order of the copies; those that are not held are left out. */
  copies: { place: number; commits: number[]; leftOut: LeftOut; people: number[] }[];
};
type LeftOut = ReturnType<typeof excludedDaily>;

export class LedgerPeriods {
  /** In the order of their slugs, also those that the ledger does not hold. */
  readonly companies: readonly CompanyCopies[];
  /** The periods published in full; the last one is current, unless fewer were chosen. */
  readonly range: PeriodRange;
  /** The week up to which partial periods follow the current one. */
  readonly lastPartial: number;
  /** The first week whose rows are there. */
  readonly #firstWeek: number;
  readonly #weights: CommitDays;
  readonly #commits: CommitDays;
  readonly #rows: LedgerRows;
  /** By company and week, as far as classifications of the latest week that was asked for need it. */
  readonly #evidence = new Map<number, Map<number, Evidence | undefined>>();
  readonly #windows: PastWindows;

  /**
   * @param weeks of a plan, whose rows are there
   * @param range the periods published in full
   */
  constructor(
    plan: LedgerPlan,
    rows: LedgerRows,
    weeks: PeriodRange,
    range: PeriodRange = { first: plan.first, last: plan.current },
  ) {
    this.companies = plan.companies;
    this.range = range;
    this.lastPartial = weeks.last;
    this.#firstWeek = firstNeeded(plan, weeks.first);
    this.#weights = new CommitDays(plan.weights);
    this.#commits = new CommitDays(rows.commits);
    this.#rows = rows;
    this.#windows = new PastWindows(plan.companies.length, rows, {
      first: this.#firstWeek,
      last: weeks.last,
    });
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
    return new LedgerPeriods(plan, await readLedgerRows(connection, plan, weeks), weeks, range);
  }

  /** The same for chosen weeks of a plan, on a connection that has numbered its copies. */
  static async readWeeks(
    connection: LedgerConnection,
    plan: LedgerPlan,
    weeks: PeriodRange,
  ): Promise<LedgerPeriods> {
    return new LedgerPeriods(plan, await readLedgerRows(connection, plan, weeks), weeks);
  }

  /** Whether and how a company is covered in a period. @param company its place */
  coverage(company: number, week: number): CompanyCoverage {
    return coverageIn(this.#companyAt(company), this.#weights, week);
  }

  #companyAt(company: number): CompanyCopies {
    const known = this.companies[company];
    if (!known) throw new RangeError(`there is no company ${company}`);
    return known;
  }

  /** What a covered company's numbers of a period are computed from. */
  windows(company: number, week: number, coverage = this.coverage(company, week)): Windows {
    const { copies, first } = this.#companyAt(company);
    const lastDay = this.#lastDayOf(week);
    const { held, from } = coverage;
    const frame: Frame = { lastDay, held, from };
    const weeks = Math.max(0, Math.min(WEEKS_BACK, Math.floor((lastDay - from + 1) / 7)));
    const weeklyCommits = new Array<number>(weeks).fill(0);
    let [agentsNow, agentsBefore] = [0, 0];
    for (const [copy, isHeld] of held.entries()) {
      if (!isHeld) continue;
      this.#commits.addWeeks(first + copy, lastDay, weeklyCommits);
      agentsNow += this.#commits.agentCommitsOf(first + copy, week);
      agentsBefore += this.#commits.agentCommitsOf(first + copy, week - 1);
    }
    const composition = this.#windows.composition(company, frame);
    const releaseDays = releaseDaysOf(this.#rows.releases, company, copies, frame);
    return {
      weeklyCommits,
      weeklyAgentCommits: [agentsNow, agentsBefore],
      contributors: composition.current30d.people,
      priorContributors: composition.prior30d.people,
      ...this.#newRepositories(company, frame),
      composition,
      work: this.#windows.work(company, copies, frame),
      newcomers: this.#windows.newcomers(company, frame),
      infrastructure: this.#windows.infrastructure(company, frame),
      releaseDays,
      // Where older tags were cut, some of the newest may be as well.
      releases:
        releaseDays.length > 0
          ? newestReleases(this.#rows.releases, company, copies, frame)
          : NONE_NAMED,
      dependencies: this.#windows.dependencies(company, copies, frame),
    };
  }

  /** @throws RangeError for a week that was not read */
  #lastDayOf(week: number): Day {
    if (week < this.#firstWeek || week > this.lastPartial)
      throw new RangeError(`week ${week} was not read`);
    return lastDayOf(week);
  }

  #newRepositories(
    company: number,
    { lastDay, held }: Frame,
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

  /** Counted commits of a copy, by its place among the company's. */
  commitsOf(company: number, copy: number, week: number): number {
    return this.#commits.commitsOf((this.companies[company]?.first ?? 0) + copy, week);
  }

  /** The days behind a covered company's counts of commits and people. */
  days(company: number, week: number, { held } = this.coverage(company, week)): CompanyDays {
    const { copies, first } = this.#companyAt(company);
    const lastDay = this.#lastDayOf(week);
    const people = peopleBetween(this.#rows.people, company, lastDay - PEOPLE_DAYS, lastDay);
    const present = peopleByDay(people, lastDay, PEOPLE_DAYS, copies.length);
    return {
      ...presenceOf(people, { lastDay, held }, copies.length),
      copies: copies.flatMap((_, place) => {
        if (!held[place]) return [];
        const commits = this.#commits.daily(first + place, lastDay, COMMIT_DAYS);
        const leftOut = excludedDaily(this.#rows.excluded, first + place, lastDay, COMMIT_DAYS);
        return [{ place, commits, leftOut, people: present[place] ?? [] }];
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
    const known = this.#evidence.get(company) ?? new Map<number, Evidence | undefined>();
    this.#evidence.set(company, known);
    const evidence = evidenceOf(windows);
    known.set(week, evidence);
    const firstWeek = Math.max(this.#firstWeek, week - CLASSIFIED_WEEKS + 1);
    for (const past of known.keys()) if (past < firstWeek) known.delete(past);
    const weeks = Array.from({ length: week - firstWeek + 1 }, (_, index) => {
      const past = firstWeek + index;
      if (!known.has(past)) known.set(past, this.#pastEvidence(company, past));
      return known.get(past);
    });
    return { ...classify(weeks), evidence };
  }

  /** Undefined where the company is not covered. */
  #pastEvidence(company: number, week: number): Evidence | undefined {
    const { missing, held, from } = this.coverage(company, week);
    if (missing) return undefined;
    const { copies } = this.#companyAt(company);
    const frame: Frame = { lastDay: lastDayOf(week), held, from };
    return evidenceOf({
      ...this.#newRepositories(company, frame),
      composition: this.#windows.composition(company, frame),
      newcomers: this.#windows.newcomers(company, frame),
      infrastructure: this.#windows.infrastructure(company, frame),
      releaseDays: releaseDaysOf(this.#rows.releases, company, copies, frame),
      dependencies: this.#windows.exchanged(company, copies, frame),
    });
  }
}
