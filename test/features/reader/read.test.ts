import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { questionReader } from '../../../src/features/answers/data-answers.ts';
import { QueryInput } from '../../../src/features/query/query.ts';
import { FIELDS } from '../../../src/features/query/query-fields.ts';
import { Dictionary } from '../../../src/features/reader/dictionary.ts';
import { ROWS } from '../../../src/features/reader/lexicon.ts';
import type { Reader } from '../../../src/features/reader/read.ts';
import { tokensIn } from '../../../src/features/reader/tokens.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let reader: Reader;
before(async () => {
  reader = await (await shippedPublication()).derived(questionReader);
});

const is = (field: string, ...values: unknown[]) => ({ field, op: '=', values });
const bound = (field: string, op: string, value: number) => ({ field, op, values: [value] });

const GROWTH_DATABASES = [is('stage', 'Growth'), is('sector', 'databases')];
const LISTED_BY_COMMITS = { measure: undefined, metric: 'commitVelocity14d' };
const CHANGED = { operation: 'change', against: 'latest-2' };
const LOST_PEOPLE = { operation: 'rank', metric: 'contributorGrowth', order: 'lowest' };
const YC_BY_COMMITS = { metric: 'commitVelocity14d', where: [is('backers', 'y-combinator')] };

/** Questions, and what each query must have. */
const QUERIES: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['langfuse contributors', { names: ['langfuse'], metric: 'contributors' }],
  ['Langfuse agent_share 2026-w20', { metric: 'agentShare', period: '2026-w20' }],
  ['{"company":"Mem0","field":"signalType"}', { names: ['mem0'], metric: 'signalType' }],
  ['lookup:ngrok', { names: ['ngrok'] }],
  ['E2B vs Modal vs Daytona, who is winning', { operation: 'compare', metric: 'scoreComposite' }],
  ['Is Hanko bigger than Cerbos, counting people who commit?', { metric: 'contributors' }],
  ['is copilotkit slowing down', { metric: 'commitVelocityChangeRatio' }],
  ['Deno commits week 20 vs week 31', { operation: 'change', against: '2026-w20' }],
  ['Firecrawl contributors trend', { operation: 'series', metric: 'contributors' }],
  ['When was Dagger busiest?', { operation: 'extreme', metric: 'commitVelocity14d' }],
  ['top 5 in security rn', { operation: 'rank', where: [is('sector', 'security')], limit: 5 }],
  ['second most commits in databases', { metric: 'commitVelocity14d', nth: 2 }],
  [
    'companies with fewer than 10 devs but shipping >100 commits',
    { where: [bound('contributors', '<', 10), bound('commitVelocity14d', '>', 100)] },
  ],
  ['startups with contributors between 50 and 60', { operation: 'list' }],
  ['count startups where signalStrength=strong', { measure: 'count' }],
  ['average team size in databases', { measure: 'mean', metric: 'contributors' }],
  ['what % of startups show a signal', { measure: 'share' }],
  ['number of startups per sector', { measure: 'count', groupBy: 'sector' }],
  ['which sector has the most contributors', { subject: 'sector', metric: 'contributors' }],
  ['Which startups are not in the US and in databases?', { operation: 'list' }],
  ["last week's top startup", { period: 'latest-1', limit: 1 }],
  ['Who led the Series A of Restate?', { subject: 'round', names: ['restate'] }],
  ['temporal.io latest round + lead investor', { subject: 'round', limit: 1 }],
  ['Which companies has Snyk bought?', { where: [is('acquirer', 'snyk')] }],
  ['Who bought Astral?', { subject: 'acquisition', names: ['astral'] }],
  ['Is Deno still independent, or did someone buy it?', { names: ['deno'] }],
  ['Accel portfolio', { subject: 'company', where: [is('backers', 'accel')] }],
  ['rounds led by Felicis', { subject: 'backing' }],
  ['common investors of PostHog and Supabase', { subject: 'fund' }],
  ['How much has Modal raised?', { subject: 'company', metric: 'raised' }],
  ['most commits ever by anyone', { metric: 'commitVelocity14d', period: 'all', over: 'highest' }],
  ['biggest round of 2026', { subject: 'round', metric: 'amount', period: '2026', limit: 1 }],
  // Kinds that were once misread.
  ['How many startups were covered in 2025-w20?', { measure: 'count', period: '2025-w20' }],
  ['Number of startups you covered in week 20 of 2025', { measure: 'count', period: '2025-w20' }],
  [
    'Of the startups that have been acquired, which still make more than 300 commits?',
    { where: [is('status', 'acquired'), bound('commitVelocity14d', '>', 300)] },
  ],
  ['Among acquired startups, who is the most active?', { where: [is('status', 'acquired')] }],
  ['growth-stage startups in databases', { where: GROWTH_DATABASES }],
  ['stage = Growth, sector = databases', { where: GROWTH_DATABASES }],
  [
    'who leads europe by composite score',
    { operation: 'rank', metric: 'scoreComposite', show: undefined },
  ],
  ['Which startup lost the most engineers last month?', LOST_PEOPLE],
  ['who lost most contributors in databases', LOST_PEOPLE],
  ['who led the most rounds', { subject: 'fund', metric: 'roundsLed' }],
  ['which investor led the most rounds', { subject: 'fund', metric: 'roundsLed' }],
  ['who led the largest round', { subject: 'round', metric: 'amount' }],
  ['yc companies', { where: [is('tracked', 'yes'), is('backers', 'y-combinator')] }],
  ['yc cos with the most commits', YC_BY_COMMITS],
  ['yc companies with most commits', YC_BY_COMMITS],
  ['startups with 1 dominant contributor', { metric: 'largestContributorShare14d' }],
  ['most human-written codebase', { metric: 'agentShare', order: 'lowest' }],
  ["Is agents' share of all code rising?", { metric: 'agentShare', operation: 'change' }],
  ['Has AI-written code grown over the past year?', { metric: 'agentShare', operation: 'change' }],
  ['share of AI code a year ago', { period: 'latest-52' }],
  [
    'startups in AI agents with more than 100 commits',
    { where: [is('sector', 'ai-agents'), bound('commitVelocity14d', '>', 100)] },
  ],
  [
    'Lightspeed deals 2026',
    {
      subject: 'round',
      where: [is('investors', 'lightspeed-venture-partners')],
      period: '2026',
    },
  ],
  [
    'Where has Felicis been the lead investor?',
    { where: [is('fund', 'felicis'), is('role', 'lead')] },
  ],
  ['modal™ commits', { names: ['modal'] }],
  ['wandb.ai contributors', { names: ['wandb'] }],
  ['compare composite score: autumn, lago, polar', { names: ['autumn', 'lago', 'polar'] }],
  [
    'Is astral still independent, or did someone buy it?',
    { subject: 'acquisition', names: ['astral'], where: undefined },
  ],
  [
    'What happened with Prefect and Dagster?',
    { subject: 'exit', names: ['prefect', 'dagster-labs'] },
  ],
  ["last week's top startup", { period: 'latest-1' }],
  ['Show the composite score of Onyx for the last eight weeks.', { operation: 'series' }],
  ['hatchet pace vs own past year', { metric: 'commitVelocity14d', show: ['scoreGrowth'] }],
  ['is Feldera running hotter or slower than its own norm?', { metric: 'scoreGrowth' }],
  ['top 20 by contributor growth', { metric: 'contributorGrowth', limit: 20, where: undefined }],
  ['do newcomers stay at nango', { names: ['nango'], metric: 'newPeople30d' }],
  [
    'which security cos have more than 20 contributors & growing',
    {
      where: [
        is('sector', 'security'),
        bound('contributors', '>', 20),
        bound('contributorGrowth', '>', 0),
      ],
    },
  ],
  [
    'Which one shrank its team more, Appwrite or LiveKit?',
    { metric: 'contributorGrowth', order: 'lowest' },
  ],
  ['Which buyer has swallowed the most startups?', { subject: 'acquirer' }],
  ['who comes second in LLM observability', { where: [is('sector', 'llm-observability')] }],
  ['how many cos do u track', { measure: 'count' }],
  ['startups w/o signal', { where: [is('signalStrength', 'none')] }],
  ['which cos got acquired this yr', { subject: 'exit', period: '2026' }],
  ['who bought astral & how much', { names: ['astral'] }],
  ['who invests most in databases', { subject: 'fund' }],
  ['Is InstantDB still in business?', { metric: 'status' }],
  ['is e2b still alive', { metric: 'status' }],
  ['did clerk get bought', { names: ['clerk'] }],
  ['langfuse week 20 of 2026', { period: '2026-w20' }],
  ['top 3 security cos by growth', { metric: 'scoreGrowth' }],
  ['list observability startups by commits', LISTED_BY_COMMITS],
  ['name the observability startups by number of commits', LISTED_BY_COMMITS],
  ['How many startups are completely dormant?', { where: [is('commitVelocity14d', 0)] }],
  ['No of startups that dont show any signal', { measure: 'count' }],
  ['who is the most inactive', { where: undefined }],
  [
    'Which startups came out of Y Combinator?',
    { where: [is('tracked', 'yes'), is('backers', 'y-combinator')] },
  ],
  ["last month's top startup", { period: '2026-07' }],
  // A change is of the field that is named, and not of commits.
  ['biggest jump in releases', { ...CHANGED, metric: 'releaseDays', order: undefined }],
  ['who increased agent share the most', { ...CHANGED, metric: 'agentShare', order: undefined }],
  ['which startup went up most in rank', { ...CHANGED, metric: 'sectorRank', order: 'lowest' }],
  ['biggest drop in rank this week', { ...CHANGED, metric: 'sectorRank', order: undefined }],
  ['is the composite score of dagger going up', { ...CHANGED, metric: 'scoreComposite' }],
  ['top 10 fastest growing devtools', { metric: 'scoreGrowth', limit: 10 }],
  ['who shipped most releases last month', { metric: 'releaseDays' }],
];

