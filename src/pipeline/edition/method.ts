/** The method's version: a change to any definition is a new version with its own changelog entry. */
export const METHOD_VERSION = 1;

/** Every version of the method and what changed with it, newest first. */
export const METHOD_CHANGES: readonly { version: number; date: string; change: string }[] = [
  {
    version: 1,
    date: '2026-11-21',
    change:
      'First published definitions: counted commits, people, 14-day velocity, robust acceleration, four signal types, percentile scores.',
  },
];
