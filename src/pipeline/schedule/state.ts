/**
 * The scheduler's state between steps: a file in the data folder, replaced atomically. The ledger and
 * the editions, not this file, say what was collected and published, so losing it only causes a few
 * repeated requests.
 */
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { keepJson, readIfAny } from '../../lib/atomic-files.ts';
import { BellwetherError, systemCode } from '../../lib/errors.ts';
import { ofKnownFormat } from '../../lib/format-number.ts';
import { isLocked, lockPath } from '../../lib/path-lock.ts';

/** Unix milliseconds, this machine's clock. */
const Moment = z.number();

export const STEPS = ['collect', 'publish', 'prune'] as const;
export type StepName = (typeof STEPS)[number];

const CompanyState = z.object({
  /** Index of the last week for which it was collected or given up. */
  week: z.int().nullable(),
  /**
   * Failed attempts, the week that they were for, and the last day that all of its copies covered
   * after the last attempt (null if one was missing). Earlier versions did not record that day.
   */
  tries: z
    .object({
      week: z.int(),
      count: z.int(),
      failedAt: Moment,
      through: z.int().nullable().optional(),
    })
    .nullable(),
  /** The fault of the last attempt; null if it succeeded. */
  trouble: z.string().nullable(),
});
export type CompanyState = z.infer<typeof CompanyState>;

/** A step that failed as a whole, for example because the disk was full. */
const StepTrouble = z.object({ failures: z.int(), failedAt: Moment, message: z.string() });

const ScheduleState = z.object({
  format: z.literal(1),
  companies: z.record(z.string(), CompanyState),
  troubles: z.partialRecord(z.enum(STEPS), StepTrouble),
  /** Set while the hosting service is not contacted. */
  hold: z.object({ since: Moment, until: Moment, failures: z.int(), why: z.string() }).nullable(),
  doneAt: z.partialRecord(z.enum(STEPS), Moment),
  /** Fingerprint of the inputs of the last publication whose forecasts were logged as well. */
  finished: z.string().optional(),
  /** When collection for the latest week began. */
  begun: z.object({ week: z.int(), at: Moment }).nullable(),
  log: z.array(z.object({ at: Moment, line: z.string() })),
  next: z.object({ at: Moment, line: z.string() }).nullable(),
});
export type ScheduleState = z.infer<typeof ScheduleState>;

export const EMPTY_STATE: ScheduleState = {
  format: 1,
  companies: {},
  troubles: {},
  hold: null,
  doneAt: {},
  begun: null,
  log: [],
  next: null,
};

export class StateFile {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'schedule');
  }

  get path(): string {
    return join(this.#folder, 'state.json');
  }

  /**
   * Undefined if no scheduler ever ran. @throws BellwetherError `later-version`, `schedule-damaged`
   */
  async read(): Promise<ScheduleState | undefined> {
    const text = await readIfAny(this.path);
    if (text === undefined) return undefined;
    try {
      return ScheduleState.parse(ofKnownFormat(this.path, JSON.parse(String(text)), 1));
    } catch (error) {
      if (error instanceof BellwetherError) throw error;
      throw new BellwetherError('schedule-damaged', `${this.path} is not a scheduler's state.`);
    }
  }

  async write(state: ScheduleState): Promise<void> {
    await keepJson(this.path, state);
  }

  /** Renames a damaged state file. @returns its new path */
  async setAside(): Promise<string> {
    await rename(this.path, `${this.path}.damaged`);
    return `${this.path}.damaged`;
  }

  /** Waits until no other scheduler uses this folder, then keeps others out. */
  async lease(waitSeconds: number): Promise<() => Promise<void>> {
    await mkdir(this.#folder, { recursive: true });
    return lockPath(join(this.#folder, 'scheduler'), { waitSeconds });
  }

  /** Whether a scheduler is running on this data folder. */
  async isLeased(): Promise<boolean> {
    return isLocked(join(this.#folder, 'scheduler')).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return false;
      throw error;
    });
  }
}
