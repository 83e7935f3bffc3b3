/** The picture of a page: what it says, and what it leaves to the text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { weeklyChart } from '../../../src/web/charts/weekly-chart.ts';
import { type Card, cardSvg, pageCard } from '../../../src/web/images/card.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { PERIODS } from '../fixture.ts';

const PLAIN: Card = { site: 'signals.example.org', title: 'Acorn', sentence: '28 commits' };

function yearOf(values: readonly (number | null)[]) {
  const weeks = PERIODS.slice(-values.length).map(({ slug }) => slug);
  const words = { id: 'year', title: 'A year', summary: '', page: '/' };
  return weeklyChart({ ...words, weeks, unit: 'Commits', series: [{ name: 'Commits', values }] });
}

describe('cardSvg', () => {
  it('writes names in scripts that the fonts have, and leaves out others', () => {
    for (const title of ['Łódź Söhne', 'Москва', 'Ελλάδα'])
      assert.ok(cardSvg({ ...PLAIN, title }).includes(title), title);
    const unknown = cardSvg({ ...PLAIN, title: '東京スタートアップ' });
    assert.doesNotMatch(unknown, /東/);
    assert.match(unknown, /28 commits/);
  });

  it('is well-formed and within its frame, with any texts and any year', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 100 });
    const year = fc.array(fc.option(fc.nat({ max: 1_000_000 }), { nil: null }), {
      minLength: 1,
      maxLength: 52,
    });
    fc.assert(
      fc.property(text, text, year, (title, sentence, values) => {
        const svg = cardSvg({ ...PLAIN, title, sentence, chart: yearOf(values) });
        assert.equal(XMLValidator.validate(svg), true);
        for (const [, y] of svg.matchAll(/ y="(\d+)"/g)) assert.ok(Number(y) <= 630);
        assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
      }),
      { seed: 20_261_122, numRuns: 60 },
    );
  });
});

it('a card says what the head of its page says', () => {
  const head =
    '<meta property="og:title" content="A &amp; B">\n<meta property="og:description" content="Two.">';
  const card = pageCard(`<html><head>${head}</head><body></body></html>`, 'signals.example.org');
  assert.deepEqual([card.title, card.sentence, card.chart], ['A & B', 'Two.', undefined]);
});
