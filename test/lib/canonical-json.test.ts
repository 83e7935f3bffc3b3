import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../src/lib/canonical-json.ts';

describe('canonical JSON', () => {
  it('does not depend on the order in which members were set, and loses nothing', () => {
    const names = fc.string().filter((name) => name !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue({ maxDepth: 2 })), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        assert.equal(canonicalJson(turned), canonicalJson(value));
        const text = canonicalJson(value);
        assert.equal(canonicalJson(JSON.parse(text)), text);
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('orders members by UTF-16 code units, and writes numbers as RFC 8785 does', () => {
    const value = {
      10: 1e21,
      9: -0,
      '€': 1e-7,
      '\u{1f600}': [undefined, null],
      '\ufb33': 4.5,
      b: '\u2028"',
    };
    assert.equal(
      canonicalJson(value),
      '{"10":1e+21,"9":0,"b":"\u2028\\"","€":1e-7,"\u{1f600}":[null,null],"\ufb33":4.5}',
    );
  });

  it('refuses numbers that JSON cannot hold, and texts that are no Unicode', () => {
    assert.throws(() => canonicalJson({ '\ud83d': 1 }), /surrogate/);
    assert.throws(() => canonicalJson({ share: Number.NaN }), /NaN/);
    assert.throws(() => canonicalJson([Infinity]), /Infinity/);
  });
});