describe('the reader', () => {
  for (const [question, expected] of QUERIES)
    it(`reads “${question}”`, () => {
      const { reading } = reader.read(question);
      assert.ok(reading, question);
      assert.deepEqual(reading.unread, []);
      QueryInput.parse(reading.query);
      const { query } = reading;
      for (const [part, value] of Object.entries(expected))
        assert.deepEqual(query[part as keyof typeof query], value, part);
    });

  it('says what is never recorded, and of what nothing can be known', () => {
    assert.equal(reader.read("What is Langfuse's ARR?").absent, 'ARR');
    assert.equal(reader.read('how many stars does uv have').absent, 'number of GitHub stars');
    assert.equal(reader.read('Who is the CEO of Qdrant?').absent, 'names of people');
    assert.match(reader.read('Langfuse commits next year').outside ?? '', /forecast/);
    assert.match(reader.read('Langfuse commits in week 60').outside ?? '', /not in the calendar/);
  });

  it('names the words that it leaves unread', () => {
    assert.deepEqual(reader.read('weaviate traction').reading?.unread, ['traction']);
  });

  it('knows a name that is a word only where it is written as a name', () => {
    assert.equal(reader.read('keep commits').reading?.restsOnWord, true);
    assert.equal(reader.read('How many commits has Keep?').reading?.restsOnWord, false);
    assert.equal(reader.read('commits of Langfuse').reading?.restsOnWord, false);
    // Element is no everyday word, and one where nothing of a startup is asked.
    assert.equal(reader.read('is that the right element for us').reading?.restsOnWord, true);
    assert.equal(reader.read('element contributors').reading?.restsOnWord, false);
    assert.equal(reader.read('Tell us what Element is').reading?.restsOnWord, false);
  });

  it('corrects slips of the keyboard in words and names', () => {
    for (const question of ['Howmany contributers does Temporal have', 'Langfsue contributors'])
      assert.equal(reader.read(question).reading?.query.metric, 'contributors', question);
  });
});

describe('the lexicon', () => {
  it('has phrases that are found as they are written, and fields that there are', () => {
    const fields = new Set(Object.values(FIELDS).flatMap((of) => of.map(({ name }) => name)));
    for (const [meaning, words] of ROWS) {
      const dictionary = new Dictionary([[meaning, words]]);
      for (const phrase of words
        .split(/(?: \?[\d.]+)?(?: \| |$)/)
        .filter((text) => /^[^~%#]+$/.test(text))) {
        const tokens = tokensIn(phrase);
        const found = dictionary.at(tokens, 0).some(({ to }) => to === tokens.length);
        assert.ok(found, `${JSON.stringify(meaning)} ${phrase}`);
      }
      if ('field' in meaning && meaning.field !== undefined)
        assert.ok(fields.has(meaning.field), meaning.field);
    }
  });
});
