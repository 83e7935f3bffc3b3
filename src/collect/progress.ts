import type { SyncStatus } from '../pipeline/collect/git/clone.ts';

/** What a long collection tells while it runs. */
export type CollectProgress = {
  companies: { done: number; total: number };
  repositories: { done: number; total: number };
  commits: number;
  failures: number;
  /** What is being worked on. */
  current: string;
};

/** How the histories of one repository came in. */
export type RepositoryOutcome = {
  company: string;
  repository: string;
  /** `collected`: read from this machine or a recording. */
  status: SyncStatus | 'collected' | 'not-recorded';
  message: string;
};
