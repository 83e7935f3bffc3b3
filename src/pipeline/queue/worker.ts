/**
 * A worker: takes one company after the other, reads its repositories, and hands its rows over. It
 * may die at any moment; another one then takes what it had in hand.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { messageOf } from '../../lib/errors.ts';
import { traced } from '../../lib/tracing.ts';
import { collectCompany } from '../collect/company.ts';
import type { CompanyResult, HistorySource, RepositoryOutcome } from '../collect/run.ts';
import { hostedSource } from '../collect/sources.ts';
import { rowLines } from '../collect/staging.ts';
import { unhurried } from '../collect/unhurried.ts';
import { type Claim, drop, giveBack, handOver, renew, runOf, take, WrongClock } from './claims.ts';
import { hold } from './lease.ts';
import type { CollectionQueue } from './queue.ts';
import { rulesOf, type Terms } from './terms.ts';

/** Tries of a company one of whose repositories fails, before that is its result. */
const MAX_FAILED_TRIES = 3;
/** While there is nothing to take. */
const IDLE_MS = 1_000;
/** While the database is away, at most. */
const MAX_PAUSE_MS = 15_000;
/** While something is wrong with this machine. */
const FAULT_PAUSE_MS = 60_000;
/** A database that is away is waited for so long with a company in hand. */
const MAX_AWAY_MS = 600_000;

/** Where a worker copies from and to. */
export type Place = {
  /** Folder of the copies. */
  copies: string;
  /** What repository addresses begin with; it may hold a password. */
  origin: string;
  identityKey: Buffer;
};

export type WorkerOptions = {
  queue: CollectionQueue;
  /** Whose jobs it takes. */
  name: string;
  /** Companies at the same time. */
  lanes: number;
  place: Place;
  signal: AbortSignal;
  /** Hears of each thing done. */
  log: (line: string) => void;
  /** Hears what keeps it from working. */
  warn: (line: string) => void;
  /** This machine's clock, Unix milliseconds. */
  now?: () => number;
  idleMs?: number;
};

/** Works until the signal is aborted; what is in hand then is left to others. */
export async function work(options: WorkerOptions): Promise<void> {
  await options.queue.ensure(options.name);
  const worker = new Worker(options);
  await Promise.all(Array.from({ length: options.lanes }, () => worker.lane()));
}

