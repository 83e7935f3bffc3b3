/** No number of the table of robustness can be wrong: all are computed again from the shipped ledger. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sixDecimals } from '../../../src/pipeline/signals/growth.ts';
import { paceGrowth } from '../../../src/pipeline/signals/pace.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';
import {
  agreement,
  CHANGES,
  PUBLISHED_CHOICES,
  rescored,
  type Scored,
  yearOfEditions,
} from '../../../tools/study/robustness.ts';

let published: Published;
let year: readonly (readonly Scored[])[];
before(async () => {
  published = await shippedPublication();
  year = await yearOfEditions(published, published.registry.findings.period);
});

describe('the robustness of scores', () => {
  it('starts from the published numbers: the same choices give the same scores', () => {
    assert.equal(year.length, 52);
    for (const edition of year) {
      const again = rescored(edition, PUBLISHED_CHOICES);
      for (const [index, { startup, evidence }] of edition.entries()) {
        const computed = sixDecimals(paceGrowth(evidence.work.weeklyPace));
        assert.equal(computed, evidence.paceGrowth, startup.slug);
        assert.deepEqual(again[index]?.scores, startup.scores, startup.slug);
      }
    }
    assert.deepEqual(agreement(year, {}), { correlation: 1, kept: 100 });
  });

  it('has the numbers that the shipped ledger gives', () => {
    const { robustness } = published.registry.findings;
    const slugs = robustness.map(({ slug }) => slug);
    assert.deepEqual(slugs.toSorted(), Object.keys(CHANGES).toSorted());
    for (const { slug, numbers } of robustness)
      assert.deepEqual(agreement(year, CHANGES[slug] ?? {}), numbers, slug);
  });
});
