/**
 * What the ledger says of one company before one period's end: the only input of the method's
 * steps accelerate, classify and rank. Index 0 of every list is the newest entry; what the ledger does
 * not reach back to is left off the end, because unknown is not zero.
 */
export type Windows = {
  /** Counted commits by ISO week; index 0 is the period's own week. Up to 30 weeks. */
  weeklyCommits: readonly number[];
  /** Of these, agent-authored or agent-assisted; the two newest weeks. */
  weeklyAgentCommits: readonly number[];
  /** Release tags by ISO week. Up to 28 weeks. */
  weeklyReleases: readonly number[];
  /** Distinct people in [D−29, D]. */
  contributors: number;
  /** Distinct people in [D−59, D−30]. */
  priorContributors: number;
  /** Tracked repositories that began in [D−29, D]. */
  newRepos: number;
  /** CI and infrastructure files touched, by 30-day window; index 0 is [D−29, D]. Up to 7. */
  infraFiles: readonly number[];
  /** The smaller of distinct dependencies added and removed, by 30-day window. Up to 7. */
  dependencyTurnover: readonly number[];
};

/** Weeks before a period's end that its numbers can depend on: 26 periods of two fortnights. */
export const WEEKS_BACK = 30;
/** 30-day windows before a period's end that its numbers can depend on. */
export const MONTHS_BACK = 7;
export const DAYS_A_MONTH = 30;
