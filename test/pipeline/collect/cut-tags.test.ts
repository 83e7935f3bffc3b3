/** From which day on a list of tags that was cut is whole. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Tag } from '../../../src/pipeline/collect/commit.ts';
import { releasesHeldFrom } from '../../../src/pipeline/collect/read-recording.ts';

/** Tags a day apart from 2024-06-02 on, named in the order of their names. */
const tags = (count: number, prefix: string): Tag[] =>
  Array.from({ length: count }, (_, index) => [
    `${prefix}1.${String(index).padStart(4, '0')}.0`,
    Date.UTC(2024, 5, 2 + index) / 1000,
  ]);

it('all tags are held from the first version on, or after the copy if packages may be missing', () => {
  const inFuture: Tag[] = tags(800, 'v').map(([name]) => [name, Date.UTC(2030, 0, 1) / 1000]);
  const cases: [Tag[], string | null][] = [
    // Lists that were not cut.
    ...[0, 1, 799, 801].map((count): [Tag[], null] => [tags(count, 'v'), null]),
    [tags(800, 'v').reverse(), null],
    [tags(800, 'v'), '2024-06-03'],
    [tags(800, ''), '2024-06-03'],
    [tags(800, '@scope/package@'), '2026-08-21'],
    [inFuture, '2026-08-21'],
  ];
  for (const [list, from] of cases) assert.equal(releasesHeldFrom(list, '2026-08-20'), from);
});
