import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { foldKey } from '../../src/registry/fold.ts';

it('a name has the same key whether or not there is something to fold next to it', () => {
  const ascii = fc.stringMatching(/^[ -~]*$/);
  // The accent alone leaves nothing, and has the rest read as a text with accents.
  fc.assert(fc.property(ascii, (name) => assert.equal(foldKey(name), foldKey(`${name} \u0301`))));
  assert.equal(foldKey('Weights & Biases'), 'weightsandbiases');
  assert.equal(foldKey('Wéights & Bíases'), 'weightsandbiases');
});
