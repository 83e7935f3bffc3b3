/**
 * A collection run: turns every company's histories into ledger rows, with many repositories in
 * parallel. A failing repository is reported and never stops the others. What an interrupted run
 * finished is kept for the next one.
 */
import pLimit from 'p-limit';
import { BellwetherError } from '../../lib/errors.ts';
import type { Company } from '../../registry/schema.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CreatedRow } from '../ledger/ledger-tables.ts';
import type { WriteOptions } from '../ledger/write-ledger.ts';
import type { AccountRules } from '../signals/accounts.ts';
import type { History } from './commit.ts';
import {
  type CompanyTerms,
  type CompanyToCollect,
  collectCompany,
  isFatal,
  unreadable,
} from './company.ts';
import type { SyncStatus } from './git/clone.ts';
import { WaitingRoom } from './read-ahead.ts';
import { type RowLines, rowLines, type Stage } from './staging.ts';

/** A source of histories: a recording, local repositories, or the hosting service. */
export type HistorySource = {
  /** Identifies the source and its options; an interrupted run is only resumed with the same key. */
  key: string;
  /**
   * The history of one repository, and what happened while obtaining it. No history means that there
   * is no copy. Throws only faults that make the whole run pointless.
   */
  open(
    repository: string,
    signal: AbortSignal,
  ): Promise<{
    history?: History;
    status: RepositoryOutcome['status'];
    message: string;
  }>;
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

export type CompanyResult = {
  outcomes: readonly RepositoryOutcome[];
  commits: number;
  /** Undefined if the company keeps its previous rows. */
  lines: RowLines | undefined;
};

/**
 * Collects companies elsewhere, such as on other machines.
 *
 * @param key of the source, as for resuming an interrupted run
 * @param onResult called once with each company's result
 */
export type Crew = (
  companies: readonly CompanyToCollect[],
  key: string,
  onResult: (slug: string, result: CompanyResult) => Promise<void>,
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
  const { companies, source, stage, signal, crew } = options;
  const finished = await stage.finished(source.key);
  const pending = companies.filter(({ slug }) => !finished.has(slug));
  const run = new Run(options, companies.length - pending.length, pending);
  if (crew) await run.collectWithCrew(crew, pending);
  else await run.collectInParallel(pending);
  if (signal.aborted)
    throw new BellwetherError(
      'collect-interrupted',
      'Interrupted. The ledger is as it was; run the same command again to go on from here.',
    );
  run.tell({ current: 'writing the ledger' });
  const ledger = await stage.commit(options.ledgerFolder, options.base, options.write);
  return { ledger, resumed: companies.length - pending.length, ...run.result() };
}

class Run {
  readonly #options: CollectOptions;
  readonly #progress: CollectProgress;
  readonly #outcomes: RepositoryOutcome[] = [];
  readonly #kept: string[] = [];

  constructor(options: CollectOptions, resumed: number, pending: readonly Company[]) {
    this.#options = options;
    this.#progress = {
      companies: { done: resumed, total: resumed + pending.length },
      repositories: {
        done: 0,
        total: pending.reduce((sum, { repositories }) => sum + repositories.length, 0),
      },
      commits: 0,
      failures: 0,
      current: '',
    };
  }

  result() {
    return { outcomes: this.#outcomes, commits: this.#progress.commits, kept: this.#kept };
  }

  async collectInParallel(companies: readonly Company[]): Promise<void> {
    const { concurrency, signal } = this.#options;
    const perRepository = pLimit(concurrency);
    const perCompany = pLimit(concurrency);
    const room = new WaitingRoom();
    await Promise.all(
      companies.map((company) =>
        perCompany(async () => {
          if (!signal.aborted)
            await this.#company(company, { limit: (work) => perRepository(work), room });
        }),
      ),
    );
  }

  async collectWithCrew(crew: Crew, companies: readonly Company[]): Promise<void> {
    const { source, signal } = this.#options;
    const bySlug = new Map(companies.map((company) => [company.slug, company]));
    await crew(
      companies.map(toCollect),
      source.key,
      async (slug, { outcomes, commits, lines }) => {
        const company = bySlug.get(slug);
        if (!company) return;
        for (const outcome of outcomes) this.#note(outcome);
        this.tell({ current: company.name, commits: this.#progress.commits + commits });
        await this.#keep(company, lines);
      },
      signal,
    );
  }

  async #company(company: Company, shared: Pick<CompanyTerms, 'limit' | 'room'>): Promise<void> {
    const { signal } = this.#options;
    this.tell({ current: company.name });
    const rows = await collectCompany(toCollect(company), {
      ...this.#options,
      ...shared,
      onOutcome: (outcome) => this.#note(outcome),
      onCommits: (commits) => this.tell({ commits: this.#progress.commits + commits }),
    });
    if (!signal.aborted) await this.#keep(company, rows && rowLines(rows));
  }

  /** Stages a company's rows; if there are none, the company keeps its previous ones. */
  async #keep(company: Company, lines: RowLines | undefined): Promise<void> {
    const { stage, source, created } = this.#options;
    if (!lines) this.#kept.push(company.slug);
    else
      try {
        await stage.addLines(company.slug, source.key, lines, {
          created: (await created?.(company)) ?? [],
          tracked: toCollect(company).repositories,
        });
      } catch (error) {
        if (isFatal(error)) throw error;
        this.#kept.push(company.slug);
        this.#note(unreadable(toCollect(company), error));
      }
    const { done, total } = this.#progress.companies;
    this.tell({ companies: { done: done + 1, total } });
  }

  #note(outcome: RepositoryOutcome): void {
    this.#outcomes.push(outcome);
    const { repositories, failures } = this.#progress;
    this.tell({
      repositories: { ...repositories, done: repositories.done + 1 },
      failures: failures + (outcome.status === 'failed' || outcome.status === 'gone' ? 1 : 0),
    });
  }

  tell(change: Partial<CollectProgress>): void {
    Object.assign(this.#progress, change);
    this.#options.onProgress({ ...this.#progress });
  }
}

function toCollect({ slug, repositories, ownPackages }: Company): CompanyToCollect {
  return { slug, repositories: repositories.map(({ name }) => name), ownPackages };
}
