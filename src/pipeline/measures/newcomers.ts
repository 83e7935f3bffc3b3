import { comparedWeeks } from './frame-weeks.ts';
import { personDays } from './person-days.ts';
import { type Measure, whole } from './statement.ts';
import { JOINING_WEEKS, JOINING_WINDOWS, NEW_AFTER_DAYS } from './windows.ts';

/** A newcomer stays if seen in at least this many ISO weeks, with at least this many commits, … */
const MIN_WEEKS_SEEN = 3;
const MIN_COMMITS = 5;
/** … one of them in this many last weeks. */
const STILL_SEEN_WEEKS = 2;

export const joiningWeeks = comparedWeeks('joining_weeks', JOINING_WINDOWS, JOINING_WEEKS);

/** SQL: the weeks of people from their arrival on, while they can be newcomers. */
const NEWCOMER_WEEKS = `
  SELECT arrivals.setNumber AS setNumber, arrivals.person AS person, arrivals.week AS arrivedIn,
    seen.week AS week, sum(seen.commits + seen.coauthored) AS commits
  FROM person_days AS seen
  JOIN person_days AS arrivals
    ON arrivals.setNumber = seen.setNumber AND arrivals.person = seen.person
  WHERE arrivals.person <> 0 AND arrivals.day - arrivals.previousDay > ${NEW_AFTER_DAYS}
    AND seen.week >= arrivals.week AND seen.week < arrivals.week + ${JOINING_WEEKS}
  GROUP BY arrivals.setNumber, arrivals.person, arrivals.week, seen.week`;

/** SQL: the people who arrived in the eight weeks to each week that a period looks at, and what they did. */
export const JOINED = `
  SELECT ends.setNumber AS setNumber, ends.week AS week, person, min(arrivedIn) AS arrivedIn,
    count(*) >= ${MIN_WEEKS_SEEN} AND sum(commits) >= ${MIN_COMMITS}
      AND max(dayWeek) > ends.week - ${STILL_SEEN_WEEKS} AS hasStayed
  FROM (${NEWCOMER_WEEKS}) AS seen
  JOIN joining_weeks AS ends ON ends.setNumber = seen.setNumber AND ends.dayWeek = seen.week
  WHERE arrivedIn > ends.week - ${JOINING_WEEKS}
  GROUP BY ends.setNumber, ends.week, person`;

/** A person cannot arrive twice in eight weeks, since arriving takes 180 days of absence. */
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
