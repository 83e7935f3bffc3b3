/** What the reader of the shipped publication makes of questions, as they are asked or reworded. */
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { answerTo } from '../../src/features/answers/answer-question.ts';
import { dataAnswer, questionReader } from '../../src/features/answers/data-answers.ts';
import type { Reader, Reading } from '../../src/features/reader/read.ts';
import type { Published } from '../../src/published/published.ts';
import { shippedPublication } from '../../tools/shipped.ts';

/** To be called at the top of a test file: what it gives works once the tests run. */
export function shippedReading() {
  let published: Published;
  let reader: Reader;
  before(async () => {
    published = await shippedPublication();
    reader = await published.derived(questionReader);
  });

  const readings = (question: string) =>
    [reader.read(question), reader.readReworded(question)].flatMap(({ reading }) => reading ?? []);
  function readingOf(question: string): Reading {
    const reading = readings(question).find(({ unread }) => unread.length === 0);
    assert.ok(reading, `${question}: ${readings(question)[0]?.unread}`);
    return reading;
  }
  return {
    published: () => published,
    reader: () => reader,
    readings,
    /** The one in which every word is read. */
    readingOf,
    queryOf: (question: string) => readingOf(question).query,
    isRead: (question: string) => readings(question).some(({ unread }) => unread.length === 0),
    /** What data have to say. */
    said: async (question: string) => {
      const answer = await dataAnswer(question, published);
      assert.equal(answer.kind, 'answered', question);
      return answer.kind === 'answered' ? answer.text : '';
    },
    answerOf: (question: string) => answerTo(question, published),
  };
}
