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
