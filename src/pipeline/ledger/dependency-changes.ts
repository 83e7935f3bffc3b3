/** Changes of dependencies in columns that all threads see: company after company, oldest first. */
import type { Day } from '../../lib/period.ts';
import { chunksOf, integersOf, type LedgerConnection, textsOf } from './connection.ts';
import { COPY_NUMBERS_JOIN, dayNumber, isWithin, rowsWithin } from './rows.ts';
import { Starts, shared, sharedIntegers, type Texts, TextsBuilder } from './shared-columns.ts';

export type DependencyColumns = {
  /** Where each company's rows begin; one more than there are companies. */
  companies: Int32Array;
  days: Int32Array;
  /** Place of the repository among the company's copies. */
  copies: Int32Array;
  /** 1 for added, 0 for removed. */
  isAdded: Int32Array;
  /** How often the package was added more than removed in its repository, so far. */
  balances: Int32Array;
  /** Number of the package among all; a company's follow one another. */
  packages: Int32Array;
  /** Number of the package in its repository, among all. */
  places: Int32Array;
  /** By row; empty where the ledger does not say. */
  commits: Texts;
  /** By package: `ecosystem:package`. */
  names: Texts;
  /** By package: a number of its ecosystem. */
  ecosystems: Int32Array;
};

/** company, copy, day, whether it was added, dependency, commit: from the first of all on */
export function dependenciesQuery(through: Day): string {
  return `
    SELECT companyNumber, copy, ${dayNumber('day')} AS day,
      CAST(change = 'added' AS INTEGER) AS isAdded, dependency, "commit"
    FROM dependencies AS source ${COPY_NUMBERS_JOIN}
    WHERE ${isWithin({ since: Number.NEGATIVE_INFINITY, through })}
    ORDER BY companyNumber, day, copy, dependency, change DESC`;
}

/**
 * @param companies how many there are; the connection has numbered their copies
 * @param since rows before it are read for the balances alone
 */
export async function readDependencies(
  connection: LedgerConnection,
  companies: number,
  { since, through }: { since: Day; through: Day },
): Promise<DependencyColumns> {
  const columns = new DependencyBuilder(
    companies,
    await rowsWithin(connection, 'dependencies', { since, through }),
  );
  for await (const chunk of chunksOf(connection, dependenciesQuery(through))) {
    const [owners, copies, days, added] = integersOf(chunk, 4);
    const [dependencies, commits] = [textsOf(chunk, 4), textsOf(chunk, 5)];
    for (let row = 0; row < chunk.rowCount; row++) {
      const day = days?.getItem(row) ?? 0;
      const change = {
        company: owners?.getItem(row) ?? 0,
        copy: copies?.getItem(row) ?? 0,
        isAdded: added?.getItem(row) ?? 0,
        dependency: dependencies.getItem(row) ?? '',
      };
      columns.count(change);
      if (day >= since) columns.add(change, day, commits.getItem(row) ?? '');
    }
  }
  return columns.finish();
}

type Change = { company: number; copy: number; isAdded: number; dependency: string };

class DependencyBuilder {
  readonly #starts: Starts;
  readonly #days: Int32Array;
  readonly #copies: Int32Array;
  readonly #isAdded: Int32Array;
  readonly #balances: Int32Array;
  readonly #packages: Int32Array;
  readonly #places: Int32Array;
  readonly #commits: TextsBuilder;
  #rows = 0;
  readonly #names: string[] = [];
  readonly #ecosystems = new Map<string, number>();
  readonly #ecosystemOf: number[] = [];
  /** Of the company at hand: by package its number, and by package and copy that place's. */
  #company = -1;
  readonly #numbers = new Map<string, number>();
  readonly #placeNumbers = new Map<number, number>();
  #firstPlace = 0;
  readonly #balanceAt: number[] = [];
  #last = { package: 0, place: 0 };

  constructor(companies: number, limit: number) {
    this.#starts = new Starts(companies);
    this.#days = sharedIntegers(limit);
    this.#copies = sharedIntegers(limit);
    this.#isAdded = sharedIntegers(limit);
    this.#balances = sharedIntegers(limit);
    this.#packages = sharedIntegers(limit);
    this.#places = sharedIntegers(limit);
    this.#commits = new TextsBuilder(limit);
  }

  count({ company, copy, isAdded, dependency }: Change): void {
    if (company !== this.#company) {
      this.#firstPlace += this.#placeNumbers.size;
      this.#numbers.clear();
      this.#placeNumbers.clear();
      this.#balanceAt.length = 0;
      this.#company = company;
    }
    const number = this.#numbers.get(dependency) ?? this.#numbered(dependency);
    const key = number * MAX_COPIES + copy;
    let place = this.#placeNumbers.get(key);
    if (place === undefined) {
      place = this.#placeNumbers.size;
      this.#placeNumbers.set(key, place);
      this.#balanceAt.push(0);
    }
    this.#balanceAt[place] = (this.#balanceAt[place] ?? 0) + (isAdded === 1 ? 1 : -1);
    this.#last = { package: number, place };
  }

  #numbered(dependency: string): number {
    const number = this.#names.push(dependency) - 1;
    this.#numbers.set(dependency, number);
    const ecosystem = dependency.slice(0, dependency.indexOf(':'));
    const known = this.#ecosystems.get(ecosystem) ?? this.#ecosystems.size;
    this.#ecosystems.set(ecosystem, known);
    this.#ecosystemOf.push(known);
    return number;
  }

  /** Keeps the change that was counted last. */
  add({ company, copy, isAdded }: Change, day: Day, commit: string): void {
    const row = this.#rows++;
    this.#starts.see(company, row);
    this.#days[row] = day;
    this.#copies[row] = copy;
    this.#isAdded[row] = isAdded;
    this.#balances[row] = this.#balanceAt[this.#last.place] ?? 0;
    this.#packages[row] = this.#last.package;
    this.#places[row] = this.#firstPlace + this.#last.place;
    this.#commits.add(commit);
  }

  finish(): DependencyColumns {
    const names = new TextsBuilder(this.#names.length);
    for (const name of this.#names) names.add(name);
    return {
      companies: this.#starts.finish(this.#rows),
      days: this.#days,
      copies: this.#copies,
      isAdded: this.#isAdded,
      balances: this.#balances,
      packages: this.#packages,
      places: this.#places,
      commits: this.#commits.texts,
      names: names.texts,
      ecosystems: shared(this.#ecosystemOf),
    };
  }
}

/** No company has as many copies; packages times copies stay whole numbers. */
const MAX_COPIES = 1 << 20;
