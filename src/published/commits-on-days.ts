/**
 * The number of commits of a startup on any days, summed from the days that editions publish along with
 * their counts of 14 days: each edition has the 28 days up to its last, so one week in four is read.
 */
import { sum } from '../lib/averages.ts';
import { type Day, type Period, parsePeriod, periodOf } from '../lib/period.ts';
import type { CheckRecord } from '../pipeline/edition/checks.ts';
import type { Editions } from './editions.ts';

/** Both inclusive. */
export type Span = { first: Day; last: Day };

export type CountedDays = {
  commits: number;
  /** The stretches of days that are counted, oldest first; none if no edition covers the startup. */
  counted: readonly Span[];
};

const DAYS_A_WEEK = 7;
/** Number of earlier weeks whose days an edition has as well. */
const WEEKS_HELD = 3;

type Known = Pick<Editions, 'checksOf' | 'latest'>;

/** @param span days up to the current period's last at most */
export async function commitsOnDays(
  slug: string,
  span: Span,
  editions: Known,
): Promise<CountedDays> {
  const days: { day: Day; commits: number }[] = [];
  let held: ReadonlyMap<Day, number> = new Map();
  let day = span.last;
  while (day >= span.first) {
    if (!held.has(day)) held = await daysAround(slug, day, editions);
    const commits = held.get(day);
    if (commits !== undefined) days.push({ day, commits });
    // If a day is unknown, so is its whole week.
    day = commits === undefined ? periodOf(day).firstDay - 1 : day - 1;
  }
  return {
    commits: sum(days.map(({ commits }) => commits)),
    counted: stretchesOf(days.map(({ day }) => day).toReversed()),
  };
}

/**
 * The commits by day in one edition that has the given day: the current edition, whose counts are the
 * newest, else that of the day's own week, else that of a later week.
 */
async function daysAround(
  slug: string,
  day: Day,
  editions: Known,
): Promise<ReadonlyMap<Day, number>> {
  const own = periodOf(day);
  const current = parsePeriod(editions.latest) ?? own;
  const isRecent = current.firstDay - own.firstDay <= WEEKS_HELD * DAYS_A_WEEK;
  const behind = Array.from({ length: WEEKS_HELD + 1 }, (_, weeks) =>
    periodOf(own.firstDay + weeks * DAYS_A_WEEK),
  ).filter(({ firstDay }) => firstDay <= current.firstDay);
  for (const period of isRecent ? [current, ...behind] : behind) {
    const record = await editions.checksOf(period.slug, slug);
    if (record) return daysIn(record, period);
  }
  return new Map();
}

function daysIn({ repositories }: CheckRecord, { lastDay }: Period): ReadonlyMap<Day, number> {
  const length = repositories[0]?.commits.length ?? 0;
  return new Map(
    Array.from({ length }, (_, index) => [
      lastDay - length + 1 + index,
      sum(repositories.map(({ commits }) => commits[index] ?? 0)),
    ]),
  );
}

/** @param days in ascending order */
function stretchesOf(days: readonly Day[]): Span[] {
  const stretches: Span[] = [];
  for (const day of days) {
    const before = stretches.at(-1);
    if (before?.last === day - 1) before.last = day;
    else stretches.push({ first: day, last: day });
  }
  return stretches;
}
