/**
 * Which repositories and companies a period's numbers can speak of: unknown is not zero. Pure: copies
 * and their weights in, decisions with their reasons out.
 */
import { type Day, isoDay } from '../../lib/period.ts';
import type { Copy } from '../ledger/copies.ts';

/** Growth needs two windows of 30 days. */
export const DAYS_NEEDED = 60;
/** Share of the weight of all repositories that the held ones must carry. */
export const COVERED_WEIGHT = 0.9;
/** The same where every main repository that has begun is held: side ones may be dormant. */
const COVERED_WEIGHT_WITH_MAINS = 0.5;

/** Why a company is not covered, in the order in which a list of coverage has them. */
export const GAPS = ['never-collected', 'copy-ended', 'copy-begins-late', 'not-begun'] as const;
type Gap = (typeof GAPS)[number];

type NotHeld = { repository: string; reason: string };

type Missing = {
  repository: string | null;
  reason: string;
  gap: Gap;
  /** Last day held of that repository; undefined if it was never collected. */
  through?: Day;
};

export type CompanyCoverage = ReturnType<typeof coverageOf>;

/** Whether a copy reaches from D−59 or earlier, or from the repository's beginning, through D. */
export function isHeld(copy: Copy, lastDay: Day): boolean {
  return copy.began <= lastDay && copy.through >= lastDay && copy.from <= lastDay - DAYS_NEEDED + 1;
}

/** Whether all copies that have begun are held, so that no weights are needed. */
export function isWhole(copies: readonly Copy[], lastDay: Day): boolean {
  return copies.every((copy) => copy.began > lastDay || isHeld(copy, lastDay));
}

/**
 * @param copies of the company, in the order in which the registry lists them
 * @param weights of the copies, as the measure `weights` has them
 * @param neverCollected repositories that the registry marks as main and the ledger lacks
 */
export function coverageOf(
  copies: readonly Copy[],
  weights: ArrayLike<number>,
  neverCollected: readonly string[],
  lastDay: Day,
) {
  /** Whether each copy is held, in the order of the copies. */
  const held = copies.map((copy) => isHeld(copy, lastDay));
  /** Repositories that have begun, or may have, and are left out. */
  const notHeld: NotHeld[] = neverCollected.map(neverCollectedReason);
  /** First day that all held copies know; −Infinity when they go back to their first commits. */
  let from = Number.NEGATIVE_INFINITY;
  let heldWeight = 0;
  let totalWeight = 0;
  let heaviest: { copy: Copy; weight: number } | undefined;
  for (const [index, copy] of copies.entries()) {
    if (copy.began > lastDay) continue;
    const weight = weights[index] ?? 0;
    totalWeight += weight;
    if (held[index]) {
      heldWeight += weight;
      from = Math.max(from, copy.from);
    } else {
      notHeld.push({ repository: copy.repository, reason: whyNotHeld(copy, lastDay) });
      if (!heaviest || weight > heaviest.weight) heaviest = { copy, weight };
    }
  }
  const because = (copy: Copy): Missing => ({
    repository: copy.repository,
    reason: whyNotHeld(copy, lastDay),
    gap: copy.through < lastDay ? 'copy-ended' : 'copy-begins-late',
    through: copy.through,
  });
  /** Why the company is not covered; undefined if it is. */
  const missing = (): Missing | undefined => {
    const [never] = neverCollected.map(neverCollectedReason);
    if (never) return { ...never, gap: 'never-collected' };
    // Its copy had not begun: as if the main repository had not been collected yet.
    const late = copies.find(
      (copy) => copy.role === 'main' && copy.began <= lastDay && copy.from > lastDay,
    );
    if (late) return because(late);
    if (copies.length === 0)
      return {
        repository: null,
        reason: 'its history has not been collected yet',
        gap: 'never-collected',
      };
    const needed = areMainsHeld(copies, held, lastDay) ? COVERED_WEIGHT_WITH_MAINS : COVERED_WEIGHT;
    const isCarried = heldWeight >= needed * totalWeight;
    if (heaviest && (!isCarried || !held.includes(true))) return because(heaviest.copy);
    if (!held.includes(true))
      return {
        repository: null,
        reason: 'none of its tracked repositories had begun',
        gap: 'not-begun',
      };
    return undefined;
  };
  const reason = missing();
  /** Share of the weight of all repositories that the held ones carry, 0–1; 1 where nothing is weighed. */
  const weightHeld = totalWeight === 0 ? 1 : heldWeight / totalWeight;
  return { held, notHeld, weightHeld, from, ...(reason && { missing: reason }) };
}

/** Whether the company has main repositories that have begun, and all of them are held. */
function areMainsHeld(copies: readonly Copy[], held: readonly boolean[], lastDay: Day): boolean {
  const mains = copies.flatMap(({ role, began }, index) =>
    role === 'main' && began <= lastDay ? [held[index]] : [],
  );
  return mains.length > 0 && !mains.includes(false);
}

/** The last of the days whose counted commits are a copy's weight in the period that ends on D. */
export function weighedThrough(copy: Copy, lastDay: Day): Day {
  return Math.min(lastDay, copy.through);
}

function neverCollectedReason(repository: string): NotHeld {
  return { repository, reason: `${repository} has never been collected` };
}

function whyNotHeld({ repository, from, through }: Copy, lastDay: Day): string {
  return through < lastDay
    ? `the copy of ${repository} ends on ${isoDay(through)}`
    : `the copy of ${repository} begins on ${isoDay(from)}`;
}
