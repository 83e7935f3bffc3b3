/** The picture of a page: what it says, and what it leaves to the text. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import type { Published } from '../../../src/published/published.ts';
import { type Card, cardSvg } from '../../../src/web/images/card.ts';
import { sectorCard, startupCard, weekCard } from '../../../src/web/images/subjects.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { examplePublished } from '../../support/published.ts';

const PLAIN: Card = { week: 'Week 26, 2025', title: 'Acorn', figure: '28 commits', sentence: 'x' };

describe('cardSvg', () => {
  it('writes names in scripts that the fonts have, and leaves out others', () => {
    for (const title of ['Łódź Söhne', 'Москва', 'Ελλάδα'])
      assert.ok(cardSvg({ ...PLAIN, title }).includes(title), title);
    const unknown = cardSvg({ ...PLAIN, title: '東京スタートアップ' });
    assert.doesNotMatch(unknown, /東/);
    assert.match(unknown, /28 commits/);
  });

  it('is well-formed and within its frame, with any texts', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 100 });
    const values = fc.array(fc.option(fc.nat({ max: 1_000_000 }), { nil: null }), {
      maxLength: 52,
    });
    fc.assert(
      fc.property(text, text, values, (title, sentence, year) => {
        const svg = cardSvg({ ...PLAIN, title, sentence, line: { label: 'A year', values: year } });
        assert.equal(XMLValidator.validate(svg), true);
        for (const [, y] of svg.matchAll(/ y="(\d+)"/g)) assert.ok(Number(y) <= 630);
        assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
      }),
      { seed: 20_261_122, numRuns: 60 },
    );
  });
});

describe('the picture', () => {
  let published: Published;
  before(async () => {
    published = await examplePublished();
  });

  it('of a startup has its number, its change and its year', async () => {
    const card = await startupCard('acorn', '2025-w26', published);
    assert.equal(card?.title, 'Acorn Example');
    assert.equal(card?.figure, '28 commits in 14 days');
    assert.equal(card?.change, '0%');
    assert.match(
      card?.sentence ?? '',
      /^5 contributors in 30 days\..*Score \d+ of 100, 1 of 1 in /,
    );
    assert.deepEqual(card?.line?.values.at(-1), 28);
  });

  it('of a startup that the week does not cover says so, and why', async () => {
    const card = await startupCard('cedar', '2025-w26', published);
    assert.equal(card?.figure, 'Not covered this week');
    assert.match(card?.sentence ?? '', /^Why: .+\.$/);
    assert.equal(card?.line?.values.at(-1), null);
  });

  it('of a sector or a week adds up only startups that are covered all year', async () => {
    const card = await weekCard('', '2025-w26', published);
    assert.equal(card?.figure, '2 startups in 2 sectors');
    assert.match(card?.line?.label ?? '', /by the 2 covered all year/);
    assert.equal(card?.line?.values.at(-1), 42);
    assert.equal((await sectorCard('databases', '2025-w26', published))?.figure, '1 startup');
  });

  it('is not there for what is not', async () => {
    assert.equal(await startupCard('unknown', '2025-w26', published), undefined);
    assert.equal(await sectorCard('nothing', '2025-w26', published), undefined);
  });
});
