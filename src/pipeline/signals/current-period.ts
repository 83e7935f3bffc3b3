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
 * @param covered the companies that each period covers, oldest period first
 * @returns the period's index; −1 if none covers a company
 */
export function currentPeriod(covered: readonly ReadonlySet<number>[]): number {
  let current = -1;
  /** By company, the last period that covered it. */
  const lastCovered = new Map<number, number>();
  for (const [index, companies] of covered.entries()) {
    for (const company of companies) lastCovered.set(company, index);
    if (companies.size === 0) continue;
    let expected = 0;
    for (const period of lastCovered.values()) if (period > index - PERIODS_COMPARED) expected++;
    if (companies.size < EXPECTED_SHARE * expected) continue;
    const before = covered[current] ?? new Set();
    if (companies.intersection(before).size < RETAINED_SHARE * before.size) continue;
    current = index;
  }
  return current;
}
