/** What a font says of itself. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FONT_FILES } from '../../../src/lib/png.ts';
import { TrueTypeFont } from '../../../src/web/images/true-type.ts';

const font = new TrueTypeFont(FONT_FILES.plain);

describe('TrueTypeFont', () => {
  it('knows which scripts it writes', () => {
    for (const text of ['Straße & Söhne', 'Ελλάδα', 'Москва', 'Łódź – “…”', 'שלום', 'A\u200bB'])
      assert.ok(font.has(text), text);
    for (const text of ['東京', '한국', 'ไทย', 'A 東']) assert.ok(!font.has(text), text);
  });

  it('measures letters in the units of the size', () => {
    assert.ok(font.width('W', 20) > font.width('i', 20));
    assert.equal(font.width('WiW', 40), 2 * font.width('WiW', 20));
    assert.equal(font.width('', 20), 0);
    assert.equal(font.width('東', 20), 20, 'what it cannot write is an em wide');
  });
});
