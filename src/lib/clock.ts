/** Clock skew between cooperating machines. */

/** Maximum tolerated difference between two clocks, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 600_000;
