/** Reads one company's histories and turns them into ledger rows, in a collector or a worker. */
import { messageOf, systemCode } from '../../lib/errors.ts';
import { sideBySide } from '../../lib/in-parallel.ts';
import type { LedgerRows } from '../ledger/ledger-tables.ts';
import type { AccountRules } from '../signals/accounts.ts';
import type { HistorySource, RepositoryOutcome } from './collect-companies.ts';
import type { Commit } from './commit.ts';
import { ledgerRows, type ReadHistory, readHistory } from './commit-rows.ts';
import { messageOfGit } from './git/git-error.ts';

/** The facts about a company that collecting needs; its repositories are in registry order. */
export type CompanyToCollect = {
  slug: string;
  repositories: readonly string[];
  ownPackages?: readonly string[] | undefined;
};

export type CompanyTerms = {
  source: HistorySource;
  rules: AccountRules;
  /** Hashes of people who asked to be erased. */
  erased: readonly string[];
  signal: AbortSignal;
  /** Runs work on a repository, from opening it to the last commit that is read of it. */
  limit: <T>(work: () => Promise<T>) => Promise<T>;
  onOutcome: (outcome: RepositoryOutcome) => void;
  /** Called periodically with the number of commits read since the last call. */
  onCommits: (commits: number) => void;
};

/**
 * Reads a company's repositories. Those that cannot be read are left out, with an outcome that says why.
 *
 * @returns its rows; undefined if nothing could be read, or the signal was aborted
 * @throws faults of the machine; those of a history are reported as outcomes
 */
export async function collectCompany(
  { slug, repositories, ownPackages = [] }: CompanyToCollect,
  { source, rules, erased, signal, limit, onOutcome, onCommits }: CompanyTerms,
): Promise<LedgerRows | undefined> {
  const read = async (repository: string): Promise<ReadHistory[]> => {
    if (signal.aborted) return [];
    const { history, remedy, ...outcome } = await source.open(repository, signal);
    onOutcome({ company: slug, repository, ...outcome, ...(!history && { keepsRows: true }) });
    if (!history) return [];
    try {
      const commits = tellCommits(history.commits, onCommits);
      return [await readHistory({ ...history, commits }, rules)];
    } catch (error) {
      if (isFatal(error)) throw error;
      const message = messageOfGit(error, remedy);
      if (!signal.aborted)
        onOutcome({ company: slug, repository, status: 'failed', message, keepsRows: true });
      return [];
    }
  };
  const reading = repositories.map((repository) => limit(() => read(repository)));
  const histories = (await sideBySide<ReadHistory[][]>(...reading)).flat();
  if (signal.aborted || histories.length === 0) return undefined;
  return ledgerRows(slug, histories, rules, { erased, ownPackages });
}

const COMMITS_AT_ONCE = 1000;

/** The same commits, with progress reported from time to time. */
async function* tellCommits(
  commits: AsyncIterable<Commit>,
  onCommits: CompanyTerms['onCommits'],
): AsyncGenerator<Commit> {
  let read = 0;
  for await (const commit of commits) {
    if (++read % COMMITS_AT_ONCE === 0) onCommits(COMMITS_AT_ONCE);
    yield commit;
  }
  onCommits(read % COMMITS_AT_ONCE);
}

/** The result for a company whose rows could not be created or stored. */
export function unreadable(
  { slug, repositories }: CompanyToCollect,
  error: unknown,
): RepositoryOutcome {
  const repository = repositories.join(', ');
  return { company: slug, repository, status: 'failed', message: messageOf(error) };
}

const FATAL: readonly unknown[] = ['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT'];

/** Whether the error is a fault of the machine (no space, no permission), which ends the run. */
export function isFatal(error: unknown): boolean {
  return FATAL.includes(systemCode(error));
}
