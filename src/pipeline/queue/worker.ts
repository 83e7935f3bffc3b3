/**
 * A worker: takes one company after the other, reads its repositories, and delivers its rows. If it
 * dies, another worker takes over its company.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { messageOf } from '../../lib/errors.ts';
import { traced } from '../../lib/tracing.ts';
import { causeLines } from '../collect/causes.ts';
import {
  type CompanyResult,
  collectCompany,
  type HistorySource,
} from '../collect/collect-companies.ts';
import { hostedSource, withPauses } from '../collect/sources.ts';
import { accountRules } from '../signals/accounts.ts';
import { type Claim, handOver, renew, take } from './claims.ts';
import { patientlyWarning } from './patience.ts';
import type { CollectionQueue } from './queue.ts';
import { Terms } from './terms.ts';

/** Attempts for a company with a failing repository before the failure is accepted as its result. */
const MAX_FAILED_TRIES = 3;
const IDLE_MS = 1_000;
const FAULT_PAUSE_MS = 60_000;

/** Where a worker clones from and to. */
export type Place = {
  copies: string;
  /** Prefix of repository addresses; may contain a password. */
  origin: string;
  identityKey: Buffer;
};

export type WorkerOptions = {
  queue: CollectionQueue;
  name: string;
  lanes: number;
  /** Companies on one host that all workers together process at a time. */
  maxPerHost: number;
  place: Place;
  signal: AbortSignal;
  /** Called with each thing done. */
  log: (line: string) => void;
  /** Called with reasons for not working. */
  warn: (line: string) => void;
  /** This machine's clock, Unix milliseconds. */
  now?: () => number;
  idleMs?: number;
};

/** Works until the signal is aborted; unfinished companies are returned to the queue. */
export async function work(options: WorkerOptions): Promise<void> {
  await options.queue.ensure(options.name);
  const worker = new Worker(options);
  await Promise.all(Array.from({ length: options.lanes }, () => worker.lane()));
}

class Worker {
  readonly #options: WorkerOptions;
  readonly #now: () => number;
  readonly #sources = new Map<string, HistorySource>();
  readonly #patiently: ReturnType<typeof patientlyWarning>;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#patiently = patientlyWarning(options.warn, {
      away: (why) => `No company is taken for now: ${why}.`,
      back: 'Companies are taken again.',
    });
  }

  async lane(): Promise<void> {
    const { queue, name, maxPerHost, signal, idleMs = IDLE_MS } = this.#options;
    while (!signal.aborted)
      try {
        const ask = () => take(queue, name, maxPerHost, this.#now);
        const claim = await this.#patiently(ask, { signal, maxMs: Infinity });
        if (!claim) await this.#pause(idleMs);
        else if (!(await this.#perform(claim))) await this.#pause(FAULT_PAUSE_MS);
      } catch {
        await this.#pause(FAULT_PAUSE_MS);
      }
  }

  /** @returns false if this machine should pause before the next company */
  async #perform(claim: Claim): Promise<boolean> {
    const { queue, signal, log } = this.#options;
    const company = claim.data.company.slug;
    const lease = hold(() => renew(queue, claim), queue.leaseSeconds * 1000);
    const stopping = AbortSignal.any([signal, lease.lost]);
    const giveBack = (message: string) => queue.boss.fail(claim.name, claim, { message });
    try {
      const result = await traced('collect company', { company }, () =>
        this.#read(claim, stopping),
      );
      // A failing repository may be available again a little later.
      const failed = result.outcomes.filter(({ status }) => status === 'failed');
      if (lease.lost.aborted) log(`${company}: ${NOT_OURS}`);
      else if (signal.aborted) await giveBack('the worker was stopped');
      else if (failed.length > 0 && claim.retryCount + 1 < MAX_FAILED_TRIES) {
        const why = causeLines(failed).join('; ');
        await this.#patiently(() => giveBack(why), { signal: stopping });
        log(`${company}: ${why}; it is tried again`);
      } else {
        // Also after the lease has expired: the database decides whether the claim is still valid.
        const isOurs = await this.#patiently(() => handOver(queue, claim, result, this.#now));
        log(`${company}: ${isOurs ? summary(result) : NOT_OURS}`);
      }
      return true;
    } catch (error) {
      const message = messageOf(error);
      log(`${company}: ${message}`);
      await giveBack(message).catch(() => undefined);
      // Assume a fault of this machine, not of the company: no disk space, no git, a wrong clock. If
      // the lease was lost, go on at once: the database is awaited elsewhere.
      return lease.lost.aborted;
    } finally {
      lease.release();
    }
  }

  #read({ data: { terms, company, run, pauseMs } }: Claim, signal: AbortSignal) {
    const { coveredFrom, erased, ...accounts } = Terms.parse(terms);
    const rules = accountRules(accounts);
    const { copies, origin, identityKey } = this.#options.place;
    // Sources are kept for one run only; jobs of the previous run may still be using theirs.
    if (!this.#sources.has(run)) this.#sources.clear();
    const source = this.#sources.getOrInsertComputed(run, () =>
      withPauses(hostedSource(copies, { rules, identityKey, coveredFrom }, origin), pauseMs),
    );
    // Each company uses one connection to its host.
    return collectCompany(company, { source, rules, erased, signal, limit: pLimit(1) });
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#options.signal }).catch(() => undefined);
  }
}

/** Number of renewals within the duration of a lease. */
const RENEWALS = 4;

/**
 * Keeps a claim alive while it is worked on, by a monotonic clock.
 *
 * @param renew renews the claim and returns whether it is still valid; rejects if that is unknown
 * @param leaseMs after this time without renewal, another worker may have the job
 * @returns a signal that is aborted once the claim is, or may be, lost
 */
function hold(renew: () => Promise<boolean>, leaseMs: number) {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const timer = setInterval(async () => {
    const asked = performance.now();
    const stands = await renew().catch(() => undefined);
    if (stands) renewedAt = asked;
    if (stands === false || performance.now() - renewedAt > leaseMs) lost.abort();
  }, leaseMs / RENEWALS);
  return { lost: lost.signal, release: () => clearInterval(timer) };
}

const NOT_OURS = 'another worker has it by now, or no collection waits for it any more';

function summary({ outcomes, texts }: CompanyResult): string {
  const statuses = outcomes.map(({ status }) => status).join(', ');
  if (!texts) return `${statuses}; nothing could be read`;
  const unread = outcomes.filter(({ keepsRows }) => keepsRows).map(({ repository }) => repository);
  return unread.length === 0 ? statuses : `${statuses}; rows are kept of ${unread.join(', ')}`;
}
