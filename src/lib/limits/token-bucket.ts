/**
 * The token bucket of the specification's section 8: `burst` is its size, `perMinute` refills it
 * continuously, and a request takes one token. Pure, so that its laws can be tested.
 *
 * It is written here because the usual library, rate-limiter-flexible, counts in windows: those
 * admit two bursts around the turn of a window and give everything back at once.
 */

/** A token bucket for each client; both are whole numbers of at least 1. */
export type Limit = { perMinute: number; burst: number };

/**
 * Parts of a token. `perMinute` parts flow in each millisecond, so that all sums are whole numbers
 * and exact, here and in Lua.
 */
export const PARTS = 60_000;

export type Bucket = {
  /** What is in it, in parts of a token. */
  parts: number;
  /** When that was so, in milliseconds of the clock that the bucket lives by. */
  at: number;
};

/** What a client is told. */
export type Decision = {
  allowed: boolean;
  /** Whole tokens that are left. */
  remaining: number;
  /** Seconds until there is one token more, rounded up. */
  nextTokenSeconds: number;
};

/**
 * Takes a token, if there is one.
 *
 * A clock that went back stands still for the bucket: nothing flows out of it, and from then on it
 * refills at the usual rate.
 *
 * @param bucket undefined for a client that has not been seen: its bucket is full
 * @param now milliseconds
 */
export function take(
  bucket: Bucket | undefined,
  { perMinute, burst }: Limit,
  now: number,
): { allowed: boolean; bucket: Bucket } {
  const size = burst * PARTS;
  const parts = bucket
    ? Math.min(size, bucket.parts + Math.max(0, now - bucket.at) * perMinute)
    : size;
  const allowed = parts >= PARTS;
  return { allowed, bucket: { parts: allowed ? parts - PARTS : parts, at: now } };
}

/** @param parts what is left in the bucket after the request */
export function decision(allowed: boolean, parts: number, { perMinute }: Limit): Decision {
  const milliseconds = Math.ceil((PARTS - (parts % PARTS)) / perMinute);
  return {
    allowed,
    remaining: Math.floor(parts / PARTS),
    nextTokenSeconds: Math.ceil(milliseconds / 1000),
  };
}
