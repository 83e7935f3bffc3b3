import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerQuery } from '../../src/features/query/answer-query.ts';
import { OPERATIONS, QUERY_FIELDS, QueryInput } from '../../src/features/query/query.ts';
import { QUERY_EXAMPLES } from '../../src/features/query/query-examples.ts';
import { FIELDS } from '../../src/features/query/query-fields.ts';
import { REFUSALS } from '../../src/features/query/refusals.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { type Documented, type Row, readDocument } from './tables.ts';

let documented: Documented;
before(async () => {
  documented = await readDocument('queries.md');
});

/** Rows of the tables with such a column. */
const rowsWith = (column: string): Row[] => documented.rows.filter(({ cells }) => column in cells);
const codeIn = (column: string): string[] =>
  rowsWith(column).flatMap(({ cells }) => cells[column]?.code ?? []);

describe('docs/queries.md', () => {
  it('names every part, operation, subject, field and refusal', () => {
    assert.deepEqual(codeIn('part').sort(), Object.keys(QUERY_FIELDS).sort());
    assert.deepEqual(codeIn('operation'), [...OPERATIONS]);
    assert.deepEqual(
      rowsWith('fields').map(({ cells }) => [cells['subject']?.code[0], cells['fields']?.code]),
      Object.entries(FIELDS).map(([subject, own]) => [subject, own.map(({ name }) => name)]),
    );
    assert.deepEqual(
      rowsWith('code').map(({ cells }) => [cells['code']?.code[0], cells['when']?.text]),
      Object.entries(REFUSALS),
    );
  });

  it('shows the twenty examples, each read as it says and with rows', async () => {
    const published = await shippedPublication();
    const shown = rowsWith('question').map(({ cells }) => cells);
    assert.equal(shown.length, 20);
    assert.deepEqual(
      shown.map((cells) => [cells['question']?.text, cells['query']?.code[0]]),
      QUERY_EXAMPLES.map(({ question, input }) => [
        question,
        Object.entries(input)
          .map(([name, value]) => `${name}=${value}`)
          .join('&'),
      ]),
    );
    for (const [index, { input }] of QUERY_EXAMPLES.entries()) {
      const answer = await answerQuery(QueryInput.parse(input), published);
      assert.equal(answer.readAs, `Read as: ${shown[index]?.['read as']?.text}`);
      assert.ok(answer.rows.length > 0 && answer.sources.length > 0, answer.readAs);
    }
  });
});
