import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Condition } from '../../../src/features/query/query.ts';
import { shippedReading } from '../../support/shipped-reading.ts';

const { answerOf, isRead, queryOf, readings } = shippedReading();
const metricsOf = (...questions: string[]) => [
  ...new Set(questions.map((question) => queryOf(question).metric)),
];
const conditionsOf = (question: string): Condition[] => {
  const { where = [] } = queryOf(question);
  assert.ok(Array.isArray(where), question);
  return where.filter((condition) => typeof condition !== 'string');
};
const MANY = { field: 'commitVelocity14d', op: '>=', values: [20] };
const SOME = { field: 'commitVelocity14d', op: '>', values: [0] };
const BY_AGENTS = { field: 'agentShare', op: '>', values: [0.5] };

describe('the reader, of one number in plain words', () => {
  it('knows what people and signals are called', () => {
    assert.deepEqual(
      metricsOf(
        "What's the headcount of public contributors at Pydantic over the past 30 days?",
        'headcount of committers at Pydantic',
      ),
      ['contributors'],
    );
    assert.deepEqual(
      metricsOf(
        'Which of your four signal types does ParadeDB show at the moment?',
        'Which one of your signal types applies to ParadeDB?',
      ),
      ['signalType'],
    );
    assert.deepEqual(
      metricsOf('which sector did you file Rerun under', 'under which sector is Rerun filed'),
      ['sector'],
    );
    assert.deepEqual(conditionsOf('startups under 20 commits in security')[0]?.op, '<');
  });

  it('knows how much of the work is one person’s', () => {
    assert.deepEqual(
      metricsOf(
        "largest single contributor's share of commits at Temporal",
        'share of commits of the largest contributor, Temporal',
        'How concentrated is the work at Temporal?',
      ),
      ['largestContributorShare14d'],
    );
    assert.ok(!isRead('How concentrated is the funding of Temporal?'));
  });

  it('knows that whoever comes back after half a year is new', () => {
    assert.equal(
      queryOf('How many first-time or returning-after-half-a-year people does VoidZero have?').show,
      undefined,
    );
    assert.deepEqual(queryOf('How many new or returning contributors does VoidZero have?').show, [
      'returningPeople30d',
    ]);
  });

  it('takes a fortnight for what commits are counted in', () => {
    assert.deepEqual(
      metricsOf(
        'How busy is the Langfuse team, in commits over two weeks?',
        'Langfuse commits over a fortnight',
        'For Langfuse, how much bigger or smaller is this fortnight than the one before?',
      ),
      ['commitVelocity14d'],
    );
    assert.equal(queryOf('How many commits did Langfuse have two weeks ago?').period, '2026-w29');
  });

  it('reads how large a change is', () => {
    assert.deepEqual(
      metricsOf(
        'How steep was the drop in commits at Browserbase?',
        'how strong was the rise in commits at Browserbase',
        'commits last 14 days for Browserbase plus the change vs before',
        'Browserbase: commits in the last 14 days, and how does that compare to the 14 days before?',
      ),
      ['commitVelocityChangeRatio'],
    );
    assert.equal(queryOf('How strong is the signal of ParadeDB?').metric, 'signalStrength');
  });

  it('reads the height of a peak, and the lowest of any window', () => {
    for (const question of [
      'When did CopilotKit peak in commits, and at what level?',
      'When did CopilotKit peak, and how high?',
      'lowest number of commits of Modal in any two-week window since March 2026',
    ])
      assert.equal(queryOf(question).operation, 'extreme', question);
    assert.equal(
      queryOf('In April, how many commits did Modal average per two-week window?').period,
      '2026-04',
    );
  });

  it('lists the weeks in which something holds in any window', () => {
    for (const question of [
      'In any window this year, did Langfuse exceed 300 commits?',
      'Has Langfuse dropped below 100 commits in any 14-day window this year?',
    ]) {
      const { asked, query } = readings(question)[0] ?? {};
      assert.deepEqual([asked?.reads, query?.period], ['weeks', '2026'], question);
    }
    assert.ok(!isRead('startups with over 300 commits in any window this year'));
  });

  it('reads the first week in which somebody appears, and in which something holds', () => {
    for (const question of [
      'first period in which Autumn appears',
      'the first edition with Autumn in it',
      'since which period is Autumn in the data',
    ])
      assert.ok(
        readings(question).some(({ asked }) => asked.reads === 'covered'),
        question,
      );
    assert.ok(!isRead('first period in which Autumn flumbers'));
  });

  it('says whether two names are one startup’s', async () => {
    const same = await answerOf('Is Danswer the same company as Onyx?');
    assert.ok(same.found && same.answer.startsWith('Yes. Onyx'));
    const gel = await answerOf('Are EdgeDB and Gel the same company?');
    assert.ok(gel.found && gel.answer.startsWith('Yes. Gel (EdgeDB): formerly EdgeDB'));
    assert.ok(!isRead('Is Langfuse the same company as PostHog?'));
    assert.ok(!isRead('Which startups are in the same sector as Langfuse?'));
  });
});

