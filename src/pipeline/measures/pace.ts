import { personDays } from './person-days.ts';
import { type Measure, whole } from './statement.ts';

/** More commits than this by one author on one day do not raise the pace. */
const MAX_COMMITS_A_DAY = 5;

/** All agents together are one author. */
export const pace: Measure = {
  name: 'pace',
  meaning: `Counted commits by ISO week, of each author and day at most ${MAX_COMMITS_A_DAY}`,
  unit: 'commits',
  section: '6 Rank',
  reads: [personDays],
  sql: () => `
    SELECT setNumber, week, ${whole(`sum(least(commits, ${MAX_COMMITS_A_DAY}))`)} AS pace
    FROM person_days GROUP BY setNumber, week`,
};
