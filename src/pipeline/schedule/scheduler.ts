/**
 * The scheduler: runs one step after the other, deciding each from scratch. A step changes ledger,
 * editions or disk atomically and is recorded afterwards. If the process is killed in between, the
 * ledger or catalog shows that it was done.
 */
import { isDeepStrictEqual } from 'node:util';
import { findClockFault } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import { periodAt } from '../../lib/period.ts';
import { counted } from '../../lib/prose.ts';
import { type Failure, failureLines } from '../collect/causes.ts';
import {
  dueWeek,
  type Facts,
  holdMs,
  MAX_HOLD_MS,
  nextStep,
  retryAt,
  type ScheduleSettings,
  type Step,
  triesOf,
} from './decide.ts';
import { EMPTY_STATE, type ScheduleState, type StepName } from './state.ts';

/** The reason why a company was not fully collected. */
export type Trouble = Omit<Failure, 'name'> & {
  /** Whether retrying is of little use, for example because a repository is gone. */
  isFinal: boolean;
};

/** The hosting service's response to the request that starts every clone. */
export type HostingAnswer = {
  isServing: boolean;
  /** In words: `answers 429`, `cannot be reached`. */
  message: string;
  /** The service's clock, Unix milliseconds. */
  date?: number | undefined;
  /** When to retry, Unix milliseconds, if the service says. */
  resumeAt?: number | undefined;
};

/** The scheduler's settings, and all that it acts upon. */
export type World = ScheduleSettings & {
  signal: AbortSignal;
  /** The longest sleep, after which a changed clock or a suspended machine is noticed. */
  napMs: number;
  /** Unix milliseconds. */
  now: () => number;
  /** Resolves after this time, or when the signal is aborted. */
  sleep: (ms: number) => Promise<void>;
  /**
   * Waits until no other scheduler is running. @returns a function that releases the lease; undefined
   * if aborted
   */
  lease: () => Promise<(() => Promise<void>) | undefined>;
  read: () => Promise<ScheduleState | undefined>;
  write: (state: ScheduleState) => Promise<void>;
  facts: () => Promise<Facts>;
  /** Sends a request for one of the company's repositories. */
  ask: (company: string) => Promise<HostingAnswer>;
  /**
   * Collects companies into the ledger.
   *
   * @returns the trouble with each company that failed, and whether the cause is this machine
   */
  collect: (
    companies: readonly string[],
  ) => Promise<{ troubles: ReadonlyMap<string, Trouble>; fault?: string | undefined }>;
  /** @returns a description of the newly published weeks, and the fingerprint of what they are from */
  publish: () => Promise<{ line: string; inputs: string }>;
  /** @returns a description of what was removed */
  prune: () => Promise<string>;
  log: (line: string) => void;
};

/** Attempts for a week after which a company with final trouble is given up. */
const FINAL_TRIES = 2;
const MAX_LOG = 100;
/** Pause while another collection is running, or the state cannot be saved. */
const BUSY_MS = 60_000;

/**
 * Runs until the signal is aborted. The current step is finished, or left so that it can be resumed.
 */
export async function runSchedule(world: World): Promise<void> {
  const release = await world.lease();
  if (!release) return;
  await using lease = new AsyncDisposableStack();
  lease.defer(release);
  await new Scheduler(world, (await world.read()) ?? EMPTY_STATE).run();
}

class Scheduler {
  readonly #world: World;
  #state: ScheduleState;

  constructor(world: World, state: ScheduleState) {
    this.#world = world;
    this.#state = state;
  }

