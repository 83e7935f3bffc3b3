/** Which commits landed in bulk. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { landedInBulk } from '../../../src/pipeline/collect/bulk-days.ts';

const seconds = (count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => index * step);

it('a bulk landing is 20 commits or more within a span of 60 seconds', () => {
  const cases: [times: number[], marked: number][] = [
    [seconds(19), 0],
    [seconds(20), 20],
    [seconds(20, 3), 20],
    [[...seconds(19), 59], 20],
    [[...seconds(19), 60], 0],
    [[...seconds(300), 1000, -1000], 300],
    [[], 0],
  ];
  for (const [times, marked] of cases)
    assert.equal(landedInBulk(times).filter(Boolean).length, marked, times.join());
});

it('landing in bulk is lying in some span of 60 seconds with 20 commits, in any order', () => {
  const times = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 120 });
  fc.assert(
    fc.property(times, (at) => {
      const within = (start: number) => at.filter((time) => time >= start && time < start + 60);
      const bulks = at.map(within).filter(({ length }) => length >= 20);
      const expected = at.map((time) => bulks.some((bulk) => bulk.includes(time)));
      assert.deepEqual(landedInBulk(at), expected);
    }),
  );
});
