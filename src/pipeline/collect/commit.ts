import type { DependencyBasis, FileCounts } from '../ledger/tables.ts';

/**
 * One commit as the ledger's parser sees it. Every source of histories (a clone, a local
 * repository, a recorded file) is read into this shape and nothing else goes on from here, so the
 * same history gives the same ledger rows wherever it came from.
 */
export type Commit = {
  /** First 12 hexadecimal digits of the commit id. */
  sha: string;
  /** Unix seconds. */
  authoredAt: number;
  /** Unix seconds; the commit belongs to the UTC day of this instant. */
  committedAt: number;
  /** Keyed hash of the author's address, lower case hexadecimal. */
  emailHash: string;
  /** Keyed hash of the author's name; empty when the name has a single word or is unknown. */
  nameHash: string;
  /** The author's name where name or address might be an automation's, else empty. */
  botName: string;
  /** The coding agent that the author or a trailer names, else empty. */
  agent: string;
  agentRole: 'author' | 'coauthor' | '';
  /** Address hashes of the human co-authors that trailers name. */
  coauthors: readonly string[];
  /** Number of parents; two or more make a merge. */
  parents: number;
  /** Files touched, by kind; zeros where paths are not at hand. */
  files: FileCounts;
  /** Dependencies that a manifest gained or lost, as `ecosystem:package`. */
  dependenciesAdded: readonly string[];
  dependenciesRemoved: readonly string[];
};

/** A release: a tag and the instant it was made (Unix seconds). */
export type Tag = readonly [name: string, taggedAt: number];

/** What is known of a repository's history besides its commits. */
type HistoryFacts = {
  /** `owner/name`. */
  repository: string;
  /** First 12 hexadecimal digits of the default branch's commit; empty for an empty repository. */
  head: string;
  /** First day that the history holds (ISO date); null when it goes back to the first commit. */
  coveredFrom: string | null;
  /** Last full UTC day that the history is known to hold (ISO date). */
  coveredThrough: string;
  /** Unix seconds of the first commit of all; null for an empty repository. */
  firstCommitAt: number | null;
  tags: readonly Tag[];
  /** First day (ISO date) from which no tag was cut from the list; null when none was. */
  releasesFrom: string | null;
  /** What the commits' dependency changes rest on; null when they are not known. */
  dependencyBasis: DependencyBasis | null;
};

/** The history of one repository: facts, and its commits in any order. */
export type History = HistoryFacts & { commits: AsyncIterable<Commit> };
