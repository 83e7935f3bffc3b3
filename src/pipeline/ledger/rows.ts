/** Rows of the ledger's tables, company by company, in the order in which signals read them. */
import { type Day, isoDay } from '../../lib/period.ts';
import { chunksOf, dialectOf, integersOf, type LedgerConnection, textsOf } from './connection.ts';
import type { CompanyCopies } from './copies.ts';

/** What one person, or all agents' own accounts together, did in one repository on one day. */
export type ActivityDay = {
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

/** A day as an SQL literal. */
function sqlDay(day: Day): string {
  return `DATE '${isoDay(day)}'`;
}

/** Days from the first through the last, both inclusive; without a last one, all that follow. */
export type DaySpan = { since: Day; through?: Day | undefined };

/** Whether a row's day is in the span, as SQL. */
export function isWithin({ since, through }: DaySpan): string {
  const from = `day >= ${sqlDay(since)}`;
  return through === undefined ? from : `${from} AND day <= ${sqlDay(through)}`;
}

/** A column of days as whole numbers. */
export function dayNumber(column: string): string {
  return `CAST(date_diff('day', DATE '1970-01-01', ${column}) AS INTEGER)`;
}

export type ReleaseRow = { day: Day; copy: number; tag: string };
export type DependencyRow = {
  day: Day;
  copy: number;
  dependency: string;
  isAdded: boolean;
  commit: string | null;
};

/** Names the tracked companies and their copies by numbers, for the queries below. */
export async function numberCopies(
  connection: LedgerConnection,
  companies: readonly CompanyCopies[],
): Promise<void> {
  const numbered = companies.flatMap(({ slug: company, first, copies }, companyNumber) =>
    copies.map(({ repository }, copy) => ({
      ...{ company, repository, companyNumber, copy },
      number: first + copy,
    })),
  );
  await dialectOf(connection).numberCopies(connection, numbered);
}

/** What every query of rows begins its conditions with; its table is called `source`. */
export const COPY_NUMBERS_JOIN = `JOIN copy_numbers AS numbers
  ON numbers.company = source.company AND numbers.repository = source.repository`;

/** company, copy, day, and what they did, person: by company and person, in the order of days */
export function peopleQuery(span: DaySpan): string {
  return `
    SELECT companyNumber, copy, ${dayNumber('day')} AS day,
      CAST(sum(commits) AS INTEGER), CAST(sum(coauthored) AS INTEGER), CAST(sum(bulk) AS INTEGER),
      CAST(sum(ci) AS INTEGER), CAST(sum(infra) AS INTEGER), person
    FROM activity AS source ${COPY_NUMBERS_JOIN}
    WHERE ${isWithin(span)}
    GROUP BY companyNumber, person, copy, day ORDER BY companyNumber, person NULLS FIRST, day, copy`;
}

/** company, copy, day, tag */
export function releasesQuery(span: DaySpan): string {
  return `
    SELECT companyNumber, copy, ${dayNumber('day')} AS day, tag
    FROM releases AS source ${COPY_NUMBERS_JOIN}
    WHERE ${isWithin(span)} AND (kind IS NULL OR kind = 'release')
    ORDER BY companyNumber, day, copy, tag`;
}

/** company, copy, day, whether it was added, dependency, commit: from the first of all on */
export function dependenciesQuery(through?: Day): string {
  const until = through === undefined ? '' : `WHERE day <= ${sqlDay(through)}`;
  return `
    SELECT companyNumber, copy, ${dayNumber('day')} AS day,
      CAST(change = 'added' AS INTEGER) AS isAdded, dependency, "commit"
    FROM dependencies AS source ${COPY_NUMBERS_JOIN} ${until}
    ORDER BY companyNumber, day, copy, dependency, change DESC`;
}

/** The people of each company with what they did in a span. Companies without any are left out. */
export async function* peopleOf(
  connection: LedgerConnection,
  span: DaySpan,
): AsyncGenerator<{ company: number; people: PersonActivity[] }> {
  let company = -1;
  let person: string | null | undefined;
  let people: PersonActivity[] = [];
  let days: ActivityDay[] = [];
  for await (const chunk of chunksOf(connection, peopleQuery(span))) {
    const [companies, copies, dates, commits, coauthored, bulk, ci, infra] = integersOf(chunk, 8);
    const persons = textsOf(chunk, 8);
    for (let row = 0; row < chunk.rowCount; row++) {
      const number = companies?.getItem(row) ?? 0;
      const own = persons.getItem(row);
      if (number !== company) {
        if (people.length > 0) yield { company, people };
        company = number;
        people = [];
      }
      if (people.length === 0 || own !== person) {
        person = own;
        days = [];
        people.push({ isAgent: own === null, days });
      }
      days.push({
        day: dates?.getItem(row) ?? 0,
        copy: copies?.getItem(row) ?? 0,
        commits: commits?.getItem(row) ?? 0,
        coauthored: coauthored?.getItem(row) ?? 0,
        bulk: bulk?.getItem(row) ?? null,
        ci: ci?.getItem(row) ?? 0,
        infra: infra?.getItem(row) ?? 0,
      });
    }
  }
  if (people.length > 0) yield { company, people };
}

/** Releases that are no pre-releases and no builds, by company, oldest first. */
export async function readReleases(
  connection: LedgerConnection,
  span: DaySpan,
): Promise<ReadonlyMap<number, ReleaseRow[]>> {
  const releases = new Map<number, ReleaseRow[]>();
  for await (const chunk of chunksOf(connection, releasesQuery(span))) {
    const [companies, copies, dates] = integersOf(chunk, 3);
    const tags = textsOf(chunk, 3);
    for (let row = 0; row < chunk.rowCount; row++)
      listAt(releases, companies?.getItem(row) ?? 0).push({
        copy: copies?.getItem(row) ?? 0,
        day: dates?.getItem(row) ?? 0,
        tag: tags.getItem(row) ?? '',
      });
  }
  return releases;
}

/** The changes of dependencies, company by company, oldest first. Companies without any are left out. */
export async function* dependenciesOf(
  connection: LedgerConnection,
  through?: Day,
): AsyncGenerator<{ company: number; changes: DependencyRow[] }> {
  let company = -1;
  let changes: DependencyRow[] = [];
  for await (const chunk of chunksOf(connection, dependenciesQuery(through))) {
    const [companies, copies, dates, added] = integersOf(chunk, 4);
    const [dependencies, commits] = [textsOf(chunk, 4), textsOf(chunk, 5)];
    for (let row = 0; row < chunk.rowCount; row++) {
      const number = companies?.getItem(row) ?? 0;
      if (number !== company) {
        if (changes.length > 0) yield { company, changes };
        company = number;
        changes = [];
      }
      changes.push({
        copy: copies?.getItem(row) ?? 0,
        day: dates?.getItem(row) ?? 0,
        dependency: dependencies.getItem(row) ?? '',
        isAdded: added?.getItem(row) === 1,
        commit: commits.getItem(row),
      });
    }
  }
  if (changes.length > 0) yield { company, changes };
}

function listAt<T>(lists: Map<number, T[]>, key: number): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
