import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_MEMBERS, measureJson } from '../../src/lib/parse-json.ts';

describe('JSON that is measured before it is parsed', () => {
  const members = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum, each) => sum + 1 + members(each), 0)
      : 0;
  const depth = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map(depth))
      : 0;

  it('has the members and the depth of its value, however it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        assert.deepEqual(measureJson(text), { members: members(value), depth: depth(value) });
      }),
      { seed: 5, numRuns: 300 },
    );
    for (const text of ['', ' ', '[ ]', '{\n}', '"[1,{,"', '"\\"[1,"', '["\\\\",{}]'])
      assert.ok(measureJson(text).members <= 2, text);
  });

  it('is counted no further than needed', () => {
    const long = `[${'1,'.repeat(500_000)}1]`;
    assert.equal(measureJson(long).members, MAX_MEMBERS + 1);
    // No JSON, which the parser says.
    assert.equal(measureJson('['.repeat(500_000)).members, MAX_MEMBERS + 1);
  });
});
