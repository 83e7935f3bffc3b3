/** Reads one company's histories and turns them into ledger rows, in a collector or a worker. */
import { messageOf } from '../../lib/errors.ts';
import type { LedgerRows } from '../ledger/ledger-tables.ts';
import type { AccountRules } from '../signals/accounts.ts';
import type { HistorySource, RepositoryOutcome } from './collect-companies.ts';
import type { Commit, History } from './commit.ts';
import { ledgerRows } from './commit-rows.ts';
import { type ReadAhead, readAhead, type WaitingRoom } from './read-ahead.ts';

/** What collecting needs to know about a company; its repositories are in registry order. */
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
  limit: (work: () => Promise<void>) => Promise<void>;
  /** For commits that were read and not yet counted. */
  room: WaitingRoom;
  onOutcome: (outcome: RepositoryOutcome) => void;
  /** Called periodically with the number of commits read since the last call. */
  onCommits: (commits: number) => void;
};

/**
 * Reads a company's repositories. Those that cannot be read are left out, with an outcome that says why.
 *
 * @returns its rows; undefined if the company keeps its previous rows, because nothing could be read or
 *   the signal was aborted
 * @throws faults of the machine; those of a history are reported as outcomes
 */
export async function collectCompany(
  { slug, repositories, ownPackages = [] }: CompanyToCollect,
  { source, rules, erased, signal, limit, room, onOutcome, onCommits }: CompanyTerms,
): Promise<LedgerRows | undefined> {
  const underWay: ReadAhead<Commit>[] = [];
  let isOver = false;
  const stop = () => {
    isOver = true;
    for (const commits of underWay) commits.stop();
  };
  const opening = repositories.map((repository) => {
    const opened = Promise.withResolvers<History | undefined>();
    const work = limit(async () => {
      if (signal.aborted) return;
      const { history, ...outcome } = await source.open(repository, signal);
      onOutcome({ company: slug, repository, ...outcome, ...(!history && { keepsRows: true }) });
      if (!history || isOver) return;
      const commits = readAhead(history.commits, room, weightOf);
      underWay.push(commits);
      opened.resolve({ ...history, commits: commits.values });
      // The repository keeps its place, and so its git processes are within the limit.
      await commits.ended;
    });
    work.then(() => opened.resolve(undefined), opened.reject);
    return opened.promise;
  });
  const onUnreadable = (repository: string, error: unknown) => {
    if (isFatal(error)) throw error;
    if (signal.aborted) return;
    const message = messageOf(error);
    onOutcome({ company: slug, repository, status: 'failed', message, keepsRows: true });
  };
  const all = Promise.all(opening);
  try {
    // The first ones are counted while the others are still being copied. Repositories that wait for a
    // place get one, even if their commits are not wanted any more.
    const options = { onCommits, erased, ownPackages, onUnreadable };
    const counting = ledgerRows(slug, inOrder(opening), rules, options).finally(stop);
    const [counted] = await Promise.allSettled([counting, all]);
    await all;
    if (counted.status === 'rejected') throw counted.reason;
    return signal.aborted || counted.value.repositories.length === 0 ? undefined : counted.value;
  } finally {
    stop();
  }
}

/** How much room a commit takes: it may name many people and packages. */
function weightOf({ coauthors, dependenciesAdded, dependenciesRemoved }: Commit): number {
  return 1 + coauthors.length + dependenciesAdded.length + dependenciesRemoved.length;
}

async function* inOrder(opening: readonly Promise<History | undefined>[]): AsyncGenerator<History> {
  for (const opened of opening) {
    const history = await opened;
    if (history) yield history;
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
