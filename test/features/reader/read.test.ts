import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { questionReader } from '../../../src/features/answers/data-answers.ts';
import { QueryInput } from '../../../src/features/query/query.ts';
import type { Reader, Reading } from '../../../src/features/reader/read.ts';
import { shippedPublication } from '../../../tools/shipped.ts';
import { fittingQuestions } from '../../support/examination.ts';

let reader: Reader;
/** Some of the questions that are read without a rest. */
let readable: string[];
before(async () => {
  const published = await shippedPublication();
  reader = await published.derived(questionReader);
  // Every fourth question: each is read eight times.
  const questions = (await fittingQuestions())
    .filter((_, index) => index % 4 === 0)
    .map(({ question }) => question);
  readable = questions.filter((question) => reader.read(question).reading?.unread.length === 0);
});

const queryOf = (question: string) => {
  const { reading } = reader.read(question);
  assert.ok(reading && reading.unread.length === 0, `${question}: ${reading?.unread}`);
  return reading.query;
};
const isRead = (question: string) => reader.read(question).reading?.unread.length === 0;

const queriesOf = (reading: Reading | undefined) => JSON.stringify([reading?.query, reading?.also]);

describe('the reader', () => {
  it('makes queries of questions', () => {
    assert.deepEqual(queryOf('How many contributors does Langfuse have?'), {
      subject: 'startup',
      names: ['langfuse'],
      metric: 'contributors',
    });
    assert.deepEqual(queryOf('Which security startups have at least 10 contributors?'), {
      subject: 'startup',
      operation: 'list',
      limit: 100,
      show: ['contributors', 'sector'],
      where: [
        { field: 'contributors', op: '>=', values: [10] },
        { field: 'sector', op: '=', values: ['security'] },
      ],
    });
    const least = queryOf('Which startup is the least active?');
    assert.deepEqual([least.operation, least.order], ['rank', 'lowest']);
    const history = queryOf('Show the history of commits of Langfuse');
    assert.deepEqual([history.operation, history.metric], ['series', 'commitVelocity14d']);
    assert.equal(queryOf('langfuse commits in week 20').period, '2026-w20');
  });

  it('reads in its own words what could not be read as it was asked', () => {
    const again = (question: string) => {
      assert.ok(!isRead(question), `${question}: read as it was asked`);
      const { reading } = reader.readReworded(question);
      assert.ok(reading && reading.unread.length === 0, `${question}: ${reading?.unread}`);
      return reading.query;
    };
    assert.deepEqual(again('Rank the observability names by number of contributors').limit, 20);
    assert.deepEqual(again('Which companies closed their doors?').where, [
      { field: 'exitKind', op: '=', values: ['closed'] },
    ]);
    assert.equal(again('third-highest growth score among security startups').nth, 3);
    assert.deepEqual(again('Who in observability is not based in America?').where, [
      { field: 'sector', op: '=', values: ['observability'] },
      { field: 'geography', op: '!=', values: ['US'] },
    ]);
  });

  it('leaves out no word that could be what is asked for', () => {
    for (const question of [
      'How many reviews did Deno get this week?',
      'How many products does Deno have?',
      'How many commits did Deno revert?',
      'How many lines of code did Dagger write?',
      'What is the ARR of Supabase?',
      'Show commits by weekday for Turso',
      'We look at biotech. Which startups are growing?',
      'Is Convex a good investment?',
    ]) {
      const { reading } = reader.readReworded(question);
      assert.ok(!reading || reading.unread.length > 0, `${question}: ${JSON.stringify(reading)}`);
    }
  });

  it('reads deals of days after the current week, and weeks of those as the future', () => {
    assert.equal(queryOf('rounds announced in september 2026').period, '2026-09');
    assert.notEqual(reader.read('Langfuse commits in september 2026').outside, undefined);
    assert.notEqual(reader.read('rounds announced in september 2027').outside, undefined);
  });

  it('reads several measures of one number, and crossings of a bound', () => {
    const { reading } = reader.read('highest, lowest and average composite in databases');
    assert.deepEqual(
      [reading?.query, ...(reading?.also ?? [])].map((query) => query?.order ?? query?.measure),
      ['highest', 'lowest', 'mean'],
    );
    const last = reader.read('When was Onyx last above 90 in composite score?').reading;
    assert.deepEqual([last?.asked.reads, last?.unread], ['last', []]);
    const streak = reader.read('For how many weeks in a row has Agenta had at least 300 commits?');
    assert.equal(streak.reading?.asked.reads, 'streak');
    assert.equal(
      reader.read('Who is new in the top 20 this week?').reading?.asked.reads,
      'entered',
    );
    assert.equal(reader.read('Who dropped out of the top 20?').reading?.asked.reads, 'left');
  });

  it('makes only queries of the documented form', () => {
    assert.ok(readable.length > 300);
    for (const question of readable) {
      const { error } = QueryInput.safeParse(queryOf(question));
      assert.equal(error, undefined, `${question}: ${error?.message}`);
    }
  });

  it('reads every telling word: with one that it does not know, a question is unread', () => {
    for (const question of readable) {
      const bare = question.replace(/[?.!\s]+$/, '');
      assert.ok(!isRead(`${bare} flumbergast`), question);
      assert.ok(!isRead(`flumbergast ${bare}`), question);
    }
  });

  it('reads every number and year: with one more, a question is unread, or means something else', () => {
    for (const question of readable) {
      const bare = question.replace(/[?.!\s]+$/, '');
      const plain = queriesOf(reader.read(question).reading);
      for (const more of ['4711', '€3.5bn', 'not', 'in 2019']) {
        const { reading } = reader.read(`${bare} ${more}`);
        const isSame = queriesOf(reading) === plain && reading?.unread.length === 0;
        assert.ok(!isSame, `${bare} ${more}`);
      }
    }
  });

  it('takes a word for a name only where it is one', () => {
    assert.deepEqual(queryOf('What is the commit velocity of Daily?').names, ['daily']);
    for (const question of ['Continue', 'keep it up', 'fly', 'restate that please'])
      assert.ok(!reader.read(question).reading?.unread.length, question);
    for (const other of ['Langfuze commits', 'Neo4jj commits', 'commits of OpenAPI'])
      assert.ok(!isRead(other), other);
  });
});
