/** Changes of dependencies in columns that all threads see: company after company, oldest first. */
import type { Day } from '../../lib/period.ts';
import {
  type Chunk,
  chunksOf,
  dialectOf,
  integersOf,
  type LedgerConnection,
  textsOf,
} from './connection.ts';
import { KeyNumbers } from './key-numbers.ts';
import { PlaceSorter, placesByOwner, reorder, sortEqual } from './row-order.ts';
import { COPY_NUMBERS_JOIN, type DaySpan, dayNumber, isWithin, rowsWithin } from './row-queries.ts';
import {
  bytesAt,
  copyIntegers,
  shared,
  sharedIntegers,
  type Texts,
  TextsBuilder,
} from './shared-columns.ts';

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
  /** Number of the package among all. */
  packages: Int32Array;
  /** Number of the package in its repository, among all. */
  places: Int32Array;
  /** By row, its place in `commitTexts`; below 0 before the days whose commits were wanted. */
  commits: Int32Array;
  /** Empty where the ledger does not say. */
  commitTexts: Texts;
  /** By package: `ecosystem:package`. */
  names: Texts;
  /** By package: a number of its ecosystem. */
  ecosystems: Int32Array;
};

/** number of the copy, package in two numbers, whether it was added */
const PLACE_COLUMNS = (connection: LedgerConnection) => {
  const [one, other] = dialectOf(connection).numbersOfText('dependency');
  return `number, ${one}, ${other}, CAST(change = 'added' AS INTEGER) AS isAdded`;
};

/** these, company, copy, day, dependency, commit of the wanted days; in any order */
export function dependenciesQuery(
  connection: LedgerConnection,
  span: DaySpan,
  commitsSince: Day,
): string {
  return `
    SELECT ${PLACE_COLUMNS(connection)}, companyNumber, copy, ${dayNumber('day')} AS day,
      dependency, CASE WHEN ${isWithin({ since: commitsSince })} THEN "commit" END AS "commit"
    FROM dependencies AS source ${COPY_NUMBERS_JOIN}
    WHERE ${isWithin(span)}`;
}

/** The same without what no balance needs. */
function earlierDependenciesQuery(connection: LedgerConnection, before: Day): string {
  return `
    SELECT ${PLACE_COLUMNS(connection)}
    FROM dependencies AS source ${COPY_NUMBERS_JOIN}
    WHERE ${isWithin({ since: Number.NEGATIVE_INFINITY, through: before - 1 })}`;
}

/**
 * @param companies how many there are; the connection has numbered their copies
 * @param commitsSince the first day whose commits are wanted
 */
export async function readDependencies(
  connection: LedgerConnection,
  companies: number,
  span: { since: Day; through: Day },
  commitsSince: Day,
): Promise<DependencyColumns> {
  const builder = new DependencyBuilder(
    companies,
    await rowsWithin(connection, 'dependencies', span),
    commitsSince,
  );
  for await (const chunk of chunksOf(connection, dependenciesQuery(connection, span, commitsSince)))
    builder.add(chunk);
  for await (const chunk of chunksOf(connection, earlierDependenciesQuery(connection, span.since)))
    builder.countEarlier(chunk);
  return builder.finish();
}

const NONE = new Int32Array(0);
const NO_BYTES = new Uint8Array(0);

class DependencyBuilder {
  readonly #companies: number;
  readonly #commitsSince: Day;
  readonly #owners: Int32Array;
  readonly #days: Int32Array;
  readonly #copies: Int32Array;
  readonly #isAdded: Int32Array;
  readonly #packages: Int32Array;
  readonly #places: Int32Array;
  readonly #commits: Int32Array;
  readonly #commitTexts: TextsBuilder;
  readonly #names: TextsBuilder;
  #rows = 0;
  readonly #packageNumbers = new KeyNumbers();
  readonly #placeNumbers = new KeyNumbers();
  readonly #ecosystems = new Map<string, number>();
  readonly #ecosystemOf: number[] = [];
  /** By place. */
  #balances = new Int32Array(0);

  constructor(companies: number, limit: number, commitsSince: Day) {
    this.#companies = companies;
    this.#commitsSince = commitsSince;
    this.#owners = sharedIntegers(limit);
    this.#days = sharedIntegers(limit);
    this.#copies = sharedIntegers(limit);
    this.#isAdded = sharedIntegers(limit);
    this.#packages = sharedIntegers(limit);
    this.#places = sharedIntegers(limit);
    this.#commits = sharedIntegers(limit);
    this.#commitTexts = new TextsBuilder(limit);
    this.#names = new TextsBuilder(limit);
  }

