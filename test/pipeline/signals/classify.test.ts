import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  CLASSIFIED_WEEKS,
  classify,
  type Evidence,
  SIGNAL_TYPES,
} from '../../../src/pipeline/signals/classify.ts';

const NONE: Evidence = {
  'Engineering hiring burst': 0,
  'Infrastructure buildout': 0,
  'Deploy frequency spike': 0,
  'Framework migration': 0,
};
const deploys = (value: number): Evidence => ({ ...NONE, 'Deploy frequency spike': value });
const migration = (value: number): Evidence => ({ ...NONE, 'Framework migration': value });

describe('a classification', () => {
  it('is none without evidence, with a placeholder for the type', () => {
    assert.deepEqual(classify([NONE]), { signalType: SIGNAL_TYPES[0], signalStrength: 'none' });
    assert.equal(classify([]).signalStrength, 'none');
    const unknown = Object.fromEntries(SIGNAL_TYPES.map((type) => [type, null]));
    assert.equal(classify([unknown as Evidence]).signalStrength, 'none');
  });

  it('is strong from the threshold on, and weak below it', () => {
    assert.deepEqual(classify([deploys(1)]), {
      signalType: 'Deploy frequency spike',
      signalStrength: 'strong',
    });
    assert.equal(classify([deploys(0.99)]).signalStrength, 'weak');
    assert.equal(classify([deploys(0.5)]).signalStrength, 'none');
  });

  it('takes less evidence to stay than to enter', () => {
    assert.equal(classify([deploys(0.8)]).signalStrength, 'weak');
    assert.equal(classify([deploys(1), deploys(0.8)]).signalStrength, 'strong');
    assert.equal(classify([deploys(1), deploys(0.5)]).signalStrength, 'weak');
    assert.equal(classify([deploys(1), deploys(0.5), deploys(0.3)]).signalStrength, 'none');
  });

  it('stays with its type while another one grows', () => {
    const both = { ...deploys(1.1), 'Framework migration': 3 };
    assert.equal(classify([deploys(1), both]).signalType, 'Deploy frequency spike');
    assert.equal(classify([deploys(1), migration(3)]).signalType, 'Framework migration');
    assert.equal(classify([both]).signalType, 'Framework migration');
  });

  it('takes the first listed of two types with the same evidence', () => {
    const tied = { ...deploys(1), 'Framework migration': 1 };
    assert.equal(classify([tied]).signalType, 'Deploy frequency spike');
  });

  it('begins anew after a week that was not covered', () => {
    assert.equal(classify([deploys(1), undefined, deploys(0.8)]).signalStrength, 'weak');
  });

  it('depends on the last twelve weeks alone', () => {
    const value = fc.double({ min: 0, max: 3, noNaN: true });
    const week = fc.option(fc.tuple(value, value, value, value), { nil: undefined });
    fc.assert(
      fc.property(fc.array(week, { maxLength: 40 }), (weeks) => {
        const evidence = weeks.map((values) => values && evidenceOfValues(values));
        assert.deepEqual(classify(evidence), classify(evidence.slice(-CLASSIFIED_WEEKS)));
      }),
    );
  });

  it('is never strong below what a strong type needs to stay', () => {
    const value = fc.double({ min: 0, max: 3, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value, value), { minLength: 1 }), (weeks) => {
        const evidence = weeks.map(evidenceOfValues);
        const { signalType, signalStrength } = classify(evidence);
        const now = evidence.at(-1)?.[signalType] ?? 0;
        if (signalStrength === 'strong') assert.ok(now >= 0.65);
        if (signalStrength === 'weak') assert.ok(now >= 0.4);
      }),
    );
  });
});

function evidenceOfValues(values: readonly number[]): Evidence {
  return Object.fromEntries(
    SIGNAL_TYPES.map((type, index) => [type, values[index] ?? 0]),
  ) as Evidence;
}
