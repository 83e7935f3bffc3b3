import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shippedReading } from '../../support/shipped-reading.ts';

const { answerOf, published, readingOf } = shippedReading();
const textOf = async (question: string) => {
  const answer = await answerOf(question);
  return answer.found ? answer.answer : '';
};

describe('the reader, of rounds that are compared', () => {
  it('lists that round of each', () => {
    for (const question of [
      'Which company raised more in its Series C: Clerk or Temporal?',
      "Was Clerk's Series C bigger than Temporal's?",
      'Series C of Clerk vs Temporal',
      'Clerk or Temporal: whose Series C was larger?',
    ]) {
      const { query, also } = readingOf(question);
      assert.deepEqual([query.subject, query.names, also], ['round', ['clerk', 'temporal'], []]);
      assert.notEqual(query.limit, 1, question);
    }
  });

  it('says of whom no such round is known', async () => {
    const { rounds } = published().registry.deals;
    assert.ok(!rounds.some(({ company, round }) => company === 'clerk' && round === 'Series D'));
    const text = await textOf('Who raised more in the Series D, Clerk or Temporal?');
    assert.match(text, /Temporal: Series D.*No such round is documented.*Clerk/);
    const seed = await textOf('Which raised more in seed, Langfuse or Modal?');
    assert.match(seed, /Langfuse: Seed.*No such round is documented.*Modal/);
  });

  it('keeps to one startup where one is named', () => {
    assert.deepEqual(readingOf('How large was the Series C of Temporal?').query.names, [
      'temporal',
    ]);
  });
});

describe('the reader, of sales and prices', () => {
  it('tells who was sold from who bought', () => {
    for (const question of [
      "when was Portkey's sale to Palo Alto Networks completed?",
      'When did the sale of Portkey to Palo Alto Networks close?',
      'When was the acquisition of Portkey by Palo Alto Networks completed?',
    ]) {
      const { query } = readingOf(question);
      assert.deepEqual(
        [query.names, query.where],
        [['portkey'], [{ field: 'acquirer', op: '=', values: ['palo-alto-networks'] }]],
        question,
      );
    }
    assert.deepEqual(readingOf("ClickHouse's acquisition of Langfuse").query.names, ['langfuse']);
  });

  it('reads what was paid as a price', () => {
    for (const question of [
      'Price that Dynatrace paid for Arize AI',
      'sum Dynatrace paid for Arize',
      'What did Dynatrace give for Arize AI?',
      'How much did Dynatrace hand over for Arize AI?',
    ])
      assert.equal(readingOf(question).query.subject, 'acquisition', question);
  });

  it('knows a company by its name without "Labs"', async () => {
    assert.equal(
      await textOf('Was Dagster bought by anyone, and when?'),
      await textOf('Was Dagster Labs bought by anyone, and when?'),
    );
  });
});

describe('the reader, of currencies', () => {
  it('takes the only one in which anything is known of whoever is named', () => {
    for (const question of [
      'Electricity Maps funding round amount + currency',
      'How much did Electricity Maps raise, and in which currency?',
      'rounds of Electricity Maps',
    ])
      assert.equal(readingOf(question).query.currency, 'EUR', question);
    const { query, also } = readingOf('Electricity Maps funding');
    assert.deepEqual([query.currency, also[0]?.currency], ['EUR', 'EUR']);
  });

  it('keeps to the one that is asked for, and to dollars', async () => {
    assert.equal(readingOf('How much has Langfuse raised?').query.currency, undefined);
    const answer = await answerOf('How much did Electricity Maps raise in dollars?');
    assert.ok(!answer.found && answer.note?.includes('USD'));
  });

  it('leaves the currency of amounts in general to prose', async () => {
    assert.match(await textOf('In which currency are the amounts?'), /never converted/);
  });
});

describe('the reader, of investors', () => {
  it('counts among those that are tracked alone', () => {
    for (const question of [
      'most active investor among the tracked startups',
      'Who invested in the most tracked startups?',
      'which VC has the most startups among those you follow',
    ]) {
      const { where, groupBy } = readingOf(question).query;
      assert.deepEqual(
        [groupBy, where],
        ['fund', [{ field: 'tracked', op: '=', values: ['yes'] }]],
        question,
      );
    }
  });

  it('reads whether anybody led any round', () => {
    for (const question of [
      'Has Accel led any round at VoidZero? which?',
      "Did Accel lead any of VoidZero's rounds?",
    ])
      assert.equal(readingOf(question).query.subject, 'backing', question);
  });

  it('declines whoever is not known', async () => {
    for (const question of [
      'Has Accel led any round at Acmeware?',
      'Price that Dynatrace paid for Acmeware',
      "when was Acmeware's sale to Palo Alto Networks completed?",
    ])
      assert.equal(await textOf(question), '', question);
  });
});
