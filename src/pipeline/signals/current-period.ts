/** Which periods of a ledger are published in full, and which one is current. */
import type { Day } from '../../lib/period.ts';
import type { Copy } from '../ledger/copies.ts';
import { DAYS_NEEDED } from './coverage.ts';

/** Companies covered in any of these many periods are expected in the latest one. */
const PERIODS_COMPARED = 26;
/** Share of them that the current period must cover. */
const EXPECTED_SHARE = 2 / 3;
/** Share of the companies of the current period before it that it must cover. */
const RETAINED_SHARE = 1 / 2;
/** Share of the companies whose copies must have begun for the first period. */
const BEGUN_SHARE = 2 / 3;

/**
 * The day from which periods are published: the 60th since the copies of two thirds of the companies
 * had begun, or since the first commit of all.
 *
 * @param companies the copies of each
 * @returns undefined if there are none
 */
export function earliestDay(companies: readonly (readonly Copy[])[]): Day | undefined {
  const known = companies.filter((copies) => copies.length > 0);
  const from = known
    .map((copies) => Math.max(...copies.map((copy) => copy.from)))
    .sort((a, b) => a - b);
  const firstDay = from[Math.ceil(known.length * BEGUN_SHARE) - 1];
  if (firstDay === undefined) return undefined;
  const began = known.flat().reduce((first, copy) => Math.min(first, copy.began), Infinity);
  const through = known.flat().reduce((last, copy) => Math.max(last, copy.through), -Infinity);
  return Math.max(firstDay, Number.isFinite(began) ? began : through) + DAYS_NEEDED - 1;
}

/**
 * The latest period that covers at least two thirds of the companies that were covered in any of the
 * 26 periods up to it, and at least half of those of the current period before it.
 *
 * @param lastCovered by period, oldest first: the index of the last period up to it that covers each
 *   company; −1 where none does
 * @returns the period's index; −1 if none covers a company
 */
export function currentPeriod(lastCovered: readonly Int32Array[]): number {
  let current = -1;
  for (const [index, periods] of lastCovered.entries()) {
    const before = current < 0 ? undefined : lastCovered[current];
    const count = { covered: 0, expected: 0, before: 0, retained: 0 };
    for (const [company, period] of periods.entries()) {
      const isCovered = period === index;
      const wasCovered = before?.[company] === current;
      if (isCovered) count.covered++;
      if (period >= 0 && period > index - PERIODS_COMPARED) count.expected++;
      if (wasCovered) count.before++;
      if (wasCovered && isCovered) count.retained++;
    }
    const isFull =
      count.covered > 0 &&
      count.covered >= EXPECTED_SHARE * count.expected &&
      count.retained >= RETAINED_SHARE * count.before;
    if (isFull) current = index;
  }
  return current;
}
