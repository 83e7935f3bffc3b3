/** Kinds of question that were once misread with confidence. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerTo } from '../../../src/features/answers/answer-question.ts';
import { questionReader } from '../../../src/features/answers/data-answers.ts';
import type { Reader } from '../../../src/features/reader/read.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
let reader: Reader;
before(async () => {
  published = await shippedPublication();
  reader = await published.derived(questionReader);
});

const confidenceOf = async (question: string) => (await answerTo(question, published)).confidence;

describe('a reading', () => {
  it('says yes to a fall that is asked about', async () => {
    for (const question of [
      'has Dagger lost contributors since week 20 of 2026',
      'has Prisma lost contributors since week 10 of 2026',
    ]) {
      const found = await answerTo(question, published);
      assert.ok(found.found);
      const isFall = /\(-/.test(found.answer);
      assert.ok(found.answer.startsWith(isFall ? 'Yes. ' : 'No. '), found.answer);
    }
  });

  it('answers from prose how terms differ, and who entered or left the top 20', async () => {
    const answerOf = async (question: string) => {
      const found = await answerTo(question, published);
      assert.ok(found.found, question);
      return found.answer;
    };
    assert.match(await answerOf('agent-authored vs agent-assisted'), /^Agent-authored is/);
    assert.match(await answerOf('who is new in the top 20'), / entered the top 20 in week /);
    assert.match(await answerOf('who dropped out of the top 20'), / left the top 20 in week /);
    assert.doesNotMatch(
      JSON.stringify(
        await answerTo('who dropped out of the top 20 over the past month', published),
      ),
      / left the top 20 in week /,
    );
  });

  it('says of an organization without commits that it is not tracked', async () => {
    const found = await answerTo('OpenAI commits', published);
    assert.match(found.found ? '' : (found.note ?? ''), /^OpenAI isn't tracked here/);
  });
});

describe('what is never recorded', () => {
  it('is said to be so without a name as well', async () => {
    for (const [question, note] of [
      ['most starred repos top 5', /GitHub stars isn't recorded here/],
      ['Which observability companies have the most paying customers?', /customers isn't/],
      ['email address of unkey engineering lead', /^People aren't named here/],
      ['who will be no 1 next month', /don't forecast/],
      ['npm downloads for better-auth last 90d', /number of downloads isn't/],
    ] as const) {
      const found = await answerTo(question, published);
      assert.match(found.found ? found.answer : (found.note ?? ''), note, question);
      assert.ok(!found.found, question);
    }
  });
});

describe('confidence', () => {
  it('is at most 0.5 where a direction, an order or a field was supplied', async () => {
    for (const question of [
      'AI coding tools',
      'highest and lowest contributors in databases',
      'average and median commits in security',
      'Is the code of Chroma any good?',
    ])
      assert.ok(
        (await confidenceOf(question)) <= 0.6,
        `${question} ${await confidenceOf(question)}`,
      );
  });

  it('is at most 0.5 where a word, a half or a rival meaning was left out, which is said', async () => {
    for (const [question, left] of [
      ['langfuse average commits', /^I left out “average”\. /],
      ['startups like langfuse', /^I left out “startups”\. /],
      ['how many startups raised this year', /^I left out “startups”\. /],
      ['which databases grew releases', /^I left out “grew releases”\. /],
      ['which sector is hottest, web3 dead?', /Web3/],
      ['yc companies hiring burst or growing team', /^I left out “or”\. /],
      ['how many deals', /funding rounds\.$/],
      ['feldera releases how many this yr', /average of the weeks/],
      ['top movers last month', /average of the weeks/],
      ['prisma growth last month', /week/],
    ] as const) {
      const found = await answerTo(question, published);
      assert.ok(found.found && found.confidence <= 0.5, question);
      assert.match(found.answer, left, question);
    }
  });

  it('of prose is at most 0.5 where it lacks words of the question, or answers one of two', async () => {
    for (const question of [
      'how do u measure commits',
      'can I download the full weekly history as csv, and is there a rate limit on the api?',
      'I paid twice by accident, can I have my money back?',
    ])
      assert.ok((await confidenceOf(question)) <= 0.5, question);
  });

  it('is at most 0.5 in what found nothing, and in names that are words', async () => {
    for (const question of [
      'who invested in Google',
      'Is the Series D of Nango recorded?',
      'Who bought Langfuze?',
      'keep commits',
    ])
      assert.ok((await confidenceOf(question)) <= 0.5, question);
  });

  it('is at most 0.5 in a name that stands after an article, in lower case', () => {
    for (const question of ['commits of a convex', 'contributors of another temporal'])
      assert.equal(reader.read(question).reading?.restsOnWord, true, question);
    assert.equal(reader.read('commits of convex').reading?.restsOnWord, false);
  });

  it('is high where all was read and nothing else can be meant', async () => {
    for (const question of [
      'langfuse contributors',
      'Who bought Astral?',
      'How many commits did Modal make in week 20 of 2026?',
      'count startups where signalStrength=strong',
    ])
      assert.ok((await confidenceOf(question)) > 0.9, question);
  });
});
