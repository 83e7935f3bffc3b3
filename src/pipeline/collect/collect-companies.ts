/**
 * A collection run: turns every company's histories into ledger rows, with many repositories in
 * parallel. A failing repository is reported and never stops the others. What an interrupted run
 * finished is kept for the next one.
 */
import pLimit from 'p-limit';
import { sum } from '../../lib/averages.ts';
import { BellwetherError, messageOf, systemCode } from '../../lib/errors.ts';
import { sideBySide } from '../../lib/in-parallel.ts';
import type { Company } from '../../registry/schema.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CreatedRow } from '../ledger/ledger-tables.ts';
import { tableText } from '../ledger/merge-rows.ts';
import type { WriteOptions } from '../ledger/write-ledger.ts';
import type { AccountRules } from '../signals/accounts.ts';
import type { History } from './commit.ts';
import { ledgerRows, type ReadHistory, readHistory } from './commit-rows.ts';
import type { SyncStatus } from './git/clone.ts';
import { messageOfGit } from './git/git-error.ts';
import { type RowTexts, rowTexts, type Stage } from './staging.ts';

/** A source of histories: a recording, local repositories, or the hosting service. */
export type HistorySource = {
  /** Identifies the source and its options; an interrupted run is only resumed with the same key. */
  key: string;
  /**
   * The history of one repository, and what happened while obtaining it. No history means that there
   * is no copy. Throws only faults that make the whole run pointless.
   */
  open(repository: string, signal: AbortSignal): Promise<Opened>;
};

export type Opened = Pick<RepositoryOutcome, 'status' | 'message'> & {
  history?: History;
  /** The remedy if git fails to read its commits. */
  remedy?: string | undefined;
};

export type CollectProgress = {
  companies: { done: number; total: number };
  repositories: { done: number; total: number };
  commits: number;
  failures: number;
  /** The company that was last finished. */
  current: string;
};

export type RepositoryOutcome = {
  company: string;
  repository: string;
  /**
   * `collected`: read from this machine or a recording. `incomplete`: without dependencies, because
   * the contents of its manifests could not be fetched.
   */
  status: SyncStatus | 'collected' | 'not-recorded' | 'incomplete';
  message: string;
  /** Set if nothing could be read of it: its rows stay as they were. */
  keepsRows?: boolean;
};

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
 * Collects companies, here or on other machines.
 *
 * @param key of the source, as for resuming an interrupted run
 * @param onResult called once for each company
 */
export type Crew = (
  companies: readonly Company[],
  key: string,
  onResult: (company: Company, result: CompanyResult) => Promise<void>,
  signal: AbortSignal,
) => Promise<void>;

export type CollectOptions = {
  companies: readonly Company[];
  source: HistorySource;
  rules: AccountRules;
  /** Hashes of people who asked to be erased. */
  erased: readonly string[];
  stage: Stage;
  ledgerFolder: string;
  /**
   * The previous ledger, collected under the same key, from which the rows of all other companies are
   * kept, and those of repositories that cannot be read.
   */
  base: Ledger | undefined;
  write?: Omit<WriteOptions, 'unchanged'>;
  /** The repositories that the company's organization created, if its list is known. */
  created?: (company: Company) => Promise<CreatedRow[]>;
  /** Maximum number of repositories copied and read in parallel in this process. */
  concurrency: number;
  crew?: Crew | undefined;
  signal: AbortSignal;
  onProgress: (progress: CollectProgress) => void;
};

export type CollectResult = Awaited<ReturnType<typeof collect>>;

export async function collect(options: CollectOptions) {
  const { companies, source, stage, signal, created, crew = ownCrew(options) } = options;
  const finished = await stage.finished(source.key);
  const pending = companies.filter(({ slug }) => !finished.has(slug));
  /** Number of companies that an interrupted run had already finished. */
  const resumed = companies.length - pending.length;
  const outcomes: RepositoryOutcome[] = [];
  /** Companies that kept their previous rows, because nothing could be read. */
  const kept: string[] = [];
  let commits = 0;
  const progress = {
    companies: { done: resumed, total: companies.length },
    repositories: { done: 0, total: sum(pending.map((company) => company.repositories.length)) },
  };
  const tell = (current: string) => {
    const failures = outcomes.filter(({ status }) => status === 'failed' || status === 'gone');
    const counted = { ...progress, commits, failures: failures.length };
    options.onProgress(structuredClone({ ...counted, current }));
  };
  const onResult = async (company: Company, result: CompanyResult) => {
    const { slug, repositories } = company;
    outcomes.push(...result.outcomes);
    commits += result.commits;
    try {
      if (result.texts) {
        const rows = created && { created: tableText('created', await created(company)) };
        await stage.add(slug, source.key, { ...result.texts, ...rows });
      } else kept.push(slug);
    } catch (error) {
      if (isFatal(error)) throw error;
      kept.push(slug);
      const repository = repositories.map(({ name }) => name).join(', ');
      outcomes.push({ company: slug, repository, status: 'failed', message: messageOf(error) });
    }
    progress.companies.done++;
    progress.repositories.done += repositories.length;
    tell(slug);
  };
  await crew(pending, source.key, onResult, signal);
  if (signal.aborted)
    throw new BellwetherError(
      'collect-interrupted',
      'Interrupted. The ledger is as it was; run the same command again to go on from here.',
    );
  tell('writing the ledger');
  const ledger = await stage.commit(options.ledgerFolder, options.base, options.write);
  return {
    /** Undefined if nothing was read; the ledger is then unchanged. */
    ledger,
    outcomes,
    commits,
    resumed,
    kept,
  };
}

/** Collects in this process. */
function ownCrew({ concurrency, ...terms }: CollectOptions): Crew {
  const [perCompany, perRepository] = [pLimit(concurrency), pLimit(concurrency)];
  return async (companies, _key, onResult, signal) => {
    await perCompany.map(companies, async (company) => {
      if (signal.aborted) return;
      const result = await collectCompany(company, { ...terms, limit: perRepository });
      if (!signal.aborted) await onResult(company, result);
    });
  };
}

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
function isFatal(error: unknown): boolean {
  return FATAL.includes(systemCode(error));
}
