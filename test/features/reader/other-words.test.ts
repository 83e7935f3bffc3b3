import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shippedReading } from '../../support/shipped-reading.ts';

const { answerOf, queryOf, reader, readingOf, readings } = shippedReading();
const metricsOf = (questions: readonly string[]) => [
  ...new Set(questions.map((question) => queryOf(question).metric)),
];

describe('the reader, of facts in other words', () => {
  it('knows regions and web addresses by what people call them', () => {
    assert.deepEqual(
      metricsOf([
        'Which region of the world is Tyk from?',
        'Where in the world is Tyk?',
        'Where does Tyk come from?',
        'What region does Tyk hail from?',
      ]),
      ['geography'],
    );
    assert.deepEqual(
      metricsOf([
        'whats the web address of Odigos',
        'where can I find Odigos online',
        'what is the official site of Odigos',
        'link to the website of Odigos',
      ]),
      ['website'],
    );
  });

  it('knows who a former name stands for, and who still exists', () => {
    for (const question of [
      'What is the company that used to be Timescale called nowadays?',
      'Which company used to be called Timescale?',
      'Does Timescale still exist under that name?',
    ]) {
      const { metric, names } = queryOf(question);
      assert.deepEqual([metric, names], ['formerNames', ['tigerdata']], question);
    }
    const { query, asked } = readingOf('Does Neon still exist?');
    assert.equal(query.metric, 'status');
    assert.deepEqual(asked.checks, [{ field: 'status', op: '!=', values: ['closed'] }]);
  });

  it('reads the owner, and a round with its valuation', () => {
    for (const question of ['weights and biases owner', 'who owns Weights & Biases'])
      assert.equal(queryOf(question).subject, 'acquisition', question);
    for (const question of [
      "How large was Modal's Series C and what was the company valued at?",
      'At what valuation did Modal raise its Series C?',
    ]) {
      const { query, also } = readingOf(question);
      assert.deepEqual([query.subject, also[0]?.subject], ['round', 'valuation'], question);
    }
    assert.equal(queryOf('Is Modal worth more than 5 billion?').subject, 'company');
  });
});

describe('the reader, of orders and conditions in other words', () => {
  it('takes the worst of a risk for the highest share', () => {
    for (const question of [
      'Which startup has the worst bus factor?',
      'Where is bus-factor risk worst?',
      'Who has the lowest bus factor?',
    ]) {
      const { metric, order } = queryOf(question);
      assert.deepEqual([metric, order], ['largestContributorShare14d', undefined], question);
    }
    assert.equal(queryOf('startup with the best bus factor').order, 'lowest');
  });

  it('excludes what a bound lets through', () => {
    const bounds = new Map([
      [
        'Leaving aside startups with no commits at all, which three have the lowest growth scores?',
        ['>', 0],
      ],
      ['Ignoring startups without any commits, who has the lowest growth score?', ['>', 0]],
      ['Excluding companies with fewer than 5 contributors, who has the top composite?', ['>=', 5]],
      ['top composite, leaving out startups with more than 50 contributors', ['<=', 50]],
    ]);
    for (const [question, [op, value]] of bounds) {
      const where = queryOf(question).where ?? [];
      assert.ok(Array.isArray(where));
      assert.deepEqual(
        where.map((condition) => [condition.op, ...condition.values]),
        [[op, value]],
        question,
      );
    }
  });

  it('reads changes against the window before', () => {
    for (const question of [
      'steepest fall in commits vs prior 2 wks',
      'biggest drop in commits against the previous fortnight',
      'sharpest decline in commits compared to the two weeks before',
    ]) {
      const { metric, order } = queryOf(question);
      assert.deepEqual([metric, order], ['commitVelocityChangeRatio', 'lowest'], question);
    }
    assert.deepEqual(
      metricsOf([
        'Temporal — contributor growth, latest 30 days vs the 30 before',
        'contributor growth of Temporal compared with the previous 30-day window',
      ]),
      ['contributorGrowth'],
    );
    const tripled = queryOf(
      'Which startups more than tripled their commits against the fortnight before?',
    );
    assert.deepEqual(tripled.where, [{ field: 'commitVelocityChangeRatio', op: '>', values: [2] }]);
    const { query, asked } = readingOf(
      'Over Q2 2026, was Unsloth making more commits at the end than at the start?',
    );
    assert.deepEqual([query.operation, asked.moves], ['change', 'up']);
  });

  it('keeps a share of commits by agents apart from commits', () => {
    assert.deepEqual(
      metricsOf([
        "How has the AI-agent share of E2B's commits changed over the last six months?",
        'How has the share of Langfuse’s commits written by agents changed since March?',
        'What has changed in E2B’s share of commits by AI agents since February?',
      ]),
      ['agentShare'],
    );
    assert.ok(
      readings('How has the share of Deno’s commits by flumbergasts changed since March?').every(
        ({ unread }) => unread.length > 0,
      ),
    );
  });

  it('drops a sentence whose picks the question repeats, and no other', () => {
    const where = [
      { field: 'contributors', op: '>', values: [10] },
      { field: 'sector', op: '=', values: ['identity-access'] },
    ];
    const asked = 'Which identity & access startups have more than 10 contributors?';
    assert.deepEqual(queryOf(`My fund is looking at auth. ${asked}`).where, where);
    assert.deepEqual(queryOf(`I am interested in auth. ${asked}`).where, where);
    const restricted = readings(`We look at seed companies only. ${asked}`).filter(
      ({ unread }) => unread.length === 0,
    );
    for (const { query } of restricted) assert.notDeepEqual(query.where, where);
  });

  it('reads days with a release', () => {
    assert.deepEqual(
      metricsOf([
        'on how many days did Cline ship a release in the last four weeks',
        'How many release days has Langfuse had in the last 28 days?',
        'on how many different days has Cline cut releases lately',
        'Which startup had the most release days?',
      ]),
      ['releaseDays'],
    );
    assert.ok(
      readings('How many releases did Cline make?').every(({ unread }) => unread.length > 0),
    );
  });

  it('corrects slips in the short words of questions', () => {
    const { reading } = reader().read('wich startups have shut down');
    assert.deepEqual(
      [reading?.query.subject, reading?.unread, reading?.corrections],
      ['exit', [], 1],
    );
    assert.equal(queryOf('waht is teh composite of Deno').metric, 'scoreComposite');
  });
});

describe('a question for a person', () => {
  it('is declined with the reason, in whatever words', async () => {
    for (const question of [
      'Who is the top committer at Rerun? I need a name for an interview.',
      'Who is the most active contributor at Deno?',
      'Which engineer commits most at Supabase?',
      'What are the names of Deno’s top contributors?',
      'Name the lead maintainer of Prisma',
    ]) {
      const answer = await answerOf(question);
      assert.ok(!answer.found && /Nobody is named/.test(answer.note ?? ''), question);
    }
    assert.equal(
      queryOf('How dependent is Rerun on its top committer?').metric,
      'largestContributorShare14d',
    );
    assert.equal(queryOf('Who has the most contributors?').metric, 'contributors');
  });
});
