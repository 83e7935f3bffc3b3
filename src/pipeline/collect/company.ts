/** Reads one company's histories and turns them into ledger rows, in a collector or a worker. */
import { sum } from '../../lib/averages.ts';
import { systemCode } from '../../lib/errors.ts';
import { sideBySide } from '../../lib/in-parallel.ts';
import type { AccountRules } from '../signals/accounts.ts';
import type { HistorySource, RepositoryOutcome } from './collect-companies.ts';
import { ledgerRows, type ReadHistory, readHistory } from './commit-rows.ts';
import { messageOfGit } from './git/git-error.ts';
import { type RowTexts, rowTexts } from './staging.ts';

/** The facts about a company that collecting needs; its repositories are in registry order. */
export type CompanyToCollect = {
  slug: string;
  repositories: readonly { name: string }[];
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
};

/** The result for a company, as JSON can hold it. */
export type CompanyResult = {
  outcomes: readonly RepositoryOutcome[];
  /** Number of commits read. */
  commits: number;
  /** Its rows; undefined if nothing could be read. */
  texts?: RowTexts | undefined;
};

/**
 * Reads a company's repositories. Those that cannot be read are left out, with an outcome that says why.
 *
 * @returns without rows if nothing could be read, or the signal was aborted
 * @throws faults of the machine; those of a history are reported as outcomes
 */
export async function collectCompany(
  company: CompanyToCollect,
  { source, rules, erased, signal, limit }: CompanyTerms,
): Promise<CompanyResult> {
  const { slug, repositories, ownPackages = [] } = company;
  const outcomes: RepositoryOutcome[] = [];
  const read = async (repository: string): Promise<ReadHistory[]> => {
    if (signal.aborted) return [];
    const { history, remedy, ...outcome } = await source.open(repository, signal);
    const place = { company: slug, repository };
    outcomes.push({ ...place, ...outcome, ...(!history && { keepsRows: true }) });
    if (!history) return [];
    try {
      return [await readHistory(history, rules)];
    } catch (error) {
      if (isFatal(error)) throw error;
      const message = messageOfGit(error, remedy);
      outcomes.push({ ...place, status: 'failed', message, keepsRows: true });
      return [];
    }
  };
  const reading = repositories.map(({ name }) => limit(() => read(name)));
  const histories = (await sideBySide<ReadHistory[][]>(...reading)).flat();
  if (signal.aborted || histories.length === 0) return { outcomes, commits: 0 };
  const rows = await ledgerRows(slug, histories, rules, { erased, ownPackages });
  const commits = sum(rows.repositories.map((row) => row.commits));
  return { outcomes, commits, texts: rowTexts(company, rows) };
}

const FATAL: readonly unknown[] = ['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT'];

/** Whether the error is a fault of the machine (no space, no permission), which ends the run. */
export function isFatal(error: unknown): boolean {
  return FATAL.includes(systemCode(error));
}