  async run(): Promise<void> {
    const { signal, napMs, now, sleep } = this.#world;
    while (!signal.aborted) {
      const step = await this.#decide();
      if (step.do !== 'wait') {
        await this.#perform(step);
        continue;
      }
      const next = { at: step.until, line: step.why };
      if (!isDeepStrictEqual(next, this.#state.next)) await this.#save({ next });
      await sleep(Math.max(1, Math.min(step.until - now(), napMs)));
    }
  }

  async #decide(): Promise<Step> {
    const { now, facts } = this.#world;
    try {
      return nextStep(await facts(), this.#state, this.#world, now());
    } catch (error) {
      const line = `cannot read what there is: ${messageOf(error)}`;
      if (this.#state.log.at(-1)?.line !== line) await this.#note(line, {});
      return { do: 'wait', until: now() + BUSY_MS, why: 'it is read again' };
    }
  }

  async #perform(step: Exclude<Step, { do: 'wait' }>): Promise<void> {
    try {
      if (step.do === 'collect') await this.#collect(step);
      else if (step.do === 'publish') {
        const { line, inputs } = await this.#world.publish();
        await this.#done('publish', `published: ${line}`, { finished: inputs });
      } else await this.#done('prune', `pruned: ${await this.#world.prune()}`);
    } catch (error) {
      if (!this.#world.signal.aborted) await this.#failed(step.do, error);
    }
  }

  async #collect({ week, companies }: Extract<Step, { do: 'collect' }>): Promise<void> {
    const { now: clock } = this.#world;
    const [first] = companies;
    if (this.#state.begun?.week !== week) await this.#save({ begun: { week, at: clock() } });
    if (first === undefined || !(await this.#canCollect(first))) return;
    // The decision was based on a clock that has been corrected since; decide again.
    if (dueWeek(clock(), this.#world) !== week) return;
    const all = counted(companies.length, 'company', 'companies');
    this.#world.log(`collecting ${all} for ${periodAt(week).slug}`);
    const { troubles, fault } = await this.#world.collect(companies);
    // While the service or this machine is at fault, do not count failures against companies.
    const [troubled] = troubles.keys();
    const isOwn =
      troubled === undefined || (fault === undefined && (await this.#canCollect(troubled)));
    // The copies' coverage, if it can be read.
    const held = (await this.#world.facts().catch(() => undefined))?.companies;
    const done = companies.map((slug) => [slug, { week, tries: null }] as const);
    const known: ScheduleState['companies'] = Object.fromEntries(done);
    const now = clock();
    const failed = [...troubles].map(([name, { isFinal, ...trouble }]) => {
      const before = this.#state.companies[name];
      const count = triesOf(before, week) + (isOwn ? 1 : 0);
      const isGivenUp = isOwn && isFinal && count >= FINAL_TRIES;
      const tries = { week, count, failedAt: now, through: held?.get(name) };
      const state = { week: isGivenUp ? week : (before?.week ?? null), tries };
      known[name] = state;
      const when = isGivenUp ? 'next week' : iso(retryAt(state, week, now));
      return { name, ...trouble, again: isOwn ? when : 'once that is over' };
    });
    // Drop companies that are no longer tracked.
    const tracked = Object.entries({ ...this.#state.companies, ...known }).filter(
      ([slug]) => held?.has(slug) ?? true,
    );
    const state = { companies: Object.fromEntries(tracked) };
    const collected = counted(companies.length - failed.length, 'company', 'companies');
    const line = `collected ${collected} for ${periodAt(week).slug}`;
    if (fault === undefined) await this.#done('collect', line, state);
    else await this.#note(line, state);
    for (const [again, alike] of Map.groupBy(failed, (failure) => failure.again))
      for (const line of failureLines(alike, 'companies'))
        await this.#note(`not collected: ${line}; tried again ${again}`, {});
    if (fault !== undefined) await this.#failed('collect', fault);
  }

  /**
   * Whether the hosting service is serving requests and its clock agrees with ours; otherwise it is
   * put on hold.
   */
  async #canCollect(company: string): Promise<boolean> {
    const answer = await this.#world.ask(company);
    const now = this.#world.now();
    const clockFault = findClockFault(now, answer.date, 'the hosting service');
    if (answer.isServing && clockFault === undefined) {
      if (this.#state.hold) await this.#note('the hosting service serves again', { hold: null });
      return true;
    }
    const failures = (this.#state.hold?.failures ?? 0) + 1;
    const wanted = Math.max(answer.resumeAt ?? 0, now + holdMs(failures));
    const until = Math.min(now + MAX_HOLD_MS, wanted);
    const why = clockFault ?? `the hosting service ${answer.message}`;
    const hold = { since: now, until, failures, why };
    await this.#note(`${why}: nothing is collected until ${iso(until)}`, { hold });
    return false;
  }

  async #done(step: StepName, line: string, change: Partial<ScheduleState> = {}): Promise<void> {
    const { [step]: _, ...troubles } = this.#state.troubles;
    const doneAt = { ...this.#state.doneAt, [step]: this.#world.now() };
    await this.#note(line, { ...change, troubles, doneAt });
  }

  async #failed(step: StepName, error: unknown): Promise<void> {
    const failures = (this.#state.troubles[step]?.failures ?? 0) + 1;
    const trouble = { failures, failedAt: this.#world.now(), message: messageOf(error) };
    const again = iso(trouble.failedAt + holdMs(failures));
    const troubles = { ...this.#state.troubles, [step]: trouble };
    // The disk may be full, so prune next.
    const doneAt = { ...this.#state.doneAt, ...(step !== 'prune' && { prune: 0 }) };
    const line = `${step} failed (${trouble.message}), tried again ${again}`;
    await this.#note(line, { troubles, doneAt });
  }

  async #note(line: string, change: Partial<ScheduleState>): Promise<void> {
    this.#world.log(line);
    const log = [...this.#state.log, { at: this.#world.now(), line }].slice(-MAX_LOG);
    await this.#save({ ...change, log });
  }

  /** Saves the state. If that fails, the change is kept in memory and saved with the next one. */
  async #save(change: Partial<ScheduleState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    try {
      await this.#world.write(this.#state);
    } catch (error) {
      this.#world.log(`its state cannot be written: ${messageOf(error)}`);
    }
  }
}

/** `2026-11-23T03:00:00Z` */
function iso(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
