import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerTo } from '../../../src/features/answers/answer-question.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
before(async () => {
  published = await shippedPublication();
});

const ASKED: readonly [string, RegExp][] = [
  ['Is there a charge for using your service?', /free and need no key/],
  ['How do you select the companies you follow?', /own public repositories/],
  ['Whom do you regard as a contributor?', /co-authorship/],
  ['What makes you pick one company and not another for tracking?', /own public repositories/],
  ['Can I rely on the ranking to tell me who is about to be bought?', /not been shown/],
  ['Does an acquired startup stay in the ranking?', /left out of trending/],
  ['What becomes of a firm in your data after a takeover?', /left out of trending/],
  ['What answer will my program get if the credits are gone?', /402/],
  ['Much of our code is not public. Do you count it anyway?', /Only public repositories/],
  ['I do not trust numbers I cannot check. Is there a way to reproduce yours?', /evidenceUrl/],
  ['Can a company pay to be ranked higher?', /^No\. Every rank/],
];

describe('what a question speaks of together', () => {
  for (const [question, says] of ASKED)
    it(`tells what answers “${question}”`, async () => {
      const answer = await answerTo(question, published);
      assert.ok(answer.found);
      assert.match(answer.answer, says);
    });

  it('answers nothing about somebody who is not known', async () => {
    const answer = await answerTo(
      'Does Tesla stay in the ranking after it was acquired?',
      published,
    );
    assert.equal(answer.found, false);
  });
});
