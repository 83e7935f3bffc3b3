/**
 * The token bucket of the specification, section 8: `burst` is its size, `perMinute` its continuous
 * refill rate, and each request takes one token. Pure, so that its properties can be tested.
 *
 * The usual library, rate-limiter-flexible, is not used because it counts in fixed windows: those
 * admit two bursts around a window boundary and restore the whole limit at once.
 */

/** The limit for each client. Both are integers of at least 1. */
export type Limit = { perMinute: number; burst: number };

/**
 * Parts of a token. `perMinute` parts are added each millisecond, so that the arithmetic stays in
 * integers and is exact, both here and in Lua.
 */
export const PARTS = 60_000;

export type Bucket = {
  /** The bucket's content in parts of a token. */
  parts: number;
  /** Time of the last update, in milliseconds of the limiter's clock. */
  at: number;
};

/** The verdict on one request, and the state of the client's limit after it. */
export type Decision = {
  allowed: boolean;
  /** Whole tokens left. */
  remaining: number;
  /** Seconds until there is one more token, rounded up. */
  nextTokenSeconds: number;
};

/**
 * Takes a token if there is one.
 *
 * If the clock went backwards, the time is treated as unchanged: the bucket loses nothing, and
 * refills at the usual rate from then on.
 *
 * @param bucket undefined for a client that has not been seen, whose bucket is full
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

/** @param parts left in the bucket after the request */
export function decision(allowed: boolean, parts: number, { perMinute }: Limit): Decision {
  const missing = PARTS - (parts % PARTS);
  const milliseconds = Math.ceil(missing / perMinute);
  return {
    allowed,
    remaining: Math.floor(parts / PARTS),
    nextTokenSeconds: Math.ceil(milliseconds / 1000),
  };
}
