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

const queryOf = (question: string) => {
  const { reading } = reader.read(question);
  assert.ok(reading, question);
  assert.deepEqual(reading.unread, [], question);
  return reading.query;
};
const confidenceOf = async (question: string) => (await answerTo(question, published)).confidence;
const is = (field: string, ...values: unknown[]) => ({ field, op: '=', values });

describe('a reading', () => {
  it('counts in the week that is named', () => {
    for (const question of [
      'How many startups were covered in 2025-w20?',
      'Number of startups you covered in week 20 of 2025',
    ]) {
      const { measure, period } = queryOf(question);
      assert.deepEqual([measure, period], ['count', '2025-w20'], question);
    }
  });

  it('keeps a filter of another clause', () => {
    const acquired = is('status', 'acquired');
    for (const question of [
      'Of the startups that have been acquired, which still make more than 300 commits?',
      'Among acquired startups, who is the most active?',
    ])
      assert.deepEqual(queryOf(question).where?.[0], acquired, question);
    assert.deepEqual(queryOf('growth-stage startups in databases').where, [
      is('stage', 'Growth'),
      is('sector', 'databases'),
    ]);
    assert.deepEqual(queryOf('stage = Growth, sector = databases').where, [
      is('stage', 'Growth'),
      is('sector', 'databases'),
    ]);
  });

  it('takes “leads” for an order and not for a field', () => {
    const { operation, metric, show } = queryOf('who leads europe by composite score');
    assert.deepEqual([operation, metric, show], ['rank', 'scoreComposite', undefined]);
  });

  it('takes who lost the most people for a fall of contributors', () => {
    for (const question of [
      'Which startup lost the most engineers last month?',
      'who lost most contributors in databases',
    ]) {
      const { operation, metric, order } = queryOf(question);
      assert.deepEqual(
        [operation, metric, order],
        ['rank', 'contributorGrowth', 'lowest'],
        question,
      );
    }
  });

  it('takes who led the most rounds for funds, and who led the largest one for rounds', () => {
    for (const [question, subject, metric] of [
      ['who led the most rounds', 'fund', 'roundsLed'],
      ['which investor led the most rounds', 'fund', 'roundsLed'],
      ['who led the largest round', 'round', 'amount'],
    ] as const) {
      const query = queryOf(question);
      assert.deepEqual([query.subject, query.metric], [subject, metric], question);
    }
    assert.deepEqual(queryOf('yc companies').where?.at(-1), is('backers', 'y-combinator'));
  });

  it('takes one dominant contributor for a share, and human-written code for the lowest of agents', () => {
    for (const [question, metric, order] of [
      ['startups with 1 dominant contributor', 'largestContributorShare14d', undefined],
      ['most human-written codebase', 'agentShare', 'lowest'],
    ] as const) {
      const query = queryOf(question);
      assert.deepEqual([query.metric, query.order], [metric, order], question);
    }
  });

  it('takes agents for those who write code, and AI Agents for a sector', () => {
    for (const question of [
      "Is agents' share of all code rising?",
      'Has AI-written code grown over the past year?',
    ])
      assert.equal(reader.read(question).reading?.reads, 'agents', question);
    assert.equal(queryOf('share of AI code a year ago').period, 'latest-52');
    const { where } = queryOf('startups in AI agents with more than 100 commits');
    assert.deepEqual(where?.[0], is('sector', 'ai-agents'));
  });

  it('gives the deals that a fund took part in, and not rounds of the fund', () => {
    const { subject, where, period } = queryOf('Lightspeed deals 2026');
    assert.deepEqual(
      [subject, where, period],
      ['round', [is('investors', 'lightspeed-venture-partners')], '2026'],
    );
    assert.deepEqual(queryOf('Where has Felicis been the lead investor?').where, [
      is('fund', 'felicis'),
      is('role', 'lead'),
    ]);
  });

  it('knows a name with a mark, and a domain of that name', () => {
    assert.deepEqual(queryOf('modal™ commits').names, ['modal']);
    assert.deepEqual(queryOf('wandb.ai contributors').names, ['wandb']);
    assert.deepEqual(queryOf('compare composite score: autumn, lago, polar').names, [
      'autumn',
      'lago',
      'polar',
    ]);
  });

  it('does not take who was bought for the buyer', () => {
    for (const name of ['deno', 'astral']) {
      const { subject, names, where } = queryOf(
        `Is ${name} still independent, or did someone buy it?`,
      );
      assert.deepEqual([subject, names, where], ['acquisition', [name], undefined]);
    }
    const { subject, names } = queryOf('What happened with Prefect and Dagster?');
    assert.deepEqual([subject, names], ['exit', ['prefect', 'dagster-labs']]);
  });

  it('averages no other weeks than those that are named', () => {
    assert.equal(queryOf("last week's top startup").period, 'latest-1');
    assert.match(String(queryOf("last month's top startup").period), /^\d{4}-\d{2}$/);
    const span = queryOf('Show the composite score of Onyx for the last eight weeks.');
    assert.equal(span.operation, 'series');
    const { period, against } = queryOf(
      'Did total commits in databases go up between week 20 and week 31 of 2026?',
    );
    assert.deepEqual([against, period], ['2026-w20', '2026-w31']);
  });

  it('says yes to a fall that is asked about', async () => {
    for (const question of [
      'has Dagger lost contributors since week 20 of 2026',
      'Did total commits in databases fall between week 20 and week 31 of 2026?',
    ]) {
      const found = await answerTo(question, published);
      assert.ok(found.found);
      const isFall = /\(-/.test(found.answer);
      assert.ok(found.answer.startsWith(isFall ? 'Yes. ' : 'No. '), found.answer);
    }
  });

  it('compares what is named, in the direction that is named', () => {
    const { metric, order } = queryOf('Which one shrank its team more, Appwrite or LiveKit?');
    assert.deepEqual([metric, order], ['contributorGrowth', 'lowest']);
    const { subject } = queryOf('Which buyer has swallowed the most startups?');
    assert.equal(subject, 'acquirer');
    assert.deepEqual(queryOf('who comes second in LLM observability').where, [
      is('sector', 'llm-observability'),
    ]);
  });

  it('knows what people shorten when they type', () => {
    assert.equal(queryOf('how many cos do u track').measure, 'count');
    assert.deepEqual(queryOf('startups w/o signal').where, [is('signalStrength', 'none')]);
    assert.equal(
      queryOf('which cos got acquired this yr').period,
      queryOf('exits this year').period,
    );
    assert.deepEqual(queryOf('who bought astral & how much').names, ['astral']);
  });

  it('takes the startups of a fund for those that it backed', () => {
    const { metric, where } = queryOf('yc cos with the most commits');
    assert.deepEqual([metric, where], ['commitVelocity14d', [is('backers', 'y-combinator')]]);
    assert.equal(queryOf('who invests most in databases').subject, 'fund');
  });

  it('says what became of a company that may have ended', () => {
    for (const question of ['Is InstantDB still in business?', 'is e2b still alive'])
      assert.equal(queryOf(question).metric, 'status', question);
    assert.deepEqual(queryOf('did clerk get bought').names, ['clerk']);
  });

  it('shows a startup in the week that is named, and orders by growth', () => {
    const { period, show } = queryOf('langfuse week 20 of 2026');
    assert.deepEqual([period, show?.includes('scoreComposite')], ['2026-w20', true]);
    assert.equal(queryOf('top 3 security cos by growth').metric, 'scoreGrowth');
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

describe('a change', () => {
  it('is of the field that is named, and not of commits', () => {
    for (const [question, metric, order] of [
      ['biggest jump in releases', 'releaseDays', undefined],
      ['who increased agent share the most', 'agentShare', undefined],
      ['which startup went up most in rank', 'sectorRank', 'lowest'],
      ['biggest drop in rank this week', 'sectorRank', undefined],
      ['is the composite score of dagger going up', 'scoreComposite', undefined],
    ] as const) {
      const query = queryOf(question);
      assert.deepEqual([query.operation, query.metric, query.order], ['change', metric, order]);
      assert.equal(query.against, 'latest-2', question);
    }
    const { metric, limit } = queryOf('top 10 fastest growing devtools');
    assert.deepEqual([metric, limit], ['scoreGrowth', 10]);
    assert.equal(queryOf('who shipped most releases last month').metric, 'releaseDays');
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
      ['openmeter newcomers, did they stick', /^I left out “did they stick”\. /],
      ['which databases grew releases', /^I left out “grew releases”\. /],
      ['which sector is hottest, web3 dead?', /Web3/],
      ['which security cos have more than 20 contributors & growing', /^Of the /],
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
