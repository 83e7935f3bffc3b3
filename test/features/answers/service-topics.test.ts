import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerTo } from '../../../src/features/answers/answer-question.ts';
import { currentNumbers } from '../../../src/features/answers/current-numbers.ts';
import { editionFact } from '../../../src/features/answers/edition-facts.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
before(async () => {
  published = await shippedPublication();
});

it('says nothing of who entered or left the top 20 in the first week, rather than that it was no startup', async () => {
  const numbers = await published.derived(currentNumbers);
  const period = published.editions.periods.at(-1)?.slug ?? '';
  for (const slug of ['who-is-new-in-the-top-20', 'who-left-the-top-20']) {
    assert.match((await editionFact(slug, published, numbers)) ?? '', /the top 20 in week/);
    assert.equal(await editionFact(slug, published, { ...numbers, period }), undefined);
  }
});

it('gives the nearest passage with less than 0.5, unless numbers or nothing readable are asked for', async () => {
  for (const [question, expected] of [
    ['does claude desktop work w this', /claude mcp add/],
    ['api key lost what now', /rotate it/],
  ] as const) {
    const answer = await answerTo(question, published);
    assert.match(answer.found ? answer.answer : '', expected, question);
    assert.ok(answer.confidence < 0.5, `${question} ${answer.confidence}`);
  }
  for (const question of ['best scouts', 'median contributors: Seed against Series A/B'])
    assert.ok((await answerTo(question, published)).confidence < 0.5, question);
  for (const question of ['SELECT password FROM users WHERE 1=1', '2+2', '?!'])
    assert.equal((await answerTo(question, published)).found, false, question);
});

/** Topics with what their answers must say, and questions that the FAQ does not list. */
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
  [
    'back-tests',
    /no skill .*\/research/,
    ['Were the forecasts backtested?', 'Was your method back-tested?'],
  ],
  [
    'intervals',
    /95% intervals/,
    ['Do you give confidence intervals?', 'Which of the numbers have error bars?'],
  ],
  [
    'agents as contributors',
    /^No\. No agent is counted as a person/,
    ['do agents count as contributors', 'are agents included in the contributors?'],
  ],
  [
    'assistants',
    /\/api\/mcp\/rpc as a remote MCP server/,
    ['how do I connect my assistant to this', 'Can I hook this up to my AI assistant?'],
  ],
  [
    'hammering',
    /429 with Retry-After/,
    ['can I hammer your endpoint?', 'Can I hammer this API with requests?'],
  ],
  [
    'reference managers',
    /Zotero, JabRef, Mendeley and EndNote import/,
    ['Does it work with Zotero?', 'zotero import', 'can Zotero read your pages'],
  ],
  [
    'the time of picks',
    /until its lock/,
    ['How long do picks stay open?', 'how long are the picks open', 'When do the picks lock?'],
  ],
  [
    'companies of erased people',
    /^No\. Erasure is of a person/,
    [
      'Is the whole company opted out when one developer opts out?',
      'if I opt out is my whole company opted out',
    ],
  ],
  [
    'companies that opt out',
    /the operator, who decides/,
    ['Can I opt my company out?', 'How can our company opt out of this?'],
  ],
  [
    'incremental downloads',
    /append it/,
    [
      'How do I download only what changed?',
      'incremental download of the dataset',
      'Is there an incremental export?',
    ],
  ],
];

/** The same in other words than any phrasing's. */
const IN_OTHER_WORDS: readonly [string, RegExp][] = [
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

describe('questions about the service', () => {
  for (const [topic, says, questions] of TOPICS)
    it(`are answered about ${topic}`, async () => {
      for (const question of questions) {
        const answer = await answerTo(question, published);
        assert.ok(answer.found, question);
        assert.match(answer.answer, says, question);
      }
    });

  for (const [question, says] of IN_OTHER_WORDS)
    it(`are read in other words: “${question}”`, async () => {
      const answer = await answerTo(question, published);
      assert.ok(answer.found);
      assert.match(answer.answer, says);
    });

  it('are declined about an unknown company', async () => {
    const question = 'Does Tesla stay in the ranking after it was acquired?';
    assert.equal((await answerTo(question, published)).found, false);
  });

  it('are not answered from the data of startups', async () => {
    for (const question of [
      'How many people work at Bellwether?',
      'Does Bellwether have investors?',
    ]) {
      const answer = await answerTo(question, published);
      assert.ok(!answer.found || answer.kind !== 'query', question);
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
