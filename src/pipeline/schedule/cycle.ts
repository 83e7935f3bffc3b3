/** The weekly cycle as others see it: read from the data folder, whoever runs the scheduler. */
import { type Ledger, ledgerFingerprint } from '../ledger/ledger.ts';
import { type HeldDays, heldDays } from './company-ages.ts';
import { type ScheduleState, StateFile } from './state.ts';

export type Cycle = {
  /** Whether a scheduler is at work now. */
  isRunning: boolean;
  /** What one remembered last; undefined if none ever ran. */
  state: ScheduleState | undefined;
  /** How far the copies reach; undefined where that cannot be read. */
  held: HeldDays | undefined;
  /** After the end of a week, before it is due. */
  graceMs: number;
};

export type CycleSource = () => Promise<Cycle>;

const DEFAULT_GRACE_MS = 3 * 3_600_000;

/** Nothing is known of any scheduler, nor of copies. */
export const UNKNOWN_CYCLE: CycleSource = async () => ({
  isRunning: false,
  state: undefined,
  held: undefined,
  graceMs: DEFAULT_GRACE_MS,
});

/** What is read is good for so long: it may be asked for by anybody. */
const FRESH_MS = 1_000;

/** @param openLedger undefined where there is none, or where it cannot be read now */
export function cycleIn(
  dataFolder: string,
  graceMs: number,
  openLedger: () => Promise<Ledger | undefined>,
): CycleSource {
  const file = new StateFile(dataFolder);
  let days: { of: string; held: Promise<HeldDays> } | undefined;
  let reading: { at: number; cycle: Promise<Cycle> } | undefined;
  const held = async () => {
    const ledger = await openLedger();
    if (!ledger) return undefined;
    const of = ledgerFingerprint(ledger);
    if (days?.of !== of) days = { of, held: heldDays(ledger) };
    return days.held;
  };
  const read = async (): Promise<Cycle> => ({
    isRunning: await file.isLeased(),
    // A damaged one is the scheduler's to report.
    state: await file.read().catch(() => undefined),
    held: await held().catch(() => {
      days = undefined;
      return undefined;
    }),
    graceMs,
  });
  return () => {
    if (!reading || Math.abs(performance.now() - reading.at) > FRESH_MS)
      reading = { at: performance.now(), cycle: read() };
    return reading.cycle;
  };
}
