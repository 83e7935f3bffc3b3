/**
 * What people did, in columns that all threads see: company after company, person after person, in the
 * order of days. A ledger has too many rows for an object each.
 */
import type { Day } from '../../lib/period.ts';
import type { CommitDaysBuilder } from './commit-days.ts';
import { chunksOf, dialectOf, integersOf, type LedgerConnection } from './connection.ts';
import { orderPeople } from './order-people.ts';
import { COPY_NUMBERS_JOIN, type DaySpan, dayNumber, isWithin, rowsWithin } from './row-queries.ts';
import { copyIntegers, firstAbove, sharedIntegers } from './shared-columns.ts';

/** Of one person, copy and day each. */
export type PeopleColumns = {
  /** Where each company's people begin; one more than there are companies. */
  companies: Int32Array;
  /** Where each person's rows begin; one more than there are people. */
  persons: Int32Array;
  /** 1 for all agents' own accounts together, and for people who asked to be erased. */
  isAgent: Int32Array;
  /** By person, the days of the first row and of the last. */
  firstDays: Int32Array;
  lastDays: Int32Array;
  days: Int32Array;
  /** Place of the repository among the company's copies. */
  copies: Int32Array;
  commits: Int32Array;
  coauthored: Int32Array;
  /** Below 0 where the ledger does not say. */
  bulk: Int32Array;
  ci: Int32Array;
  infra: Int32Array;
};

/** The people of one company who were there in a span of days. */
export type People = {
  columns: PeopleColumns;
  count: number;
  isAgent: Uint8Array;
  /** Place of the first row of each in the span, and the place after the last one. */
  starts: Int32Array;
  ends: Int32Array;
};

/** Nobody yet, with room for the people of any company. */
export function roomForPeople(columns: PeopleColumns): People {
  const { companies } = columns;
  const most = companies.reduce(
    (largest, start, company) => Math.max(largest, start - (companies[company - 1] ?? 0)),
    0,
  );
  return roomFor(columns, most);
}

function roomFor(columns: PeopleColumns, count: number): People {
  return {
    columns,
    count: 0,
    isAgent: new Uint8Array(count),
    starts: new Int32Array(count),
    ends: new Int32Array(count),
  };
}

/**
 * @param company its place
 * @param room takes the people in place of whom it had: arrays take longer to make than to fill
 */
export function peopleBetween(
  columns: PeopleColumns,
  company: number,
  since: number,
  through: number,
  room?: People,
): People {
  const { companies, persons, days, firstDays, lastDays } = columns;
  const [first, end] = [companies[company] ?? 0, companies[company + 1] ?? 0];
  const people = room ?? roomFor(columns, end - first);
  people.count = 0;
  for (let person = first; person < end; person++) {
    const [firstDay, lastDay] = [firstDays[person] ?? 0, lastDays[person] ?? 0];
    if (lastDay < since || firstDay > through) continue;
    const [from, to] = [persons[person] ?? 0, persons[person + 1] ?? 0];
    const upTo = lastDay <= through ? to : firstAbove(days, from, to, through);
    if ((days[upTo - 1] ?? 0) < since) continue;
    const place = people.count++;
    people.isAgent[place] = columns.isAgent[person] ?? 0;
    people.starts[place] = firstDay >= since ? from : firstAbove(days, from, upTo, since - 1);
    people.ends[place] = upTo;
  }
  return people;
}

/**
 * company, person in two numbers, day, copy, and what they did; number of the copy, and which of the
 * commits are by or with coding agents; in any order
 */
export function peopleQuery(connection: LedgerConnection, span: DaySpan): string {
  const [one, other] = dialectOf(connection).numbersOfText('person');
  const unlessAgent = (number: string) => `CASE WHEN person IS NULL THEN -1 ELSE ${number} END`;
  return `
    SELECT companyNumber, ${unlessAgent(one)} AS one, ${unlessAgent(other)} AS other,
      ${dayNumber('day')} AS dayNumber, copy,
      commits, coauthored, coalesce(bulk, -1) AS bulk, ci, infra,
      number, CASE WHEN kind = 'person' THEN 0 ELSE commits END AS agentCommits
    FROM activity AS source ${COPY_NUMBERS_JOIN}
    WHERE ${isWithin(span)}`;
}

/**
 * @param companies how many there are; the connection has numbered their copies
 * @param commitDays takes the commits of each copy by day, which are in the same rows
 */
