/**
 * The scheduler: one step after the other, each decided anew. A step changes ledger, editions or disk
 * in one go (or not at all) and is noted afterwards; one that was not noted, because the process was
 * killed between the two, is found done in the ledger or the catalog.
 */
import { CLOCK_TOLERANCE_MS } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import { periodAt } from '../../lib/period.ts';
import { counted } from '../../lib/prose.ts';
import {
  dueWeek,
  type Facts,
  holdMs,
  MAX_HOLD_MS,
  nextStep,
  retryAt,
  type ScheduleSettings,
  type Step,
} from './decide.ts';
import { EMPTY_STATE, type ScheduleState, type StepName } from './state.ts';

/** Why a company was not collected in full. */
export type Trouble = {
  message: string;
  /** Whether more tries are not worth much, such as of a repository that is gone. */
  isFinal: boolean;
};

/** What the hosting service answers to the request that every copy begins with. */
export type HostingAnswer = {
  /** Whether it serves requests just now. */
  isServing: boolean;
  /** In words: `answers 429`, `cannot be reached`. */
  message: string;
  /** Its own clock, Unix milliseconds; undefined where it did not say. */
  date: number | undefined;
  /** When it wants to be asked again, Unix milliseconds. */
  resumeAt: number | undefined;
};

/** Everything outside that the scheduler sees and does. */
export type World = {
  /** Unix milliseconds. */
  now: () => number;
  /** Resolves after the time, or once the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Waits for another scheduler to end. @returns gives the lease back; undefined if it was aborted */
  lease: (signal: AbortSignal) => Promise<(() => Promise<void>) | undefined>;
  read: () => Promise<ScheduleState | undefined>;
  write: (state: ScheduleState) => Promise<void>;
  facts: () => Promise<Facts>;
  /** Asks for one of the company's repositories. */
  ask: (company: string) => Promise<HostingAnswer>;
  /**
   * Brings companies into the ledger.
   *
   * @returns the trouble with each that had any, and the machine's own if that is why
   */
  collect: (
    companies: readonly string[],
    signal: AbortSignal,
  ) => Promise<{ troubles: ReadonlyMap<string, Trouble>; fault?: string | undefined }>;
  /** @returns the weeks that are out now and were not before, in words */
  publish: () => Promise<string>;
  /** @returns what was removed, in words */
  prune: () => Promise<string>;
  log: (line: string) => void;
};

export type RunOptions = ScheduleSettings & {
  signal: AbortSignal;
  /** The longest sleep: a clock that was set, or a machine that slept, is noticed after it. */
  napMs: number;
};

/** What is known of ledger and catalog is read again after so long, since others write them too. */
const FACTS_MS = 600_000;
/** Final trouble is given up for the week after so many tries. */
const FINAL_TRIES = 2;
const MAX_LOG = 100;
/** While another collection is at work, or the state cannot be written. */
const BUSY_MS = 60_000;

/** Runs until the signal is aborted; the step under way is finished, or left so that it goes on. */
export async function runSchedule(world: World, options: RunOptions): Promise<void> {
  const release = await world.lease(options.signal);
  if (!release) return;
  try {
    await new Scheduler(world, options, (await world.read()) ?? EMPTY_STATE).run();
  } finally {
    await release();
  }
}

class Scheduler {
  readonly #world: World;
  readonly #options: RunOptions;
  #state: ScheduleState;
  #facts: { at: number; known: Facts } | undefined;

  constructor(world: World, options: RunOptions, state: ScheduleState) {
    this.#world = world;
    this.#options = options;
    this.#state = state;
  }

  async run(): Promise<void> {
    const { signal, napMs } = this.#options;
    let shown = '';
    while (!signal.aborted) {
      const step = await this.#decide();
      if (step.do !== 'wait') {
        await this.#perform(step);
        this.#facts = undefined;
        continue;
      }
      const next = `${step.until} ${step.why}`;
      if (next !== shown) await this.#save({ next: { at: step.until, line: step.why } });
      shown = next;
      const left = step.until - this.#world.now();
      await this.#world.sleep(Math.max(1, Math.min(left, napMs)), signal);
    }
  }

