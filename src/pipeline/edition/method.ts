/** The method's version: a change to any definition is a new version with its own changelog entry. */
import { z } from 'zod';

export const MethodVersion = z.string().regex(/^\d+(?:\.\d+)?$/);

export const METHOD_VERSION = '2.1';

/** Whether one version came before another: 2.9 before 2.10. */
export function isEarlierVersion(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) < 0;
}

/** Every version of the method and what changed with it, newest first. */
export const METHOD_CHANGES: readonly { version: string; date: string; change: string }[] = [
  {
    version: METHOD_VERSION,
    date: '2026-11-27',
    change:
      'A migration is a role of packages that changes hands in one commit and is named: jest → vitest. Fewer than three people are no hiring burst. A weak type ends where the startup is no longer above its own past. Every type says since which week it stands and how strong its evidence is now; only one that was entered in the edition’s own week is news. A startup is covered by half of its weight where all of its main repositories are held. One overall rank, among independent startups.',
  },
  {
    version: '2',
    date: '2026-11-22',
    change:
      'Companies are covered by the weight of their repositories. Types rest on evidence that can be read by name, and may be none. Growth compares the pace of the last weeks with that of the year, in units of the company’s own noise; novelty is the share of newcomers in the work; the composite is a percentile, discounted where one person or one bulk landing made the fortnight.',
  },
  {
    version: '1',
    date: '2026-11-21',
    change:
      'First published definitions: counted commits, people, 14-day velocity, robust acceleration, four signal types, percentile scores.',
  },
];
