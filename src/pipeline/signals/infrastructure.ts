/** Who changed a company's CI and infrastructure files, and on how many days. */
import type { People } from '../ledger/people.ts';
import { FOUR_WEEKS, type InfrastructureWork, WINDOWS_BACK } from '../ledger/windows.ts';
import { type Frame, windowsKnown } from './frame.ts';

/**
 * Commits by agents' own accounts and commits that landed in bulk do not count.
 *
 * @param people up to the frame's last day
 */
export function infrastructureOf(people: People, frame: Frame): InfrastructureWork {
  const { lastDay, held } = frame;
  const { days, copies, commits, bulk, ci, infra } = people.columns;
  const known = windowsKnown(frame, FOUR_WEEKS, WINDOWS_BACK);
  const work = {
    personDays: new Array<number>(known).fill(0),
    people: 0,
    ciFiles: 0,
    infraFiles: 0,
  };
  const firstDay = lastDay - known * FOUR_WEEKS + 1;
  for (let person = 0; person < people.count; person++) {
    if (people.isAgent[person] === 1) continue;
    const start = people.starts[person] ?? 0;
    let seenOn = -1;
    let isNow = false;
    for (let row = (people.ends[person] ?? 0) - 1; row >= start; row--) {
      const day = days[row] ?? 0;
      if (day < firstDay) break;
      const [ciFiles, infraFiles] = [ci[row] ?? 0, infra[row] ?? 0];
      if (ciFiles + infraFiles === 0 || !held[copies[row] ?? 0]) continue;
      if (isAllBulk(commits[row] ?? 0, bulk[row] ?? -1)) continue;
      const ago = Math.floor((lastDay - day) / FOUR_WEEKS);
      if (ago === 0) {
        work.ciFiles += ciFiles;
        work.infraFiles += infraFiles;
        isNow = true;
      }
      if (day !== seenOn) work.personDays[ago] = (work.personDays[ago] ?? 0) + 1;
      seenOn = day;
    }
    if (isNow) work.people++;
  }
  return work;
}

/** Where it is not known what landed in bulk, `bulk` is below 0. */
function isAllBulk(commits: number, bulk: number): boolean {
  return bulk >= 0 && commits > 0 && bulk >= commits;
}
