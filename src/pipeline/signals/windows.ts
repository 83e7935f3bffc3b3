/**
 * Counts of one company before one period's end: the only input of the method's
 * steps accelerate, classify and rank. Index 0 of every list is the newest entry; what the ledger does
 * not reach back to is left off the end, because unknown is not zero. Only repositories that are held
 * in the period are in it, the past that it is compared with included.
 */
import type { Day } from '../../lib/period.ts';
import type { WindowName } from '../measures/windows.ts';

export type Windows = {
  /** Counted commits by ISO week; index 0 is the period's own week. Up to 30 weeks. */
  weeklyCommits: readonly number[];
  /** The agent-authored or agent-assisted part of these; the two newest weeks. */
  weeklyAgentCommits: readonly number[];
  /** Distinct people in [D−29, D]. */
  contributors: number;
  /** Distinct people in [D−59, D−30]. */
  priorContributors: number;
  /**
   * Repositories that were created in [D−29, D], where the organization's whole list is known;
   * otherwise tracked ones that began then, with the day of their first commit.
   */
  newRepositories: readonly { repository: string; day: Day }[];
  newRepositoriesBasis: 'organization' | 'tracked';
  /** The composition of each window's counts. */
  composition: Readonly<Record<WindowName, Composition>>;
  newcomers: Newcomers;
  infrastructure: InfrastructureWork;
  /** Days with a release by window of four weeks; null where the past was cut. Up to 7. */
  releaseDays: readonly number[];
  /** Releases of the newest four weeks, newest first. */
  releases: Named<Release>;
  dependencies: DependencyChanges | null;
  work: Work;
};

/** Inputs of the growth and novelty scores. */
type Work = {
  /**
   * Counted commits by week, of each author and day at most five; without the weeks before the
   * company's first commit. Up to 52 weeks.
   */
  weeklyPace: readonly number[];
  /** Pairs of a person and a day with a commit, in the newest eight weeks. */
  workDays: number;
  /** Days among these of people who had come a week to 180 days before. */
  newcomerDays: number;
};

/** The composition of one window's counts. */
export type Composition = {
  /** Counted commits. */
  commits: number;
  /** Commits among these of the person who wrote most. */
  largest: number;
  /** Commits among these that landed in bulk; null where the ledger does not say. */
  bulk: number | null;
  /** Distinct people. */
  people: number;
  /** People among these with commits on at least two days. */
  steadyPeople: number;
  /** People among these without a commit in the 180 days before; null where that is not known. */
  newPeople: number | null;
};

/** People who joined in a window of eight weeks. */
export type Newcomers = {
  /** All new people of the newest window; null where it is not known who is new. */
  joined: number | null;
  /** New people of each window who had stayed by its end. Up to 4 windows. */
  stayed: readonly number[];
};

/** Changes of CI and infrastructure files by people, except changes that landed in bulk. */
export type InfrastructureWork = {
  /** Distinct pairs of person and day, by window of four weeks. Up to 7. */
  personDays: readonly number[];
  /** Distinct people of the newest window. */
  people: number;
  /** Files touched in the newest window, by kind. */
  ciFiles: number;
  infraFiles: number;
};

/** The number of them, and the first ones. */
export type Named<T> = { total: number; first: readonly T[] };
export const NONE_NAMED: Named<never> = { total: 0, first: [] };

export type Release = { repository: string; tag: string; day: Day };

/** Packages that left and came in the newest four weeks. */
export type DependencyChanges = {
  /** Roles of packages that changed hands. */
  replacedRoles: number;
  /** The packages of these roles, newest first. */
  replaced: readonly ReplacedPackage[];
  /** The repository in which most packages of one ecosystem left and came, and these packages. */
  repository: string | null;
  basis: 'manifests' | 'lines';
  left: Named<PackageChange>;
  came: Named<PackageChange>;
};

/** A package that another one of its role replaced in one commit. */
export type ReplacedPackage = {
  role: string;
  repository: string;
  left: string;
  came: string;
  day: Day;
  commit: string | null;
};

/** @template day and commit of the change that counts: the last one of the window */
export type PackageChange = { name: string; day: Day; commit: string | null };
