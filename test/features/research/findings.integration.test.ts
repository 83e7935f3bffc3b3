/** No number of the report can be wrong: all are computed again from the shipped ledger. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { findingNumbers } from '../../../src/features/research/certainty.ts';
import { allPeriods, COMPUTATIONS } from '../../../src/features/research/finding-numbers.ts';
import { findingsOf } from '../../../src/features/research/paper.ts';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

const REPORT = join(PROJECT_ROOT, 'docs', 'research.md');

let published: Published;
before(async () => {
  published = await shippedPublication();
});

/** Those that are computed from editions, and not by a study. */
const editionFindings = () =>
  published.registry.findings.findings.filter(({ command }) => command === undefined);

describe('the findings of the registry', () => {
  it('are those that a computation stands behind', () => {
    const slugs = editionFindings().map(({ slug }) => slug);
    assert.ok(slugs.length >= 6);
    assert.deepEqual(slugs.toSorted(), Object.keys(COMPUTATIONS).toSorted());
  });

  it('have the numbers that the shipped ledger gives', async () => {
    const { period } = published.registry.findings;
    const computed = findingNumbers(await allPeriods(published, period));
    for (const { slug, numbers } of editionFindings())
      assert.deepEqual(computed[slug], numbers, slug);
  });

  it('show every number in their statement, and leave no place open', () => {
    for (const { slug, statement, certainty, numbers } of findingsOf(published)) {
      assert.doesNotMatch(statement + certainty, /[{}]|NaN|undefined/, slug);
      const intervals = Object.keys(numbers).filter((name) => name.endsWith('Low'));
      assert.ok(intervals.length > 0, slug);
      assert.ok(
        Object.keys(numbers).some((name) => name.startsWith('chance') || name === 'base'),
        slug,
      );
    }
    const [first] = findingsOf(published);
    assert.match(first?.statement ?? '', / 15% .+ 2% /);
  });
});

describe('the report', () => {
  it('says in its text what the findings say', async () => {
    const text = (await readFile(REPORT, 'utf8')).replace(/\s+/g, ' ');
    const { findings } = published.registry.findings;
    const of = (slug: string) => findings.find((one) => one.slug === slug)?.numbers ?? {};
    const agents = of('agents-write-a-growing-share');
    const lasting = of('growth-lasts');
    const sentences = [
      `rose from ${agents['shareThen']}% to ${agents['shareNow']}% within a year`,
      `by a median of ${lasting['median']}, and ${lasting['still']}% still have`,
      `with a rank correlation of ${of('people-and-commits-go-together')['rho']},`,
      `the next is −${Math.abs(of('a-fast-fortnight-gives-way')['r'] ?? 0)}, close`,
      `reports eight findings from ${published.editions.periods.length} weekly editions`,
    ];
    for (const sentence of sentences) assert.ok(text.includes(sentence), sentence);
    assert.equal(editionFindings().length, 8);
  });

  it('names the largest edition and the startups of its last one as they are', async () => {
    const text = (await readFile(REPORT, 'utf8')).replace(/\s+/g, ' ');
    const sizes: number[] = [];
    for (const { slug } of published.editions.periods)
      sizes.push((await published.editions.signals(slug)).meta.totalStartups);
    assert.ok(text.includes(`of up to ${Math.max(...sizes)} startups`));
    const all = [...(await published.editions.startups('2026-w33')).values()];
    const busiest = all.toSorted((a, b) => b.commitVelocity14d - a.commitVelocity14d)[0];
    const largest = all.toSorted((a, b) => b.contributors - a.contributors)[0];
    assert.equal(busiest?.contributors, 22);
    assert.equal(Math.round((largest?.contributors ?? 0) / (busiest?.contributors ?? 1)), 5);
    const share = (largest?.commitVelocity14d ?? 0) / (busiest?.commitVelocity14d ?? 1);
    assert.ok(share < 0.5);
  });
});
