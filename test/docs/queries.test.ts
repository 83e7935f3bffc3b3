import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answerQuery } from '../../src/features/query/answer-query.ts';
import { OPERATIONS, QUERY_FIELDS, QueryInput } from '../../src/features/query/query.ts';
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

  it('shows examples that are read as it says, and have rows', async () => {
    const published = await shippedPublication();
    const examples = rowsWith('question');
    assert.ok(examples.length > 30);
    for (const { cells } of examples) {
      const query = cells['query']?.code[0] ?? '';
      const written = Object.fromEntries(
        query.split('&').map((part) => {
          const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(part) ?? [];
          return [name, name === 'nth' || name === 'limit' ? Number(value) : value];
        }),
      );
      const answer = await answerQuery(QueryInput.parse(written), published);
      assert.equal(answer.readAs, `Read as: ${cells['read as']?.text}`, query);
      assert.ok(answer.rows.length > 0, query);
      assert.ok(answer.sources.length > 0, query);
    }
  });
});
