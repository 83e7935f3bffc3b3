/**
 * A world in which years pass in milliseconds, for the scheduler's own loop and decisions: a machine
 * that sleeps, whose clock is set, whose processes are killed between any two things they do, and a
 * hosting service with its troubles. Every broken law is noted.
 */
import { lastDayOf, weekIndex } from '../../../src/lib/period.ts';
import { dueWeek, isSettled } from '../../../src/pipeline/schedule/decide.ts';
import { runSchedule, type Trouble, type World } from '../../../src/pipeline/schedule/scheduler.ts';
import type { ScheduleState } from '../../../src/pipeline/schedule/state.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;
export const OPTIONS = { graceMs: 3 * HOUR, batch: 3 };
const NAP = 6 * HOUR;
/** A week counts as published in full with this share of the companies. */
const FULL_SHARE = 2 / 3;

export type Event =
  | { what: 'sleep'; days: number }
  | { what: 'set clock'; days: number }
  | { what: 'right clock' }
  | { what: 'kill'; scheduler: number; whileDoing: number }
  | { what: 'outage'; hours: number; saysWhen: boolean }
  | { what: 'flaky'; share: number }
  | { what: 'full disk'; hours: number }
  | { what: 'gone'; company: number };

type Queued = { at: number; owner: object; resolve: () => void };

export class Simulation {
  /** True time, Unix milliseconds. */
  time: number;
  readonly begin: number;
  #skew = 0;
  readonly #random: () => number;
  readonly #options: typeof OPTIONS;
  #queue: Queued[] = [];
  #holder: object | undefined;
  #waiting: { owner: object; resolve: () => void }[] = [];
  readonly #processes: (object | undefined)[] = [];
  readonly #tasks: Promise<void>[] = [];
  /** Ports that are answered until the process of that place dies. */
  readonly #deadly = new Map<number, number>();
  #outage = { until: 0, saysWhen: false };
  #flaky = 0;
  #fullUntil = 0;
  readonly #gone = new Set<string>();
  #atWork: string | undefined;

  readonly companies = Array.from({ length: 7 }, (_, index) => `company${index}`);
  readonly ledger = new Map<string, number>();
  /** Inputs of the published catalog. */
  #publishedFrom = '';
  /** Inputs of the last publication whose follow-up steps are done, and the process that did them. */
  #followed: { owner?: object; inputs: string } = { inputs: '' };
  /** True time at which each week came out. */
  readonly published = new Map<number, number>();
  state: string | undefined;
  prunedAt = 0;
  collections = 0;
  readonly faults: string[] = [];
  readonly lines: string[] = [];

  constructor(begin: number, random: () => number, options: Partial<typeof OPTIONS> = {}) {
    this.#options = { ...OPTIONS, ...options };
    this.begin = begin;
    this.time = begin;
    this.#random = random;
    const week = weekIndex(begin / DAY) - 1;
    for (const slug of this.companies) this.ledger.set(slug, lastDayOf(week - 1));
    this.#publishedFrom = this.#fingerprint();
    this.published.set(week - 1, begin);
  }

  get firstWeek(): number {
    return weekIndex(this.begin / DAY) - 1;
  }

  get lastFullWeek(): number {
    return Math.max(...this.published.keys());
  }

  /** Lets time pass. */
  async pass(ms: number): Promise<void> {
    const until = this.time + ms;
    for (;;) {
      this.#start();
      await settled();
      this.#queue.sort((a, b) => a.at - b.at);
      const [next] = this.#queue;
      if (!next || next.at > until) break;
      this.#queue.shift();
      this.time = Math.max(this.time, next.at);
      next.resolve();
      await settled();
    }
    this.time = until;
  }

