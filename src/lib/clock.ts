/** Clocks of machines that work together. */

/** By how much two of them may differ, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 600_000;
