/**
 * The ledger's six tables. Days are UTC calendar days, counted from 1970-01-01 in memory and
 * stored as DATE. Nobody's name or address is in it: people are keyed hashes.
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

/** Table `activity`: one row per company, repository, day, person and kind of author. */
export type ActivityRow = {
  company: string;
  repository: string;
  day: Day;
  /** Null for coding agents, who add no person, and for people who asked to be erased. */
  person: string | null;
  kind: ActivityKind;
  /** Counted commits written. */
  commits: number;
  /** Counted commits of others that the person co-authored; 0 for agents. */
  coauthored: number;
  /** Of `commits`, those that landed in bulk (`collect/bulk.ts`). */
  bulk: number;
  /** Of `commits`, those that landed more than 7 days after they were written. */
  late7d: number;
  /** The same with 30 days. */
  late30d: number;
} & FileCounts;

/** Why a commit is left out, in the order in which the reasons are looked for. */
export const EXCLUSIONS = ['merge', 'misdated', 'automation', 'duplicate'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

/** Table `excluded`: commits that do not count, by repository, day and reason. */
export type ExcludedRow = {
  company: string;
  repository: string;
  /** Day of the committer date, which for misdated commits can be any. */
  day: Day;
  reason: Exclusion;
  commits: number;
};

/** `build`: a tag that names no version, such as a deployment, a nightly or a moving mark. */
export type ReleaseKind = 'release' | 'prerelease' | 'build';

/** Table `releases`: one row per tag; a tag that is in two repositories counts once. */
type ReleaseRow = {
  company: string;
  repository: string;
  day: Day;
  tag: string;
  kind: ReleaseKind;
};

/**
 * Table `dependencies`: what a day left added or removed in a repository; a dependency that came
 * and went on one day has no row.
 */
export type DependencyRow = {
  company: string;
  repository: string;
  day: Day;
  /** `ecosystem:package` */
  dependency: string;
  change: 'added' | 'removed';
  /** First 12 hexadecimal digits of the commit that did it; the day's last where several did. */
  commit: string;
};

/**
 * What dependency rows rest on. `manifests`: on the contents of all manifests before and after each
 * commit that landed, so a row means that the repository as a whole gained or lost the package.
 * `lines`: on single lines that manifests gained or lost; a package can have two `added` in a row.
 */
export type DependencyBasis = 'manifests' | 'lines';

/** Table `repositories`: what was copied of each, and what the filter left out. */
export type RepositoryRow = {
  company: string;
  repository: string;
  /**
   * Place among those of the company that were read together, from 0; the earlier one keeps a shared
   * commit.
   */
  position: number;
  head: string;
  /** First day held; null when the copy goes back to the first commit. */
  coveredFrom: Day | null;
  /** Last full day held. */
  coveredThrough: Day;
  /** Day of the first commit of all; null for an empty repository. */
  firstCommitOn: Day | null;
  commits: number;
  counted: number;
  merges: number;
  duplicates: number;
  automated: number;
  misdated: number;
  /**
   * First day from which every tag is held; null when none was cut. A day after `coveredThrough`
   * when there is no such day.
   */
  releasesFrom: Day | null;
  /** Null when dependency changes are not known: no row then means nothing. */
  dependencyBasis: DependencyBasis | null;
};

/**
 * Table `created`: the public repositories that a company's organization began itself, those that are
 * not followed included. A company without rows has no known list.
 */
export type CreatedRow = {
  company: string;
  repository: string;
  /** On which it was created. */
  day: Day;
  /** Last full day on which the list was known to be whole. */
  listedThrough: Day;
};

export type LedgerRows = {
  activity: ActivityRow[];
  excluded: ExcludedRow[];
  releases: ReleaseRow[];
  dependencies: DependencyRow[];
  repositories: RepositoryRow[];
  created: CreatedRow[];
};

export const TABLES = [
  'activity',
  'excluded',
  'releases',
  'dependencies',
  'repositories',
  'created',
] as const;
export type Table = (typeof TABLES)[number];

/** Column definitions in the portable subset of SQL, and the order in which rows are stored. */
export const TABLE_DEFINITIONS: Record<Table, { columns: readonly string[]; order: string }> = {
  activity: {
    columns: [
      'company VARCHAR',
      'repository VARCHAR',
      'day DATE',
      'person VARCHAR',
      'kind VARCHAR',
      'commits INTEGER',
      'coauthored INTEGER',
      ...FILE_KINDS.map((kind) => `${kind} INTEGER`),
      'bulk INTEGER',
      'late7d INTEGER',
      'late30d INTEGER',
    ],
    order: 'company, repository, day, kind, person',
  },
  excluded: {
    columns: [
      'company VARCHAR',
      'repository VARCHAR',
      'day DATE',
      'reason VARCHAR',
      'commits INTEGER',
    ],
    order: 'company, repository, day, reason',
  },
  releases: {
    columns: ['company VARCHAR', 'repository VARCHAR', 'day DATE', 'tag VARCHAR', 'kind VARCHAR'],
    order: 'company, repository, day, tag',
  },
  dependencies: {
    columns: [
      'company VARCHAR',
      'repository VARCHAR',
      'day DATE',
      'dependency VARCHAR',
      'change VARCHAR',
      'commit VARCHAR',
    ],
    order: 'company, repository, day, dependency, change',
  },
  repositories: {
    columns: [
      'company VARCHAR',
      'repository VARCHAR',
      'position INTEGER',
      'head VARCHAR',
      'coveredFrom DATE',
      'coveredThrough DATE',
      'firstCommitOn DATE',
      'commits INTEGER',
      'counted INTEGER',
      'merges INTEGER',
      'duplicates INTEGER',
      'automated INTEGER',
      'misdated INTEGER',
      'releasesFrom DATE',
      'dependencyBasis VARCHAR',
    ],
    order: 'company, position, repository',
  },
  created: {
    columns: ['company VARCHAR', 'repository VARCHAR', 'day DATE', 'listedThrough DATE'],
    order: 'company, day, repository',
  },
};

/** A table's columns in their order. */
export function columnsOf(table: Table): { name: string; type: string }[] {
  return TABLE_DEFINITIONS[table].columns.map((column) => {
    const [name = '', type = ''] = column.split(' ');
    return { name, type };
  });
}

/** The table without any row, as a query. */
export function noRows(table: Table): string {
  const columns = columnsOf(table).map(({ name, type }) => `CAST(NULL AS ${type}) AS ${name}`);
  return `SELECT ${columns.join(', ')} WHERE false`;
}
