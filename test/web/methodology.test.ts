/** The method's page: limits first, then six steps whose numbers are those of the edition. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SignalsResponse } from '../../src/pipeline/edition/record.ts';
import { compositeIndex } from '../../src/pipeline/signals/rank.ts';
import { type ServedExample, serveExample } from '../support/service.ts';
import { unescaped } from './markup.ts';

const STEPS = ['Collect', 'Filter', 'Normalise', 'Accelerate', 'Classify', 'Rank'];

let served: ServedExample;
let page: string;
let signals: SignalsResponse;
before(async () => {
  served = await serveExample();
  page = await (await fetch(`${served.origin}/methodology`)).text();
  signals = (await (await fetch(`${served.origin}/api/signals.json`)).json()) as SignalsResponse;
});
after(() => served.service.close());

describe('/methodology', () => {
  it('says first what the numbers cannot show, with the coverage of the week', () => {
    const limits = page.indexOf('What these numbers cannot show');
    assert.ok(limits > 0 && limits < page.indexOf('Six steps'));
    assert.match(
      page,
      new RegExp(
        `In Week 26, 2025, ${signals.meta.totalStartups} of \\d+ tracked startups are covered`,
      ),
    );
  });

  it('has the six steps in their order', () => {
    const headings = [...page.matchAll(/<h2 id="[a-z]+">\d\. (\w+)<\/h2>/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual(headings, STEPS);
  });

  it('works each step on the first startup of the week, with its published numbers', (t) => {
    const [first] = signals.trending;
    if (!first) return t.skip('nobody trends in the example');
    const { slug, commitVelocity14d, contributors, newRepos, scores } = first;
    const check = (number: string, text: number) =>
      assert.ok(page.includes(`<a href="/startups/${slug}/check/${number}">${text}`), number);
    check('commits', commitVelocity14d);
    check('contributors', contributors);
    check('new-repositories', newRepos);
    check('score', scores.composite);
    const worked = unescaped(page);
    assert.ok(
      worked.includes(
        `15% of ${scores.velocity}, 70% of ${scores.growth} and 15% of ${scores.novelty}`,
      ),
    );
    assert.ok(worked.includes(`make ${Math.round(compositeIndex(scores, 0) * 100) / 100}.`));
  });

  it('leaves no name of a field without a name that people use', () => {
    const terms = [...page.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, term = '']) => term);
    for (const term of terms)
      assert.doesNotMatch(term.replace(/<code>.*?<\/code>/g, ''), /[a-z][A-Z]|\d+d\b/);
  });
});
