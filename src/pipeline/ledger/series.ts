/**
 * Everything that the numbers of a run of consecutive periods need, read in one pass over the
 * ledger and kept as flat arrays of numbers, companies × weeks or companies × periods × windows, so
 * that a ledger of hundreds of thousands of companies fits in memory.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { lastDayOf } from '../../lib/period.ts';
import type { Coverage } from './coverage.ts';
import { chunksOf } from './duckdb.ts';
import { type PeriodRange, seriesQueries, setUpStatements } from './series-sql.ts';
import { DAYS_A_MONTH, MONTHS_BACK, WEEKS_BACK, type Windows } from './windows.ts';

export class Series {
  /** Slugs of the companies in the ledger, sorted. */
  readonly companies: readonly string[];
  readonly coverage: readonly Coverage[];
  readonly range: PeriodRange;
  readonly #weekly: Record<'commits' | 'agentCommits' | 'releases', Int32Array>;
  readonly #people: Record<'contributors' | 'prior', Int32Array>;
  readonly #monthly: Record<'infraFiles' | 'dependencyTurnover', Int32Array>;
  readonly #newRepos: Int32Array;
  readonly #weeks: number;
  readonly #periods: number;
  /** Each company's place in the arrays; made when first asked for, by slug, as rendering does. */
  #places: ReadonlyMap<string, number> | undefined;

  constructor(companies: readonly string[], coverage: readonly Coverage[], range: PeriodRange) {
    this.companies = companies;
    this.coverage = coverage;
    this.range = range;
    this.#periods = range.last - range.first + 1;
    this.#weeks = this.#periods + WEEKS_BACK - 1;
    const matrix = (columns: number) => new Int32Array(companies.length * columns);
    this.#weekly = {
      commits: matrix(this.#weeks),
      agentCommits: matrix(this.#weeks),
      releases: matrix(this.#weeks),
    };
    this.#people = { contributors: matrix(this.#periods), prior: matrix(this.#periods) };
    this.#monthly = {
      infraFiles: matrix(this.#periods * MONTHS_BACK),
      dependencyTurnover: matrix(this.#periods * MONTHS_BACK),
    };
    this.#newRepos = matrix(this.#periods);
  }

  /** What the numbers of the company with that slug were computed from, in one period. */
  windowsOf(slug: string, week: number): Windows {
    this.#places ??= new Map(this.companies.map((company, place) => [company, place]));
    const place = this.#places.get(slug);
    if (place === undefined) throw new RangeError(`the ledger holds no company ${slug}`);
    return this.windows(place, week);
  }

  /** The same of the company at that place of the sorted slugs. */
  windows(company: number, week: number): Windows {
    const period = week - this.range.first;
    const from = this.coverage[company]?.from ?? Number.NEGATIVE_INFINITY;
    const knownDays = lastDayOf(week) - from + 1;
    const knownWeeks = Math.min(WEEKS_BACK, Math.floor(knownDays / 7));
    const knownMonths = Math.min(MONTHS_BACK, Math.floor(knownDays / DAYS_A_MONTH));
    const weekly = (values: Int32Array, length: number): number[] => {
      const newest = company * this.#weeks + period + WEEKS_BACK - 1;
      const newestFirst: number[] = [];
      for (let ago = 0; ago < length; ago++) newestFirst.push(values[newest - ago] ?? 0);
      return newestFirst;
    };
    const monthly = (values: Int32Array): number[] => {
      const newest = (company * this.#periods + period) * MONTHS_BACK;
      const newestFirst: number[] = [];
      for (let ago = 0; ago < knownMonths; ago++) newestFirst.push(values[newest + ago] ?? 0);
      return newestFirst;
    };
    const single = (values: Int32Array) => values[company * this.#periods + period] ?? 0;
    return {
      weeklyCommits: weekly(this.#weekly.commits, knownWeeks),
      weeklyAgentCommits: weekly(this.#weekly.agentCommits, 2),
      weeklyReleases: weekly(this.#weekly.releases, Math.min(knownWeeks, WEEKS_BACK - 2)),
      contributors: single(this.#people.contributors),
      priorContributors: single(this.#people.prior),
      newRepos: single(this.#newRepos),
      infraFiles: monthly(this.#monthly.infraFiles),
      dependencyTurnover: monthly(this.#monthly.dependencyTurnover),
    };
  }

  /** Fills the arrays from a ledger's tables. */
  async read(connection: DuckDBConnection): Promise<void> {
    for (const statement of setUpStatements(this.range)) await connection.run(statement);
    const queries = seriesQueries(this.range);
    const { commits, agentCommits, releases } = this.#weekly;
    const { contributors, prior } = this.#people;
    const { infraFiles, dependencyTurnover } = this.#monthly;
    /** The first columns of a row say where in the arrays; the others are the values. */
    const fill = async (sql: string, shape: readonly number[], ...into: Int32Array[]) => {
      for await (const chunk of chunksOf(connection, sql)) {
        const columns = Array.from({ length: chunk.columnCount }, (_, index) =>
          chunk.getColumnVector(index),
        );
        const valueAt = (column: number, row: number) => Number(columns[column]?.getItem(row));
        for (let row = 0; row < chunk.rowCount; row++) {
          let at = valueAt(0, row);
          shape.forEach((size, place) => {
            at = at * size + valueAt(place + 1, row);
          });
          into.forEach((values, index) => {
            values[at] = valueAt(shape.length + 1 + index, row);
          });
        }
      }
    };
    const months = [this.#periods, MONTHS_BACK];
    await fill(queries.weeks, [this.#weeks], commits, agentCommits);
    await fill(queries.releases, [this.#weeks], releases);
    await fill(queries.people, [this.#periods], contributors, prior);
    await fill(queries.infraFiles, months, infraFiles);
    await fill(queries.dependencyTurnover, months, dependencyTurnover);
    await fill(queries.newRepos, [this.#periods], this.#newRepos);
  }
}
