/**
 * Digests of the ledger's rows that an edition was computed from; the same rows give the same digests
 * everywhere (method, section 8). A later collection never changes a day's rows, so the digests of an
 * edition's rows do not change either.
 */
import { sha256 } from '../../lib/atomic-files.ts';
import { type Day, isoDay, lastDayOf } from '../../lib/period.ts';
import { type Dialect, dialectOf, type LedgerConnection, rowsOf, sqlString } from './connection.ts';
import type { KeptDigests } from './kept-digests.ts';
import { columnsOf } from './ledger-tables.ts';
import { dayNumber } from './row-queries.ts';

/** The Monday of week 0, in days since 1970-01-01. */
const FIRST_MONDAY = lastDayOf(0) - 6;

/** Tables whose rows belong to a day. */
const DATED = ['activity', 'releases', 'dependencies', 'created'] as const;
type DatedTable = (typeof DATED)[number];

/**
 * SHA-256 by table of the rows with days up to a period's last one; without `created` where no
 * organization's list was known then.
 */
export type RowDigests = Record<Exclude<DatedTable, 'created'> | 'repositories', string> & {
  created?: string;
};

type WeeklyDigests = Record<DatedTable, [week: number, digest: string][]>;
/** A copy as a line, except the day through which it counts; an empty repository never began. */
type Copy = { before: string; through: Day; after: string; began: number };

/** Digests of every period, from one pass over the ledger. */
export type LedgerDigests = Awaited<ReturnType<typeof readRowDigests>>;

/**
 * @param companies slugs of tracked companies; rows of others are left alone
 * @param kept digests that need not be made again; takes those of all weeks
 */
export async function readRowDigests(
  connection: LedgerConnection,
  companies: readonly string[],
  kept?: Pick<KeptDigests, 'find' | 'keep'>,
) {
  const tracked = companies.map(sqlString).join(', ') || 'NULL';
  /** By table: week index → digest of that week's rows, in the order of weeks. */
  const weeks: WeeklyDigests = { activity: [], releases: [], dependencies: [], created: [] };
  for (const table of DATED) weeks[table] = await digestsByWeek(connection, table, tracked, kept);
  const copies: Copy[] = [];
  for await (const [line, from, through, began] of rowsOf(connection, copiesQuery(tracked)))
    copies.push({
      before: `${line}\t${from === null ? '' : Number(from)}\t`,
      through: Number(through),
      after: `\t${began === null ? '' : Number(began)}\n`,
      began: began === null ? Infinity : Number(began),
    });

  /**
   * The digests for the period with that week index: for each table the SHA-256 of the digests of its
   * weeks, a line each, oldest first; for `repositories`, that of the repositories that had begun, each
   * with its reach as it stood on the period's last day.
   */
  const upTo = (week: number): RowDigests => {
    const digestOf = (table: DatedTable) => {
      const past = weeks[table].filter(([index]) => index <= week);
      return sha256(past.map(([index, digest]) => `${index} ${digest}\n`).join(''));
    };
    const lastDay = lastDayOf(week);
    let lines = '';
    for (const { before, through, after, began } of copies)
      if (began <= lastDay) lines += before + Math.min(through, lastDay) + after;
    const isListed = weeks.created.some(([index]) => index <= week);
    return {
      activity: digestOf('activity'),
      releases: digestOf('releases'),
      dependencies: digestOf('dependencies'),
      ...(isListed && { created: digestOf('created') }),
      repositories: sha256(lines),
    };
  };
  return {
    upTo,
    /** Changes whenever one of these digests does, or an empty repository is held longer. */
    identityUpTo: (week: number): readonly unknown[] => {
      const lastDay = lastDayOf(week);
      const empty = copies.filter(({ began }) => began === Infinity);
      return [upTo(week), empty.map(({ through }) => Math.min(through, lastDay))];
    },
  };
}

