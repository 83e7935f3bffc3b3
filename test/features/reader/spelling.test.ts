import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withoutSlips } from '../../../src/features/reader/spelling.ts';
import { tokensOf } from '../../../src/features/reader/tokens.ts';
import { EntityNames } from '../../../src/published/entity-names.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let names: EntityNames;
before(async () => {
  names = await EntityNames.of((await shippedPublication()).registry);
});

const read = (text: string) =>
  withoutSlips(tokensOf(text), names, new Set(['gross']))
    .tokens.map(({ word }) => word)
    .join(' ');

describe('the spelling of a question', () => {
  it('is corrected where fingers slipped', () => {
    for (const [written, meant] of [
      ['commited', 'committed'],
      ['contribtors', 'contributors'],
      ['contributers', 'contributors'],
      ['velcity', 'velocity'],
      ['acitve', 'active'],
      ['lowets', 'lowest'],
      ['comits', 'commits'],
    ] as const)
      assert.equal(read(written), meant);
    assert.equal(withoutSlips(tokensOf('acitve comits'), names, new Set()).corrections, 2);
  });

  it('keeps words of their own, however near they are to others', () => {
    for (const word of [
      ...['action', 'court', 'failed', 'world', 'stock', 'women', 'crush', 'linter', 'rival'],
      ...['committee', 'timezone', 'stanford', 'limiting', 'gross', 'margins', 'customers'],
    ])
      assert.equal(read(word), word);
  });
});