class Worker {
  readonly #options: WorkerOptions;
  readonly #now: () => number;
  readonly #sources = new Map<string, HistorySource>();
  #trouble = '';

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async lane(): Promise<void> {
    const { queue, name, signal, idleMs = IDLE_MS } = this.#options;
    let failures = 0;
    while (!signal.aborted) {
      let claim: Claim | undefined;
      try {
        claim = await take(queue, name, this.#now);
        failures = 0;
        this.#say(undefined);
      } catch (error) {
        this.#say(messageOf(error));
        failures += 1;
        const wrong = error instanceof WrongClock ? FAULT_PAUSE_MS : MAX_PAUSE_MS;
        await this.#pause(Math.min(wrong, idleMs * 2 ** Math.min(failures, 10)));
        continue;
      }
      if (!claim) await this.#pause(idleMs);
      else if (!(await this.#perform(claim))) await this.#pause(FAULT_PAUSE_MS);
    }
  }

  /** @returns whether this machine can go on at once */
  async #perform(claim: Claim): Promise<boolean> {
    const { queue, signal, log } = this.#options;
    const { company } = claim.data;
    const lease = hold(() => renew(queue, claim), queue.leaseSeconds * 1000);
    const stopping = AbortSignal.any([signal, lease.lost]);
    try {
      const result = await traced('collect company', { company }, () =>
        this.#read(claim, stopping),
      );
      if (result === 'over') await this.#insist(() => drop(queue, claim), stopping);
      else if (lease.lost.aborted) log(`${company}: its lease ran out; somebody else collects it`);
      else if (signal.aborted) await giveBack(queue, claim, 'the worker was stopped');
      else if (isToBeTriedAgain(result, claim)) {
        const why = messagesOf(result.outcomes);
        await this.#insist(() => giveBack(queue, claim, why), stopping);
        log(`${company}: ${why}; it is tried again`);
      } else {
        // Also after its lease: whether the claim still stands is for the database to say.
        const how = await this.#insist(() => handOver(queue, claim, result, this.#now));
        log(`${company}: ${how === 'accepted' ? summary(result) : HAND_OVER[how]}`);
      }
      return true;
    } catch (error) {
      const message = messageOf(error);
      log(`${company}: ${message}`);
      await giveBack(queue, claim, message).catch(() => undefined);
      // It is this machine's, not the company's: no disk space, no git, a wrong clock. One that was
      // cut off waits for the database, not for its own repair.
      return lease.lost.aborted;
    } finally {
      lease.release();
    }
  }

  async #read(claim: Claim, signal: AbortSignal): Promise<CompanyResult | 'over'> {
    const run = await this.#insist(() => runOf(this.#options.queue, claim), signal);
    if (!run) return 'over';
    const { company: slug, repositories, run: id } = claim.data;
    const outcomes: RepositoryOutcome[] = [];
    // One company in hand is one connection to its host.
    const oneByOne = pLimit(1);
    let commits = 0;
    const rows = await collectCompany(
      { slug, repositories },
      {
        source: this.#sourceOf(id, run),
        rules: rulesOf(run.terms),
        erased: run.terms.erased,
        signal,
        limit: (open) => oneByOne(open),
        onOutcome: (outcome) => void outcomes.push(outcome),
        onCommits: (more) => {
          commits += more;
        },
      },
    );
    return { outcomes, commits, lines: rows && rowLines(rows) };
  }

  #sourceOf(run: string, { terms, pauseMs }: { terms: Terms; pauseMs: number }): HistorySource {
    const known = this.#sources.get(run);
    if (known) return known;
    const { copies, origin, identityKey } = this.#options.place;
    const reading = { rules: rulesOf(terms), identityKey, coveredFrom: terms.coveredFrom };
    const source = unhurried(hostedSource(copies, terms.withPaths, reading, origin), pauseMs);
    // Of one run at a time; the last ones may still be worked on.
    this.#sources.clear();
    this.#sources.set(run, source);
    return source;
  }

  /**
   * Asks the database as often as it takes, since it may be away.
   *
   * @param ask what may be done again where it is not known whether it was done
   * @param signal nothing is asked again once it is aborted
   */
  async #insist<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const began = performance.now();
    for (let pause = 500; ; pause = Math.min(2 * pause, MAX_PAUSE_MS))
      try {
        return await ask();
      } catch (error) {
        const isLate = signal?.aborted || performance.now() - began > MAX_AWAY_MS;
        if (error instanceof WrongClock || isLate) throw error;
        this.#say(messageOf(error));
        await delay(pause, undefined, { signal }).catch(() => undefined);
      }
  }

  /** What is wrong with taking, told once. */
  #say(trouble: string | undefined): void {
    const { warn } = this.#options;
    if (trouble === undefined && this.#trouble !== '') warn('Companies are taken again.');
    if (trouble !== undefined && trouble !== this.#trouble)
      warn(`No company is taken for now: ${trouble}.`);
    this.#trouble = trouble ?? '';
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#options.signal }).catch(() => undefined);
  }
}

const HAND_OVER = {
  lost: 'somebody else has it by now; what was read here is thrown away',
  over: 'nobody waits for it any more',
} as const;

/** A repository that failed may be had a little later. */
function isToBeTriedAgain({ outcomes }: CompanyResult, { retryCount }: Claim): boolean {
  return retryCount + 1 < MAX_FAILED_TRIES && outcomes.some(({ status }) => status === 'failed');
}

function messagesOf(outcomes: readonly RepositoryOutcome[]): string {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  return failed.map(({ repository, message }) => `${repository}: ${message}`).join('; ');
}

function summary({ outcomes, lines }: CompanyResult): string {
  const statuses = outcomes.map(({ status }) => status).join(', ');
  return lines ? statuses : `${statuses}; it keeps the rows that it had`;
}
