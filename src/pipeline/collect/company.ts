/** One company's histories become ledger rows, wherever that happens. */
import { messageOf } from '../../lib/errors.ts';
import type { LedgerRows } from '../ledger/tables.ts';
import type { AccountRules } from '../signals/accounts.ts';
import { ledgerRows } from './rows.ts';
import type { HistorySource, RepositoryOutcome } from './run.ts';

/** What collecting needs to know of a company: its repositories in the order of the registry. */
export type CompanyToCollect = { slug: string; repositories: readonly string[] };

export type CompanyTerms = {
  source: HistorySource;
  rules: AccountRules;
  /** Hashes of people who asked to be left out. */
  erased: readonly string[];
  signal: AbortSignal;
  /** Opens a repository when it may be opened. */
  limit: <T>(open: () => Promise<T>) => Promise<T>;
  onOutcome: (outcome: RepositoryOutcome) => void;
  /** Called now and then with the number of commits read since the last call. */
  onCommits: (commits: number) => void;
};

/**
 * Reads a company's repositories.
 *
 * @returns its rows; undefined where the company keeps those that it had, because nothing could be
 *   read, a repository failed without a copy at hand, or the signal was aborted
 * @throws what is a fault of the machine, not of a history
 */
export async function collectCompany(
  { slug, repositories }: CompanyToCollect,
  { source, rules, erased, signal, limit, onOutcome, onCommits }: CompanyTerms,
): Promise<LedgerRows | undefined> {
  let hasFailure = false;
  const opened = await Promise.all(
    repositories.map((repository) =>
      limit(async () => {
        if (signal.aborted) return undefined;
        const { history, ...outcome } = await source.open(repository, signal);
        if (outcome.status === 'failed') hasFailure = true;
        onOutcome({ company: slug, repository, ...outcome });
        return history;
      }),
    ),
  );
  if (signal.aborted) return undefined;
  const histories = opened.filter((history) => history !== undefined);
  if (histories.length === 0 || (histories.length < opened.length && hasFailure)) return undefined;
  try {
    return await ledgerRows(slug, histories, rules, onCommits, erased);
  } catch (error) {
    if (isFatal(error)) throw error;
    onOutcome(unreadable({ slug, repositories }, error));
    return undefined;
  }
}

/** Of a company whose rows could not be made or kept. */
export function unreadable(
  { slug, repositories }: CompanyToCollect,
  error: unknown,
): RepositoryOutcome {
  const repository = repositories.join(', ');
  return { company: slug, repository, status: 'failed', message: messageOf(error) };
}

/** A fault of the machine (no space, no permission) ends the run; one of a history does not. */
export function isFatal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return ['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT'].includes(String(code));
}
