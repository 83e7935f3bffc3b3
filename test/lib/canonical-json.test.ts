import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../src/lib/canonical-json.ts';

describe('canonical JSON', () => {
  it('is as the examples of RFC 8785 have it', () => {
    const numbers = [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001];
    assert.equal(
      canonicalJson({
        numbers,
        string: '\u20ac$\u000F\nA\'B"\\\\"/',
        literals: [null, true, false],
      }),
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    assert.equal(
      canonicalJson({ '€': 'Euro', '\r': 'CR', ö: 'o', '\ud83d\ude00': 'face', '\ufb33': 'dalet' }),
      '{"\\r":"CR","ö":"o","€":"Euro","\ud83d\ude00":"face","\ufb33":"dalet"}',
    );
  });

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

  it('orders names that are array indices as it does all others', () => {
    const nested = JSON.parse('{"b":[{"9":1,"10":{"__proto__":2,"a":3},"":4}],"a":5}');
    assert.equal(canonicalJson(nested), '{"a":5,"b":[{"":4,"10":{"__proto__":2,"a":3},"9":1}]}');
  });

  it('refuses numbers that JSON cannot hold', () => {
    assert.throws(() => canonicalJson({ share: Number.NaN }), /NaN/);
    assert.throws(() => canonicalJson([Infinity]), /Infinity/);
  });
});
