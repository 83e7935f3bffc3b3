import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shippedReading } from '../../support/shipped-reading.ts';

const { queryOf, reader, readingOf, said } = shippedReading();
const isRead = (question: string) => reader().read(question).reading?.unread.length === 0;

describe('the reader, of weeks and windows', () => {
  it('reads weeks as programs write them', () => {
    for (const question of [
      'firezone commitVelocity14d period=2025-w40',
      'firezone commits week: 2025-w40',
      'firezone commits edition=2025-w40',
    ])
      assert.deepEqual(
        queryOf(question),
        {
          subject: 'startup',
          names: ['firezone'],
          metric: 'commitVelocity14d',
          period: '2025-w40',
        },
        question,
      );
    assert.equal(queryOf('prisma commits week=20').period, '2026-w20');
    const { from, to } = queryOf('agenta commits from=2026-w01 to=2026-w10');
    assert.deepEqual([from, to], ['2025-12-29', '2026-03-08']);
  });

  it('reads a range of weeks as a time, and not as a bound of the number', () => {
    for (const question of ['Turso commits weeks 20-25', 'Turso commits in weeks 20 through 25']) {
      const { from, to, where } = queryOf(question);
      assert.deepEqual([from, to, where], ['2026-05-11', '2026-06-21', undefined], question);
    }
    assert.ok(!isRead('Turso commits in weeks 25 to 20 of 2025'));
    const changed = queryOf("change in Deno's commits from week 1 to the latest edition");
    assert.deepEqual([changed.against, changed.period ?? changed.to], ['2025-12-29', '2026-08-02']);
  });

  it('finds the week of the highest, and the first or last that satisfies a bound', () => {
    for (const question of [
      'metriport max commits period',
      'metriport max commits, all periods, with week',
      'across all weeks, highest commits of Metriport, in which period?',
    ])
      assert.equal(queryOf(question).operation, 'extreme', question);
    const { order } = queryOf('In which week of 2026 did Clerk record the fewest commits?');
    assert.equal(order, 'lowest');
    for (const [question, reads] of [
      ['first week prisma agentShare > 0.5', 'first'],
      ['last week prisma agentShare > 0.5', 'last'],
      ['When did Prisma first reach 500 commits?', 'first'],
    ] as const)
      assert.equal(readingOf(question).asked.reads, reads, question);
  });

  it('leaves the window out that a number is counted in, and no other', () => {
    assert.equal(
      queryOf('How many contributors has Weaviate in a thirty-day window?').metric,
      'contributors',
    );
    assert.ok(!isRead('commits at Deno in a seven-day window'));
    assert.equal(
      queryOf('AuthZed commits this fortnight and the one before it').metric,
      'commitVelocityChangeRatio',
    );
  });

  it('asks the same of each of several times', async () => {
    const reading = readingOf(
      'How many startups did you cover in week 31 of 2024, of 2025 and of 2026?',
    );
    const periods = [reading.query, ...reading.also].map(({ period }) => period);
    assert.deepEqual(periods, ['2024-w31', '2025-w31', '2026-w31']);
    assert.equal(
      readingOf('how many hiring bursts were there in week 20, 25 and 30').also.length,
      2,
    );
    assert.match(
      await said('who had the most commits in week 20 and in week 25'),
      /week 20 of 2026\)\. .+ \(week 25 of 2026\)\.$/,
    );
    const ofQuarters = readingOf('Number of contributors at Clerk in Q1 2025, Q1 2026');
    assert.deepEqual([ofQuarters.query.period, ofQuarters.also[0]?.period], ['2026-q1', '2025-q1']);
    assert.ok(!isRead("Which month of 2026 was Turso's busiest?"));
    // Which year of the first two is meant, and whether one has to be in both
    assert.ok(!isRead('hiring bursts in weeks 20, 25 and 30 of 2025'));
    assert.equal(
      reader().read('startups with a strong signal in week 28 and in week 30').reading,
      undefined,
    );
  });

  it('counts weeks in a row, and says since when', async () => {
    for (const question of [
      'How many weeks running has Evidence been at zero commits?',
      'since when has Evidence been quiet',
      'how many weeks in succession has Evidence had no commits?',
    ])
      assert.match(
        await said(question),
        /^For \d+ weeks in a row from week 10 of 2026 up/,
        question,
      );
    assert.equal(readingOf("since when does Bruno's hiring burst last").asked.reads, 'streak');
    assert.ok(!isRead('Since when has Langfuse belonged to ClickHouse?'));
  });

  it('says which weeks cover somebody', async () => {
    for (const question of [
      'Until when does your data on Earthly reach?',
      'When did you stop covering Earthly?',
      'What is the last week with data for Earthly?',
    ])
      assert.match(
        await said(question),
        /^Earthly was covered in \d+ weeks, from .+ to week 29 of 2025\./,
      );
    assert.match(await said('Have you ever covered Earthly?'), /^Yes\. Earthly was covered/);
    assert.match(await said('Have you ever covered Vercel in any week?'), /^No\. No week/);
  });

  it('knows earlier editions', () => {
    for (const question of [
      'who fell out of the trending list since the edition before?',
      'Who left the trending list since the last edition?',
    ])
      assert.equal(readingOf(question).also[0]?.period, '2026-w30', question);
    assert.ok(!isRead('who is in the trending list since the edition before week 20'));
  });

  it('leaves out a number that is said not to be meant', () => {
    for (const question of [
      'RisingWave growth score (not the composite)',
      'For RisingWave, the growth score rather than the composite',
    ])
      assert.deepEqual(
        queryOf(question),
        { subject: 'startup', names: ['risingwave'], metric: 'scoreGrowth' },
        question,
      );
    assert.equal(
      queryOf('startups with more than 300 commits and not more than 20 contributors').where
        ?.length,
      2,
    );
  });

  it('takes quiet for no commits, and no fund', async () => {
    for (const question of ['has qdrant gone quite??', 'Has Qdrant gone quiet?', 'is Qdrant idle'])
      assert.match(await said(question), /^Yes\. Qdrant: 0 commits/, question);
    assert.match(await said('did Turso go silent?'), /^No\. Turso: \d+ commits/);
  });

  it('compares two groups each by each, and all together', () => {
    const { query, also } = readingOf('Do American startups commit more than European ones?');
    assert.deepEqual(
      [query.groupBy, query.measure, also[0]?.measure],
      ['geography', 'mean', 'sum'],
    );
    const ofEach = readingOf('On average, do American startups commit more than European ones?');
    assert.deepEqual([ofEach.query.measure, ofEach.also.length], ['mean', 0]);
  });

  it('knows who depends on one person by other words', () => {
    for (const question of [
      'Socket — key man risk?',
      'is Socket a one-man show',
      "what proportion of Socket's code is attributable to its single largest contributor",
    ]) {
      const { metric, show = [] } = queryOf(question);
      assert.ok([metric, ...show].includes('largestContributorShare14d'), question);
    }
    assert.deepEqual(queryOf('which startups have only one developer').where, [
      { field: 'contributors', op: '=', values: [1] },
    ]);
  });
});
