import { personDays } from './person-days.ts';
import { type Measure, whole } from './statement.ts';

/** Velocity and the velocity before it are sums of two weeks each. */
export const weeklyCommits: Measure = {
  name: 'weekly-commits',
  meaning: 'Counted commits by ISO week, and those by or with coding agents among them',
  unit: 'commits',
  section: '4 Accelerate',
  reads: [personDays],
  sql: () => `
    SELECT setNumber, week, ${whole('sum(commits)')} AS commits,
      ${whole('sum(agentCommits)')} AS agentCommits
    FROM person_days GROUP BY setNumber, week`,
};
