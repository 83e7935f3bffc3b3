/**
 * The companies and periods that measures are asked for. Companies are grouped by the set of copies
 * that is held: a set's days are added up once, for all periods in which it is the same.
 */
import { type Day, weekIndex } from '../../lib/period.ts';
import type { ColumnTypes } from '../ledger/connection.ts';
import type { CompanyCopies, PackageRole } from '../ledger/copies.ts';
import type { DaySpan } from '../ledger/row-queries.ts';

type ScopeCopy = { number: number; company: string; repository: string };
/** `copy` is the place of a copy among its company's. */
type Held = { number: number; copy: number };
type CopySet = {
  held: readonly Held[];
  /** The first day that all of them know. */
  knownFrom: Day;
  /** First and last day on which any number can depend. */
  since: Day;
  through: Day;
};
type Frame = { set: number; lastDay: Day };

type Asked = {
  /** Days before the last one on which a number can depend. */
  daysBack: number;
  /** Days after it on which a number can depend, for research. */
  daysAfter?: number;
};

/** Before the first day of any ledger; the engines have no −Infinity of days. */
const ALWAYS = -1_000_000;

type GivenTable = {
  name: string;
  columns: ColumnTypes;
  rows: (number | string)[][];
};

export class Scope {
  readonly #copies: ScopeCopy[] = [];
  readonly #sets: CopySet[] = [];
  readonly #frames: Frame[] = [];
  readonly #roles: readonly PackageRole[];
  readonly #firstSet: number;

  /** @param roles of packages, for measures that read them @param firstSet number of its first set */
  constructor(roles: readonly PackageRole[] = [], firstSet = 0) {
    this.#roles = roles;
    this.#firstSet = firstSet;
  }

  /** The number of the first set of a scope after this one. */
  get nextSet(): number {
    return this.#firstSet + this.#sets.length;
  }

  /** A copy whose days are read. */
  addCopy(copy: ScopeCopy): void {
    this.#copies.push(copy);
  }

  /** All copies of a company. */
  addCompany({ slug, first, copies }: Pick<CompanyCopies, 'slug' | 'first' | 'copies'>): void {
    for (const [copy, { repository }] of copies.entries())
      this.addCopy({ number: first + copy, company: slug, repository });
  }

  /** @returns the set's number */
  addSet(held: readonly Held[], knownFrom: number): number {
    const days = { since: Number.POSITIVE_INFINITY, through: Number.NEGATIVE_INFINITY };
    this.#sets.push({ held, knownFrom: Math.max(knownFrom, ALWAYS), ...days });
    return this.nextSet - 1;
  }

  /** Asks for the period of a set that ends on a day. */
  ask(set: number, lastDay: Day, { daysBack, daysAfter = 0 }: Asked): void {
    const asked = this.#sets[set - this.#firstSet];
    if (!asked) throw new RangeError(`there is no set ${set}`);
    this.#frames.push({ set, lastDay });
    asked.since = Math.min(asked.since, lastDay - daysBack);
    asked.through = Math.max(asked.through, lastDay + daysAfter);
  }

  get span(): DaySpan {
    return {
      since: this.#sets.reduce((least, { since }) => Math.min(least, since), Infinity),
      through: this.#sets.reduce((most, { through }) => Math.max(most, through), 0),
    };
  }

  tables(): GivenTable[] {
    return [
      {
        name: 'copies',
        columns: { number: 'INTEGER', company: 'VARCHAR', repository: 'VARCHAR' },
        rows: this.#copies.map(({ number, company, repository }) => [number, company, repository]),
      },
      {
        name: 'held',
        columns: { setNumber: 'INTEGER', number: 'INTEGER', copy: 'INTEGER' },
        rows: this.#sets.flatMap(({ held }, set) =>
          held.map(({ number, copy }) => [this.#firstSet + set, number, copy]),
        ),
      },
      {
        name: 'sets',
        columns: {
          ...{ setNumber: 'INTEGER', knownFrom: 'INTEGER' },
          ...{ since: 'INTEGER', through: 'INTEGER' },
        },
        rows: this.#sets.flatMap(({ knownFrom, since, through }, set) =>
          since <= through ? [[this.#firstSet + set, knownFrom, since, through]] : [],
        ),
      },
      {
        name: 'frames',
        columns: { setNumber: 'INTEGER', week: 'INTEGER', lastDay: 'INTEGER' },
        rows: this.#frames.map(({ set, lastDay }) => [set, weekIndex(lastDay), lastDay]),
      },
      {
        name: 'package_roles',
        columns: { dependency: 'VARCHAR', role: 'VARCHAR', family: 'VARCHAR' },
        rows: this.#roles.map(({ dependency, role, family }) => [dependency, role, family]),
      },
    ];
  }
}
