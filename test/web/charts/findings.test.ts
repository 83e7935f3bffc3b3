/** Figures of findings: every number has a name that people read, its interval, and chance. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { estimatesOf, namedNumbers } from '../../../src/features/research/number-names.ts';
import { findingsOf } from '../../../src/features/research/paper.ts';
import type { Published } from '../../../src/published/published.ts';
import { allIntervals, findingIntervals } from '../../../src/web/charts/finding-intervals.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

describe('the numbers of a finding', () => {
  let published: Published;
  before(async () => {
    published = await shippedPublication();
  });
  const draw = (chart: typeof allIntervals, slug = '') =>
    chart.chart({ published, params: { slug }, period: published.editions.latest });

  it('all have a name, or belong to one as its interval or chance', () => {
    for (const { slug, numbers } of findingsOf(published)) {
      const named = namedNumbers(slug).flatMap(({ key, chance }) => [
        ...[key, `${key}Low`, `${key}High`],
        ...(chance === undefined ? [] : [chance]),
      ]);
      for (const key of Object.keys(numbers)) assert.ok(named.includes(key), `${slug}: ${key}`);
    }
  });

  it('are drawn with their intervals, each once in words', async () => {
    for (const finding of findingsOf(published)) {
      const chart = await draw(findingIntervals, finding.slug);
      const estimates = estimatesOf(finding);
      assert.equal(chart?.table.rows.length, estimates.length, finding.slug);
      const known = estimates.filter(({ low }) => low !== undefined);
      for (const { name } of known) assert.ok(chart?.summary.includes(name));
    }
    assert.match((await draw(allIntervals))?.summary ?? '', /by chance \d+%/);
    assert.equal(await draw(findingIntervals, '__proto__'), undefined);
  });
});
