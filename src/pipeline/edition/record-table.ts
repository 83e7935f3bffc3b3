/**
 * Startups' records as a table, one flat row each with its ranks: the CSV and Parquet files, and the
 * descriptions of the dataset.
 */
import { z } from 'zod';
import { type CsvValue, csvRecord } from '../../lib/csv.ts';
import { parquetFile } from '../ledger/table-file.ts';
import { overallOrder } from './overall-rank.ts';
import { type SignalsResponse, Startup } from './record.ts';

/** A record with its ranks in its period. */
export type RankedStartup = {
  startup: Startup;
  /** The overall rank, from 1; null for startups that have none, such as acquired ones. */
  rank: number | null;
  /** The same among the trending; null if it is not. */
  trending: number | null;
  /** Place in its sector by composite score, from 1. */
  inSector: number;
  sectorName: string;
};

/** SQL's names; where a format has no lists, a list of texts is one text with spaces. */
export type ColumnType = 'VARCHAR' | 'INTEGER' | 'DOUBLE' | 'VARCHAR[]';
type Cell = CsvValue | readonly string[];

export type Column = {
  name: string;
  type: ColumnType;
  value: (row: RankedStartup) => Cell;
  /** Written by people, so that it may begin with anything. */
  isProse?: true;
  /** Its meaning, if it is not a field of the record. */
  meaning?: string;
};

const WINDOW_SIZE = { commits: 'Counted commits {days}', people: 'Distinct people {days}' };
const WINDOW_COMPOSITION = {
  largestContributorShare: 'Share of the commits {days} by the person who wrote most',
  bulkShare: 'Share of the commits {days} that landed in bulk',
  peopleOnTwoDays: 'People {days} with commits on at least two days',
  newPeople: 'People {days} without a commit in the 180 days before; empty if not known',
  returningPeople: 'All other people {days}',
};

export const COLUMNS: readonly Column[] = [
  field('period'),
  prose(field('name')),
  ...fields('slug sector'),
  prose(derived('sectorName', 'VARCHAR', (row) => row.sectorName, 'Name of its sector')),
  derived(
    'sectorRank',
    'INTEGER',
    (row) => row.inSector,
    'Place in its sector by composite score, from 1, acquired startups included',
  ),
  derived(
    'trendingRank',
    'INTEGER',
    (row) => row.trending,
    'The overall rank where it is at most 20; empty for all others',
  ),
  field('stage'),
  ...round('stageRound', 'stageBasis', 'round that shows its stage'),
  ...round('lastRound', 'lastRound', 'last known round'),
  field('status'),
  prose(field('statusBy', 'statusBasis.by', 'Who acquired it or merged with it')),
  field(
    'statusOn',
    'statusBasis.announcedOn',
    'When the exit was announced, as far as its source says; empty while active',
  ),
  field(
    'statusClosedOn',
    'statusBasis.closedOn',
    'When the exit was completed, as far as its source says',
  ),
  field('statusSource', 'statusBasis.sourceUrl', 'Where the exit was read'),
  ...fields('geography commitVelocity14d commitVelocityChange commitVelocityChangeRatio'),
  ...fields('contributors contributorGrowth newRepos agentShare'),
  ...window(14, WINDOW_COMPOSITION),
  ...window(30, WINDOW_COMPOSITION),
  ...fields('signalType signalStrength'),
  ...['Velocity', 'Growth', 'Novelty', 'Composite'].map((name) => {
    const path = `scores.${name.toLowerCase()}`;
    return field(`score${name}`, path, `${path}: 0 to 100`);
  }),
  field('repositories'),
  derived(
    'repositoryRoles',
    'VARCHAR[]',
    ({ startup: { repositoryRoles = [] } }) =>
      repositoryRoles.map(({ repository, role }) => `${repository}:${role}`),
    'Tracked repositories, each with its role: main, side or stewarded',
  ),
  derived('notCounted', 'VARCHAR[]', ({ startup: { notCounted = [] } }) =>
    notCounted.map(({ repository }) => repository),
  ),
  ...fields('githubUrl websiteUrl linkedinUrl url evidenceUrl computedAt timing'),
  prose(field('description')),
  // Added later: those before them keep their places.
  field('newReposBasis'),
  ...window(14, WINDOW_SIZE),
  ...window(30, WINDOW_SIZE),
  derived(
    'evidenceValue',
    'DOUBLE',
    ({ startup }) => typeEvidence(startup)?.value ?? null,
    'What the signal type rests on: 1 is the threshold; empty with the strength none',
  ),
  prose(
    derived(
      'evidenceSummary',
      'VARCHAR',
      ({ startup }) => typeEvidence(startup)?.summary ?? null,
      'The same in a plain sentence',
    ),
  ),
  prose(
    derived(
      'repositoryRoleReasons',
      'VARCHAR',
      ({ startup }) => reasons(startup.repositoryRoles),
      'Of stewarded repositories, whose each is and why it counts',
    ),
  ),
  prose(
    derived(
      'notCountedReasons',
      'VARCHAR',
      ({ startup }) => reasons(startup.notCounted),
      'Why each of these is left out',
    ),
  ),
  ...fields('lastKnownStage lastKnownStageOn signalSince signalValue countedPart exitsCheckedOn'),
];

