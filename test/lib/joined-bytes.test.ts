import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { joinedBytes } from '../../src/lib/joined-bytes.ts';

describe('texts joined to bytes', () => {
  it('are the bytes of the texts as one, whatever was joined before', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 5000 })), (texts) => {
        assert.deepEqual(joinedBytes(texts), Buffer.from(texts.join('')));
      }),
    );
  });

  it('stay as they are when others are joined', () => {
    const bytes = joinedBytes(['株式会社', ' ', '😀']);
    joinedBytes(['something else that is longer']);
    assert.equal(bytes.toString('utf8'), '株式会社 😀');
    assert.equal(joinedBytes([]).length, 0);
  });
});
