import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shippedReading } from '../../../support/shipped-reading.ts';

const { isRead, queryOf, readingOf, said } = shippedReading();

describe('the reader, of the place of one startup', () => {
  it('finds it in an order by the number that is named', async () => {
    for (const question of [
      'Where does Turso rank in databases by commits?',
      'What place does Turso take among database startups by number of commits?',
      'Turso’s position in databases by commits',
      'In terms of commits, what rank does Turso have among databases?',
      'How does Turso rank in its sector by commits?',
    ]) {
      const { query, asked } = readingOf(question);
      assert.deepEqual(
        [query.operation, query.metric, query.where, asked.reads, asked.expected],
        [
          'rank',
          'commitVelocity14d',
          [{ field: 'sector', op: '=', values: ['databases'] }],
          'place',
          'turso',
        ],
        question,
      );
    }
    assert.match(
      await said('By composite score, where did GrowthBook rank in analytics in week 23 of 2026?'),
      /^GrowthBook was second of 7 by composite score: 82 of 100; sector Analytics & BI \(week 23/,
    );
    assert.equal(queryOf('Where does Turso rank by contributors?').where, undefined);
  });

  it('is the published one where no number is named', () => {
    for (const question of [
      'Where does Weaviate come in its sector?',
      'Where does Weaviate sit among its peers?',
      'What rank does Weaviate have in its own sector?',
    ])
      assert.equal(queryOf(question).metric, 'sectorRank', question);
    const { metric, show } = queryOf('rank of Turso and its commits');
    assert.deepEqual([metric, show?.includes('commitVelocity14d')], ['sectorRank', true]);
  });

  it('is not what stands next to it', () => {
    for (const question of [
      'Which startup is right behind CopilotKit in commits?',
      'Which startup is behind CopilotKit in commits?',
      'Who ranks directly above Turso in databases?',
    ])
      assert.ok(!isRead(question), question);
  });
});

describe('the reader, of several startups together', () => {
  it('adds up and averages those that are named', () => {
    for (const [question, measure] of [
      ['How many contributors do Deno and Convex have together?', 'sum'],
      ['How many commits do Deno, Convex and Turso have between them?', 'sum'],
      ['combined commits of Deno and Convex', 'sum'],
      ["What's the average composite score of Deno, Convex and Turso?", 'mean'],
      ['median commits of Deno, Convex and Turso', 'median'],
    ] as const)
      assert.equal(queryOf(question).measure, measure, question);
    assert.equal(queryOf('difference in commits between Deno and Convex').operation, 'compare');
    assert.ok(!isRead('combined commits of Deno and Convex vs Turso'));
    assert.equal(
      queryOf('How many contributors do security startups have between them?').measure,
      'sum',
    );
  });

  it('takes an average of one over several weeks alone', () => {
    assert.equal(queryOf("What was Dagger's median number of commits in 2026?").over, 'median');
    assert.equal(queryOf('total commits of Turso').metric, 'commitVelocity14d');
    assert.ok(!isRead('average commits of Turso'));
    // Windows of two weeks overlap, so that days are counted.
    for (const last of [30, 31]) {
      const { asked } = readingOf(`total commits by Dagger in weeks 20 to ${last} of 2026`);
      assert.deepEqual(
        asked.days?.map(({ first, last: end }) => end - first + 1),
        [(last - 19) * 7],
      );
    }
  });

  it('counts startups that are counted, and not their commits', () => {
    assert.ok(!isRead('How many startups have more contributors now than a year ago?'));
    assert.equal(queryOf('how many commits did all startups land').measure, 'sum');
    const { query, also } = readingOf('How many security startups do you track?');
    assert.deepEqual([query.subject, also[0]?.subject], ['company', 'startup']);
    for (const question of [
      'How many tracked startups are missing from the current week?',
      'How many tracked startups are absent from the latest edition?',
    ])
      assert.deepEqual(
        queryOf(question).where,
        [{ field: 'covered', op: '=', values: ['no'] }],
        question,
      );
  });
});

describe('the reader, of what develops', () => {
  it('reads the number that is to grow', () => {
    for (const question of [
      'Rerun, Foxglove, Viam: whose commits grew the most in percent versus the previous two weeks?',
      'whose commits grew most, Rerun or Viam?',
    ]) {
      const { metric, show } = queryOf(question);
      assert.deepEqual([metric, show], ['commitVelocityChangeRatio', undefined], question);
    }
    assert.equal(queryOf('Which grew faster in 2026, Agenta or Mem0?').operation, 'change');
    assert.equal(
      queryOf('Of startups with 50 commits or more, whose commit count fell furthest?').order,
      'lowest',
    );
  });

  it('answers no question by yes or no that names two', async () => {
    for (const question of [
      'Did Weaviate or Qdrant have more commits in week 20?',
      'Did Deno gain or lose contributors since May?',
      "Is Deno's contributor count higher or lower than a year ago?",
    ])
      assert.doesNotMatch(await said(question), /^(?:Yes|No)\b/, question);
    assert.match(await said('Did Deno gain contributors since May?'), /^(?:Yes|No)\b/);
  });

  it('knows the window before by other words', () => {
    for (const question of [
      'What is the commit count of VoidZero, and what was it in the fortnight before?',
      'VoidZero commits: this fortnight and the two weeks before',
      'Commits at VoidZero now, compared with the fortnight earlier?',
    ])
      assert.equal(queryOf(question).metric, 'commitVelocityChangeRatio', question);
    assert.equal(queryOf('How many newcomers did Dagger have over the month?').period, undefined);
    assert.equal(queryOf('contributors Turso gained over the quarter').operation, 'change');
  });

  it('takes the same week in other words for one', () => {
    for (const question of [
      'commits of Chroma in the first week of October 2025, that is week 40',
      'Chroma commits week 40 of 2025, i.e. 2025-w40',
    ])
      assert.equal(queryOf(question).period, '2025-w40', question);
    assert.equal(
      queryOf('Arize AI: commits in week 7 versus week 27, both 2026?').against,
      '2026-w07',
    );
    assert.equal(
      queryOf('When was the last week in which Turso had fewer than 100 commits?').period,
      undefined,
    );
  });

  it('names all scores, and people who are new', () => {
    for (const question of [
      'Give me all four scores for Fly.io.',
      'Show me every score for Fly.io',
      "Fly.io's score breakdown",
    ])
      assert.deepEqual(
        queryOf(question).show,
        ['scoreVelocity', 'scoreGrowth', 'scoreNovelty'],
        question,
      );
    for (const question of [
      'How many of the people who contributed to Better Auth over the past month are new?',
      'How many newcomers are among the people who worked on Better Auth in the past month?',
      "Are any of Better Auth's developers new?",
    ]) {
      const { metric, show = [] } = queryOf(question);
      assert.ok([metric, ...show].includes('newPeople30d'), question);
    }
  });
});
