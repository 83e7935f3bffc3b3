/**
 * Detects truncated recordings: some contain at most 800 tags a repository, the last ones by name.
 * All tags that sort before the first of them are missing, whatever their age.
 */
import { dayOf, isoDay, parseDay } from '../../lib/period.ts';
import type { Tag } from './commit.ts';

/** A list of exactly this length was truncated. */
const TRUNCATED_LENGTH = 800;

/**
 * The first day from which a truncated list has every tag (ISO date); null if it is complete. If the
 * names are plain versions, the missing ones are older than the first one listed. If they begin with
 * a package name, whole packages are missing, so the result is the day after the copy's last.
 *
 * @param tags in recorded order
 * @param coveredThrough last full day of the copy (ISO date)
 */
export function releasesHeldFrom(tags: readonly Tag[], coveredThrough: string): string | null {
  const [first] = tags;
  if (tags.length !== TRUNCATED_LENGTH || first === undefined || !isSortedByName(tags)) return null;
  const lastDay = parseDay(coveredThrough);
  const [name, taggedAt] = first;
  return isoDay((/^v?\d/.test(name) ? Math.min(dayOf(taggedAt), lastDay) : lastDay) + 1);
}

function isSortedByName(tags: readonly Tag[]): boolean {
  return tags.every(([name], index) => index === 0 || (tags[index - 1]?.[0] ?? '') <= name);
}
