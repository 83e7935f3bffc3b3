/**
 * A read-only view of the weekly cycle, from the data folder; any process may run the scheduler.
 */
import { memoizeFor } from '../../lib/memoize.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type HeldDays, heldDays } from './company-ages.ts';
import { type ScheduleState, StateFile } from './state.ts';

export type Cycle = {
  /** Whether a scheduler is running. */
  isRunning: boolean;
  /** The scheduler's last saved state; undefined if none ever ran. */
  state: ScheduleState | undefined;
  /** The days that the copies cover; undefined if they cannot be read. */
  held: HeldDays | undefined;
  /** Time after the end of a week until it is due. */
  graceMs: number;
};

export type CycleSource = () => Promise<Cycle>;

const DEFAULT_GRACE_MS = 3 * 3_600_000;

/** For services without a data folder of a scheduler. */
export const UNKNOWN_CYCLE: CycleSource = async () => ({
  isRunning: false,
  state: undefined,
  held: undefined,
  graceMs: DEFAULT_GRACE_MS,
});

/** How long a reading is cached, since any client may request it. */
const FRESH_MS = 1_000;

/** @param openLedger returns undefined if there is none, or it cannot be read at the moment */
export function cycleIn(
  dataFolder: string,
  graceMs: number,
  openLedger: () => Promise<Ledger | undefined>,
): CycleSource {
  const file = new StateFile(dataFolder);
  const held = () => openLedger().then((ledger) => ledger && heldDays(ledger));
  return memoizeFor(FRESH_MS, async () => ({
    isRunning: await file.isLeased(),
    state: await file.read(),
    held: await held().catch(() => undefined),
    graceMs,
  }));
}
