/** The method's version: a change to any definition is a new version with its own changelog entry. */
export const METHOD_VERSION = 2;

/** Every version of the method and what changed with it, newest first. */
export const METHOD_CHANGES: readonly { version: number; date: string; change: string }[] = [
  {
    version: 2,
    date: '2026-11-22',
    change:
      'Companies are covered by the weight of their repositories. Types rest on evidence that can be read by name, and may be none. Growth compares the pace of the last weeks with that of the year, in units of the company’s own noise; novelty is the share of newcomers in the work; the composite is a percentile, discounted where one person or one bulk landing made the fortnight.',
  },
  {
    version: 1,
    date: '2026-11-21',
    change:
      'First published definitions: counted commits, people, 14-day velocity, robust acceleration, four signal types, percentile scores.',
  },
];
