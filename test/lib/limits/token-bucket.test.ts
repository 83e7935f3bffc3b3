import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Bucket,
  decision,
  type Limit,
  PARTS,
  take,
} from '../../../src/lib/limits/token-bucket.ts';

const SEED = { seed: 20260731, numRuns: 400 };
const limits: fc.Arbitrary<Limit> = fc.record({
  perMinute: fc.integer({ min: 1, max: 700 }),
  burst: fc.integer({ min: 1, max: 20 }),
});
/** Milliseconds between requests: many at once, some pauses, and a clock that is set back. */
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -5_000, max: -1 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 90_000 }) },
  ),
  { maxLength: 80 },
);

/** Whether each request is admitted, and the times. */
function run(limit: Limit, waits: readonly number[]) {
  let bucket: Bucket | undefined;
  let now = 1_700_000_000_000;
  return waits.map((wait) => {
    now += wait;
    const taken = take(bucket, limit, now);
    bucket = taken.bucket;
    return { allowed: taken.allowed, parts: taken.bucket.parts, wait };
  });
}

/** The same by the definition: a drop for every millisecond that passes, in whole numbers. */
function reference({ perMinute, burst }: Limit, waits: readonly number[]): boolean[] {
  const token = 60_000n;
  const size = BigInt(burst) * token;
  const drop = BigInt(perMinute);
  let held = size;
  return waits.map((wait) => {
    for (let passed = 0; passed < wait && held < size; passed++) held += drop;
    if (held > size) held = size;
    const allowed = held >= token;
    if (allowed) held -= token;
    return allowed;
  });
}

describe('a token bucket', () => {
  it('admits what a slow, exact reference admits, at any times', () => {
    fc.assert(
      fc.property(limits, steps, (limit, waits) => {
        assert.deepEqual(
          run(limit, waits).map(({ allowed }) => allowed),
          reference(limit, waits),
        );
      }),
      SEED,
    );
  });

  it('gives a refused client the earliest time at which a request is admitted', () => {
    fc.assert(
      fc.property(limits, steps, (limit, waits) => {
        let bucket: Bucket | undefined;
        let now = 0;
        for (const wait of waits) {
          now += wait;
          const taken = take(bucket, limit, now);
          const told = decision(taken.allowed, taken.bucket.parts, limit);
          assert.equal(told.remaining, Math.floor(taken.bucket.parts / PARTS));
          assert.ok(Number.isInteger(told.nextTokenSeconds) && told.nextTokenSeconds >= 1);
          if (!taken.allowed) {
            const seconds = told.nextTokenSeconds;
            assert.equal(take(taken.bucket, limit, now + seconds * 1000).allowed, true);
            if (seconds > 1)
              assert.equal(take(taken.bucket, limit, now + (seconds - 1) * 1000).allowed, false);
          }
          bucket = taken.bucket;
        }
      }),
      SEED,
    );
  });
});