  happens(event: Event): void {
    if (event.what === 'sleep') {
      this.time += event.days * DAY;
      for (const queued of this.#queue) queued.at += event.days * DAY;
    } else if (event.what === 'set clock') this.#skew = event.days * DAY;
    else if (event.what === 'right clock') this.#skew = 0;
    else if (event.what === 'kill') {
      if (event.whileDoing === 0) this.#kill(event.scheduler);
      else this.#deadly.set(event.scheduler, event.whileDoing);
    } else if (event.what === 'outage')
      this.#outage = { until: this.time + event.hours * HOUR, saysWhen: event.saysWhen };
    else if (event.what === 'flaky') this.#flaky = event.share;
    else if (event.what === 'full disk') this.#fullUntil = this.time + event.hours * HOUR;
    else this.#gone.add(this.companies[event.company] ?? '');
  }

  /** Whether the forecasts of the last publication were logged, and its picks graded. */
  get isFollowed(): boolean {
    return this.#followed.inputs === this.#publishedFrom;
  }

  /** Ends all trouble. */
  recover(): void {
    this.#skew = 0;
    this.#flaky = 0;
    this.#fullUntil = 0;
    this.#outage.until = 0;
    this.#deadly.clear();
  }

  isGone(slug: string): boolean {
    return this.#gone.has(slug);
  }

  stop(): void {
    for (const place of this.#processes.keys()) this.#kill(place);
  }

  /** Two schedulers run, and one that died is started again by its supervisor. */
  #start(): void {
    for (const place of [0, 1]) {
      if (this.#processes[place]) continue;
      const owner = { place };
      this.#processes[place] = owner;
      const run = runSchedule(this.#world(owner));
      this.#tasks.push(run.catch((error) => void this.faults.push(`a scheduler ended: ${error}`)));
    }
  }

  #kill(place: number): void {
    const owner = this.#processes[place];
    if (!owner) return;
    this.#processes[place] = undefined;
    this.#deadly.delete(place);
    this.#queue = this.#queue.filter((queued) => queued.owner !== owner);
    this.#waiting = this.#waiting.filter((waiting) => waiting.owner !== owner);
    if (this.#holder === owner) this.#release();
  }

  #release(): void {
    this.#holder = undefined;
    this.#atWork = undefined;
    const next = this.#waiting.shift();
    if (!next) return;
    this.#holder = next.owner;
    next.resolve();
  }

  /** Takes virtual time; what a dead process waits for never comes. */
  #takes(owner: object, ms: number): Promise<void> {
    const place = this.#processes.indexOf(owner);
    const left = this.#deadly.get(place);
    if (left !== undefined) {
      this.#deadly.set(place, left - 1);
      if (left <= 1) this.#kill(place);
    }
    if (!this.#processes.includes(owner)) return new Promise(() => {});
    return new Promise((resolve) => this.#queue.push({ at: this.time + ms, owner, resolve }));
  }

  #fingerprint(): string {
    return JSON.stringify([...this.ledger]);
  }

  async #alone<T>(owner: object, what: string, ms: number, work: () => T): Promise<T> {
    if (this.#holder !== owner) this.faults.push(`${what} without the lease`);
    if (this.#atWork !== undefined) this.faults.push(`${what} during ${this.#atWork}`);
    this.#atWork = what;
    await this.#takes(owner, ms);
    this.#atWork = undefined;
    if (this.time < this.#fullUntil) throw new Error('ENOSPC: no space left on device');
    const result = work();
    // Killed after it was done, and before it was noted.
    await this.#takes(owner, 1);
    return result;
  }

  #world(owner: object): World {
    const now = () => this.time + this.#skew;
    return {
      ...{ ...this.#options, napMs: NAP, signal: new AbortController().signal },
      now,
      sleep: (ms) => this.#takes(owner, ms),
      lease: async () => {
        if (this.#holder)
          await new Promise<void>((resolve) => this.#waiting.push({ owner, resolve }));
        else this.#holder = owner;
        return async () => this.#release();
      },
      read: async () =>
        this.state === undefined ? undefined : (JSON.parse(this.state) as ScheduleState),
      write: async (state) => {
        await this.#takes(owner, 1);
        if (this.time < this.#fullUntil) throw new Error('ENOSPC: no space left on device');
        this.state = JSON.stringify(state);
      },
      facts: async () => ({
        companies: new Map(this.ledger),
        publishedWeek: this.lastFullWeek,
        inputs: this.#fingerprint(),
        publishedFrom: this.#publishedFrom,
      }),
      ask: async () => {
        await this.#takes(owner, 1000);
        const isOut = this.time < this.#outage.until;
        return {
          isServing: !isOut,
          message: 'answers 429',
          date: this.time,
          resumeAt:
            isOut && this.#outage.saysWhen ? now() + this.#outage.until - this.time : undefined,
        };
      },
      collect: (companies) =>
        this.#alone(owner, 'collect', 10 * 60_000, () => this.#collect(companies, now())),
      publish: async () => {
        const line = await this.#alone(owner, 'publish', 60_000, () => this.#publish(owner));
        this.#followed = { owner, inputs: this.#publishedFrom };
        return { line, inputs: this.#publishedFrom };
      },
      prune: () =>
        this.#alone(owner, 'prune', 1000, () => {
          this.prunedAt = this.time;
          return 'nothing';
        }),
      log: (line) => void this.lines.push(`${new Date(this.time).toISOString()} ${line}`),
    };
  }

  #collect(companies: readonly string[], clock: number) {
    this.collections += companies.length;
    const troubles = new Map<string, Trouble>();
    for (const slug of companies) {
      const through = this.ledger.get(slug) ?? null;
      if (isSettled(through, undefined, dueWeek(this.time, OPTIONS)))
        this.faults.push(`${slug} is collected again for a week that it was collected for`);
      const isOut = this.time < this.#outage.until;
      if (isOut || this.#random() < this.#flaky)
        troubles.set(slug, {
          message: `${slug}: answered 500`,
          cause: 'answered 500',
          isFinal: false,
        });
      else if (this.#gone.has(slug))
        troubles.set(slug, { message: 'gone', cause: 'gone', isFinal: true });
      else this.ledger.set(slug, Math.floor(clock / DAY) - 1);
    }
    return { troubles };
  }

  #publish(owner: object): string {
    const noted = this.state && (JSON.parse(this.state) as ScheduleState).finished;
    const done = [noted, this.#followed.owner === owner && this.#followed.inputs];
    if (done.includes(this.#fingerprint())) this.faults.push('published twice from the same');
    this.#publishedFrom = this.#fingerprint();
    const last = Math.max(...this.ledger.values());
    for (let week = this.firstWeek; lastDayOf(week) <= last; week++) {
      const covered = [...this.ledger.values()].filter((through) => through >= lastDayOf(week));
      if (covered.length < FULL_SHARE * this.ledger.size || this.published.has(week)) continue;
      if (this.time < (lastDayOf(week) + 1) * DAY)
        this.faults.push(`week ${week} is out before it is over`);
      this.published.set(week, this.time);
    }
    return 'weeks';
  }
}

/** Lets everything run that waits for nothing but its turn. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
