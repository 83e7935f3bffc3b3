/** From which day on a list of tags that was cut is whole. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tag } from '../../../src/pipeline/collect/commit.ts';
import { releasesHeldFrom } from '../../../src/pipeline/collect/read-recording.ts';

const COPIED = '2026-08-20';
/** Tags a day apart from 2024-06-02 on, named in the order of their names. */
const tags = (count: number, prefix: string): Tag[] =>
  Array.from({ length: count }, (_, index) => [
    `${prefix}1.${String(index).padStart(4, '0')}.0`,
    Date.UTC(2024, 5, 2 + index) / 1000,
  ]);

describe('the first day from which all tags are held', () => {
  it('is not told of a list that was not cut', () => {
    for (const count of [0, 1, 799, 801])
      assert.equal(releasesHeldFrom(tags(count, 'v'), COPIED), null);
    assert.equal(releasesHeldFrom(tags(800, 'v').reverse(), COPIED), null, 'in another order');
  });

  it('follows the first version that is held', () => {
    assert.equal(releasesHeldFrom(tags(800, 'v'), COPIED), '2024-06-03');
    assert.equal(releasesHeldFrom(tags(800, ''), COPIED), '2024-06-03');
  });

  it('is after the copy where whole packages may be missing', () => {
    assert.equal(releasesHeldFrom(tags(800, '@scope/package@'), COPIED), '2026-08-21');
    const inFuture: Tag[] = tags(800, 'v').map(([name]) => [name, Date.UTC(2030, 0, 1) / 1000]);
    assert.equal(releasesHeldFrom(inFuture, COPIED), '2026-08-21');
  });
});
