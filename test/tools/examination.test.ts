import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  type Answer,
  calibrationError,
  judge,
  judgeOne,
  type Question,
  readQuestions,
  type Verdict,
} from '../../tools/questions/examination/judge.ts';
import { queryRows } from '../../tools/questions/examination/tables.ts';
import { showsNumber, showsRank, showsWeek } from '../../tools/questions/examination/text.ts';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(`
  CREATE TABLE tracked AS SELECT * FROM (VALUES
    ('Langfuse', 308, 0.4253), ('Agenta', 588, 0.0357), ('Tiger Data (Timescale)', 49, 0)
  ) AS t(name, commits, agent_share)`);
const tables = {
  query: (sql: string) => queryRows(connection, sql),
  close: async () => connection.closeSync(),
};
const startups = ['Langfuse', 'Agenta', 'Tiger Data (Timescale)'];

const asked = (question: string, ...truths: NonNullable<Question['anyOf']>): Question => ({
  id: 'x',
  kind: 'number',
  seat: 'agent',
  question,
  ...(truths.length === 1 ? { truth: truths[0] } : { anyOf: truths }),
});
const said = (text: string, confidence = 0.9): Answer => ({ found: text !== '', text, confidence });
const outcomes = (question: Question, ...texts: string[]) =>
  Promise.all(texts.map((text) => judgeOne(question, said(text), tables, startups)));

test('numbers are found as people write them', () => {
  assert.ok(showsNumber('It landed 14,651 commits in 14 days.', 14651, false));
  assert.ok(showsNumber('USD 355 million', 355e6, false));
  assert.ok(showsNumber('about $12.6bn', 12.55e9, false));
  assert.ok(showsNumber('43% of them', 0.4253, true));
  assert.ok(showsNumber('12 % fewer', -0.1232, true));
  assert.ok(showsNumber('nobody', 0, false));
  assert.ok(!showsNumber('in the 14 days to the end of week 31 of 2026', 14, false));
  assert.ok(!showsNumber('in the 14 days to the end of week 31 of 2026', 31, false));
  assert.ok(!showsNumber('307 commits', 308, false));
  assert.ok(!showsNumber('45%', 0.4253, true));
  assert.ok(showsRank('Hatchet is number 18 of the top 20.', 18));
  assert.ok(!showsRank('Hatchet is number 18 of the top 20.', 1));
  assert.ok(showsWeek('in the week to 24 May 2026', '2026-w21'));
  assert.ok(showsWeek('Week 1, 2026', '2026-w01'));
  assert.ok(!showsWeek('Week 1, 2025', '2026-w01'));
});

test('an answer is judged by the rows of its truth', async () => {
  const most = asked('Who has the most commits?', {
    sql: 'SELECT name FROM tracked ORDER BY commits DESC',
    match: 'first',
  });
  assert.deepEqual(
    await outcomes(most, 'Agenta (588), Langfuse (308)', 'Langfuse (308), Agenta (588)', ''),
    ['right', 'wrong', 'declined'],
  );
  const list = asked('Who has more than 300 commits?', {
    sql: 'SELECT name FROM tracked WHERE commits > 300',
    match: 'all',
    only: true,
  });
  assert.deepEqual(
    await outcomes(list, 'Langfuse and Agenta', 'Langfuse', 'Langfuse, Agenta and Timescale'),
    ['right', 'wrong', 'wrong'],
  );
  const none = asked('Who has none?', {
    sql: 'SELECT name FROM tracked WHERE commits = 0',
    match: 'all',
    only: true,
  });
  assert.deepEqual(await outcomes(none, 'None of them.', 'Agenta.'), ['right', 'wrong']);
});

test('a refusal names neither a number nor a startup that was not asked about', async () => {
  const unknown = asked('Revenue of Langfuse above 5 million?', { declines: true });
  assert.deepEqual(
    await outcomes(
      unknown,
      '',
      'The revenue of Langfuse is not known here.',
      'Not known; its commits are 308.',
      'Not known, but Agenta is.',
    ),
    ['right', 'right', 'wrong', 'wrong'],
  );
});

test('either of two fair readings will do', async () => {
  const two = asked(
    'How big is Langfuse?',
    { sql: "SELECT commits FROM tracked WHERE name = 'Langfuse'", match: 'numbers' },
    { says: ['small'], saysNot: ['large'] },
  );
  assert.deepEqual(await outcomes(two, '308 commits', 'small', 'small or large'), [
    'right',
    'right',
    'wrong',
  ]);
});

test('calibration compares confidence with how many were right', async () => {
  const question = asked('How many commits?', { says: ['right'] });
  const verdicts: Verdict[] = await judge(
    [question, question],
    async () => said('right', 0.75),
    tables,
  );
  assert.equal(calibrationError(verdicts), 0.25);
});

test('the questions for fitting are well formed and different', async () => {
  const questions = await readQuestions('tools/questions/examination/fitting.yaml');
  assert.equal(new Set(questions.map(({ id }) => id)).size, questions.length);
  assert.equal(new Set(questions.map(({ question }) => question)).size, questions.length);
  for (const { question } of questions) assert.ok(question.length <= 280);
});
