import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  EVENT_KINDS,
  hits,
  scoutScore,
  type ValidatingEvent,
} from '../../../src/features/scout/score.ts';

const event = (company: string, kind: ValidatingEvent['kind'], date: string): ValidatingEvent => ({
  company,
  kind,
  date,
  sourceUrl: 'https://example.org/',
});

describe('the Scout Score', () => {
  it('counts only events after the star', () => {
    const events = [event('acorn', 'funding', '2025-01-01')];
    assert.equal(hits([{ slug: 'acorn', starredOn: '2025-01-01' }], events).length, 0);
    assert.equal(hits([{ slug: 'acorn', starredOn: '2025-01-02' }], events).length, 0);
    assert.deepEqual(hits([{ slug: 'acorn', starredOn: '2024-12-31' }], events), [
      { company: 'acorn', starredOn: '2024-12-31', event: events[0], leadDays: 1 },
    ]);
    assert.equal(hits([{ slug: 'birch', starredOn: '2024-12-31' }], events).length, 0);
  });

  it('takes the heaviest event of a company, once', () => {
    const events = [
      event('acorn', 'funding', '2024-02-01'),
      event('acorn', 'valuation', '2025-02-01'),
      event('acorn', 'acquisition', '2025-03-01'),
    ];
    const [hit, ...others] = hits([{ slug: 'acorn', starredOn: '2024-01-01' }], events);
    assert.equal(hit?.event.kind, 'valuation');
    assert.deepEqual(others, []);
  });

  it('is 0 without hits and follows the published formula', () => {
    assert.equal(scoutScore([]), 0);
    const found = hits(
      [{ slug: 'acorn', starredOn: '2023-01-01' }],
      [event('acorn', 'valuation', '2024-01-01')],
    );
    assert.equal(found[0]?.leadDays, 365);
    assert.equal(scoutScore(found), Math.round(100 * (1 - Math.exp(-3 / 5))));
  });

  it('is a whole number from 0 to 100 that no further hit lowers', () => {
    const hit = fc.record({
      company: fc.string(),
      starredOn: fc.constant('2024-01-01'),
      event: fc.record({
        company: fc.string(),
        kind: fc.constantFrom(...EVENT_KINDS),
        date: fc.constant('2025-01-01'),
        sourceUrl: fc.constant('https://example.org/'),
      }),
      leadDays: fc.integer({ min: 1, max: 4000 }),
    });
    fc.assert(
      fc.property(fc.array(hit), hit, (before, further) => {
        const score = scoutScore(before);
        assert.ok(Number.isInteger(score) && score >= 0 && score <= 100);
        assert.ok(scoutScore([...before, further]) >= score);
      }),
      { seed: 7 },
    );
  });
});
