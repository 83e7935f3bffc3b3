/**
 * A collection run: turns every company's histories into ledger rows, with many repositories in
 * parallel. A failing repository is reported and never stops the others. What an interrupted run
 * finished is kept for the next one.
 */
import pLimit from 'p-limit';
import { sum } from '../../lib/averages.ts';
import { BellwetherError } from '../../lib/errors.ts';
import type { Company } from '../../registry/schema.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CreatedRow } from '../ledger/ledger-tables.ts';
import { tableText } from '../ledger/merge-rows.ts';
import type { WriteOptions } from '../ledger/write-ledger.ts';
import type { AccountRules } from '../signals/accounts.ts';
import type { History } from './commit.ts';
import { type CompanyToCollect, collectCompany, isFatal, unreadable } from './company.ts';
import type { SyncStatus } from './git/clone.ts';
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
  /** The current repository or company. */
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

/** Takes what a crew finds out about its companies. */
export type Findings = {
  onOutcome: (outcome: RepositoryOutcome) => void;
  /** Called periodically with the number of commits read since the last call. */
  onCommits: (commits: number) => void;
  /** Called once for each company. @param texts its rows; undefined if nothing could be read */
  onRows: (slug: string, texts: RowTexts | undefined) => Promise<void>;
};

/**
 * Collects companies, here or on other machines.
 *
 * @param key of the source, as for resuming an interrupted run
 */
export type Crew = (
  companies: readonly CompanyToCollect[],
  key: string,
  findings: Findings,
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

export type CollectResult = {
  /** Undefined if nothing was read; the ledger is then unchanged. */
  ledger: Ledger | undefined;
  outcomes: RepositoryOutcome[];
  commits: number;
  /** Number of companies that an interrupted run had already finished. */
  resumed: number;
  /** Companies that kept their previous rows, because nothing could be read. */
  kept: string[];
};

export async function collect(options: CollectOptions): Promise<CollectResult> {
  const { companies, source, stage, signal, created, crew = ownCrew(options) } = options;
  const finished = await stage.finished(source.key);
  const pending = companies.filter(({ slug }) => !finished.has(slug));
  const resumed = companies.length - pending.length;
  const outcomes: RepositoryOutcome[] = [];
  const kept: string[] = [];
  const progress: CollectProgress = {
    companies: { done: resumed, total: companies.length },
    repositories: { done: 0, total: sum(pending.map((company) => company.repositories.length)) },
    ...{ commits: 0, failures: 0, current: '' },
  };
  const tell = () => options.onProgress(structuredClone(progress));
  const onOutcome = (outcome: RepositoryOutcome) => {
    outcomes.push(outcome);
    progress.repositories.done++;
    if (outcome.status === 'failed' || outcome.status === 'gone') progress.failures++;
    progress.current = outcome.repository;
    tell();
  };
  const onCommits = (commits: number) => {
    progress.commits += commits;
    tell();
  };
  const bySlug = new Map(pending.map((company) => [company.slug, company]));
  const onRows = async (slug: string, texts: RowTexts | undefined) => {
    const company = bySlug.get(slug);
    if (!company) return;
    try {
      if (texts)
        await stage.add(slug, source.key, {
          ...texts,
          ...(created && { created: tableText('created', await created(company)) }),
        });
      else kept.push(slug);
    } catch (error) {
      if (isFatal(error)) throw error;
      kept.push(slug);
      onOutcome(unreadable(toCollect(company), error));
    }
    progress.companies.done++;
    tell();
  };
  await crew(pending.map(toCollect), source.key, { onOutcome, onCommits, onRows }, signal);
  if (signal.aborted)
    throw new BellwetherError(
      'collect-interrupted',
      'Interrupted. The ledger is as it was; run the same command again to go on from here.',
    );
  progress.current = 'writing the ledger';
  tell();
  const ledger = await stage.commit(options.ledgerFolder, options.base, options.write);
  return { ledger, outcomes, commits: progress.commits, resumed, kept };
}

/** Collects in this process. */
function ownCrew({ concurrency, ...terms }: CollectOptions): Crew {
  const [perCompany, perRepository] = [pLimit(concurrency), pLimit(concurrency)];
  return async (companies, _key, findings, signal) => {
    await perCompany.map(companies, async (company) => {
      if (signal.aborted) return;
      const rows = await collectCompany(company, { ...terms, ...findings, limit: perRepository });
      if (!signal.aborted) await findings.onRows(company.slug, rows && rowTexts(company, rows));
    });
  };
}

function toCollect({ slug, repositories, ownPackages }: Company): CompanyToCollect {
  return { slug, repositories: repositories.map(({ name }) => name), ownPackages };
}
