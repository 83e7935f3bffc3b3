/** Which commits landed in bulk. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { landedInBulk } from '../../../src/pipeline/collect/bulk-days.ts';

const marked = (times: readonly number[]) => landedInBulk(times).filter(Boolean).length;
const seconds = (count: number, from = 0, step = 1) =>
  Array.from({ length: count }, (_, index) => from + index * step);

describe('a bulk landing', () => {
  it('is 20 commits or more within a span of 60 seconds', () => {
    assert.equal(marked(seconds(19)), 0);
    assert.equal(marked(seconds(20)), 20);
    assert.equal(marked(seconds(20, 0, 3)), 20, 'the last one 57 seconds after the first');
    assert.equal(marked([...seconds(19), 59]), 20);
    assert.equal(marked([...seconds(19), 60]), 0);
    assert.equal(marked([]), 0);
  });

  it('may go on beyond a minute, and leaves out what comes before and after', () => {
    assert.equal(marked([...seconds(300), 1000, -1000]), 300);
  });

  it('is found from any minute of the clock', () => {
    for (let from = 0; from < 60; from++) assert.equal(marked(seconds(20, from, 3)), 20);
  });
});

describe('landing in bulk, for any dates', () => {
  const times = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 120 });

  it('is lying in some span of 60 seconds with 20 commits, tried one by one', () => {
    fc.assert(
      fc.property(times, (at) => {
        const isInSpan = (time: number, start: number) => time >= start && time < start + 60;
        const expected = at.map((time) =>
          at.some(
            (start) =>
              isInSpan(time, start) && at.filter((other) => isInSpan(other, start)).length >= 20,
          ),
        );
        assert.deepEqual(landedInBulk(at), expected);
      }),
    );
  });

  it('does not depend on their order, and never ends when commits are added', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 400 }), (at, added) => {
        assert.deepEqual(landedInBulk(at.toReversed()).reverse(), landedInBulk(at));
        const more = landedInBulk([...at, added]);
        for (const [index, inBulk] of landedInBulk(at).entries())
          if (inBulk) assert.ok(more[index]);
      }),
    );
  });
});
