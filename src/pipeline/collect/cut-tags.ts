/**
 * Recordings that were cut: some hold at most 800 tags a repository, the last by name. What sorts
 * before the first of them is missing, whatever its age.
 */
import { dayOf, isoDay, parseDay } from '../../lib/period.ts';
import type { Tag } from './commit.ts';

/** A list of just as many was cut. */
const CUT_AT = 800;

/**
 * The first day from which such a list holds every tag (ISO date); null where none was cut. Where the
 * names are versions alone, what was cut is older than the first version that is held. Where they
 * open with a package, other packages were cut whole: then it is the day after the copy's last.
 *
 * @param tags in the order in which they were recorded
 * @param coveredThrough last full day of the copy (ISO date)
 */
export function releasesHeldFrom(tags: readonly Tag[], coveredThrough: string): string | null {
  const [first] = tags;
  if (tags.length !== CUT_AT || first === undefined || !isSortedByName(tags)) return null;
  const lastDay = parseDay(coveredThrough);
  const [name, taggedAt] = first;
  return isoDay((/^v?\d/.test(name) ? Math.min(dayOf(taggedAt), lastDay) : lastDay) + 1);
}

function isSortedByName(tags: readonly Tag[]): boolean {
  return tags.every(([name], index) => index === 0 || (tags[index - 1]?.[0] ?? '') <= name);
}
