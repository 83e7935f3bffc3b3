/**
 * The collector's side of the queue: asks for companies, the stalest first, and takes what came of
 * each into its own stage, from which the ledger is merged as ever. It works on companies itself as
 * well, so that a collection comes to its end without any other worker.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../lib/errors.ts';
import { sha256 } from '../../lib/files.ts';
import { type CompanyToCollect, unreadable } from '../collect/company.ts';
import type { CompanyResult, Crew } from '../collect/run.ts';
import { unpack } from './packed-rows.ts';
import { type CollectionQueue, type CompanyJob, LAID_ASIDE, SCHEMA, unavailable } from './queue.ts';
import { type Alike, hostOf, queueOf, type Terms } from './terms.ts';
import { type Place, work } from './worker.ts';

/** Between looks for results. */
const LOOK_MS = 500;
/** Between looks for what was laid aside, and for jobs that are lost. */
const LOOK_AROUND_MS = 10_000;
/** A database that is away for longer ends the collection; what was taken is kept. */
const MAX_AWAY_MS = 600_000;
const MAX_RESULTS = 20;
const MAX_INSERTS = 1000;
const MAX_PRIORITY = 100_000;

export type CrewOptions = {
  queue: CollectionQueue;
  alike: Alike;
  terms: Terms;
  /** Whose collection it is; another one of the same replaces it. */
  owner: string;
  /** Days since the last that is held of a company; undefined where it was never collected. */
  staleness: (company: string) => number | undefined;
  /** Companies of one host that are worked on at the same time, by whomever. */
  maxPerHost: number;
  /** Between the beginnings of two repositories, in each process. */
  pauseMs: number;
  /** Companies that this process works on at the same time. */
  lanes: number;
  place: Place;
  /** Hears what holds the collection up. */
  warn: (line: string) => void;
  /** Other times than those above, for tests. */
  times?: { lookMs?: number; lookAroundMs?: number };
};

export function queueCrew(options: CrewOptions): Crew {
  return async (companies, key, onResult, signal) => {
    const collection = new Collection(options, companies, key);
    await collection.begin().catch((error: unknown) => {
      throw unavailable(error);
    });
    const own = new AbortController();
    const { lanes, queue, place, warn, alike } = options;
    const name = queueOf(alike);
    const stopping = AbortSignal.any([signal, own.signal]);
    const working = work({
      queue,
      name,
      lanes,
      place,
      warn,
      log: () => undefined,
      signal: stopping,
    });
    try {
      await collection.run(onResult, signal);
    } finally {
      own.abort();
      await working;
    }
    if (!signal.aborted) await collection.end();
  };
}

type Result = {
  company: string;
  outcomes: CompanyResult['outcomes'];
  commits: number;
  rows: Buffer | null;
};

class Collection {
  readonly #options: CrewOptions;
  readonly #id: string;
  readonly #name: string;
  /** Companies whose result is not here yet. */
  readonly #open: Map<string, CompanyToCollect>;
  #begunAt = new Date(0);
  #awaySince: number | undefined;

  constructor(options: CrewOptions, companies: readonly CompanyToCollect[], key: string) {
    this.#options = options;
    this.#name = queueOf(options.alike);
    this.#id = sha256(JSON.stringify([options.owner, this.#name, key, options.terms])).slice(0, 32);
    this.#open = new Map(companies.map((company) => [company.slug, company]));
  }

