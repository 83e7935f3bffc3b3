/** Retention of new people after a period: a look ahead, on which no published number depends. */
import { type Day, lastDayOf } from '../../src/lib/period.ts';
import type { LedgerPeriods } from '../../src/pipeline/edition/periods.ts';
import type { LedgerConnection } from '../../src/pipeline/ledger/connection.ts';
import { Measured } from '../../src/pipeline/measures/measured.ts';
import { JOINED, joiningWeeks } from '../../src/pipeline/measures/newcomers.ts';
import { personDays } from '../../src/pipeline/measures/person-days.ts';
import { Scope } from '../../src/pipeline/measures/scope.ts';
import { type Measure, whole } from '../../src/pipeline/measures/statement.ts';
import { JOINING_WEEKS, NEW_AFTER_DAYS } from '../../src/pipeline/measures/windows.ts';

/** Whether people who count as new and staying were seen again 31 to 90 days after the period. */
export type Retention = { company: number; week: number; newcomers: number; seenAgain: number };

const SEEN_AGAIN = { first: 31, last: 90 };

const retention: Measure = {
  name: 'retention',
  meaning: `New people who stayed, and how many of them were seen again ${SEEN_AGAIN.first} to ${SEEN_AGAIN.last} days after D`,
  unit: 'people',
  section: '7 How the scores were chosen',
  reads: [personDays, joiningWeeks],
  sql: () => `
    SELECT setNumber, week, ${whole('count(*)')} AS newcomers,
      ${whole('count(*) FILTER (WHERE daysLater > 0)')} AS seenAgain
    FROM (
      SELECT joined.setNumber AS setNumber, joined.week AS week, joined.person AS person,
        count(CASE WHEN later.day >= lastDay + ${SEEN_AGAIN.first}
          AND later.day <= lastDay + ${SEEN_AGAIN.last} THEN 1 END) AS daysLater
      FROM (${JOINED}) AS joined
      JOIN frames ON frames.setNumber = joined.setNumber AND frames.week = joined.week
      JOIN person_days AS later
        ON later.setNumber = joined.setNumber AND later.person = joined.person
      WHERE hasStayed
      GROUP BY joined.setNumber, joined.week, joined.person
    ) AS people
    GROUP BY setNumber, week`,
};

/**
 * The retention of the newcomers of chosen startup-weeks, except where copies end before the 90 days
 * are over.
 */
export async function readRetention(
  connection: LedgerConnection,
  periods: LedgerPeriods,
  isChosen: (company: number, week: number) => boolean,
): Promise<Retention[]> {
  const scope = new Scope();
  const chosen: { company: number; week: number; set: number }[] = [];
  for (const [company, { slug, copies, first: number }] of periods.companies.entries()) {
    scope.addCompany({ slug, copies, first: number });
    for (let week = periods.range.first; week <= periods.range.last; week++) {
      if (!isChosen(company, week)) continue;
      const { held, from } = periods.coverage(company, week);
      const isOver = (through: Day) => through >= lastDayOf(week) + SEEN_AGAIN.last;
      if (!copies.every(({ through }, copy) => !held[copy] || isOver(through))) continue;
      const places = held.flatMap((isHeld, copy) =>
        isHeld ? [{ number: number + copy, copy }] : [],
      );
      const set = scope.addSet(places, from);
      const daysBack = 7 * JOINING_WEEKS + NEW_AFTER_DAYS;
      scope.ask(set, lastDayOf(week), { daysBack, daysAfter: SEEN_AGAIN.last });
      chosen.push({ company, week, set });
    }
  }
  const measured = await Measured.open(connection, scope, retention.reads);
  const rows = await measured.integers(retention, ['newcomers', 'seenAgain']);
  return chosen.map(({ company, week, set }) => ({
    ...{ company, week },
    newcomers: rows.at(set, week, 'newcomers'),
    seenAgain: rows.at(set, week, 'seenAgain'),
  }));
}