export async function readPeople(
  connection: LedgerConnection,
  companies: number,
  span: DaySpan,
  commitDays?: CommitDaysBuilder,
): Promise<PeopleColumns> {
  const limit = await rowsWithin(connection, 'activity', span);
  const column = () => sharedIntegers(limit);
  const values = {
    commits: column(),
    coauthored: column(),
    bulk: column(),
    ci: column(),
    infra: column(),
  };
  const keys = {
    companies: column(),
    ones: column(),
    others: column(),
    days: column(),
    copies: column(),
  };
  const columns = [...Object.values(keys), ...Object.values(values)];
  let rows = 0;
  for await (const chunk of chunksOf(connection, peopleQuery(connection, span))) {
    copyIntegers(chunk, 0, columns, rows);
    const { rowCount } = chunk;
    if (commitDays) {
      const [numbers, agentCommits] = integersOf(chunk, 2, columns.length);
      for (let row = 0; row < rowCount; row++) {
        const counted = values.commits[rows + row] ?? 0;
        const day = keys.days[rows + row] ?? 0;
        if (counted > 0)
          commitDays.add(numbers?.[row] ?? 0, day, counted, agentCommits?.[row] ?? 0);
      }
    }
    rows += rowCount;
  }
  const { companies: owners, ones, others, days, copies } = keys;
  const read = { companies: owners.subarray(0, rows), ones, others, days, copies };
  const starts = orderPeople(read, companies, Object.values(values));
  return withReach({ ...starts, days, copies, ...values });
}

function withReach(columns: Omit<PeopleColumns, 'firstDays' | 'lastDays'>): PeopleColumns {
  const { persons, days } = columns;
  const firstDays = sharedIntegers(persons.length - 1);
  const lastDays = sharedIntegers(persons.length - 1);
  for (let person = 0; person < firstDays.length; person++) {
    firstDays[person] = days[persons[person] ?? 0] ?? 0;
    lastDays[person] = days[(persons[person + 1] ?? 0) - 1] ?? 0;
  }
  return { ...columns, firstDays, lastDays };
}

/** What one person, or all agents' own accounts together, did in one repository on one day. */
type ActivityDay = {
  day: Day;
  /** Place of the repository among the company's copies. */
  copy: number;
  commits: number;
  coauthored: number;
  /** Null where the ledger does not say. */
  bulk: number | null;
  ci: number;
  infra: number;
};

/** Days in ascending order. */
export type PersonActivity = { isAgent: boolean; days: readonly ActivityDay[] };

/** The people of one company with a row each as an object, for those who look at few. */
export function personsOf(columns: PeopleColumns, company: number): PersonActivity[] {
  const { isAgent, count, starts, ends } = peopleBetween(columns, company, -Infinity, Infinity);
  return Array.from({ length: count }, (_, person) => ({
    isAgent: isAgent[person] === 1,
    days: Array.from({ length: (ends[person] ?? 0) - (starts[person] ?? 0) }, (__, row) => {
      const at = (starts[person] ?? 0) + row;
      const bulk = columns.bulk[at] ?? -1;
      return {
        day: columns.days[at] ?? 0,
        copy: columns.copies[at] ?? 0,
        commits: columns.commits[at] ?? 0,
        coauthored: columns.coauthored[at] ?? 0,
        bulk: bulk < 0 ? null : bulk,
        ci: columns.ci[at] ?? 0,
        infra: columns.infra[at] ?? 0,
      };
    }),
  }));
}

/** The other way round. */
export function columnsOfPersons(people: readonly PersonActivity[]): PeopleColumns {
  const rows = people.flatMap(({ days }) => days);
  const starts = [0];
  for (const { days } of people) starts.push((starts.at(-1) ?? 0) + days.length);
  const column = (value: (row: ActivityDay) => number) => new Int32Array(rows.map(value));
  return withReach({
    companies: Int32Array.of(0, people.length),
    persons: Int32Array.from(starts),
    isAgent: Int32Array.from(people, ({ isAgent }) => Number(isAgent)),
    days: column(({ day }) => day),
    copies: column(({ copy }) => copy),
    commits: column(({ commits }) => commits),
    coauthored: column(({ coauthored }) => coauthored),
    bulk: column(({ bulk }) => bulk ?? -1),
    ci: column(({ ci }) => ci),
    infra: column(({ infra }) => infra),
  });
}
