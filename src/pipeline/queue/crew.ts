/**
 * The collector's side of the queue: queues companies, the stalest first, and stages each result,
 * from which the ledger is then merged as usual. It also works on companies itself, so that a
 * collection finishes without any other worker.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sha256 } from '../../lib/atomic-files.ts';
import type { Crew, Findings } from '../collect/collect-companies.ts';
import { type CompanyToCollect, unreadable } from '../collect/company.ts';
import { type CompanyResult, unpack } from './packed-result.ts';
import { tellOutage, untilAnswered } from './patience.ts';
import {
  BOSS_SCHEMA,
  type CollectionQueue,
  type CompanyJob,
  LAID_ASIDE,
  unavailable,
} from './queue.ts';
import { type Compatibility, hostOf, queueOf, Terms } from './terms.ts';
import { type Place, work } from './worker.ts';

const POLL_MS = 500;
/** Interval between checks for companies laid aside and for lost jobs. */
const CHECK_MS = 10_000;
const MAX_RESULTS = 20;
const MAX_INSERTS = 1000;
const MAX_PRIORITY = 100_000;

export type CrewOptions = {
  queue: CollectionQueue;
  alike: Compatibility;
  terms: Terms;
  /** Identifies whose collection it is; a new one replaces the previous one of the same owner. */
  owner: string;
  /** Days since the last day collected of a company; undefined if it was never collected. */
  staleness: (company: string) => number | undefined;
  /** Maximum number of companies on one host that all workers together process at a time. */
  maxPerHost: number;
  /** Minimum time between the starts of two repositories in each process. */
  pauseMs: number;
  lanes: number;
  place: Place;
  warn: (line: string) => void;
  /** Overrides the intervals above, for tests. */
  times?: { lookMs?: number; lookAroundMs?: number };
};

