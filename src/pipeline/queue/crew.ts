/**
 * The collector's side of the queue: queues companies, the stalest first, and stages each result,
 * from which the ledger is then merged as usual. It also works on companies itself, so that a
 * collection finishes without any other worker.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { sha256 } from '../../lib/atomic-files.ts';
import type { Company } from '../../registry/schema.ts';
import type { Crew, RepositoryOutcome } from '../collect/collect-companies.ts';
import { TABLES } from '../ledger/ledger-tables.ts';
import { patientlyWarning } from './patience.ts';
import {
  BOSS_SCHEMA,
  type CollectionQueue,
  type CompanyJob,
  LAID_ASIDE,
  unavailable,
} from './queue.ts';
import type { Terms } from './terms.ts';
import { type Place, work } from './worker.ts';

const POLL_MS = 500;
/** Interval between checks for companies laid aside and for lost jobs. */
const CHECK_MS = 10_000;
const MAX_RESULTS = 20;
const MAX_INSERTS = 1000;
const MAX_PRIORITY = 100_000;

export type CrewOptions = {
  queue: CollectionQueue;
  /** The name of the queue (`queueName`). */
  name: string;
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
  return async (companies, key, onResult, signal) => {
    const collection = new Collection(options, companies, key);
    await collection.begin().catch((error: unknown) => {
      throw unavailable(error);
    });
    const own = new AbortController();
    const stopping = AbortSignal.any([signal, own.signal]);
    const working = work({ ...options, log: () => undefined, signal: stopping });
    try {
      await collection.run(onResult, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    } finally {
      own.abort();
      await working;
    }
    if (!signal.aborted) await collection.end();
  };
}

/** The output of a job that a worker has completed. */
const Result = z.object({
  outcomes: z.array(z.custom<RepositoryOutcome>()),
  commits: z.int(),
  texts: z.record(z.enum([...TABLES, 'tracked']), z.string()).optional(),
});
type Completed = { id: string; company: string; output: unknown };

class Collection {
  readonly #options: CrewOptions;
  readonly #id: string;
  /** Companies without a result so far. */
  readonly #open: Map<string, Company>;

  constructor(options: CrewOptions, companies: readonly Company[], key: string) {
    this.#options = options;
    const identity = [options.owner, options.name, key, options.terms];
    this.#id = sha256(JSON.stringify(identity)).slice(0, 32);
    this.#open = new Map(companies.map((company) => [company.slug, company]));
  }

  /** An interrupted run continues with its existing results and jobs; others of its owner are over. */
  async begin(): Promise<void> {
    const { queue, owner, name } = this.#options;
    await queue.ensure(name);
    await queue.query(
      `delete from ${BOSS_SCHEMA}.job where data->>'owner' = $1 and (data->>'run' <> $2 or name = $3)`,
      [owner, this.#id, LAID_ASIDE],
    );
    await this.#ask();
  }

  /** Queues all open companies without a result. Those already queued are not queued twice. */
  async #ask(): Promise<void> {
    const { queue, name, owner, terms, pauseMs, staleness, place } = this.#options;
    const results = await this.#completed('');
    const done = new Set(results.map(({ company }) => company));
    const jobs = [...this.#open.values()]
      .filter(({ slug }) => !done.has(slug))
      .map(({ slug, repositories, ownPackages }) => ({
        data: {
          run: this.#id,
          owner,
          terms,
          pauseMs,
          company: { slug, repositories, ownPackages },
        },
        singletonKey: `${this.#id} ${slug}`,
        priority: Math.max(0, Math.min(MAX_PRIORITY, staleness(slug) ?? MAX_PRIORITY)),
        // `file` for local folders.
        group: { id: URL.parse(place.origin)?.host || 'file' },
      }));
    for (let from = 0; from < jobs.length; from += MAX_INSERTS)
      await queue.boss.insert(name, jobs.slice(from, from + MAX_INSERTS));
  }

  async run(onResult: Parameters<Crew>[2], signal: AbortSignal): Promise<void> {
    const { queue, name, warn, times } = this.#options;
    const { lookMs = POLL_MS, lookAroundMs = CHECK_MS } = times ?? {};
    const ask = patientlyWarning(warn, {
      away: (why) => `The queue does not answer (${why}); waiting for it.`,
      back: 'The queue answers again.',
    });
    const patiently = <T>(work: () => Promise<T>) =>
      ask(work, { signal }).catch((error: unknown) => {
        throw unavailable(error);
      });
    const take = async (slug: string, output: unknown) => {
      const company = this.#open.get(slug);
      if (company) await onResult(company, Result.parse(output));
      this.#open.delete(slug);
    };
    let lookedAround = performance.now();
    while (this.#open.size > 0 && !signal.aborted) {
      const results = await patiently(() =>
        this.#completed(`order by completed_on limit ${MAX_RESULTS}`),
      );
      for (const { id, company, output } of results) {
        await take(company, output);
        await patiently(() => queue.boss.deleteJob(name, id));
      }
      if (performance.now() - lookedAround > lookAroundMs) {
        lookedAround = performance.now();
        for (const outcome of await patiently(() => this.#laidAside()))
          await take(outcome.company, { outcomes: [outcome], commits: 0 });
        await patiently(() => this.#ask());
      }
      if (results.length === 0) await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Takes the jobs out of the queue that workers may still be at. */
  async end(): Promise<void> {
    const jobs = `delete from ${BOSS_SCHEMA}.job where name <> $2 and data->>'run' = $1`;
    // On failure, the next collection deletes them.
    await this.#options.queue.query(jobs, [this.#id, LAID_ASIDE]).catch(() => undefined);
  }

  /** Results that workers have completed and that are not staged yet. @param rest order and limit */
  #completed(rest: string): Promise<Completed[]> {
    return this.#options.queue.query(
      `select * from (select id, output, completed_on, data->'company'->>'slug' as company
         from ${BOSS_SCHEMA}.job where name = $1 and state = 'completed' and output is not null
         and data->>'run' = $2) as done where company = any($3) ${rest}`,
      [this.#options.name, this.#id, [...this.#open.keys()]],
    );
  }

  /** Companies that no worker finished, with the reason for the last failure. */
  async #laidAside(): Promise<RepositoryOutcome[]> {
    const jobs = await this.#options.queue.boss.findJobs<CompanyJob>(LAID_ASIDE, {
      data: { run: this.#id },
    });
    return jobs.map(({ data: { company }, sourceOutput, sourceRetryCount }) => ({
      company: company.slug,
      repository: company.repositories.map(({ name }) => name).join(', '),
      status: 'failed',
      message: `no worker finished it in ${(sourceRetryCount ?? 0) + 1} tries (${reasonOf(sourceOutput)})`,
    }));
  }
}

/** pg-boss stores an error or a value, of any shape. */
function reasonOf(output: unknown): string {
  const { message } = Object(Object(output).value ?? output);
  return typeof message === 'string' ? message : 'it did not say why';
}
