/** Figures of findings: every number has a name that people read, its interval, and chance. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { estimatesOf, namedNumbers } from '../../../src/features/research/number-names.ts';
import { findingsOf } from '../../../src/features/research/paper.ts';
import type { Published } from '../../../src/published/published.ts';
import { allIntervals, findingIntervals } from '../../../src/web/charts/finding-intervals.ts';
import { findingStartups } from '../../../src/web/charts/finding-startups.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
before(async () => {
  published = await shippedPublication();
});
const draw = (chart: typeof allIntervals, slug = '') =>
  chart.draw({ published, params: { slug }, period: published.editions.latest, query: {} });

describe('the numbers of a finding', () => {
  it('all have a name, or stand beside one as its interval or chance', () => {
    for (const { slug, numbers } of findingsOf(published)) {
      const named = namedNumbers(slug).flatMap(({ key, chance }) => [
        key,
        `${key}Low`,
        `${key}High`,
        ...(chance === undefined ? [] : [chance]),
      ]);
      for (const key of Object.keys(numbers)) assert.ok(named.includes(key), `${slug}: ${key}`);
      for (const { name } of estimatesOf({ slug, numbers }))
        assert.doesNotMatch(name, /[a-z][A-Z]/);
    }
  });

  it('are drawn with their intervals, each once in words', async () => {
    for (const finding of findingsOf(published)) {
      const chart = await draw(findingIntervals, finding.slug);
      assert.ok(chart, finding.slug);
      const known = estimatesOf(finding).filter(({ low }) => low !== undefined);
      assert.equal(chart.table.rows.length, known.length);
      for (const { name, low } of known) {
        assert.ok(chart.summary.includes(name));
        assert.ok(low !== undefined);
      }
    }
    assert.match((await draw(allIntervals))?.summary ?? '', /by chance \d+%/);
  });

  it('draws the startups behind those of one week', async () => {
    const week = await published.editions.startups(published.registry.findings.period);
    const active = [...week.values()].filter(({ commitVelocity14d }) => commitVelocity14d > 0);
    for (const slug of ['people-and-commits-go-together', 'few-startups-land-most-commits'])
      assert.equal((await draw(findingStartups, slug))?.table.rows.length, active.length);
    const agents = await draw(findingStartups, 'most-startups-have-agent-commits');
    const many = agents?.table.rows.map(([, value]) => Number(value)) ?? [];
    assert.equal(
      many.reduce((a, b) => a + b, 0),
      active.length,
    );
  });

  it('has no chart for what is no finding', async () => {
    for (const slug of ['', 'nothing', '__proto__']) {
      assert.equal(await draw(findingIntervals, slug), undefined);
      assert.equal(await draw(findingStartups, slug), undefined);
    }
  });
});
