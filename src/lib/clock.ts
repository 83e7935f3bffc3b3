/** Clock skew between cooperating machines. */

/** Maximum tolerated difference between two clocks, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 600_000;

/** The difference from another clock, in words; undefined within the tolerance, or if there is no other. */
export function findClockFault(now: number, other: number | undefined, whose: string) {
  const off = other === undefined ? 0 : now - other;
  if (Math.abs(off) <= CLOCK_TOLERANCE_MS) return undefined;
  const minutes = Math.round(Math.abs(off) / 60_000);
  return `this machine's clock is ${minutes} minutes ${off > 0 ? 'ahead of' : 'behind'} ${whose}'s`;
}
