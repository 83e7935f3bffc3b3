/**
 * The ledger's four tables. Days are UTC calendar days, counted from 1970-01-01 in memory and
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
} & FileCounts;

/** Table `releases`: one row per tag; a tag that stands in two repositories counts once. */
type ReleaseRow = { company: string; repository: string; day: Day; tag: string };

/** Table `dependencies`: one row per repository, day, dependency and direction of change. */
type DependencyRow = {
  company: string;
  repository: string;
  day: Day;
  /** `ecosystem:package` */
  dependency: string;
  change: 'added' | 'removed';
};

/** Table `repositories`: what was copied of each, and what the filter left out. */
export type RepositoryRow = {
  company: string;
  repository: string;
  /** Place in the company's list, from 0; the earlier one keeps a shared commit. */
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
};

export type LedgerRows = {
  activity: ActivityRow[];
  releases: ReleaseRow[];
  dependencies: DependencyRow[];
  repositories: RepositoryRow[];
};

export const TABLES = ['activity', 'releases', 'dependencies', 'repositories'] as const;
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
    ],
    order: 'company, repository, day, kind, person',
  },
  releases: {
    columns: ['company VARCHAR', 'repository VARCHAR', 'day DATE', 'tag VARCHAR'],
    order: 'company, repository, day, tag',
  },
  dependencies: {
    columns: [
      'company VARCHAR',
      'repository VARCHAR',
      'day DATE',
      'dependency VARCHAR',
      'change VARCHAR',
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
    ],
    order: 'company, position',
  },
};
