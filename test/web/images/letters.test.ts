/** Text in images: lines fit for any text. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { linesOf, textWidth, xmlText } from '../../../src/web/images/letters.ts';
import { anyCharacter } from '../../support/any-character.ts';

const LETTERING = { size: 30, maxWidth: 400, maxLines: 3 } as const;

describe('linesOf', () => {
  it('fills lines that fit, and loses no word that does', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 120 }), (text) => {
        const lines = linesOf(text, LETTERING);
        assert.ok(lines.length <= 3);
        for (const line of lines) assert.ok(textWidth(line, 30) <= 400, line);
        if (!lines.some((line) => line.endsWith('…')))
          assert.equal(lines.join(' '), text.trim().split(/\s+/).join(' '));
      }),
      { seed: 20_261_122 },
    );
  });

  it('ends in an ellipsis where there is more', () => {
    const lines = linesOf('word '.repeat(100), LETTERING);
    assert.match(lines[2] ?? '', /word \w+…$/);
    assert.match(linesOf('W'.repeat(100), LETTERING)[0] ?? '', /^W+…$/);
  });
});

describe('xmlText', () => {
  it('keeps what an XML document may hold, and nothing else', () => {
    assert.equal(xmlText('a\u0000b\u0008\ud800c\uffff\t😀'), 'abc\t😀');
  });
});