  add(chunk: Chunk): void {
    const [numbers = NONE, ones, others, , , , days] = integersOf(chunk, 7);
    const { length } = numbers;
    const [dependencies, commits] = [textsOf(chunk, 7), textsOf(chunk, 8)];
    copyIntegers(chunk, 3, [this.#isAdded, this.#owners, this.#copies, this.#days], this.#rows);
    for (let at = 0; at < length; at++) {
      const row = this.#rows++;
      const [one, other] = [ones?.[at] ?? 0, others?.[at] ?? 0];
      const number = this.#packageNumbers.of(one, other);
      if (number === this.#ecosystemOf.length) this.#name(dependencies.getItem(at) ?? '');
      this.#packages[row] = number;
      // Numbers of texts are random, and so is what comes of flipping some bits of them.
      this.#places[row] = this.#placeNumbers.of(one, other ^ (numbers[at] ?? 0));
      const isWanted = (days?.[at] ?? 0) >= this.#commitsSince;
      this.#commits[row] = isWanted ? this.#commitTexts.add(commits.getItem(at) ?? '') : -1;
    }
  }

  #name(dependency: string): void {
    const ecosystem = dependency.slice(0, dependency.indexOf(':'));
    const known = this.#ecosystems.get(ecosystem) ?? this.#ecosystems.size;
    this.#ecosystems.set(ecosystem, known);
    this.#ecosystemOf.push(known);
    this.#names.add(dependency);
  }

  /** To be called once all others were added. */
  countEarlier(chunk: Chunk): void {
    const [numbers = NONE, ones, others, added] = integersOf(chunk, 4);
    const { length } = numbers;
    const balances = this.#balanceByPlace();
    for (let at = 0; at < length; at++) {
      const other = (others?.[at] ?? 0) ^ (numbers?.[at] ?? 0);
      const place = this.#placeNumbers.find(ones?.[at] ?? 0, other);
      if (place === undefined) continue;
      balances[place] = (balances[place] ?? 0) + (added?.[at] === 1 ? 1 : -1);
    }
  }

  #balanceByPlace(): Int32Array {
    const { count } = this.#placeNumbers;
    if (this.#balances.length < count) this.#balances = new Int32Array(count);
    return this.#balances;
  }

  finish(): DependencyColumns {
    const names = this.#names.texts;
    const starts = this.#order(placesInOrder(names, this.#ecosystemOf.length));
    const balanceOf = this.#balanceByPlace();
    const balances = sharedIntegers(this.#rows);
    for (let row = 0; row < this.#rows; row++) {
      const place = this.#places[row] ?? 0;
      balances[row] = (balanceOf[place] ?? 0) + (this.#isAdded[row] === 1 ? 1 : -1);
      balanceOf[place] = balances[row] ?? 0;
    }
    return {
      companies: starts,
      days: this.#days,
      copies: this.#copies,
      isAdded: this.#isAdded,
      balances,
      packages: this.#packages,
      places: this.#places,
      commits: this.#commits,
      commitTexts: this.#commitTexts.texts,
      names,
      ecosystems: shared(this.#ecosystemOf),
    };
  }

  /** By company, day, copy and package; what was removed before what was added. @param ranks of packages */
  #order(ranks: Int32Array): Int32Array {
    const [days, copies, isAdded, packages] = [
      this.#days,
      this.#copies,
      this.#isAdded,
      this.#packages,
    ];
    const rank = (row: number) => ranks[packages[row] ?? 0] ?? 0;
    const { places, starts } = placesByOwner(this.#owners.subarray(0, this.#rows), this.#companies);
    const sorter = new PlaceSorter();
    for (let company = 0; company < this.#companies; company++) {
      const own = places.subarray(starts[company], starts[company + 1]);
      for (const keys of [isAdded, copies, days]) sorter.sort(own, keys);
      sortEqual(
        own,
        (one, other) => days[one] === days[other] && copies[one] === copies[other],
        (one, other) => rank(one) - rank(other) || (isAdded[one] ?? 0) - (isAdded[other] ?? 0),
      );
    }
    reorder([days, copies, isAdded, packages, this.#places, this.#commits], places);
    return starts;
  }
}

/** The place of each text among all, in the order of their bytes. */
function placesInOrder(texts: Texts, count: number): Int32Array {
  const bytes = Array.from({ length: count }, (_, place) => bytesAt(texts, place));
  const order = [...bytes.keys()].sort((one, other) =>
    Buffer.compare(bytes[one] ?? NO_BYTES, bytes[other] ?? NO_BYTES),
  );
  const ranks = new Int32Array(count);
  for (const [rank, place] of order.entries()) ranks[place] = rank;
  return ranks;
}
