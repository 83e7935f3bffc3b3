import { JOINING_WEEKS, JOINING_WINDOWS } from '../ledger/windows.ts';
import { comparedWeeks } from './frame-weeks.ts';
import { personDays } from './person-days.ts';
import { type Measure, whole } from './statement.ts';

/** A newcomer stays who was seen in so many ISO weeks, with so many commits, … */
const MIN_WEEKS_SEEN = 3;
const MIN_COMMITS = 5;
/** … and also in the last so many weeks. */
const STILL_SEEN_WEEKS = 2;

export const joiningWeeks = comparedWeeks('joining_weeks', JOINING_WINDOWS, JOINING_WEEKS);

/** SQL: the people who arrived in the eight weeks to each week that a period looks at, and what they did. */
export const JOINED = `
  SELECT ends.setNumber AS setNumber, ends.week AS week, person, min(arrivedIn) AS arrivedIn,
    count(DISTINCT person_days.week) >= ${MIN_WEEKS_SEEN}
      AND sum(commits + coauthored) >= ${MIN_COMMITS}
      AND max(person_days.week) > ends.week - ${STILL_SEEN_WEEKS} AS hasStayed
  FROM person_days
  JOIN joining_weeks AS ends
    ON ends.setNumber = person_days.setNumber AND ends.dayWeek = person_days.week
  WHERE person <> 0 AND arrivedIn > ends.week - ${JOINING_WEEKS}
  GROUP BY ends.setNumber, ends.week, person`;

/** Nobody can arrive twice in eight weeks, since arriving takes 180 days of absence. */
export const newcomers: Measure = {
  name: 'newcomers',
  meaning:
    'People who arrived in the eight weeks to the end of a week after 180 days without a commit, and how many of them stayed',
  unit: 'people',
  section: '5 Classify',
  reads: [personDays, joiningWeeks],
  sql: () => `
    SELECT setNumber, week, ${whole('count(*)')} AS joined,
      ${whole('count(*) FILTER (WHERE hasStayed)')} AS stayed
    FROM (${JOINED}) AS joined GROUP BY setNumber, week`,
};
