/** Reads one company's histories and turns them into ledger rows, in a collector or a worker. */
import { messageOf } from '../../lib/errors.ts';
import type { LedgerRows } from '../ledger/ledger-tables.ts';
import type { AccountRules } from '../signals/accounts.ts';
import type { HistorySource, RepositoryOutcome } from './collect-companies.ts';
import type { Commit } from './commit.ts';
import { ledgerRows } from './commit-rows.ts';
import { type ReadAhead, readAhead } from './read-ahead.ts';

/** What collecting needs to know about a company; its repositories are in registry order. */
export type CompanyToCollect = { slug: string; repositories: readonly string[] };

export type CompanyTerms = {
  source: HistorySource;
  rules: AccountRules;
  /** Hashes of people who asked to be erased. */
  erased: readonly string[];
  signal: AbortSignal;
  limit: <T>(open: () => Promise<T>) => Promise<T>;
  onOutcome: (outcome: RepositoryOutcome) => void;
  /** Called periodically with the number of commits read since the last call. */
  onCommits: (commits: number) => void;
};

/**
 * Reads a company's repositories.
 *
 * @returns its rows; undefined if the company keeps its previous rows, because nothing could be read,
 *   a repository failed without having a copy, or the signal was aborted
 * @throws faults of the machine; those of a history are reported as outcomes
 */
export async function collectCompany(
  { slug, repositories }: CompanyToCollect,
  { source, rules, erased, signal, limit, onOutcome, onCommits }: CompanyTerms,
): Promise<LedgerRows | undefined> {
  const underWay: ReadAhead<Commit>[] = [];
  try {
    let hasFailure = false;
    const opened = await Promise.all(
      repositories.map((repository) =>
        limit(async () => {
          if (signal.aborted) return undefined;
          const { history, ...outcome } = await source.open(repository, signal);
          if (outcome.status === 'failed') hasFailure = true;
          onOutcome({ company: slug, repository, ...outcome });
          if (!history) return undefined;
          const commits = readAhead(history.commits);
          underWay.push(commits);
          return { ...history, commits: commits.values };
        }),
      ),
    );
    const histories = opened.filter((history) => history !== undefined);
    const isIncomplete = histories.length < opened.length && hasFailure;
    if (signal.aborted || histories.length === 0 || isIncomplete) return undefined;
    return await ledgerRows(slug, histories, rules, onCommits, erased).catch((error: unknown) => {
      if (isFatal(error)) throw error;
      onOutcome(unreadable({ slug, repositories }, error));
      return undefined;
    });
  } finally {
    for (const commits of underWay) commits.stop();
  }
}

/** The result for a company whose rows could not be created or stored. */
export function unreadable(
  { slug, repositories }: CompanyToCollect,
  error: unknown,
): RepositoryOutcome {
  const repository = repositories.join(', ');
  return { company: slug, repository, status: 'failed', message: messageOf(error) };
}

/** Whether the error is a fault of the machine (no space, no permission), which ends the run. */
export function isFatal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return ['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT'].includes(String(code));
}
