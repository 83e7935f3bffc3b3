/**
 * The scheduler's state between steps: a file in the data folder, replaced atomically. The ledger and
 * the editions, not this file, say what was collected and published, so losing it only causes a few
 * repeated requests, and a damaged one is read as none.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { keepJson, noneIfMissing, readKeptJson } from '../../lib/atomic-files.ts';
import { isLocked, type LockOptions, lockPath } from '../../lib/path-lock.ts';

/** Unix milliseconds, this machine's clock. */
const Moment = z.number();

export const STEPS = ['collect', 'publish', 'prune'] as const;
export type StepName = (typeof STEPS)[number];

const CompanyState = z.object({
  /** Index of the last week for which it was collected or given up. */
  week: z.int().nullable(),
  /**
   * Failed attempts, the week that they were for, and the last day that all of its copies covered
   * after the last attempt (null if one was missing). Missing if that could not be read.
   */
  tries: z
    .object({
      week: z.int(),
      count: z.int(),
      failedAt: Moment,
      through: z.int().nullable().optional(),
    })
    .nullable(),
});
export type CompanyState = z.infer<typeof CompanyState>;

/** A step that failed as a whole, for example because the disk was full. */
const StepTrouble = z.object({ failures: z.int(), failedAt: Moment, message: z.string() });

const ScheduleState = z.object({
  format: z.literal(1),
  companies: z.record(z.string(), CompanyState).default({}),
  troubles: z.partialRecord(z.enum(STEPS), StepTrouble).default({}),
  /** Set while the hosting service is not contacted. */
  hold: z.object({ since: Moment, until: Moment, failures: z.int(), why: z.string() }).nullish(),
  doneAt: z.partialRecord(z.enum(STEPS), Moment).default({}),
  /** Fingerprint of the inputs of the last publication whose forecasts were logged as well. */
  finished: z.string().optional(),
  /** When collection for the latest week began. */
  begun: z.object({ week: z.int(), at: Moment }).nullable().default(null),
  log: z.array(z.object({ at: Moment, line: z.string() })).default([]),
  next: z.object({ at: Moment, line: z.string() }).nullable().default(null),
});
export type ScheduleState = z.infer<typeof ScheduleState>;

export const EMPTY_STATE = ScheduleState.parse({ format: 1 });

const STATE_FILE = 'state.json';

export class StateFile {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'schedule');
  }

  /** Undefined if no scheduler ever ran, or its file cannot be read. */
  read(): Promise<ScheduleState | undefined> {
    return readKeptJson(join(this.#folder, STATE_FILE), ScheduleState);
  }

  write(state: ScheduleState): Promise<void> {
    return keepJson(join(this.#folder, STATE_FILE), state);
  }

  /** Waits until no other scheduler uses this folder, then keeps others out. */
  async lease(options?: LockOptions): Promise<() => Promise<void>> {
    await mkdir(this.#folder, { recursive: true });
    return lockPath(join(this.#folder, 'scheduler'), options);
  }

  /** Whether a scheduler is running on this data folder. */
  async isLeased(): Promise<boolean> {
    return (await isLocked(join(this.#folder, 'scheduler')).catch(noneIfMissing)) === true;
  }
}
