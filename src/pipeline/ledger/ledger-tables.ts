/**
 * The ledger's six tables. Days are UTC calendar days, counted from 1970-01-01 in memory and
 * stored as DATE. They hold no names or addresses: people are keyed hashes.
 */
import type { Day } from '../../lib/period.ts';

/** Kinds of file; `activity` has a column of touched files for each. */
export const FILE_KINDS = [
  'src',
  'test',
  'docs',
  'ci',
  'infra',
  'manifest',
  'lock',
  'other',
] as const;

export type FileKind = (typeof FILE_KINDS)[number];
export type FileCounts = Record<FileKind, number>;

export function noFiles(): FileCounts {
  return { src: 0, test: 0, docs: 0, ci: 0, infra: 0, manifest: 0, lock: 0, other: 0 };
}

export type ActivityKind = 'person' | 'assisted' | 'agent';

/** Why a commit is left out, in the order in which the reasons are looked for. */
export const EXCLUSIONS = ['merge', 'misdated', 'automation', 'duplicate'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** `build`: a tag that names no version, such as a deployment, a nightly or a moving mark. */
export type ReleaseKind = 'release' | 'prerelease' | 'build';

/**
 * The basis of dependency rows. `manifests`: the contents of all manifests before and after each
 * commit that landed, so a row means that the repository as a whole gained or lost the package.
 * `lines`: single lines that manifests gained or lost; a package can have two `added` in a row.
 */
export type DependencyBasis = 'manifests' | 'lines';

/** @template Value what a row has in memory */
type Column<Value> = {
  /** In the portable subset of SQL. */
  type: 'VARCHAR' | 'INTEGER' | 'DATE';
  isNullable?: true;
  /** Never set: it carries the type. */
  value?: Value;
};

const TEXT: Column<string> = { type: 'VARCHAR' };
const INTEGER: Column<number> = { type: 'INTEGER' };
const DATE: Column<Day> = { type: 'DATE' };

function oneOf<Text extends string>(): Column<Text> {
  return { type: 'VARCHAR' };
}

function orNull<Value>(column: Column<Value>): Column<Value | null> {
  return { ...column, isNullable: true };
}

const COLUMNS = {
  /** One row per company, repository, day, person and kind of author. */
  activity: {
    company: TEXT,
    repository: TEXT,
    day: DATE,
    /** Null for coding agents, who add no person, and for people who asked to be erased. */
    person: orNull(TEXT),
    kind: oneOf<ActivityKind>(),
    /** Counted commits written. */
    commits: INTEGER,
    /** Counted commits of others that the person co-authored; 0 for agents. */
    coauthored: INTEGER,
    // One for each of FILE_KINDS.
    ...(Object.fromEntries(FILE_KINDS.map((kind) => [kind, INTEGER])) as Record<
      FileKind,
      Column<number>
    >),
    /** The part of `commits` that landed in bulk (`collect/bulk-days.ts`). */
    bulk: INTEGER,
    /** The part of `commits` that landed more than 7 days after they were written. */
    late7d: INTEGER,
    /** The same with 30 days. */
    late30d: INTEGER,
  },
  /** Commits that do not count, by repository, day and reason. */
  excluded: {
    company: TEXT,
    repository: TEXT,
    /** Day of the committer date, which for misdated commits can be any. */
    day: DATE,
    reason: oneOf<Exclusion>(),
    commits: INTEGER,
  },
  /** One row per tag; a tag that is in two repositories counts once. */
  releases: {
    company: TEXT,
    repository: TEXT,
    day: DATE,
    tag: TEXT,
    kind: oneOf<ReleaseKind>(),
  },
  /**
   * Packages that a day left added or removed in a repository; a dependency that came and went on one day has no
   * row.
   */
  dependencies: {
    company: TEXT,
    repository: TEXT,
    day: DATE,
    /** `ecosystem:package` */
    dependency: TEXT,
    change: oneOf<'added' | 'removed'>(),
    /** First 12 hexadecimal digits of the commit that did it; the day's last where several did. */
    commit: TEXT,
  },
  /** The copy of each repository, and the commits that the filter left out. */
  repositories: {
    company: TEXT,
    repository: TEXT,
    /**
     * Place among those of the company that were read together, from 0; the earlier one keeps a shared
     * commit.
     */
    position: INTEGER,
    head: TEXT,
    /** First day held; null when the copy goes back to the first commit. */
    coveredFrom: orNull(DATE),
    /** Last full day held. */
    coveredThrough: DATE,
    /** Day of the first commit of all; null for an empty repository. */
    firstCommitOn: orNull(DATE),
    commits: INTEGER,
    counted: INTEGER,
    merges: INTEGER,
    duplicates: INTEGER,
    automated: INTEGER,
    misdated: INTEGER,
    /**
     * First day from which every tag is held; null when none was cut. A day after `coveredThrough`
     * when there is no such day.
     */
    releasesFrom: orNull(DATE),
    /** Null when dependency changes are not known: no row then means nothing. */
    dependencyBasis: orNull(oneOf<DependencyBasis>()),
  },
  /**
   * The public repositories that a company's organization began itself, those that are not followed
   * included. A company without rows has no known list.
   */
  created: {
    company: TEXT,
    repository: TEXT,
    /** On which it was created. */
    day: DATE,
    /** Last full day on which the list was known to be whole. */
    listedThrough: DATE,
  },
};

export type Table = keyof typeof COLUMNS;
// The keys of a constant.
export const TABLES = Object.keys(COLUMNS) as readonly Table[];

type Row<T extends Table> = {
  [Name in keyof (typeof COLUMNS)[T]]: (typeof COLUMNS)[T][Name] extends Column<infer Value>
    ? Value
    : never;
};
export type LedgerRows = { [T in Table]: Row<T>[] };
export type ActivityRow = Row<'activity'>;
export type ExcludedRow = Row<'excluded'>;
export type DependencyRow = Row<'dependencies'>;
export type RepositoryRow = Row<'repositories'>;
export type CreatedRow = Row<'created'>;

/** The order in which rows are stored. */
export const ROW_ORDER: Readonly<Record<Table, string>> = {
  activity: 'company, repository, day, kind, person',
  excluded: 'company, repository, day, reason',
  releases: 'company, repository, day, tag',
  dependencies: 'company, repository, day, dependency, change',
  repositories: 'company, position, repository',
  created: 'company, day, repository',
};

/** A table's columns in their order. */
export function columnsOf(table: Table) {
  return Object.entries<Column<unknown>>(COLUMNS[table]).map(
    ([name, { type, isNullable = false }]) => ({ name, type, isNullable }),
  );
}

/** The table without any row, as a query. */
export function noRows(table: Table): string {
  const columns = columnsOf(table).map(({ name, type }) => `CAST(NULL AS ${type}) AS ${name}`);
  return `SELECT ${columns.join(', ')} WHERE false`;
}
