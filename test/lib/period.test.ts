import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  dayOf,
  isoDay,
  parseDay,
  parsePeriod,
  periodAt,
  periodOf,
  weekIndex,
} from '../../src/lib/period.ts';

describe('a period', () => {
  it('is an ISO week that ends on Sunday', () => {
    const period = periodOf(parseDay('2026-08-12'));
    assert.equal(period.slug, '2026-w33');
    assert.equal(period.name, 'Week 33, 2026 (10–16 August)');
    assert.equal(isoDay(period.firstDay), '2026-08-10');
    assert.equal(isoDay(period.lastDay), '2026-08-16');
  });

  it('names both months when it spans two', () => {
    assert.equal(periodOf(parseDay('2026-08-02')).name, 'Week 31, 2026 (27 July – 2 August)');
  });

  it('belongs to the year of its Thursday', () => {
    assert.equal(periodOf(parseDay('2024-12-30')).slug, '2025-w01');
    assert.equal(periodOf(parseDay('2027-01-03')).slug, '2026-w53');
  });

  it('is found by its slug, and only by a slug that the calendar has', () => {
    for (const slug of ['2026-w53', '2024-w01', '2020-w53'])
      assert.equal(parsePeriod(slug)?.slug, slug);
    for (const slug of ['2025-w53', '2026-w00', '2026-w54', '2026-w3', '2026-33', '', ' 2026-w33'])
      assert.equal(parsePeriod(slug), undefined, slug);
  });

  it('has a slug of its own for every week of two centuries', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3000, max: 8000 }), (week) => {
        const period = periodAt(week);
        assert.deepEqual(parsePeriod(period.slug), period);
        assert.equal(period.lastDay - period.firstDay, 6);
        assert.equal(weekIndex(period.firstDay), week);
        assert.equal(weekIndex(period.lastDay), week);
        assert.equal(new Date(period.lastDay * 86_400_000).getUTCDay(), 0);
      }),
    );
  });
});

describe('a day', () => {
  it('is the UTC calendar day of an instant', () => {
    assert.equal(isoDay(dayOf(Date.UTC(2026, 7, 16, 23, 59, 59) / 1000)), '2026-08-16');
    assert.equal(isoDay(dayOf(Date.UTC(2026, 7, 17) / 1000)), '2026-08-17');
  });

  it('is refused when the calendar does not have it', () => {
    for (const text of ['2026-02-30', '2026-13-01', '2026-8-1', 'today', '', '2026-08-16T00:00'])
      assert.throws(() => parseDay(text), RangeError, text);
  });
});
