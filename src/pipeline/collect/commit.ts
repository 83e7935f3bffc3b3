import type { DependencyBasis, FileCounts } from '../ledger/ledger-tables.ts';

/**
 * A commit as the ledger's parser reads it. Every source of histories (a clone, a local repository, a
 * recording) produces this type, so the same history gives the same ledger rows from any source.
 */
export type Commit = {
  /** First 12 hexadecimal digits of the commit id. */
  sha: string;
  /** Unix seconds. */
  authoredAt: number;
  /** Unix seconds; the commit belongs to the UTC day of this instant. */
  committedAt: number;
  /** Keyed hash of the author's address, lower-case hexadecimal. */
  emailHash: string;
  /** Keyed hash of the author's name; empty if the name is a single word or unknown. */
  nameHash: string;
  /** The author's name if the name or address may be an automation's, else empty. */
  botName: string;
  /** The coding agent named in the author line or a trailer, else empty. */
  agent: string;
  agentRole: 'author' | 'coauthor' | '';
  /** The human co-authors in trailers. */
  coauthors: readonly Coauthor[];
  /** Number of parents; two or more make a merge. */
  parents: number;
  /** Number of files touched, by kind; zeros if the paths are not available. */
  files: FileCounts;
  /** Dependencies added to a manifest, as `ecosystem:package`; `dependenciesRemoved` likewise. */
  dependenciesAdded: readonly string[];
  dependenciesRemoved: readonly string[];
};

/** Hashes as those of an author; only the name may be empty. */
export type Coauthor = { emailHash: string; nameHash: string };

/** A tag, with the time it was made (Unix seconds). */
export type Tag = readonly [name: string, taggedAt: number];

/** Facts about a history without its commits. */
export type HistoryFacts = {
  /** `owner/name`. */
  repository: string;
  /** First 12 hexadecimal digits of the default branch's head; empty for an empty repository. */
  head: string;
  /** First day that the history covers (ISO date); null if it goes back to the first commit. */
  coveredFrom: string | null;
  /** Last full UTC day that the history is known to cover (ISO date). */
  coveredThrough: string;
  /** Unix seconds of the very first commit; null for an empty repository. */
  firstCommitAt: number | null;
  tags: readonly Tag[];
  /** First day (ISO date) from which the list of tags is complete; null if it is complete. */
  releasesFrom: string | null;
  /** How the dependency changes were determined; null if they are unknown. */
  dependencyBasis: DependencyBasis | null;
};

export type History = HistoryFacts & { commits: AsyncIterable<Commit> };