  async #decide(): Promise<Step> {
    const { now } = this.#world;
    try {
      const age = this.#facts ? now() - this.#facts.at : Infinity;
      if (!this.#facts || age < 0 || age > FACTS_MS)
        this.#facts = { at: now(), known: await this.#world.facts() };
      return nextStep(this.#facts.known, this.#state, this.#options, now());
    } catch (error) {
      const line = `cannot read what there is: ${messageOf(error)}`;
      if (this.#state.log.at(-1)?.line !== line) await this.#note(line, {});
      return { do: 'wait', until: now() + BUSY_MS, why: 'it is read again' };
    }
  }

  async #perform(step: Exclude<Step, { do: 'wait' }>): Promise<void> {
    try {
      if (step.do === 'collect') await this.#collect(step);
      else {
        const line = await this.#world[step.do]();
        await this.#done(step.do, `${DONE[step.do]}: ${line}`);
      }
    } catch (error) {
      if (!this.#options.signal.aborted) await this.#failed(step.do, error);
    }
  }

  async #collect({ week, companies }: Extract<Step, { do: 'collect' }>): Promise<void> {
    const [first] = companies;
    if (this.#state.begun?.week !== week)
      await this.#save({ begun: { week, at: this.#world.now() } });
    if (first === undefined || !(await this.#isServed(first))) return;
    // Decided by a clock that was put right since: it is decided anew.
    if (dueWeek(this.#world.now(), this.#options) !== week) return;
    const { troubles, fault } = await this.#world.collect(companies, this.#options.signal);
    // While service or machine are in trouble, theirs is not the companies' own.
    const [[troubled] = []] = troubles;
    const isOwn =
      troubled === undefined || (fault === undefined && (await this.#isServed(troubled)));
    const held = troubled === undefined ? undefined : await this.#heldNow();
    const known: ScheduleState['companies'] = {};
    const failed: string[] = [];
    const now = this.#world.now();
    for (const slug of companies) {
      const trouble = troubles.get(slug);
      const before = this.#state.companies[slug];
      if (!trouble) {
        known[slug] = { week, tries: null, trouble: null };
        continue;
      }
      const { message, isFinal } = trouble;
      const failures = before?.tries?.week === week ? before.tries.count : 0;
      if (!isOwn) {
        known[slug] = {
          week: before?.week ?? null,
          tries: { week, count: failures, failedAt: now, through: held?.get(slug) },
          trouble: message,
        };
        failed.push(`${slug} failed (${message}), tried again once that is over`);
        continue;
      }
      const count = failures + 1;
      const isGivenUp = isFinal && count >= FINAL_TRIES;
      known[slug] = {
        week: isGivenUp ? week : (before?.week ?? null),
        tries: { week, count, failedAt: now, through: held?.get(slug) },
        trouble: message,
      };
      const again = isGivenUp ? 'next week' : iso(retryAt(known[slug], week, now));
      failed.push(`${slug} failed (${message}), tried again ${again}`);
    }
    // Those that are not tracked any more are forgotten.
    const tracked = Object.entries({ ...this.#state.companies, ...known }).filter(
      ([slug]) => this.#facts?.known.companies.has(slug) ?? true,
    );
    const state = { companies: Object.fromEntries(tracked) };
    const collected = counted(companies.length - failed.length, 'company', 'companies');
    const line = `collected ${collected} for ${periodAt(week).slug}`;
    if (fault === undefined) await this.#done('collect', line, state);
    else await this.#note(line, state);
    for (const trouble of failed) await this.#note(trouble, {});
    if (fault !== undefined) await this.#failed('collect', fault);
  }

  /** How far the copies reach after a step; undefined where that cannot be read. */
  async #heldNow(): Promise<Facts['companies'] | undefined> {
    return this.#world.facts().then(
      ({ companies }) => companies,
      () => undefined,
    );
  }

  /** Whether the hosting service takes requests, and its clock is ours; otherwise it is left alone. */
  async #isServed(company: string): Promise<boolean> {
    const answer = await this.#world.ask(company);
    const now = this.#world.now();
    const off = answer.date === undefined ? 0 : now - answer.date;
    const isClockRight = Math.abs(off) <= CLOCK_TOLERANCE_MS;
    if (answer.isServing && isClockRight) {
      if (this.#state.hold) await this.#note('the hosting service serves again', { hold: null });
      return true;
    }
    const failures = (this.#state.hold?.failures ?? 0) + 1;
    const asked = answer.resumeAt ?? 0;
    const until = Math.min(now + MAX_HOLD_MS, Math.max(asked, now + holdMs(failures)));
    const why = isClockRight
      ? `the hosting service ${answer.message}`
      : `this machine's clock is ${Math.round(Math.abs(off) / 60_000)} minutes ${off > 0 ? 'ahead of' : 'behind'} the hosting service's`;
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
    const message = messageOf(error);
    const trouble = { failures, failedAt: this.#world.now(), message };
    const again = iso(this.#world.now() + holdMs(failures));
    const change: Partial<ScheduleState> = {
      troubles: { ...this.#state.troubles, [step]: trouble },
    };
    // Room may be what is lacking.
    if (step !== 'prune') change.doneAt = { ...this.#state.doneAt, prune: 0 };
    await this.#note(`${step} failed (${message}), tried again ${again}`, change);
  }

  async #note(line: string, change: Partial<ScheduleState>): Promise<void> {
    this.#world.log(line);
    const log = [...this.#state.log, { at: this.#world.now(), line }].slice(-MAX_LOG);
    await this.#save({ ...change, log });
  }

  /** What cannot be written now is written with the next change; until then it is known here. */
  async #save(change: Partial<ScheduleState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    try {
      await this.#world.write(this.#state);
    } catch (error) {
      this.#world.log(`its state cannot be written: ${messageOf(error)}`);
    }
  }
}

const DONE = { publish: 'published', prune: 'pruned' } as const;

/** `2026-11-23T03:00:00Z` */
function iso(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
