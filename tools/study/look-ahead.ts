/** Facts of the time after a period, on which no published number depends. */
import { sum } from '../../src/lib/averages.ts';
import { type Day, lastDayOf } from '../../src/lib/period.ts';
import type { LedgerPeriods } from '../../src/pipeline/edition/periods.ts';
import type { LedgerConnection } from '../../src/pipeline/ledger/connection.ts';
import { Measured } from '../../src/pipeline/measures/measured.ts';
import { JOINED, joiningWeeks } from '../../src/pipeline/measures/newcomers.ts';
import { personDays } from '../../src/pipeline/measures/person-days.ts';
import { Scope } from '../../src/pipeline/measures/scope.ts';
import { type Measure, whole } from '../../src/pipeline/measures/statement.ts';
import { weeklyCommits } from '../../src/pipeline/measures/weekly-commits.ts';
import { JOINING_WEEKS, NEW_AFTER_DAYS } from '../../src/pipeline/measures/windows.ts';
import { paceFrom } from '../../src/pipeline/signals/weekly-work.ts';

/** A company by its place in `periods`, in a week. */
type CompanyWeek = { company: number; week: number };
type Asked = { daysBack: number; daysAfter?: number };

/** The copies that are held in some weeks, as a scope, and the number of each week's set. */
function scopeOf(periods: LedgerPeriods, chosen: readonly CompanyWeek[], asked: Asked) {
  const scope = new Scope();
  for (const company of periods.plan.companies) scope.addCompany(company);
  const numbers = new Map<string, number>();
  const sets = chosen.map(({ company, week }) => {
    const { held, from } = periods.coverage(company, week);
    const number = periods.plan.companies[company]?.first ?? 0;
    const places = held.flatMap((isHeld, copy) =>
      isHeld ? [{ number: number + copy, copy }] : [],
    );
    const key = `${company} ${held.join()} ${from}`;
    const set = numbers.getOrInsertComputed(key, () => scope.addSet(places, from));
    scope.ask(set, lastDayOf(week), asked);
    return set;
  });
  return { scope, sets };
}

function companyWeeks(
  { plan: { companies, first, current } }: LedgerPeriods,
  isChosen: (at: CompanyWeek) => boolean,
): CompanyWeek[] {
  const weeks = Array.from({ length: current - first + 1 }, (_, at) => first + at);
  return companies.flatMap((_, company) =>
    weeks.map((week) => ({ company, week })).filter(isChosen),
  );
}

/** The pace of the next four weeks is compared with that of these weeks before the period. */
const OUTCOME = { weeksAfter: 4, baseFirst: 56, baseLast: 31 };
/** Added to both paces, a commit in four weeks, so that silence has a logarithm. */
const OUTCOME_SMOOTHING = 0.25;

/**
 * Logarithm of the next four weeks' pace over the own pace of weeks −56 to −31, by the place of a
 * company and the week. Computed from the copies that are held four weeks later: a copy that ended is
 * no standstill. Missing where that is not known.
 */
export async function readOutcomes(
  connection: LedgerConnection,
  periods: LedgerPeriods,
): Promise<(at: CompanyWeek) => number | undefined> {
  const { weeksAfter, baseFirst, baseLast } = OUTCOME;
  const baseWeeks = baseFirst - baseLast + 1;
  const chosen = companyWeeks(periods, ({ company, week }) => {
    const { missing, held, from } = periods.coverage(company, week);
    const { copies = [] } = periods.plan.companies[company] ?? {};
    const frame = { held, from, lastDay: lastDayOf(week) };
    return !missing && paceFrom(copies, frame) <= week - weeksAfter - baseFirst;
  });
  const daysBack = 7 * (weeksAfter + baseFirst + 1);
  const { scope, sets } = scopeOf(periods, chosen, { daysBack });
  const measured = await Measured.open(connection, scope, weeklyCommits.reads);
  const rows = await measured.integers(weeklyCommits, ['commits', 'agentCommits']);
  const outcomes = new Map<string, number>();
  for (const [place, { company, week }] of chosen.entries()) {
    const paceOf = (last: number, weeks: number) =>
      rows.sum(sets[place] ?? -1, last, weeks, 'commits') / weeks;
    const next = paceOf(week, weeksAfter);
    const base = paceOf(week - weeksAfter - baseLast, baseWeeks);
    if (base === 0) continue;
    const outcome = Math.log((next + OUTCOME_SMOOTHING) / (base + OUTCOME_SMOOTHING));
    outcomes.set(`${company} ${week - weeksAfter}`, outcome);
  }
  return ({ company, week }) => outcomes.get(`${company} ${week}`);
}

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

/** New people who stayed, once for each week, and how many were seen again. */
export type Retention = { newcomers: number; seenAgain: number };

/**
 * Retention of the newcomers of chosen startup-weeks 31 to 90 days after the period, except where
 * copies end before the 90 days are over.
 */
export async function readRetention(
  connection: LedgerConnection,
  periods: LedgerPeriods,
  isChosen: (at: CompanyWeek) => boolean,
): Promise<Retention> {
  const chosen = companyWeeks(periods, isChosen).filter(({ company, week }) => {
    const { held } = periods.coverage(company, week);
    const isOver = (through: Day) => through >= lastDayOf(week) + SEEN_AGAIN.last;
    const { copies = [] } = periods.plan.companies[company] ?? {};
    return copies.every(({ through }, copy) => !held[copy] || isOver(through));
  });
  const daysBack = 7 * JOINING_WEEKS + NEW_AFTER_DAYS;
  const { scope, sets } = scopeOf(periods, chosen, { daysBack, daysAfter: SEEN_AGAIN.last });
  const measured = await Measured.open(connection, scope, retention.reads);
  const rows = await measured.integers(retention, ['newcomers', 'seenAgain']);
  const total = (column: keyof Retention) =>
    sum(chosen.map(({ week }, place) => rows.at(sets[place] ?? -1, week, column)));
  return { newcomers: total('newcomers'), seenAgain: total('seenAgain') };
}
