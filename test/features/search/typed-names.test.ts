/** Suggestions while the reader types. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  MAX_TYPED_NAMES,
  type TypedNames,
  typedNames,
} from '../../../src/features/search/typed-names.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { exampleCompany } from '../../support/example-company.ts';
import { examplePublished } from '../../support/published.ts';

let names: TypedNames;
before(async () => {
  const companies = [
    exampleCompany('acorn', { name: 'Acorn Example', aliases: ['Nut Store'] }),
    exampleCompany('zoe', { name: 'Zoë Labs' }),
    exampleCompany('tokyo', { name: '東京 AI' }),
    exampleCompany('data-one', { name: 'Data One' }),
    ...Array.from({ length: 9 }, (_, index) =>
      exampleCompany(`oak-${index}`, { name: `Oak ${index}` }),
    ),
  ];
  names = await typedNames(await examplePublished({ companies }));
});

const titles = (text: string) => names.like(text).map(({ name }) => name);

describe('suggestions', () => {
  it('begin as the text does, in any word and any name, ignoring case and accents', () => {
    for (const text of ['aco', 'ACORN EX', 'example', 'nut st', 'Acórn'])
      assert.equal(titles(text)[0], 'Acorn Example', text);
    assert.equal(titles('zoe')[0], 'Zoë Labs');
    assert.equal(titles('東')[0], '東京 AI');
  });

  it('has each page once, and at most eight', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }), (text) => {
        const found = names.like(text);
        assert.ok(found.length <= MAX_TYPED_NAMES);
        assert.equal(new Set(found.map(({ url }) => url)).size, found.length);
      }),
      { seed: 20_261_122 },
    );
    assert.equal(titles('oak').length, MAX_TYPED_NAMES);
    // `acorn` is its slug as well.
    assert.equal(titles('acorn').filter((name) => name === 'Acorn Example').length, 1);
  });

  it('are startups first, then sectors, then organizations and questions', () => {
    const order = ['startup', 'sector', 'fund', 'question'];
    const groups = names.like('data').map(({ kind }) => {
      if (kind === 'acquirer' || kind === 'company') return order.indexOf('fund');
      return order.indexOf(kind === 'answer' || kind === 'term' ? 'question' : kind);
    });
    assert.equal(groups[0], 0);
    assert.ok(groups.includes(1), 'sectors leave some room for others');
    assert.deepEqual(groups, groups.toSorted());
    assert.equal(
      names.like('data', 'sector').every(({ kind }) => kind === 'sector'),
      true,
    );
  });

  it('is what may have been meant where nothing begins so, and nothing for no letters', () => {
    assert.deepEqual(titles('acorn exmaple'), ['Acorn Example']);
    assert.deepEqual(titles('!!!'), []);
    assert.deepEqual(titles('\u0000'), []);
  });
});
