/** The method's page: limits first, then six steps, and where they are done on a startup. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ServedExample, serveExample } from '../support/service.ts';

describe('/methodology', () => {
  let served: ServedExample;
  let page: string;
  before(async () => {
    served = await serveExample();
    page = await (await fetch(`${served.origin}/methodology`)).text();
  });
  after(() => served.service.close());

  it('says first what the numbers cannot show, with the coverage of the week', () => {
    const limits = page.indexOf('What these numbers cannot show');
    assert.ok(limits > 0 && limits < page.indexOf('Six steps'));
    assert.match(page, /In week 26, 2025, 2 of \d+ tracked startups are covered/);
  });

  it('has the six steps in their order, and no name of a field without a name for people', () => {
    const headings = [...page.matchAll(/<h2 id="[a-z]+-heading">\d\. (\w+)<\/h2>/g)].map(
      ([, name]) => name,
    );
    const steps = ['Collect', 'Filter', 'Normalise', 'Accelerate', 'Classify', 'Rank'];
    assert.deepEqual(headings, steps);
    for (const [, term = ''] of page.matchAll(/<dt>(.*?)<\/dt>/g))
      assert.doesNotMatch(term.replace(/<code>.*?<\/code>/g, ''), /[a-z][A-Z]|\d+d\b/);
  });
});
