/**
 * What became of new people after a period: a look ahead, for research alone. No published number
 * depends on it.
 */
import { type Day, lastDayOf } from '../../lib/period.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import { peopleBetween, readPeople } from '../ledger/people.ts';
import { newcomersSeenAgain, PEOPLE_DAYS_BACK } from '../signals/newcomers.ts';
import type { LedgerPeriods } from './periods.ts';

/** Whether people who count as new and staying were seen again 31 to 90 days after the period. */
export type Retention = { company: number; week: number; newcomers: number; seenAgain: number };

const SEEN_AGAIN = { first: 31, last: 90 };

/**
 * The retention of the newcomers of chosen startup-weeks, those aside whose copies end before the
 * 90 days are over.
 */
export async function retentionOf(
  connection: LedgerConnection,
  periods: LedgerPeriods,
  isChosen: (company: number, week: number) => boolean,
): Promise<Retention[]> {
  const { first, last } = periods.range;
  const retentions: Retention[] = [];
  const since = lastDayOf(first) - PEOPLE_DAYS_BACK;
  const columns = await readPeople(connection, periods.companies.length, { since });
  for (const [company, { copies }] of periods.companies.entries())
    for (let week = first; week <= last; week++) {
      if (!isChosen(company, week)) continue;
      const lastDay = lastDayOf(week);
      const { held, from } = periods.coverage(company, week);
      const isOver = (through: Day) => through >= lastDay + SEEN_AGAIN.last;
      if (!copies.every(({ through }, copy) => !held[copy] || isOver(through))) continue;
      const people = peopleBetween(columns, company, since, lastDay + SEEN_AGAIN.last);
      const later = { first: lastDay + SEEN_AGAIN.first, last: lastDay + SEEN_AGAIN.last };
      const counted = newcomersSeenAgain(people, { lastDay, held, from }, later);
      retentions.push({ company, week, ...counted });
    }
  return retentions;
}