async function digestsByWeek(
  connection: LedgerConnection,
  table: DatedTable,
  tracked: string,
  kept: Pick<KeptDigests, 'find' | 'keep'> | undefined,
): Promise<[week: number, digest: string][]> {
  const counted = await rowsByWeek(connection, table, tracked);
  const digests = new Map(counted.map(({ week, identity }) => [week, kept?.find(identity)]));
  for (const span of spansOf(counted, (week) => digests.get(week) === undefined)) {
    const query = digestQuery(table, tracked, span, dialectOf(connection));
    for await (const [week, digest] of rowsOf(connection, query))
      digests.set(Number(week), String(digest));
  }
  return counted.map(({ week, identity }) => {
    const digest = digests.get(week) ?? '';
    kept?.keep(identity, digest);
    return [week, digest];
  });
}

/** Weeks by index, both inclusive. */
type Span = { first: number; last: number };

const WEEK = `CAST(floor((${dayNumber('day')} - ${FIRST_MONDAY}) / 7) AS INTEGER)`;

/** Rows that are written as lines at the same time: some hundred bytes each. */
const ROWS_AT_ONCE = 1_500_000;

/** Number of a week's rows, and a hash of them: two weeks have the same one only by chance. */
type WeekRows = { week: number; rows: number; identity: string };

/** Oldest first. */
async function rowsByWeek(
  connection: LedgerConnection,
  table: DatedTable,
  tracked: string,
): Promise<WeekRows[]> {
  const counts = `SELECT ${WEEK} AS week, count(*), ${dialectOf(connection).fingerprint(digestColumns(table))}
    FROM ${table} WHERE company IN (${tracked}) GROUP BY week ORDER BY week`;
  const weeks: WeekRows[] = [];
  for await (const [week, rows, fingerprint] of rowsOf(connection, counts)) {
    const identity = [table, week, rows, fingerprint].join(' ');
    weeks.push({ week: Number(week), rows: Number(rows), identity });
  }
  return weeks;
}

/** Spans of consecutive wanted weeks, of limited rows each. @param weeks oldest first */
function spansOf(weeks: readonly WeekRows[], isWanted: (week: number) => boolean): Span[] {
  const spans: Span[] = [];
  let open: (Span & { rows: number }) | undefined;
  for (const { week, rows } of weeks) {
    if (!isWanted(week)) open = undefined;
    else if (open && open.rows + rows <= ROWS_AT_ONCE) {
      open.last = week;
      open.rows += rows;
    } else {
      open = { first: week, last: week, rows };
      spans.push(open);
    }
  }
  return spans;
}

/** The reach of a list changes with every collection, and says nothing about the day. */
function digestColumns(table: DatedTable): string[] {
  return columnsOf(table).flatMap(({ name }) => (name === 'listedThrough' ? [] : [`"${name}"`]));
}

/** A digest of rows as lines in their order: the columns by tabs, NULL as \N. */
function digestQuery(
  table: DatedTable,
  tracked: string,
  { first, last }: Span,
  { digest, nullText }: Dialect,
): string {
  const cells = digestColumns(table).map(
    (name) => `coalesce(CAST(${name} AS VARCHAR), ${nullText})`,
  );
  const monday = (week: number) => `DATE '${isoDay(lastDayOf(week) - 6)}'`;
  return `
    SELECT week, ${digest('line')} FROM (
      SELECT ${WEEK} AS week, concat_ws('\t', ${cells.join(', ')}) AS line
      FROM ${table}
      WHERE day >= ${monday(first)} AND day < ${monday(last + 1)} AND company IN (${tracked})
    ) AS rows GROUP BY week ORDER BY week`;
}

function copiesQuery(tracked: string): string {
  return `
    SELECT concat_ws('\t', company, repository, CAST(position AS VARCHAR)),
      ${dayNumber('coveredFrom')}, ${dayNumber('coveredThrough')}, ${dayNumber('firstCommitOn')}
    FROM repositories WHERE company IN (${tracked})
    ORDER BY company, position, repository`;
}