describe('the reader, of conditions in plain words', () => {
  it('keeps to a number that is the minimum', () => {
    for (const question of [
      'top 3 startups by agent share, minimum 20 commits',
      'highest agent share (minimum 20 commits)',
      'top 5 by agent share, at minimum 20 commits',
      'highest agent share, 20 commits minimum',
    ])
      assert.deepEqual(conditionsOf(question), [MANY], question);
    assert.deepEqual(conditionsOf('top 5 by composite, minimum 20 commits'), [MANY]);
    assert.equal(queryOf('minimum composite score in databases').order, 'lowest');
  });

  it('keeps to those that still commit', () => {
    for (const question of [
      'whose commits fell the most, in percent, among those that still had any commits',
      'biggest drop in commits among startups that still commit',
      'who fell the most but still had some commits',
      'whose commits fell most, excluding those with no commits',
      "biggest loser in commits that isn't at zero",
      'whose commits sank the most, ignoring those that stopped committing',
    ])
      assert.deepEqual(conditionsOf(question), [SOME], question);
    assert.ok(!isRead('whose commits fell most, not counting those at flumber'));
  });

  it('tells agents that write from the sector of their name', () => {
    for (const question of [
      'Show me companies where agents did over half of the commits.',
      'Where did agents do more than half of the commits?',
      'startups whose agents made more than 50% of the commits',
    ])
      assert.deepEqual(conditionsOf(question), [BY_AGENTS], question);
    const sector = { field: 'sector', op: '=', values: ['ai-agents'] };
    const inSector = conditionsOf('Which startups in AI agents land at least 20 commits?');
    assert.deepEqual(inSector, [MANY, sector]);
  });

  it('reads that no agents are used, and beside what', () => {
    for (const question of [
      'How many startups use no coding agents as far as their commits show, i.e. share zero with at least 20 commits?',
      'startups with zero agent share and at least 20 commits',
      'agent share zero, at least 20 commits: how many startups',
    ])
      assert.deepEqual(
        conditionsOf(question).toSorted((one, other) => one.field.localeCompare(other.field)),
        [{ field: 'agentShare', op: '=', values: [0] }, MANY],
        question,
      );
  });

  it('knows the work of one person by other words', () => {
    for (const question of [
      'the most one-person startup, at least 20 commits',
      'where does one person write almost all commits? at least 20 commits',
      'which startups are practically one-person, minimum 20 commits',
    ]) {
      const { metric, where, operation } = queryOf(question);
      assert.deepEqual(
        [metric, where, operation],
        ['largestContributorShare14d', [MANY], 'rank'],
        question,
      );
    }
  });

  it('takes the hottest of all for the trending list, and one of a sector for the highest', () => {
    assert.deepEqual(
      metricsOf('What are the hottest three startups of the week?', 'hottest startups right now'),
      ['trendingRank'],
    );
    assert.equal(queryOf('the hottest startups in databases').metric, 'scoreComposite');
  });

  it('reads who leads a region or a sector, and names nobody who leads a startup', () => {
    for (const question of [
      'who leads europe by composite score',
      'Who leads databases by composite score?',
    ])
      assert.equal(queryOf(question).operation, 'rank', question);
    assert.ok(!isRead('Who leads Supabase?'));
  });
});
