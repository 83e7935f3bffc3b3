import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerTo } from '../../../src/features/answers/answer-question.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
before(async () => {
  published = await shippedPublication();
});

/** What each topic's answer must say, and questions that nobody wrote into the FAQ. */
const TOPICS: readonly [string, RegExp, readonly string[]][] = [
  [
    'calls from a browser',
    /allow any origin/,
    ['Can I call the API straight from the browser?', 'Do you send CORS headers?'],
  ],
  [
    'rows in an answer',
    /10 by default and 200 at most/,
    ['How many rows does one request return?', 'How do I get the next page of results?'],
  ],
  [
    'credits that are not used',
    /does not pay money back/,
    ["If we buy credits and don't use them, do we get our money back?"],
  ],
  [
    'erasure',
    /hashes are removed/,
    ['Can I opt out of being tracked as a contributor?', 'Where do I send a GDPR erasure request?'],
  ],
  [
    'what a stage rests on',
    /latest dated funding round/,
    ['Which round does a stage rest on?', 'How do you know which stage a company is in?'],
  ],
  [
    'whether signals predict',
    /not been shown/,
    ['Have your signals been shown to predict anything?', 'Do the signals predict funding rounds?'],
  ],
  ['the sources of deals', /press release/, ['Where do funding rounds come from?']],
  ['back-tests', /\/forecasts/, ['Were the forecasts backtested?', 'Was your method back-tested?']],
  [
    'intervals',
    /95% intervals/,
    ['Do you give confidence intervals?', 'Which of the numbers have error bars?'],
  ],
];

describe('questions about the service', () => {
  for (const [topic, says, questions] of TOPICS)
    it(`are answered about ${topic}`, async () => {
      for (const question of questions) {
        const answer = await answerTo(question, published);
        assert.ok(answer.found, question);
        assert.match(answer.answer, says, question);
      }
    });

  it('are declined where the passage lacks the word that tells most', async () => {
    for (const question of ['Do you have a DOI?', 'Is there a sandbox or test mode?'])
      assert.equal((await answerTo(question, published)).found, false, question);
  });

  it('are not answered by a list of funds where startups that share some are asked for', async () => {
    for (const question of ['Which startups share investors?', 'Which companies share backers?'])
      assert.equal((await answerTo(question, published)).found, false, question);
  });
});
