import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  type Answer,
  calibrationError,
  judge,
  judgeOne,
  type Question,
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
  const week = 'in the 14 days to the end of week 31 of 2026';
  const numbers: [text: string, wanted: number, isShare: boolean, isShown: boolean][] = [
    ['It landed 14,651 commits in 14 days.', 14651, false, true],
    ['USD 355 million', 355e6, false, true],
    ['about $12.6bn', 12.55e9, false, true],
    ['43% of them', 0.4253, true, true],
    ['12 % fewer', -0.1232, true, true],
    ['none', 0, false, true],
    [week, 14, false, false],
    [week, 31, false, false],
    ['307 commits', 308, false, false],
    ['45%', 0.4253, true, false],
  ];
  for (const [text, wanted, isShare, isShown] of numbers)
    assert.equal(showsNumber(text, wanted, isShare), isShown, text);
  const rank = 'Hatchet is number 18 of the top 20.';
  assert.deepEqual(
    [18, 1].map((place) => showsRank(rank, place)),
    [true, false],
  );
  assert.ok(showsWeek('in the week to 24 May 2026', '2026-w21'));
  const first = ['Week 1, 2026', 'Week 1, 2025'];
  assert.deepEqual(
    first.map((text) => showsWeek(text, '2026-w01')),
    [true, false],
  );
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