/** The line of column names that a table begins with. */
export const CSV_HEADER = csvRecord(COLUMNS.map(({ name }) => name));

/** One line a startup, without the line of names. */
export function csvLines(rows: readonly RankedStartup[]): string {
  return rows.map((row) => csvRecord(COLUMNS.map((each) => csvCell(each, row)))).join('');
}

export function recordsParquet(rows: readonly RankedStartup[]): Promise<Buffer> {
  return parquetFile(COLUMNS, CSV_HEADER + csvLines(rows));
}

/** Text that a spreadsheet would run as a formula is shown as text (OWASP, CSV injection). */
export function plainText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Every startup of a period with its ranks, sector by sector, in the order of `signals.json`. */
export function rankedStartups({ trending, sectors }: SignalsResponse): RankedStartup[] {
  const places = new Map(trending.map(({ slug }, index) => [slug, index + 1]));
  const order = overallOrder(sectors.flatMap(({ startups }) => startups));
  const overall = new Map(order.map(({ slug }, index) => [slug, index + 1]));
  return sectors.flatMap(({ name: sectorName, startups }) =>
    startups.map((startup, index) => ({
      ...{ startup, sectorName, inSector: index + 1 },
      rank: overall.get(startup.slug) ?? null,
      trending: places.get(startup.slug) ?? null,
    })),
  );
}

function csvCell({ value, isProse }: Column, row: RankedStartup): CsvValue {
  const cell = value(row);
  if (typeof cell === 'string') return isProse ? plainText(cell) : cell;
  return isList(cell) ? cell.join(' ') : cell;
}

function isList(cell: Cell): cell is readonly string[] {
  return Array.isArray(cell);
}

function prose(column: Column): Column {
  return { ...column, isProse: true };
}

function derived(name: string, type: ColumnType, value: Column['value'], meaning?: string): Column {
  return { name, type, value, ...(meaning !== undefined && { meaning }) };
}

/** A field of the record, whose schema tells the column's type. @param path by default, the name */
function field(name: string, path = name, meaning?: string): Column {
  const keys = path.split('.');
  const value = ({ startup }: RankedStartup) =>
    // The schema says what is there; records of earlier versions may lack it.
    (keys.reduce((part: unknown, key) => Object(part)[key], startup) ?? null) as Cell;
  return derived(name, columnType(Startup, keys), value, meaning);
}

function fields(names: string): Column[] {
  return names.split(' ').map((name) => field(name));
}

function columnType(schema: unknown, keys: readonly string[]): ColumnType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return columnType(schema.unwrap(), keys);
  const [key, ...below] = keys;
  if (key !== undefined && schema instanceof z.ZodObject && key in schema.shape)
    return columnType(schema.shape[key], below);
  if (key !== undefined) throw new TypeError(`a record has no ${key}`);
  if (schema instanceof z.ZodArray) return 'VARCHAR[]';
  if (schema instanceof z.ZodNumberFormat) return 'INTEGER';
  return schema instanceof z.ZodNumber ? 'DOUBLE' : 'VARCHAR';
}

/** Name, date and source of a round. */
function round(prefix: string, path: string, what: string): Column[] {
  const announced = 'When that round was announced, as far as its source says';
  return [
    prose(field(`${prefix}Name`, `${path}.round`, `Name of the ${what}`)),
    field(`${prefix}On`, `${path}.announcedOn`, announced),
    field(`${prefix}Source`, `${path}.sourceUrl`, 'Where that round was read'),
  ];
}

/** @param meanings by field of the window's composition */
function window(days: 14 | 30, meanings: Readonly<Record<string, string>>): Column[] {
  const during = `of the ${days} days`;
  return Object.entries(meanings).map(([name, meaning]) =>
    field(`${name}${days}d`, `composition${days}d.${name}`, meaning.replace('{days}', during)),
  );
}

/** `owner/name: why; owner/name: why` */
function reasons(
  repositories: readonly { repository: string; reason?: string | undefined }[] = [],
) {
  const given = repositories.filter(({ reason }) => reason !== undefined);
  if (given.length === 0) return null;
  return given.map(({ repository, reason }) => `${repository}: ${reason}`).join('; ');
}

/** The evidence of the startup's own signal type; records of earlier versions have none. */
function typeEvidence({ evidence }: Partial<Startup>) {
  return Object.values(evidence ?? {})[0];
}
