import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { questionReader } from '../../../../src/features/answers/data-answers.ts';
import type { Reader } from '../../../../src/features/reader/read.ts';
import { shippedPublication } from '../../../../tools/shipped.ts';

let reader: Reader;
before(async () => {
  reader = await (await shippedPublication()).derived(questionReader);
});

const readingOf = (question: string) => {
  const { reading } = reader.read(question);
  assert.ok(reading && reading.unread.length === 0, `${question}: ${reading?.unread}`);
  return reading;
};
const queryOf = (question: string) => readingOf(question).query;
const isRead = (question: string) => reader.read(question).reading?.unread.length === 0;

describe('the reader, of everyday words', () => {
  it('takes a share of commits for the share that is named beside it', () => {
    assert.deepEqual(
      queryOf('How many startups have AI agents involved in over three quarters of commits?').where,
      [{ field: 'agentShare', op: '>', values: [0.75] }],
    );
  });

  it('takes a place in the ranking for one on the trending list', () => {
    const { metric, nth } = queryOf('who is number 7 in the ranking');
    assert.deepEqual([metric, nth], ['trendingRank', 7]);
  });

  it('names a word that is in no table, though nothing near can be read', () => {
    assert.deepEqual(reader.read('How many flumbergasts does Langfuse have?').unknown, [
      'flumbergasts',
    ]);
  });

  it('reads a change in percent as a change, and not as the number', () => {
    const { metric } = queryOf('percentage change in commits for Letta');
    assert.equal(metric, 'commitVelocityChangeRatio');
  });

  it('takes plus and maximum for bounds only beside a number', () => {
    const { metric, show } = queryOf('appwrite: contributors + commits');
    assert.deepEqual([metric, show], ['contributors', ['commitVelocity14d']]);
    assert.equal(queryOf('max composite in observability').operation, 'rank');
    assert.deepEqual(queryOf('startups with max 10 contributors').where, [
      { field: 'contributors', op: '<=', values: [10] },
    ]);
  });

  it('gives two numbers that are joined the bound in front of the first', () => {
    assert.deepEqual(
      queryOf('how many startups have at least 20 commits and 3 contributors').where,
      [
        { field: 'commitVelocity14d', op: '>=', values: [20] },
        { field: 'contributors', op: '>=', values: [3] },
      ],
    );
    assert.ok(!isRead('how many startups have at least 20 commits and 3 dragons'));
  });

  it('relates each development to the number beside it', () => {
    const { where = [] } = queryOf('startups with contributors growing but commits falling');
    assert.deepEqual(
      new Set(where as unknown[]),
      new Set([
        { field: 'contributorGrowth', op: '>', values: [0] },
        { field: 'commitVelocityChangeRatio', op: '<', values: [0] },
      ]),
    );
  });

  it('lists all within a bound, although they are called the best', () => {
    assert.equal(queryOf('best startups with a composite above 90').limit, 100);
  });

  it('does not take an order within each group, or a ratio of two numbers, for anything else', () => {
    assert.ok(!isRead('top startup in each sector'));
    assert.ok(!isRead('who has most commits per contributor'));
  });

  it('asks whether it was more at a past time against now', () => {
    const past = readingOf('was Deno busier a year ago?');
    const now = readingOf('is Deno busier than a year ago?');
    assert.equal(past.query.operation, 'change');
    assert.deepEqual(past.query, now.query);
    assert.deepEqual([past.asked.moves, now.asked.moves], ['down', 'up']);
  });

  it('counts startups of a filter by sector', () => {
    const { subject, groupBy, measure, where } = queryOf('which sector has the most seed startups');
    assert.deepEqual([subject, groupBy, measure], ['startup', 'sector', 'count']);
    assert.deepEqual(where, [{ field: 'stage', op: '=', values: ['Seed'] }]);
  });

  it('cuts names and words that a slash or a point joins, and no path', () => {
    assert.deepEqual(queryOf('temporal/inngest contributors compared').names, [
      'temporal',
      'inngest',
    ]);
    assert.deepEqual(queryOf('hatchet.commits').names, ['hatchet']);
    assert.deepEqual(queryOf('infiniflow/ragflow contributors').names, ['infiniflow']);
  });

  it('counts weeks on the trending list', () => {
    assert.equal(readingOf('how many weeks has Lago been in the top 20').asked.reads, 'count');
  });
});

describe('the reader, of deals', () => {
  it('tells who bought from who was bought where several are named', () => {
    assert.deepEqual(queryOf('which startups got bought by OpenAI or Vercel').where, [
      { field: 'acquirer', op: '=', values: ['openai', 'vercel'] },
    ]);
    assert.deepEqual(queryOf('who bought Payload and Tobiko').names, ['payload', 'tobiko']);
    assert.deepEqual(queryOf('What did Vercel and Cloudflare acquire?').where, [
      { field: 'acquirer', op: '=', values: ['vercel', 'cloudflare'] },
    ]);
  });

  it('puts funds side by side, and finds who led the largest round', () => {
    const compared = queryOf('Which of Accel, Benchmark and Sequoia backed the most companies?');
    assert.deepEqual([compared.subject, compared.operation], ['fund', 'compare']);
    const { subject, metric, limit } = queryOf('which fund led the biggest round');
    assert.deepEqual([subject, metric, limit], ['round', 'amount', 1]);
  });

  it('sums what was raised by sector', () => {
    const { measure, groupBy } = queryOf('which sector raised the most money in 2026');
    assert.deepEqual([measure, groupBy], ['sum', 'sector']);
  });

  it('keeps what it cannot filter deals by', () => {
    assert.ok(!isRead('Which fund has the most portfolio companies in the top 20?'));
  });
});
