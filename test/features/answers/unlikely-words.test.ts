import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerTo } from '../../../src/features/answers/answer-question.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let published: Published;
before(async () => {
  published = await shippedPublication();
});

const answerOf = async (question: string) => {
  const answer = await answerTo(question, published);
  assert.ok(answer.found, question);
  return answer;
};
const queryOf = async (question: string) => {
  const { query } = await answerOf(question);
  assert.ok(query, question);
  return query;
};
const isDeclined = async (question: string) => !(await answerTo(question, published)).found;

describe('an answer from data', () => {
  it('declines a ratio of two numbers', async () => {
    assert.ok(await isDeclined('Who has the most commits per contributor?'));
  });

  it('lists in the order that is named, and does not add up', async () => {
    for (const question of [
      'list observability startups by commits',
      'name the observability startups by number of commits',
    ]) {
      const { measure, metric } = await queryOf(question);
      assert.deepEqual([measure, metric], [undefined, 'commitVelocity14d'], question);
    }
  });

  it('counts those that are silent, and says of none that it is the most silent so', async () => {
    const zero = [{ field: 'commitVelocity14d', op: '=', values: [0] }];
    assert.deepEqual((await queryOf('How many startups are completely dormant?')).where, zero);
    assert.equal((await queryOf('No of startups that dont show any signal')).measure, 'count');
    assert.equal((await queryOf('who is the most inactive')).where, undefined);
  });

  it('reads who went through an accelerator, and not through a round', async () => {
    const { where } = await queryOf('Which startups came out of Y Combinator?');
    assert.ok(Array.isArray(where));
    assert.deepEqual(where.at(0), { field: 'backers', op: '=', values: ['y-combinator'] });
  });

  it('gives amounts in the currency that is asked for, or says that they are in another', async () => {
    assert.match((await answerOf('NetBird seed round size in euro')).answer, /EUR 4 million/);
    assert.match((await answerOf('biggest seed round in euros')).answer, /: Seed .*, EUR /);
    const none = await answerTo('How much did Supabase raise in euros?', published);
    assert.ok(!none.found);
    assert.match(none.note ?? '', /never converted/);
  });

  it('says why one is missing that no week covers', async () => {
    for (const question of [
      'why is LangChain missing from the ranking',
      'Why is Grafana Labs absent from the latest edition?',
    ])
      assert.match((await answerOf(question)).answer, /has never been collected/, question);
  });
});

describe('a passage', () => {
  it('answers a question in its own words, even one that sounds like data', async () => {
    assert.equal((await answerOf('How many years of history do you keep?')).kind, 'faq');
    assert.match((await answerOf('Do you restate earlier editions?')).answer, /corrected edition/);
  });

  it('is no answer to a question for an order', async () => {
    const { kind } = await answerOf('Rank the observability names by number of contributors');
    assert.equal(kind, 'query');
  });

  it('says how errors are corrected, and what scores and limits are', async () => {
    for (const [question, answer] of [
      [
        'By what procedure would I dispute a fact about a portfolio company?',
        /Write to the operator/,
      ],
      ['If a figure turns out wrong, is a correction published?', /new revision/],
      ['How is the composite put together, and what weight has each component?', /70%/],
      ['max length of q', /280/],
    ] as const)
      assert.match((await answerOf(question)).answer, answer, question);
  });
});
