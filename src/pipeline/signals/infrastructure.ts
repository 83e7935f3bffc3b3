/** Who changed a company's CI and infrastructure files, and on how many days. */
import type { Day } from '../../lib/period.ts';
import type { People } from '../ledger/people.ts';
import { FOUR_WEEKS, type InfrastructureWork, WINDOWS_BACK } from '../ledger/windows.ts';
import { type Frame, windowsKnown } from './frame.ts';

/** The same of one window of four weeks. */
export type InfrastructureWindow = Omit<InfrastructureWork, 'personDays'> & { personDays: number };

/**
 * Commits by agents' own accounts and commits that landed in bulk do not count.
 *
 * @param people up to that day, at least four weeks before it
 */
export function infrastructureBy(
  lastDay: Day,
  people: People,
  held: Frame['held'],
): InfrastructureWindow {
  const { days, copies, commits, bulk, ci, infra } = people.columns;
  const work = { personDays: 0, people: 0, ciFiles: 0, infraFiles: 0 };
  for (let person = 0; person < people.count; person++) {
    if (people.isAgent[person] === 1) continue;
    const start = people.starts[person] ?? 0;
    let seenOn = -1;
    for (let row = (people.ends[person] ?? 0) - 1; row >= start; row--) {
      const day = days[row] ?? 0;
      if (day <= lastDay - FOUR_WEEKS) break;
      const [ciFiles, infraFiles] = [ci[row] ?? 0, infra[row] ?? 0];
      if (ciFiles + infraFiles === 0 || !held[copies[row] ?? 0]) continue;
      if (isAllBulk(commits[row] ?? 0, bulk[row] ?? -1)) continue;
      work.ciFiles += ciFiles;
      work.infraFiles += infraFiles;
      if (day === seenOn) continue;
      if (seenOn < 0) work.people++;
      work.personDays++;
      seenOn = day;
    }
  }
  return work;
}

/** Where it is not known what landed in bulk, `bulk` is below 0. */
function isAllBulk(commits: number, bulk: number): boolean {
  return bulk >= 0 && commits > 0 && bulk >= commits;
}

/**
 * @param newest the window that ends with the frame
 * @param personDaysIn those of the window that so many weeks before the frame's ends
 */
export function infrastructureOf(
  frame: Frame,
  newest: InfrastructureWindow,
  personDaysIn: (weeksAgo: number) => number,
): InfrastructureWork {
  const known = windowsKnown(frame, FOUR_WEEKS, WINDOWS_BACK);
  const { people, ciFiles, infraFiles } = known > 0 ? newest : NO_WORK;
  return {
    personDays: Array.from({ length: known }, (_, ago) => personDaysIn((ago * FOUR_WEEKS) / 7)),
    people,
    ciFiles,
    infraFiles,
  };
}

const NO_WORK: InfrastructureWindow = { personDays: 0, people: 0, ciFiles: 0, infraFiles: 0 };
