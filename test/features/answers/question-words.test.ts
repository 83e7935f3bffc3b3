import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { stem, wordsOf } from '../../../src/features/answers/question-words.ts';
import { isWithinEditDistance } from '../../../src/lib/edit-distance.ts';

describe('words', () => {
  it('are cut at spaces and marks, without case and accents', () => {
    assert.deepEqual(wordsOf('  Is Café–X growing, today? '), [
      'is',
      'cafe',
      'x',
      'growing',
      'today',
    ]);
    assert.deepEqual(wordsOf('???'), []);
    assert.deepEqual(wordsOf('東京 ⟨startup⟩'), ['東京', '⟨startup⟩']);
  });

  it('of one kind have one stem', () => {
    for (const [one, other] of [
      ['growing', 'grow'],
      ['shipped', 'shipping'],
      ['companies', 'company'],
      ['license', 'licence'],
      ['databases', 'database'],
      ['computed', 'compute'],
    ] as const)
      assert.equal(stem(one), stem(other));
    assert.notEqual(stem('process'), stem('proceed'));
  });
});

describe('typing errors', () => {
  it('are counted as letters added, dropped, changed or swapped', () => {
    assert.ok(isWithinEditDistance('velocity', 'velocty', 1));
    assert.ok(isWithinEditDistance('velocity', 'veloctiy', 1));
    assert.ok(isWithinEditDistance('velocity', 'velosity', 1));
    assert.ok(!isWithinEditDistance('velocity', 'ferocity', 1));
    assert.ok(!isWithinEditDistance('a', 'abc', 1));
  });

  it('are the same in both directions, and none between equal words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        assert.ok(isWithinEditDistance(one, one, 0));
        assert.equal(isWithinEditDistance(one, other, 2), isWithinEditDistance(other, one, 2));
      }),
      { seed: 7 },
    );
  });
});
