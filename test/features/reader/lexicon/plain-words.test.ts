import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shippedReading } from '../../../support/shipped-reading.ts';

const { isRead, queryOf, said } = shippedReading();

describe('the reader, of plain words', () => {
  it('knows whom this service watches', () => {
    for (const question of [
      'How many startups do you keep an eye on in security?',
      'How many security startups are there that you keep tabs on?',
    ])
      assert.equal(queryOf(question).subject, 'company', question);
    const { metric, limit } = queryOf(
      'Which startup of all those you follow committed the most code in the last two weeks?',
    );
    assert.deepEqual([metric, limit], ['commitVelocity14d', 1]);
  });

  it('takes teams for startups where they are counted or picked', () => {
    for (const question of [
      'How many teams made no commits at all lately?',
      'Which startups did not commit anything?',
      'How many startups did not make a single commit in the last two weeks?',
    ])
      assert.deepEqual(
        queryOf(question).where,
        [{ field: 'commitVelocity14d', op: '=', values: [0] }],
        question,
      );
    assert.equal(queryOf('Which team landed the most commits?').metric, 'commitVelocity14d');
    assert.equal(queryOf('Which team is the largest?').metric, 'contributors');
    assert.equal(
      queryOf('In which sector do developers ship the most code?').metric,
      'commitVelocity14d',
    );
    assert.equal(queryOf('How many developers ship code at Deno?').metric, 'contributors');
  });

  it('knows that nobody uses agents, and how far others rely on them', () => {
    assert.deepEqual(queryOf('At which companies did nobody use an agent?').where, [
      { field: 'agentShare', op: '=', values: [0] },
    ]);
    for (const question of [
      'Which company relies more heavily on AI for its programming, Prisma or Convex?',
      'Has Sanity come to use AI coding agents more over the past year?',
      "Has Sanity's use of AI agents risen over the past year?",
      'Is Prisma using agents more than it did a year ago?',
    ])
      assert.equal(queryOf(question).metric, 'agentShare', question);
    assert.equal(
      queryOf('Has Sanity come to use AI coding agents more over the past year?').operation,
      'change',
    );
    assert.ok(!isRead('At which companies did nobody use a flumbergast?'));
  });

  it('counts one contributor of the last month over the 30 days that are counted anyway', () => {
    const { period, from, where } = queryOf(
      'Which startups had exactly one contributor in the last month?',
    );
    assert.deepEqual([period, from], [undefined, undefined]);
    assert.deepEqual(where, [{ field: 'contributors', op: '=', values: [1] }]);
  });

  it('does not count the people who are said to commit', () => {
    for (const [question, metric] of [
      ['How much code did the Langfuse folks write in the past fortnight?', 'commitVelocity14d'],
      ['How busy were the developers of Resend around Christmas 2025?', 'commitVelocity14d'],
      ['Which team did the most work at the start of the year?', 'commitVelocity14d'],
      ['By how much does Langfuse outscore Onyx?', 'scoreComposite'],
      ['How many first showed up at Prowler in the last 30 days?', 'newPeople30d'],
      ['In which sector do AI coding agents write the largest part of the code?', 'agentShare'],
    ] as const)
      assert.equal(queryOf(question).metric, metric, question);
    assert.equal(queryOf('Which outfits have a single developer?').where?.length, 1);
    assert.equal(queryOf('How many startups are growing right now?').measure, 'count');
  });

  it('does not say who did something first', () => {
    assert.ok(!isRead('Which startup was the first to use agents for over half of its commits?'));
  });

  it('asks for the place of one among those of its sector', () => {
    for (const question of [
      'What position does Langfuse have among AI companies?',
      'Where does Turso stand among the database startups?',
      'On which place is Socket among the security firms?',
    ])
      assert.equal(queryOf(question).metric, 'sectorRank', question);
  });

  it('puts the better score ahead in the ranking', async () => {
    assert.match(
      await said('Is Langfuse ahead of Onyx in the ranking?'),
      /^Yes\. Langfuse is ahead/,
    );
    assert.match(
      await said('Who ranks higher in their sector, SigNoz or OpenObserve?'),
      /^SigNoz is ahead/,
    );
    assert.equal(queryOf('Who fell the furthest in the ranking since last week?').order, undefined);
  });

  it('takes a word without a capital beside a name for a word', () => {
    for (const question of [
      'What spot does Dagger take in your list?',
      'How many repositories does Pulumi keep in public?',
      'How big is the crew of Trigger.dev?',
    ])
      assert.equal([queryOf(question).names].flat().length, 1, question);
    assert.equal([queryOf('Compare Pulumi and Keep by commits').names].flat().length, 2);
  });

  it('tells former names, however they are asked for', () => {
    for (const question of [
      'What did Mem0 use to be called?',
      'What was Mem0 called in its early days?',
      'Under which name did the people of Trigger.dev start out?',
    ])
      assert.equal(queryOf(question).metric, 'formerNames', question);
  });
});
