/** The work of every person of a company by day, which research counts in other ways than the method. */
import { type Day, weekIndex } from '../../src/lib/period.ts';
import type { LedgerConnection } from '../../src/pipeline/ledger/connection.ts';
import type { CompanyCopies } from '../../src/pipeline/ledger/copies.ts';
import { Measured } from '../../src/pipeline/measures/measured.ts';
import { SETTLED_AFTER_DAYS } from '../../src/pipeline/measures/newcomer-days.ts';
import { copyDays, sumOfBulk } from '../../src/pipeline/measures/person-days.ts';
import { Scope } from '../../src/pipeline/measures/scope.ts';
import type { Measure } from '../../src/pipeline/measures/statement.ts';
import { NEW_AFTER_DAYS } from '../../src/pipeline/measures/windows.ts';
import type { Frame } from '../../src/pipeline/signals/frame.ts';

type ActivityDay = { day: Day; copy: number; commits: number; bulk: number | null };
/** Days are in order, and of each those of the copies. All agents' own accounts are one. */
export type PersonActivity = { isAgent: boolean; days: readonly ActivityDay[] };

const everyDay: Measure = {
  name: 'every-day',
  meaning: 'What each person did in each copy, by day',
  unit: 'commits',
  section: '3 Normalise',
  reads: [copyDays],
  sql: () => `
    SELECT setNumber, person, day, copy, sum(commits) AS commits, ${sumOfBulk()} AS bulk
    FROM copy_days JOIN held ON held.number = copy_days.number
    GROUP BY setNumber, person, day, copy
    ORDER BY setNumber, person, day, copy`,
};

/** By company, in the order given. */
export async function readPersons(
  connection: LedgerConnection,
  companies: readonly CompanyCopies[],
  through: Day,
): Promise<PersonActivity[][]> {
  const scope = new Scope();
  for (const company of companies) {
    scope.addCompany(company);
    const { copies, first } = company;
    const places = copies.map((_, copy) => ({ number: first + copy, copy }));
    scope.ask(scope.addSet(places, Number.NEGATIVE_INFINITY), through, { daysBack: through });
  }
  const measured = await Measured.open(connection, scope, everyDay.reads);
  const persons = companies.map(() => new Map<string, { isAgent: boolean; days: ActivityDay[] }>());
  for await (const chunk of measured.rows(everyDay))
    for (const [place, person, day, copy, commits, bulk] of chunk.getRows()) {
      const isAgent = Number(person) === 0;
      persons[Number(place)]
        ?.getOrInsertComputed(String(person), () => ({ isAgent, days: [] }))
        .days.push({
          ...{ day: Number(day), copy: Number(copy), commits: Number(commits) },
          bulk: bulk === null ? null : Number(bulk),
        });
    }
  return persons.map((people) => [...people.values()]);
}

/** One number a week, from the first requested week to the last. */
export type WeeklyWork = { pace: Int32Array; workDays: Int32Array; newcomerDays: Int32Array };

/** @param weeks by week index, both inclusive @param maxCommitsADay of one author, as in `pace` */
export function weeklyWork(
  people: readonly PersonActivity[],
  { held, from }: Pick<Frame, 'held' | 'from'>,
  weeks: { first: number; last: number },
  maxCommitsADay: number,
): WeeklyWork {
  const series = () => new Int32Array(Math.max(0, weeks.last - weeks.first + 1));
  const work: WeeklyWork = { pace: series(), workDays: series(), newcomerDays: series() };
  for (const { isAgent, days } of people) {
    let [joinedOn, lastSeen] = [-Infinity, -Infinity];
    for (const [day, landed] of commitsByDay(days, held)) {
      if (day - lastSeen > NEW_AFTER_DAYS) joinedOn = day;
      lastSeen = day;
      const week = weekIndex(day) - weeks.first;
      add(work.pace, week, Math.min(landed, maxCommitsADay));
      if (isAgent) continue;
      add(work.workDays, week, 1);
      const isNew = joinedOn >= from + NEW_AFTER_DAYS && day - joinedOn < NEW_AFTER_DAYS;
      if (isNew && day - joinedOn >= SETTLED_AFTER_DAYS) add(work.newcomerDays, week, 1);
    }
  }
  return work;
}

function commitsByDay(days: readonly ActivityDay[], held: Frame['held']): Map<Day, number> {
  const byDay = new Map<Day, number>();
  for (const { day, copy, commits } of days)
    if (held[copy] && commits > 0) byDay.set(day, (byDay.get(day) ?? 0) + commits);
  return byDay;
}

/** Weeks outside of the series are left alone. */
function add(series: Int32Array, week: number, value: number): void {
  if (week >= 0 && week < series.length) series[week] = (series[week] ?? 0) + value;
}

/** Sum of the `weeks` values that end at index `last`. */
export function sumTo(series: Int32Array, last: number, weeks: number): number {
  return series
    .subarray(Math.max(0, last - weeks + 1), last + 1)
    .reduce((sum, one) => sum + one, 0);
}

/** The counts of the last days of a period. */
export function countsIn(
  people: readonly PersonActivity[],
  { lastDay, held }: Frame,
  length: number,
): { commits: number; largest: number; bulk: number; people: number } {
  const counts = { commits: 0, largest: 0, bulk: 0, people: 0 };
  for (const { isAgent, days } of people) {
    const inside = days.filter(
      ({ day, copy }) => day > lastDay - length && day <= lastDay && held[copy],
    );
    const commits = inside.reduce((sum, one) => sum + one.commits, 0);
    counts.commits += commits;
    counts.bulk += inside.reduce((sum, { bulk }) => sum + (bulk ?? Number.NaN), 0);
    if (isAgent || inside.length === 0) continue;
    counts.people++;
    counts.largest = Math.max(counts.largest, commits);
  }
  return counts;
}
