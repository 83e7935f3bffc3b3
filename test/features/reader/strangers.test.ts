import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { questionReader } from '../../../src/features/answers/data-answers.ts';
import type { Reader } from '../../../src/features/reader/read.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let reader: Reader;
before(async () => {
  reader = await (await shippedPublication()).derived(questionReader);
});

const queryOf = (question: string) => {
  const { reading } = reader.read(question);
  assert.ok(reading && reading.unread.length === 0, `${question}: ${reading?.unread}`);
  return reading.query;
};
const rewordedQueryOf = (question: string) => {
  const { reading } = reader.readReworded(question);
  assert.ok(reading && reading.unread.length === 0, `${question}: ${reading?.unread}`);
  return reading.query;
};
const isRead = (question: string) => reader.read(question).reading?.unread.length === 0;

const AI = ['ai-agents', 'ai-infrastructure', 'llm-observability'];

describe('the reader, of what strangers asked', () => {
  it('takes a word for all sectors that have it in common', () => {
    for (const question of ['List AI startups', 'which machine learning companies are there'])
      assert.deepEqual(queryOf(question).where, [{ field: 'sector', op: '=', values: AI }]);
    assert.deepEqual(queryOf('top 5 startups by commits, exclude AI').where, [
      { field: 'sector', op: '!=', values: AI },
    ]);
    assert.deepEqual(queryOf('what share of startups are AI startups').which, [
      { field: 'sector', op: '=', values: AI },
    ]);
    assert.equal(queryOf('which startup uses AI the most').metric, 'agentShare');
    assert.ok(!isRead('compare AI and flumbergast startups'));
  });

  it('takes a fund that is named by a part of its name for an investor alone', () => {
    for (const question of ['Did Datadog acquire Timescale?', 'Has Datadog raised money?'])
      assert.deepEqual(reader.read(question).reading?.unread, ['Datadog'], question);
    assert.equal(queryOf('What did Sequoia invest in?').subject, 'company');
    assert.equal(queryOf('Who backs Accel?').metric, 'backers');
    assert.equal(queryOf('What did Salesforce buy?').subject, 'acquisition');
  });

  it('orders by what stands behind the superlative', () => {
    for (const question of [
      'Among startups in the EU, whose commits have the highest agent share?',
      'Which contributors of UK startups come with the highest agent share?',
    ])
      assert.equal(queryOf(question).metric, 'agentShare', question);
  });

  it('takes a word in front of “of” for a noun, unless it is written as a name', () => {
    const query = queryOf('Which startups have strong evidence of a framework migration?');
    assert.equal(query.names, undefined);
    assert.deepEqual(queryOf('commits of Evidence').names, ['evidence']);
  });

  it('joins no words to a name that is written as one', () => {
    const { names } = rewordedQueryOf('Cloudflare is on a buying spree, what did it buy?');
    assert.equal(names, undefined);
    assert.deepEqual(queryOf('Ona acquisitions').where, [
      { field: 'acquirer', op: '=', values: ['gitpod'] },
    ]);
  });

  it('lists no investors when startups are asked for that have them in common', () => {
    for (const question of [
      'which startups share investors with Langfuse',
      'which startups have investors in common with Langfuse and ClickHouse',
    ])
      assert.ok(!isRead(question), question);
    for (const question of [
      'which investors backed both Langfuse and ClickHouse',
      'do the startups Langfuse and ClickHouse share investors',
    ])
      assert.equal(queryOf(question).subject, 'fund', question);
  });

  it('says why something is not known that is asked for', () => {
    for (const [question, why] of [
      ['Berlin-based startups', /by region only/],
      ['How many startups are from India?', /by region only/],
      ['which startup is likely to be acquired', /has not been shown/],
      ['Who founded Langfuse?', /people are counted/],
      ['is Langfuse a good investment', /what to invest in/],
    ] as const) {
      const { reading, foreign } = reader.read(question);
      assert.ok(!reading || reading.unread.length > 0 || foreign, question);
      assert.match(foreign ?? '', why, question);
    }
    assert.equal(reader.read('startups in Canada').foreign, undefined);
  });

  it('says of others than startups whether they are tracked', () => {
    for (const question of [
      'Is Cursor tracked?',
      'Do you cover Cursor?',
      'Are you tracking Cursor?',
    ])
      assert.deepEqual(
        [queryOf(question).subject, queryOf(question).metric, queryOf(question).where],
        ['company', 'tracked', undefined],
      );
    assert.ok(!isRead('Is Flumbergast tracked?'));
  });

  it('takes growth beside a plain number for the score, and velocity beside a score for one', () => {
    const { where } = queryOf('startups with velocity above 80 but growth below 20');
    assert.deepEqual(where, [
      { field: 'scoreVelocity', op: '>', values: [80] },
      { field: 'scoreGrowth', op: '<', values: [20] },
    ]);
    assert.deepEqual(queryOf('startups with growth above 50%').where, [
      { field: 'commitVelocityChangeRatio', op: '>', values: [0.5] },
    ]);
    assert.deepEqual(queryOf('startups with velocity above 300').where, [
      { field: 'commitVelocity14d', op: '>', values: [300] },
    ]);
  });

  it('reads two quarters or months of one startup', () => {
    const { reading } = reader.read('compare Q1 and Q2 of Langfuse');
    assert.deepEqual(
      [reading?.query, ...(reading?.also ?? [])].map((query) => query?.from ?? query?.period),
      ['2026-q2', '2026-q1'],
    );
    assert.equal(queryOf('compare May and June for Deno').period, '2026-06');
    assert.equal(queryOf('Deno commits last November').period, '2025-11');
  });

  it('tells all deals of a time, and what was last where none is named', () => {
    const ofTime = reader.read('What happened to OpenHands in November 2025?').reading;
    assert.deepEqual(
      [ofTime?.query, ...(ofTime?.also ?? [])].map((query) => query?.subject),
      ['exit', 'round', 'valuation', 'acquisition'],
    );
    assert.equal(ofTime?.asked.reads, 'found');
    assert.equal(reader.read('What happened to OpenHands?').reading?.asked.reads, 'firstFound');
  });

  it('takes no sum of a week for the total of the dataset', () => {
    assert.ok(!isRead('how many commits are in the dataset'));
    assert.equal(queryOf('which startup has the most commits in the dataset').operation, 'rank');
    assert.equal(queryOf('smallest team in the database sector').limit, 1);
  });

  it('names repositories, and whose one is', () => {
    assert.equal(queryOf('which repositories does Langfuse have').metric, 'repositoryCount');
    assert.deepEqual(queryOf('Who maintains the sqlglot repository?').names, ['tobiko']);
    assert.equal(queryOf('which startup has the most repositories').metric, 'repositoryCount');
    assert.equal(queryOf('Deno new repos').metric, 'newRepos');
  });

  it('leaves out a startup that is excluded by name', () => {
    assert.deepEqual(queryOf('top 5 startups by commits other than CopilotKit').where, [
      { field: 'name', op: '!=', values: ['CopilotKit'] },
    ]);
    assert.ok(!isRead("Isn't Langfuse the most active?"));
  });

  it('compares the two windows where that is asked in words', () => {
    assert.deepEqual(
      queryOf('What proportion of startups commit less than they did a fortnight earlier?').which,
      [{ field: 'commitVelocityChangeRatio', op: '<', values: [0] }],
    );
    assert.deepEqual(queryOf('How many startups gained both commits and contributors?').where, [
      { field: 'commitVelocityChangeRatio', op: '>', values: [0] },
      { field: 'contributorGrowth', op: '>', values: [0] },
    ]);
    const lost = queryOf('Which company lost the biggest proportion of its contributors?');
    assert.deepEqual(
      [lost.metric, lost.order, lost.measure],
      ['contributorGrowth', 'lowest', undefined],
    );
  });

  it('reads the weeks that have any, or a category', () => {
    assert.deepEqual(queryOf('When did OpenPanel last have any commits to show?').where, [
      { field: 'commitVelocity14d', op: '>', values: [0] },
    ]);
    assert.deepEqual(queryOf('When did Mem0 last get a strong signal?').where, [
      { field: 'signalStrength', op: '=', values: ['strong'] },
    ]);
  });

  it('reads what the registry says of a startup behind its name as nothing more', () => {
    assert.deepEqual(queryOf('commits of Qdrant, the vector database company').names, ['qdrant']);
    assert.ok(!isRead('commits of Qdrant, the flumbergast company'));
    assert.ok(!isRead('commits of Qdrant, the crypto payments company'));
  });

  it('reads field names as they are written', () => {
    assert.equal(queryOf('highest contributorGrowth').metric, 'contributorGrowth');
    assert.equal(queryOf('agent_share of Langfuse').metric, 'agentShare');
    assert.ok(!isRead('highest flumberGast'));
  });

  it('keeps of a statement whom the question behind it means', () => {
    const used = 'We might use Descope for our login. How many commits did they make?';
    assert.deepEqual(rewordedQueryOf(used).names, ['descope']);
    const torn = 'We are torn between Charm and Dagger. Behind which one are more people?';
    assert.deepEqual(rewordedQueryOf(torn).names, ['charm', 'dagger']);
    const { reading } = reader.readReworded('In June we met Deno. How many commits did they make?');
    assert.notEqual(reading?.unread.length === 0 && reading.query.period, undefined);
  });

  it('reads the notation of programs, and nothing else in its form', () => {
    const top = queryOf('top_n=3 sector=llm-observability sort=composite desc');
    assert.deepEqual([top.metric, top.limit], ['scoreComposite', 3]);
    assert.equal(queryOf('argmin composite where sector=databases').order, 'lowest');
    const field = queryOf('get_startup_signal name=convex field=commitVelocity14d');
    assert.deepEqual([field.names, field.metric], [['convex'], 'commitVelocity14d']);
    assert.equal(queryOf('qdrant commits 2026-w10..2026-w12').operation, 'series');
    assert.equal(queryOf('delta commits chroma 2026-w01 -> 2026-w31').against, '2025-12-29');
    assert.ok(!isRead('flumbergast(deno)'));
    assert.ok(!isRead('top_n=3 flumbergast=4 sort=composite'));
  });

  it('reads a window by the day on which it ends', () => {
    for (const question of [
      'Exactly how many commits did Temporal make in the fortnight to 2 August 2026?',
      'Temporal commits in the 14 days ending on Sunday 2 August 2026',
    ])
      assert.equal(queryOf(question).period, '2026-w31');
    assert.notEqual(queryOf('Temporal commits from June to July 2026').period, '2026-w31');
  });

  it('compares and orders by the change where that is what is asked', () => {
    const versus =
      'Prefect vs Tobiko: whose commit count changed more against the previous fortnight?';
    assert.equal(queryOf(versus).metric, 'commitVelocityChangeRatio');
    assert.equal(queryOf("who's adding engineers fastest?").metric, 'contributorGrowth');
    const hired = queryOf('Which startups hired the most engineers last month?');
    assert.deepEqual([hired.operation, hired.metric], ['change', 'contributors']);
    assert.deepEqual(queryOf('Which startups are hiring engineers?').where, [
      { field: 'signalType', op: '=', values: ['Engineering hiring burst'] },
    ]);
    const both = reader.read('biggest winners and losers this week').reading;
    assert.deepEqual([both?.query.order, both?.also[0]?.order], [undefined, 'lowest']);
  });

  it('counts the startups of sectors, weeks in a row, and weeks at the top', () => {
    assert.deepEqual(queryOf('Which sectors have fewer than five startups?').where, [
      { field: 'startups', op: '<', values: [5] },
    ]);
    const streak = reader.read(
      'For how many consecutive weeks has Mem0 had a strong signal?',
    ).reading;
    assert.equal(streak?.asked.reads, 'streak');
    assert.deepEqual(queryOf('How many weeks was Agenta number one in 2026?').where, [
      { field: 'trendingRank', op: '=', values: [1] },
    ]);
  });

  it('takes the oldest deal for the first, and the last round alone where it is asked for', () => {
    assert.equal(queryOf("What's the oldest funding round in your records?").metric, 'announcedOn');
    assert.equal(queryOf("who led Supabase's last round").limit, 1);
    assert.equal(queryOf('which acquisition was the most expensive').metric, 'amount');
  });

  it('corrects no slip to a short word that says nothing, and reads no likeness as a profile', () => {
    assert.ok(!isRead('is Deno dying'));
    assert.ok(!isRead('which startups are like Deno'));
    assert.equal(queryOf('how many people commited to Coolify').metric, 'contributors');
  });

  it('asks nothing of data about whoever asks', () => {
    for (const question of ['can you add my startup', 'how is my startup doing'])
      assert.equal(reader.read(question).reading, undefined, question);
  });

  it('counts and shares in the words of people who are no native speakers', () => {
    for (const question of [
      'how much startups are showing framework migration signal',
      'How much companies show a framework migration?',
    ])
      assert.equal(queryOf(question).measure, 'count', question);
    for (const question of [
      'What per cent of the covered startups have a deploy frequency spike?',
      'what percent of startups have a strong signal',
    ])
      assert.equal(queryOf(question).measure, 'share', question);
    for (const question of [
      'How many startups have not a single AI-assisted commit?',
      'startups without a single agent commit',
      "how many firms don't have any agent commits",
    ])
      assert.deepEqual(
        queryOf(question).where,
        [{ field: 'agentShare', op: '=', values: [0] }],
        question,
      );
  });

  it('reads the size of a team in front of who has it', () => {
    for (const [question, size] of [
      ['one person companies in your data', 1],
      ['solo startups', 1],
      ['two-person teams', 2],
      ['teams of one', 1],
      ['companies with just one developer', 1],
    ] as const)
      assert.deepEqual(
        queryOf(question).where,
        [{ field: 'contributors', op: '=', values: [size] }],
        question,
      );
  });

  it('reads each score of a list of scores', () => {
    const compared = queryOf(
      'compare the composite, growth and novelty scores of Qdrant and Weaviate',
    );
    assert.equal(compared.metric, 'scoreComposite');
    assert.deepEqual(compared.show, ['scoreGrowth', 'scoreNovelty']);
    assert.equal(queryOf('growth and novelty scores of Qdrant').metric, 'scoreGrowth');
    assert.equal(queryOf('velocity, growth and novelty scores of Qdrant').metric, 'scoreVelocity');
    assert.equal(queryOf('composite growth of Qdrant and Weaviate').operation, 'change');
  });

  it('takes no word of its own for a slip', () => {
    for (const question of [
      'gross margin of Formance',
      "Who's crushing it in databases?",
      'wages at Supabase',
    ])
      assert.ok(!isRead(question), question);
  });

  it('reads filters as programs write them', () => {
    const filters = (question: string) =>
      (queryOf(question).where ?? []) as { field: string; values: unknown[] }[];
    const said = filters('stage:Growth sector:security').map(
      ({ field, values }) => `${field}=${values}`,
    );
    assert.deepEqual(said.toSorted(), ['sector=security', 'stage=Growth']);
    assert.equal(
      queryOf('lowest largestContributorShare, commits >= 100').metric,
      'largestContributorShare14d',
    );
    assert.equal(
      queryOf('largestContributorShare30d of Qdrant').metric,
      'largestContributorShare30d',
    );
    assert.equal(queryOf('newPeople14d of Qdrant').metric, 'newPeople14d');
  });

  it('tells who bought from who was bought, and asks who else did', () => {
    for (const question of [
      'acquired_by OpenAI? company=deno',
      'company=deno acquirer=OpenAI',
      'was Deno acquired by OpenAI?',
    ]) {
      const { names, where } = queryOf(question);
      assert.deepEqual(
        [names, where],
        [['deno'], [{ field: 'acquirer', op: '=', values: ['openai'] }]],
      );
      assert.deepEqual(reader.read(question).reading?.also[0]?.names, ['deno'], question);
    }
    assert.deepEqual(queryOf('acquired by OpenAI or Snowflake').where, [
      { field: 'acquirer', op: '=', values: ['openai', 'snowflake'] },
    ]);
    assert.deepEqual(queryOf('Astral acquisition price').names, ['astral']);
  });

  it('lets deals close, and not those who made them', () => {
    const { subject, show } = queryOf("On what date did Dynatrace's purchase of Arize AI close?");
    assert.equal(subject, 'acquisition');
    assert.ok(show?.includes('closedOn'));
    assert.ok(!isRead('Which deals closed in 2026?'));
    assert.equal(queryOf('which startups closed in 2026').subject, 'exit');
  });

  it('asks whose last round it was where something grows', () => {
    const { subject, where } = queryOf('UK series A growing?');
    assert.equal(subject, 'startup');
    assert.ok(JSON.stringify(where).includes('lastRound'));
    assert.equal(queryOf('UK series A rounds').subject, 'round');
  });

  it('shows the rounds beside their sum where only funding is asked for', () => {
    const also = (question: string) => reader.read(question).reading?.also.length;
    assert.equal(also('Estuary funding'), 1);
    assert.equal(also('total funding of Estuary'), 0);
  });

  it('lists whom a fund backs whether or not a week covers them', () => {
    assert.equal(queryOf('YC companies in databases').subject, 'company');
    assert.equal(queryOf('how many YC companies in databases').subject, 'company');
    assert.equal(queryOf('covered YC companies in databases').subject, 'startup');
    assert.equal(queryOf('YC companies with a strong signal').subject, 'startup');
  });

  it('takes a fund in front of companies for neither buyer nor bought', () => {
    for (const question of [
      'which YC companies were acquired?',
      'Sequoia portfolio companies that were bought',
    ])
      assert.deepEqual(
        (queryOf(question).where as { field: string }[]).map(({ field }) => field),
        ['backers', 'status'],
        question,
      );
    for (const question of ['YC companies acquired in 2026', 'YC companies acquired by Cloudflare'])
      assert.ok(!isRead(question), question);
  });

  it('answers no question for a month with a year', () => {
    for (const question of [
      'In which month of this year were made the most commits by all startups together?',
      'In which month of 2025 did Qdrant have the most commits?',
    ])
      assert.ok(!isRead(question), question);
    assert.ok(isRead('commits of Qdrant in the month of May 2026'));
  });

  it('knows which questions choose among startups', () => {
    for (const question of [
      'What percent of security startups carry a contributor flumbergast?',
      'Who flumbergasts in databases?',
      'startups with no flumbergast',
    ])
      assert.ok(reader.read(question).isSurelyData, question);
    for (const question of ['which header carries the API key', 'which companies can be added?'])
      assert.ok(!reader.read(question).isSurelyData, question);
  });
});
