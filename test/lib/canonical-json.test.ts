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

  it('refuses numbers that JSON cannot hold', () => {
    assert.throws(() => canonicalJson({ share: Number.NaN }), /NaN/);
    assert.throws(() => canonicalJson([Infinity]), /Infinity/);
  });
});
