/** People who changed a company's CI and infrastructure files, and on how many days. */
import { FOUR_WEEKS, WINDOWS_BACK } from '../measures/windows.ts';
import { type Frame, inFourWeeks, windowsKnown } from './frame.ts';
import type { InfrastructureWork } from './windows.ts';

const NO_WORK = { people: 0, ciFiles: 0, infraFiles: 0 };

/**
 * @param newest the window that ends with the frame
 * @param weeklyDays newest first
 */
export function infrastructureOf(
  frame: Pick<Frame, 'lastDay' | 'from'>,
  newest: Omit<InfrastructureWork, 'personDays'>,
  weeklyDays: readonly number[],
): InfrastructureWork {
  const known = windowsKnown(frame, FOUR_WEEKS, WINDOWS_BACK);
  return { personDays: inFourWeeks(weeklyDays, known), ...(known > 0 ? newest : NO_WORK) };
}
