import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_MEMBERS, measureJson, parseJson } from '../../src/lib/parse-json.ts';
import { Slices } from '../../src/lib/slices.ts';

const filler = 'x'.repeat(250_000);

describe('JSON that is parsed in slices', () => {
  it('is what JSON.parse makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.json(), fc.string(), async (one, other, name) => {
        // Longer than what is parsed at once, so that it is cut.
        const text = ` { ${JSON.stringify(name)} : [ ${one} , "${filler}", [ ${other} ] , {} ], "a\\\\\\"{,b" : ${one} } `;
        assert.deepEqual(await parseJson(text, new Slices()), JSON.parse(text));
      }),
      { seed: 5, numRuns: 40 },
    );
    for (const text of ['[]', '{}', '"a"', '12', 'null', `"${filler}"`, `[${' '.repeat(300_000)}]`])
      assert.deepEqual(await parseJson(text, new Slices()), JSON.parse(text));
  });

  it('is refused where JSON.parse refuses it', async () => {
    for (const text of [
      '',
      '{',
      `["${filler}"`,
      `["${filler}",]`,
      `{"${filler}"}`,
      `{"a":"${filler}",}`,
    ])
      await assert.rejects(parseJson(text, new Slices()), SyntaxError, text.slice(0, 10));
  });
});

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

describe('a list that is sorted in slices', () => {
  it('is sorted, and equal ones stay in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 })), async (numbers) => {
        const list = Array.from({ length: 2_500 }, (_, at) => ({
          at,
          key: numbers[at % 7] ?? at % 5,
        }));
        const byKey = (one: { key: number }, other: { key: number }) => one.key - other.key;
        assert.deepEqual(await new Slices().sorted(list, byKey), list.toSorted(byKey));
      }),
      { seed: 5, numRuns: 10 },
    );
    assert.deepEqual(await new Slices().sorted([], () => 0), []);
  });
});