  /** Says what is to be done. One that was interrupted goes on: its results and jobs are there. */
  async begin(): Promise<void> {
    const { queue, alike, terms, owner, maxPerHost, pauseMs } = this.#options;
    await queue.ensure(this.#name);
    this.#begunAt = await queue.transaction(async (db) => {
      await db.executeSql(`delete from ${SCHEMA}.run where owner = $1 and id <> $2`, [
        owner,
        this.#id,
      ]);
      const { rows } = await db.executeSql(
        `insert into ${SCHEMA}.run (id, owner, queue, alike, terms, max_per_host, pause_ms)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (id) do update set max_per_host = $6, pause_ms = $7
         returning created_at`,
        [
          this.#id,
          owner,
          this.#name,
          JSON.stringify(alike),
          JSON.stringify(terms),
          maxPerHost,
          pauseMs,
        ],
      );
      return new Date(rows[0]?.created_at);
    });
    await this.#ask();
  }

  /** Asks for all that are open; of those that are asked for already, nothing more comes of it. */
  async #ask(): Promise<void> {
    const { queue, staleness, place } = this.#options;
    await queue.transaction(async (db) => {
      // While nobody hands over: what is finished between the two would be asked for again.
      await db.executeSql(`select 1 from ${SCHEMA}.run where id = $1 for update`, [this.#id]);
      const { rows } = await db.executeSql(`select company from ${SCHEMA}.result where run = $1`, [
        this.#id,
      ]);
      const done = new Set(rows.map(({ company }) => String(company)));
      const jobs = [...this.#open.values()]
        .filter(({ slug }) => !done.has(slug))
        .map(({ slug, repositories }) => ({
          data: { run: this.#id, company: slug, repositories: [...repositories] },
          singletonKey: `${this.#id} ${slug}`,
          priority: Math.max(0, Math.min(MAX_PRIORITY, staleness(slug) ?? MAX_PRIORITY)),
          group: { id: hostOf(place.origin) },
        }));
      for (let from = 0; from < jobs.length; from += MAX_INSERTS)
        await queue.boss.insert(this.#name, jobs.slice(from, from + MAX_INSERTS), { db });
    });
  }

  /** Takes results until there is one of each company. */
  async run(onResult: Parameters<Crew>[2], signal: AbortSignal): Promise<void> {
    const { lookMs = LOOK_MS, lookAroundMs = LOOK_AROUND_MS } = this.#options.times ?? {};
    let lookedAround = performance.now();
    while (this.#open.size > 0 && !signal.aborted) {
      const results = await this.#unlessAway(() => this.#results());
      for (const { company, outcomes, commits, rows } of results ?? []) {
        await onResult(company, {
          outcomes,
          commits,
          lines: rows ? await unpack(rows) : undefined,
        });
        this.#open.delete(company);
        await this.#unlessAway(() => this.#forget(company));
      }
      if (performance.now() - lookedAround > lookAroundMs) {
        lookedAround = performance.now();
        for (const [company, message] of (await this.#unlessAway(() => this.#laidAside())) ?? []) {
          const outcome = unreadable(company, new Error(message));
          await onResult(company.slug, { outcomes: [outcome], commits: 0, lines: undefined });
          this.#open.delete(company.slug);
        }
        await this.#unlessAway(() => this.#ask());
      }
      if ((results ?? []).length === 0)
        await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Nobody needs to work on it any more. */
  async end(): Promise<void> {
    const { queue } = this.#options;
    // Otherwise the next collection does it.
    await queue.query(`delete from ${SCHEMA}.run where id = $1`, [this.#id]).catch(() => undefined);
  }

  async #results(): Promise<Result[]> {
    return this.#options.queue.query<Result>(
      `select company, outcomes, commits, rows from ${SCHEMA}.result
       where run = $1 and company = any($2) order by accepted_at limit ${MAX_RESULTS}`,
      [this.#id, [...this.#open.keys()]],
    );
  }

  /** Once it is staged here. */
  async #forget(company: string): Promise<void> {
    await this.#options.queue.query(
      `delete from ${SCHEMA}.result where run = $1 and company = $2`,
      [this.#id, company],
    );
  }

  /** Companies that no worker finished, and why the last one did not. */
  async #laidAside(): Promise<[CompanyToCollect, string][]> {
    const jobs = await this.#options.queue.boss.findJobs<CompanyJob>(LAID_ASIDE, {
      data: { run: this.#id },
    });
    return jobs.flatMap(({ data, createdOn, sourceOutput, sourceRetryCount }) => {
      const company = this.#open.get(data.company);
      if (!company || createdOn < this.#begunAt) return [];
      const tries = (sourceRetryCount ?? 0) + 1;
      const why = `no worker finished it in ${tries} tries (${reasonOf(sourceOutput)})`;
      return [[company, why] as [CompanyToCollect, string]];
    });
  }

  /** What is asked of the database, unless it is away: then it is asked again later. */
  async #unlessAway<T>(ask: () => Promise<T>): Promise<T | undefined> {
    const { warn } = this.#options;
    try {
      const answer = await ask();
      if (this.#awaySince !== undefined) warn('The queue answers again.');
      this.#awaySince = undefined;
      return answer;
    } catch (error) {
      if (this.#awaySince === undefined)
        warn(`The queue does not answer (${messageOf(error)}); waiting for it.`);
      this.#awaySince ??= performance.now();
      if (performance.now() - this.#awaySince > MAX_AWAY_MS) throw unavailable(error);
      return undefined;
    }
  }
}

/** pg-boss keeps an error, or a value, of any shape. */
function reasonOf(output: unknown): string {
  const { value = output } = (output ?? {}) as { value?: unknown };
  const { message } = (value ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : 'it did not say why';
}
