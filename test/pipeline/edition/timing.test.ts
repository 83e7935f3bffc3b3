import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDay } from '../../../src/lib/period.ts';
import { ageInDays, timingOf } from '../../../src/pipeline/edition/timing.ts';

const WEEK = { lastDay: parseDay('2026-08-02') };

describe('the timing of an edition', () => {
  it('is live through the eighth day after the week, and backfilled from then on', () => {
    assert.equal(timingOf(WEEK, '2026-08-03T00:00:00.000Z'), 'live');
    assert.equal(timingOf(WEEK, '2026-08-10T23:59:59.999Z'), 'live');
    assert.equal(timingOf(WEEK, '2026-08-11T00:00:00.000Z'), 'backfilled');
  });

  it('counts the age from the end of the last day, and never below 0', () => {
    assert.equal(ageInDays(WEEK, new Date('2026-07-30T00:00:00Z')), 0);
    assert.equal(ageInDays(WEEK, new Date('2026-08-03T23:00:00Z')), 0);
    assert.equal(ageInDays(WEEK, new Date('2026-11-22T12:00:00Z')), 111);
  });
});
