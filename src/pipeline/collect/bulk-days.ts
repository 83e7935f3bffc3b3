/**
 * Detects commits that landed in bulk: a rebase, a branch or an import that put many commits on the
 * default branch at once, so that the day's count says little about the day's work.
 */

/** Minimum number of commits in one span that counts as bulk. */
const MIN_BULK_COMMITS = 20;
/** Length of the span in seconds; the first and the last commit are closer than this. */
const BULK_SECONDS = 60;

/**
 * Which of a repository's counted commits landed in bulk: those within any span of 60 seconds that
 * contains 20 or more of them.
 *
 * @param landedAt committer dates (Unix seconds), in any order
 * @returns for each commit, in the same order, whether it landed in bulk
 */
export function landedInBulk(landedAt: readonly number[]): boolean[] {
  const inBulk = landedAt.map(() => false);
  const byTime = landedAt.map((_, index) => index).sort((a, b) => at(a) - at(b));
  let marked = 0;
  for (let first = 0; first + MIN_BULK_COMMITS <= byTime.length; first++) {
    const last = first + MIN_BULK_COMMITS - 1;
    if (at(byTime[last]) - at(byTime[first]) >= BULK_SECONDS) continue;
    for (let place = Math.max(first, marked); place <= last; place++) {
      const index = byTime[place];
      if (index !== undefined) inBulk[index] = true;
    }
    marked = last + 1;
  }
  return inBulk;

  function at(index: number | undefined): number {
    return landedAt[index ?? -1] ?? 0;
  }
}
