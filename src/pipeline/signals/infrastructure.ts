/** Who changed a company's CI and infrastructure files, and on how many days. */
import type { ActivityDay, PersonActivity } from '../ledger/rows.ts';
import { FOUR_WEEKS, type InfrastructureWork, WINDOWS_BACK } from '../ledger/windows.ts';
import { type Frame, firstAfter, windowsKnown } from './frame.ts';

/** Commits by agents' own accounts and commits that landed in bulk do not count. */
export function infrastructureOf(
  people: readonly PersonActivity[],
  frame: Frame,
): InfrastructureWork {
  const { lastDay, held } = frame;
  const known = windowsKnown(frame, FOUR_WEEKS, WINDOWS_BACK);
  const work = {
    personDays: new Array<number>(known).fill(0),
    people: 0,
    ciFiles: 0,
    infraFiles: 0,
  };
  const firstDay = lastDay - known * FOUR_WEEKS + 1;
  for (const { isAgent, days } of people) {
    if (isAgent) continue;
    let seenOn = -1;
    let isNow = false;
    for (let at = firstAfter(days, lastDay) - 1; at >= 0; at--) {
      const row = days[at];
      if (!row || row.day < firstDay) break;
      if (row.ci + row.infra === 0 || !held[row.copy] || isAllBulk(row)) continue;
      const ago = Math.floor((lastDay - row.day) / FOUR_WEEKS);
      if (ago === 0) {
        work.ciFiles += row.ci;
        work.infraFiles += row.infra;
        isNow = true;
      }
      if (row.day !== seenOn) work.personDays[ago] = (work.personDays[ago] ?? 0) + 1;
      seenOn = row.day;
    }
    if (isNow) work.people++;
  }
  return work;
}

function isAllBulk({ commits, bulk }: ActivityDay): boolean {
  return bulk !== null && commits > 0 && bulk >= commits;
}
