/**
 * What the scheduler remembers between its steps: a file in the data folder, replaced in one step,
 * beside the ledger and the editions that it is about. What was collected and published is read from
 * those, never from here, so that a lost file costs a few repeated requests and nothing else.
 */
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BellwetherError, systemCode } from '../../lib/errors.ts';
import { writeFileAtomically } from '../../lib/files.ts';
import { ofKnownFormat } from '../../lib/format-number.ts';
import { isLocked, lockPath } from '../../lib/path-lock.ts';

/** Unix milliseconds, by the machine's clock. */
const Moment = z.number();

export const STEPS = ['collect', 'publish', 'prune'] as const;
export type StepName = (typeof STEPS)[number];

const CompanyState = z.object({
  /** Index of the last week for which it was collected, or given up. */
  week: z.int().nullable(),
  /**
   * Failed tries, in the week that they were for, and the last day that all of its copies held after
   * the last of them (null where one was missing). Earlier versions did not note that day.
   */
  tries: z
    .object({
      week: z.int(),
      count: z.int(),
      failedAt: Moment,
      through: z.int().nullable().optional(),
    })
    .nullable(),
  /** What was wrong at the last try; null after one that went well. */
  trouble: z.string().nullable(),
});
export type CompanyState = z.infer<typeof CompanyState>;

/** A step that failed as a whole, such as on a full disk. */
const StepTrouble = z.object({ failures: z.int(), failedAt: Moment, message: z.string() });
export type StepTrouble = z.infer<typeof StepTrouble>;

const ScheduleState = z.object({
  format: z.literal(1),
  companies: z.record(z.string(), CompanyState),
  troubles: z.partialRecord(z.enum(STEPS), StepTrouble),
  /** While nothing is asked of the hosting service. */
  hold: z.object({ since: Moment, until: Moment, failures: z.int(), why: z.string() }).nullable(),
  /** When each step was last done. */
  doneAt: z.partialRecord(z.enum(STEPS), Moment),
  /** When collecting for the latest week began. */
  begun: z.object({ week: z.int(), at: Moment }).nullable(),
  /** What was done, oldest first. */
  log: z.array(z.object({ at: Moment, line: z.string() })),
  /** What comes next, and when. */
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

  /** Undefined before a scheduler ran. @throws BellwetherError `later-version`, `schedule-damaged` */
  async read(): Promise<ScheduleState | undefined> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
    try {
      return ScheduleState.parse(ofKnownFormat(this.path, JSON.parse(text), 1));
    } catch (error) {
      if (error instanceof BellwetherError) throw error;
      throw new BellwetherError('schedule-damaged', `${this.path} is not a scheduler's state.`);
    }
  }

  async write(state: ScheduleState): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFileAtomically(this.path, `${JSON.stringify(state)}\n`);
  }

  /** Moves a damaged state out of the way. @returns where it is now */
  async setAside(): Promise<string> {
    await rename(this.path, `${this.path}.damaged`);
    return `${this.path}.damaged`;
  }

  /** Waits until no other scheduler is at work here, then keeps others out. */
  async lease(waitSeconds: number): Promise<() => Promise<void>> {
    await mkdir(this.#folder, { recursive: true });
    return lockPath(join(this.#folder, 'scheduler'), { waitSeconds });
  }

  /** Whether a scheduler is at work on this data folder. */
  async isLeased(): Promise<boolean> {
    return isLocked(join(this.#folder, 'scheduler')).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return false;
      throw error;
    });
  }
}
