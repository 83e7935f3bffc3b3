/**
 * A collection run: every company's histories become ledger rows, many side by side. One
 * repository's trouble is reported and never stops the others; what an interrupted run finished is
 * kept for the next one.
 */
import pLimit from 'p-limit';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import type { Company } from '../../registry/schema.ts';
import type { Ledger, LedgerManifest } from '../ledger/ledger.ts';
import type { CreatedRow } from '../ledger/tables.ts';
import type { AccountRules } from '../signals/accounts.ts';
import type { History } from './commit.ts';
import type { SyncStatus } from './git/clone.ts';
import { ledgerRows } from './rows.ts';
import type { Stage } from './staging.ts';

/** Where histories come from: a recording, local repositories, or the hosting service. */
export type HistorySource = {
  /** Identifies the source and its options: an interrupted run is resumed only under the same. */
  key: string;
  /**
   * The history of one repository, and what happened on the way. Without a history there is no
   * copy at hand. Throws only for faults that make the whole run pointless.
   */
  open(
    repository: string,
    signal: AbortSignal,
  ): Promise<{
    history?: History;
    status: RepositoryOutcome['status'];
    message: string;
    transfer?: Transfer;
  }>;
};

/** What it took to bring a copy up to date. */
type Transfer = { seconds: number; bytes: number; isWhole: boolean };

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
  /**
   * `collected`: read from this machine or a recording. `incomplete`: without its dependencies, since
   * the contents of its manifests could not be had.
   */
  status: SyncStatus | 'collected' | 'not-recorded' | 'incomplete';
  message: string;
  /** Of what came over a network. */
  transfer?: Transfer;
};

export type CollectOptions = {
  companies: readonly Company[];
  source: HistorySource;
  rules: AccountRules;
  /** Hashes of people who asked to be left out. */
  erased: readonly string[];
  stage: Stage;
  /** Where the new ledger is written. */
  ledgerFolder: string;
  /** The ledger whose rows are kept for all companies that this run does not replace. */
  base: Ledger | undefined;
  /** What counts of companies that are in neither. */
  over?: LedgerManifest['over'];
  /** What the company's organization has created, as far as its list is known. */
  created?: (company: Company) => Promise<CreatedRow[]>;
  /** Repositories worked on at the same time. */
  concurrency: number;
  signal: AbortSignal;
  onProgress: (progress: CollectProgress) => void;
};

export type CollectResult = {
  /** Undefined when nothing was read: the ledger is as it was. */
  ledger: Ledger | undefined;
  outcomes: RepositoryOutcome[];
  commits: number;
  /** Companies found finished by an interrupted run. */
  resumed: number;
  /** Companies that kept their old rows because a repository could not be had. */
  kept: string[];
};

export async function collect(options: CollectOptions): Promise<CollectResult> {
  const { companies, source, stage, signal } = options;
  const finished = await stage.finished(source.key);
  const pending = companies.filter(({ slug }) => !finished.has(slug));
  const run = new Run(options, companies.length - pending.length, pending);
  const perRepository = pLimit(options.concurrency);
  const perCompany = pLimit(options.concurrency);
  await Promise.all(
    pending.map((company) =>
      perCompany(async () => {
        if (signal.aborted) return;
        await run.company(company, (open) => perRepository(open));
      }),
    ),
  );
  if (signal.aborted)
    throw new BellwetherError(
      'collect-interrupted',
      'Interrupted. The ledger is as it was; run the same command again to go on from here.',
    );
  const ledger = await stage.commit(options.ledgerFolder, options.base, options.over);
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

  async company(company: Company, limit: <T>(open: () => Promise<T>) => Promise<T>): Promise<void> {
    const { source, signal, stage, rules, erased } = this.#options;
    this.#tell({ current: company.name });
    const opened = await Promise.all(
      company.repositories.map(({ name: repository }) =>
        limit(async () => {
          const { history, ...outcome } = await source.open(repository, signal);
          this.#note({ company: company.slug, repository, ...outcome });
          return history;
        }),
      ),
    );
    if (signal.aborted) return;
    const histories = opened.filter((history) => history !== undefined);
    const companyDone = () =>
      this.#tell({
        companies: { ...this.#progress.companies, done: this.#progress.companies.done + 1 },
      });
    if (histories.length === 0 || (histories.length < opened.length && this.#hasFailure(company))) {
      this.#kept.push(company.slug);
      companyDone();
      return;
    }
    try {
      const tell = (commits: number) => this.#tell({ commits: this.#progress.commits + commits });
      const rows = await ledgerRows(company.slug, histories, rules, tell, erased);
      const created = (await this.#options.created?.(company)) ?? [];
      await stage.add(company.slug, source.key, { ...rows, created });
    } catch (error) {
      if (isFatal(error)) throw error;
      this.#kept.push(company.slug);
      const repository = company.repositories.map(({ name }) => name).join(', ');
      this.#note({
        company: company.slug,
        repository,
        status: 'failed',
        message: messageOf(error),
      });
    }
    companyDone();
  }

  /** A company keeps its rows when one of its repositories failed and no copy is at hand. */
  #hasFailure(company: Company): boolean {
    return this.#outcomes.some(
      (outcome) => outcome.company === company.slug && outcome.status === 'failed',
    );
  }

  #note(outcome: RepositoryOutcome): void {
    this.#outcomes.push(outcome);
    const { repositories, failures } = this.#progress;
    this.#tell({
      repositories: { ...repositories, done: repositories.done + 1 },
      failures: failures + (outcome.status === 'failed' || outcome.status === 'gone' ? 1 : 0),
    });
  }

  #tell(change: Partial<CollectProgress>): void {
    Object.assign(this.#progress, change);
    this.#options.onProgress({ ...this.#progress });
  }
}

/** A fault of the machine (no space, no permission) ends the run; one of a history does not. */
function isFatal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return ['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT'].includes(String(code));
}