export function queueCrew(options: CrewOptions): Crew {
  return async (companies, key, findings, signal) => {
    const collection = new Collection(options, companies, key);
    await collection.begin().catch((error: unknown) => {
      throw unavailable(error);
    });
    const own = new AbortController();
    const { lanes, maxPerHost, queue, place, warn, alike } = options;
    const stopping = AbortSignal.any([signal, own.signal]);
    const common = { queue, name: queueOf(alike), lanes, maxPerHost, place, warn };
    const working = work({ ...common, log: () => undefined, signal: stopping });
    try {
      await collection.run(findings, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    } finally {
      own.abort();
      await working;
    }
    if (!signal.aborted) await collection.end();
  };
}

type Result = { id: string; company: string; output: unknown };

class Collection {
  readonly #options: CrewOptions;
  readonly #terms: object;
  readonly #id: string;
  readonly #name: string;
  /** Companies without a result so far. */
  readonly #open: Map<string, CompanyToCollect>;

  constructor(options: CrewOptions, companies: readonly CompanyToCollect[], key: string) {
    this.#options = options;
    this.#name = queueOf(options.alike);
    this.#terms = Terms.encode(options.terms);
    const identity = [options.owner, this.#name, key, this.#terms];
    this.#id = sha256(JSON.stringify(identity)).slice(0, 32);
    this.#open = new Map(companies.map((company) => [company.slug, company]));
  }

  /** An interrupted run continues with its existing results and jobs; others of its owner are over. */
  async begin(): Promise<void> {
    const { queue, owner } = this.#options;
    await queue.ensure(this.#name);
    await queue.query(
      `delete from ${BOSS_SCHEMA}.job where data->>'owner' = $1 and (data->>'run' <> $2 or name = $3)`,
      [owner, this.#id, LAID_ASIDE],
    );
    await this.#ask();
  }

  /** Queues all open companies without a result. Those already queued are not queued twice. */
  async #ask(): Promise<void> {
    const { queue, owner, pauseMs, staleness, place } = this.#options;
    const common = { run: this.#id, owner, terms: this.#terms, pauseMs };
    const results = await this.#results<Pick<Result, 'company'>>('company');
    const done = new Set(results.map(({ company }) => company));
    const jobs = [...this.#open.values()]
      .filter(({ slug }) => !done.has(slug))
      .map(({ slug, repositories, ownPackages }) => ({
        data: { ...common, company: slug, repositories: [...repositories], ownPackages },
        singletonKey: `${this.#id} ${slug}`,
        priority: Math.max(0, Math.min(MAX_PRIORITY, staleness(slug) ?? MAX_PRIORITY)),
        group: { id: hostOf(place.origin) },
      }));
    for (let from = 0; from < jobs.length; from += MAX_INSERTS)
      await queue.boss.insert(this.#name, jobs.slice(from, from + MAX_INSERTS));
  }

  async run(findings: Findings, signal: AbortSignal): Promise<void> {
    const { lookMs = POLL_MS, lookAroundMs = CHECK_MS } = this.#options.times ?? {};
    const tell = tellOutage(this.#options.warn, {
      away: (why) => `The queue does not answer (${why}); waiting for it.`,
      back: 'The queue answers again.',
    });
    const patiently = <T>(ask: () => Promise<T>) =>
      untilAnswered(ask, { signal, tell }).catch((error: unknown) => {
        throw unavailable(error);
      });
    let lookedAround = performance.now();
    while (this.#open.size > 0 && !signal.aborted) {
      const results = await patiently(() =>
        this.#results<Result>('id, company, output', `order by completed_on limit ${MAX_RESULTS}`),
      );
      for (const { id, company, output } of results) {
        await this.#take(company, await unpack(output), findings);
        await patiently(() => this.#options.queue.boss.deleteJob(this.#name, id));
      }
      if (performance.now() - lookedAround > lookAroundMs) {
        lookedAround = performance.now();
        for (const [company, message] of await patiently(() => this.#laidAside())) {
          const outcomes = [unreadable(company, new Error(message))];
          await this.#take(company.slug, { outcomes, commits: 0, texts: undefined }, findings);
        }
        await patiently(() => this.#ask());
      }
      if (results.length === 0) await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #take(company: string, { outcomes, commits, texts }: CompanyResult, findings: Findings) {
    for (const outcome of outcomes) findings.onOutcome(outcome);
    findings.onCommits(commits);
    await findings.onRows(company, texts);
    this.#open.delete(company);
  }

  /** Takes the jobs out of the queue that workers may still be at. */
  async end(): Promise<void> {
    const jobs = `delete from ${BOSS_SCHEMA}.job where name <> $2 and data->>'run' = $1`;
    // On failure, the next collection deletes them.
    await this.#options.queue.query(jobs, [this.#id, LAID_ASIDE]).catch(() => undefined);
  }

  /** Results that workers have completed and that are not staged yet. @param what columns, and how many */
  #results<Row>(what: string, rest = ''): Promise<Row[]> {
    return this.#options.queue.query<Row>(
      `select ${what} from (select id, output, completed_on, data->>'company' as company
         from ${BOSS_SCHEMA}.job where name = $1 and state = 'completed' and output is not null
         and data->>'run' = $2) as done where company = any($3) ${rest}`,
      [this.#name, this.#id, [...this.#open.keys()]],
    );
  }

  /** Companies that no worker finished, with the reason for the last failure. */
  async #laidAside(): Promise<[CompanyToCollect, string][]> {
    const jobs = await this.#options.queue.boss.findJobs<CompanyJob>(LAID_ASIDE, {
      data: { run: this.#id },
    });
    return jobs.flatMap(({ data, sourceOutput, sourceRetryCount }) => {
      const company = this.#open.get(data.company);
      if (!company) return [];
      const tries = (sourceRetryCount ?? 0) + 1;
      const why = `no worker finished it in ${tries} tries (${reasonOf(sourceOutput)})`;
      return [[company, why] as [CompanyToCollect, string]];
    });
  }
}

/** pg-boss stores an error or a value, of any shape. */
function reasonOf(output: unknown): string {
  const { value = output } = (output ?? {}) as { value?: unknown };
  const { message } = (value ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : 'it did not say why';
}
