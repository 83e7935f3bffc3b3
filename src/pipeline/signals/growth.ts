/** The arithmetic that several steps share. */

/** Sum of a fortnight that ends `weeksAgo` weeks before the period's end. */
export function fortnight(weekly: readonly number[], weeksAgo: number): number {
  return (weekly[weeksAgo] ?? 0) + (weekly[weeksAgo + 1] ?? 0);
}

/**
 * Relative growth: (now − before) / before. From nothing to something is 1 (shown as `+100%`),
 * from nothing to nothing 0.
 */
export function growthRatio(now: number, before: number): number {
  if (before === 0) return now === 0 ? 0 : 1;
  return (now - before) / before;
}

/** Four decimals, halves up; dividing last keeps a half a half. */
export function shareOf(part: number, whole: number): number {
  return Math.round((part * 10_000) / whole) / 10_000;
}

/** Six decimals: more would publish the noise of floating-point sums. */
export function sixDecimals(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
