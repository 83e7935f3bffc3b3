import assert from 'node:assert/strict';
import { it } from 'node:test';
import { linesBySlug } from '../../src/published/record-lines.ts';

const RECORDS = [
  { name: 'Acorn', slug: 'acorn', notes: ['line\nbreak', 'ünïcode 🌰'] },
  { name: 'says "slug":"acorn" of itself', slug: 'beech', nested: { slug: 'acorn' } },
  { slug: 'cedar' },
];
const TEXT = RECORDS.map((record) => `${JSON.stringify(record)}\n`).join('');

for (const [what, text] of [
  ['a file', TEXT],
  ['a file whose last line has no end', TEXT.trimEnd()],
  ['a file with empty lines', `\n${TEXT.replaceAll('}\n', '}\n\n')}`],
] as const)
  it(`each record of ${what} is found by its own slug`, () => {
    const lines = linesBySlug(Buffer.from(text));
    for (const record of RECORDS)
      assert.deepEqual(JSON.parse(String(lines.get(record.slug))), record);
    for (const other of ['', 'acor', 'acorns', 'Acorn', '__proto__'])
      assert.equal(lines.get(other), undefined);
  });

it('an empty file has no records', () => {
  assert.equal(linesBySlug(Buffer.alloc(0)).size, 0);
});
