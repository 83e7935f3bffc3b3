import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Classification,
  classify,
  type Evidence,
  NO_SIGNAL,
  SIGNAL_TYPES,
} from '../../../src/pipeline/signals/classify.ts';

const observed = (value: number | null, isAbovePast = true) => ({ value, isAbovePast });
const NONE: Evidence = {
  'Engineering hiring burst': observed(0),
  'Infrastructure buildout': observed(0),
  'Deploy frequency spike': observed(0),
  'Framework migration': observed(0),
};
const deploys = (value: number, isAbovePast = true): Evidence => ({
  ...NONE,
  'Deploy frequency spike': observed(value, isAbovePast),
});
const migration = (value: number): Evidence => ({
  ...NONE,
  'Framework migration': observed(value),
});

/** Goes through weeks from week 1 on. */
function replay(weeks: readonly (Evidence | undefined)[]): Classification {
  return weeks.reduce<Classification>(
    (before, evidence, index) => classify(before, evidence, index + 1),
    NO_SIGNAL,
  );
}
const strengthAfter = (...weeks: (Evidence | undefined)[]) => replay(weeks).signalStrength;

describe('a classification', () => {
  it('is none without evidence, with a placeholder for the type', () => {
    const none = { signalType: SIGNAL_TYPES[0], signalStrength: 'none', since: null };
    assert.deepEqual(replay([NONE]), none);
    assert.deepEqual(replay([]), none);
    const unknown = Object.fromEntries(SIGNAL_TYPES.map((type) => [type, observed(null)]));
    assert.equal(strengthAfter(unknown as Evidence), 'none');
  });

  it('is strong from the threshold on, and weak below it', () => {
    assert.deepEqual(replay([deploys(1)]), {
      signalType: 'Deploy frequency spike',
      signalStrength: 'strong',
      since: 1,
    });
    assert.equal(strengthAfter(deploys(0.99)), 'weak');
    assert.equal(strengthAfter(deploys(0.5)), 'none');
  });

  it('takes less evidence to stay than to enter', () => {
    assert.equal(strengthAfter(deploys(0.8)), 'weak');
    assert.equal(strengthAfter(deploys(1), deploys(0.8)), 'strong');
    assert.equal(strengthAfter(deploys(1), deploys(0.5)), 'weak');
    assert.equal(strengthAfter(deploys(1), deploys(0.5), deploys(0.3)), 'none');
  });

  it('that is weak ends when its count is no longer above the windows before', () => {
    assert.equal(strengthAfter(deploys(0.8), deploys(0.5)), 'weak');
    assert.equal(strengthAfter(deploys(0.8), deploys(0.5, false)), 'none');
    assert.equal(strengthAfter(deploys(1), deploys(0.5, false)), 'none');
  });

  it('stays with its type while another one grows', () => {
    const both = { ...deploys(1.1), 'Framework migration': observed(3) };
    assert.equal(replay([deploys(1), both]).signalType, 'Deploy frequency spike');
    assert.equal(replay([deploys(1), migration(3)]).signalType, 'Framework migration');
    assert.equal(replay([both]).signalType, 'Framework migration');
  });

  it('takes the first listed of two types with the same evidence', () => {
    const tied = { ...deploys(1), 'Framework migration': observed(1) };
    assert.equal(replay([tied]).signalType, 'Deploy frequency spike');
  });

  it('says since when the type stands at its strength', () => {
    assert.equal(replay([deploys(1), deploys(0.8), deploys(2)]).since, 1);
    assert.equal(replay([deploys(0.7), deploys(1)]).since, 2);
    assert.equal(replay([deploys(1), deploys(1), migration(1)]).since, 3);
    assert.equal(replay([deploys(1), NONE, deploys(1)]).since, 3);
    const year = Array.from({ length: 52 }, () => deploys(0.9));
    assert.equal(replay([NONE, deploys(1), ...year]).since, 2);
  });

  it('begins anew after a week that was not covered', () => {
    assert.equal(strengthAfter(deploys(1), undefined, deploys(0.8)), 'weak');
    assert.equal(replay([deploys(1), undefined, deploys(1)]).since, 3);
    const gone = Array.from({ length: 52 }, () => undefined);
    assert.equal(replay([deploys(1), ...gone, deploys(1)]).since, 54);
  });

  it('depends on the week before and its own evidence alone', () => {
    const value = fc.double({ min: 0, max: 3, noNaN: true });
    const week = fc.option(fc.tuple(value, value, value, value), { nil: undefined });
    fc.assert(
      fc.property(fc.array(week, { maxLength: 40 }), fc.nat(40), (weeks, cut) => {
        const evidence = weeks.map((values) => values && evidenceOfValues(values));
        const before = replay(evidence.slice(0, cut));
        const after = evidence
          .slice(cut)
          .reduce((last, next, index) => classify(last, next, cut + index + 1), before);
        assert.deepEqual(after, replay(evidence));
      }),
    );
  });

  it('is never strong below what a strong type needs to stay', () => {
    const value = fc.double({ min: 0, max: 3, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value, value), { minLength: 1 }), (weeks) => {
        const evidence = weeks.map(evidenceOfValues);
        const { signalType, signalStrength, since } = replay(evidence);
        const now = evidence.at(-1)?.[signalType].value ?? 0;
        if (signalStrength === 'strong') assert.ok(now >= 0.65);
        if (signalStrength === 'weak') assert.ok(now >= 0.4);
        assert.equal(since === null, signalStrength === 'none');
      }),
    );
  });
});

function evidenceOfValues(values: readonly number[]): Evidence {
  return Object.fromEntries(
    SIGNAL_TYPES.map((type, index) => [type, observed(values[index] ?? 0)]),
  ) as Evidence;
}
