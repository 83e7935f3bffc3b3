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
  value: (row: Row) => Cell;
  /** Written by people, so that it may begin with anything. */
  isProse: boolean;
  /** Its meaning, if it is not a field of the record. */
  meaning?: string;
};

/** In their order; columns that were added later stand at the end, so that the others keep their places. */
const NAMES = `
  period name slug sector sectorName sectorRank trendingRank
  stage stageRoundName stageRoundOn stageRoundSource lastRoundName lastRoundOn lastRoundSource
  status statusBy statusOn statusClosedOn statusSource geography
  commitVelocity14d commitVelocityChange commitVelocityChangeRatio
  contributors contributorGrowth newRepos agentShare
  largestContributorShare14d bulkShare14d peopleOnTwoDays14d newPeople14d returningPeople14d
  largestContributorShare30d bulkShare30d peopleOnTwoDays30d newPeople30d returningPeople30d
  signalType signalStrength scoreVelocity scoreGrowth scoreNovelty scoreComposite
  repositories repositoryRoles notCounted githubUrl websiteUrl linkedinUrl url evidenceUrl
  computedAt timing description newReposBasis commits14d people14d commits30d people30d
  evidenceValue evidenceSummary repositoryRoleReasons notCountedReasons
  lastKnownStage lastKnownStageOn signalSince signalValue countedPart exitsCheckedOn`;

const PROSE = `
  name sectorName stageRoundName lastRoundName statusBy description
  evidenceSummary repositoryRoleReasons notCountedReasons`;

/** Columns that show a deeper field of the record: its path and meaning. */
const DEEPER: Readonly<Record<string, readonly [path: string, meaning: string]>> = {
  ...round('stageRound', 'stageBasis', 'round that shows its stage'),
  ...round('lastRound', 'lastRound', 'last known round'),
  statusBy: ['statusBasis.by', 'Who acquired it or merged with it'],
  statusOn: [
    'statusBasis.announcedOn',
    'When the exit was announced, as far as its source says; empty while active',
  ],
  statusClosedOn: [
    'statusBasis.closedOn',
    'When the exit was completed, as far as its source says',
  ],
  statusSource: ['statusBasis.sourceUrl', 'Where the exit was read'],
  ...window(14),
  ...window(30),
  scoreVelocity: ['scores.velocity', 'scores.velocity: 0 to 100'],
  scoreGrowth: ['scores.growth', 'scores.growth: 0 to 100'],
  scoreNovelty: ['scores.novelty', 'scores.novelty: 0 to 100'],
  scoreComposite: ['scores.composite', 'scores.composite: 0 to 100'],
};

/** Columns that are no fields of the record, or show less of one. */
const Derived = z.object({
  sectorName: z.string().describe('Name of its sector'),
  sectorRank: z
    .int()
    .describe('Place in its sector by composite score, from 1, acquired startups included'),
  trendingRank: z
    .int()
    .nullable()
    .describe('The overall rank where it is at most 20; empty for all others'),
  repositoryRoles: z
    .array(z.string())
    .describe('Tracked repositories, each with its role: main, side or stewarded'),
  notCounted: z.array(z.string()),
  evidenceValue: z
    .number()
    .nullable()
    .describe('What the signal type rests on: 1 is the threshold; empty with the strength none'),
  evidenceSummary: z.string().nullable().describe('The same in a plain sentence'),
  repositoryRoleReasons: z
    .string()
    .nullable()
    .describe('Of stewarded repositories, whose each is and why it counts'),
  notCountedReasons: z.string().nullable().describe('Why each of these is left out'),
});

const SHAPE: Readonly<Record<string, z.ZodType>> = Derived.shape;
type Row = Omit<Startup, keyof z.infer<typeof Derived>> & z.infer<typeof Derived>;

function rowOf({ startup, sectorName, inSector, trending }: RankedStartup): Row {
  // Records of earlier versions lack some.
  const { evidence, repositoryRoles = [], notCounted = [] }: Partial<Startup> = startup;
  const [own] = Object.values(evidence ?? {});
  return {
    ...startup,
    ...{ sectorName, sectorRank: inSector, trendingRank: trending },
    repositoryRoles: repositoryRoles.map(({ repository, role }) => `${repository}:${role}`),
    notCounted: notCounted.map(({ repository }) => repository),
    ...{ evidenceValue: own?.value ?? null, evidenceSummary: own?.summary ?? null },
    repositoryRoleReasons: reasons(repositoryRoles),
    notCountedReasons: reasons(notCounted),
  };
}

export const COLUMNS: readonly Column[] = words(NAMES).map((name) => {
  const [path, meaning = SHAPE[name]?.description] = DEEPER[name] ?? [name];
  const keys = path.split('.');
  const value = (row: Row) =>
    // The schema says what is there; records of earlier versions may lack it.
    (keys.reduce((part: unknown, key) => Object(part)[key], row) ?? null) as Cell;
  const type = columnType(Startup.extend(Derived.shape), keys);
  const isProse = words(PROSE).includes(name);
  return { name, type, value, isProse, ...(meaning !== undefined && { meaning }) };
});

/** The line of column names that a table begins with. */
export const CSV_HEADER = csvRecord(COLUMNS.map(({ name }) => name));

/** The startups of a period, each with all that the table shows of it. */
export function flatRows(signals: SignalsResponse): Row[] {
  return rankedStartups(signals).map(rowOf);
}

/** One line a startup, without the line of names. */
export function csvLines(startups: readonly RankedStartup[]): string {
  const lines = startups.map(rowOf).map((row) =>
    csvRecord(
      COLUMNS.map(({ value, isProse }) => {
        const cell = value(row);
        if (typeof cell === 'string') return isProse ? plainText(cell) : cell;
        return isList(cell) ? cell.join(' ') : cell;
      }),
    ),
  );
  return lines.join('');
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

function isList(cell: Cell): cell is readonly string[] {
  return Array.isArray(cell);
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
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
function round(prefix: string, path: string, what: string): typeof DEEPER {
  const announced = 'When that round was announced, as far as its source says';
  return {
    [`${prefix}Name`]: [`${path}.round`, `Name of the ${what}`],
    [`${prefix}On`]: [`${path}.announcedOn`, announced],
    [`${prefix}Source`]: [`${path}.sourceUrl`, 'Where that round was read'],
  };
}

/** The composition of a window. */
function window(days: 14 | 30): typeof DEEPER {
  const during = `of the ${days} days`;
  const meanings = {
    commits: `Counted commits ${during}`,
    people: `Distinct people ${during}`,
    largestContributorShare: `Share of the commits ${during} by the person who wrote most`,
    bulkShare: `Share of the commits ${during} that landed in bulk`,
    peopleOnTwoDays: `People ${during} with commits on at least two days`,
    newPeople: `People ${during} without a commit in the 180 days before; empty if not known`,
    returningPeople: `All other people ${during}`,
  };
  return Object.fromEntries(
    Object.entries(meanings).map(([name, meaning]) => [
      `${name}${days}d`,
      [`composition${days}d.${name}`, meaning],
    ]),
  );
}

/** `owner/name: why; owner/name: why` */
function reasons(repositories: readonly { repository: string; reason?: string | undefined }[]) {
  const given = repositories.filter(({ reason }) => reason !== undefined);
  if (given.length === 0) return null;
  return given.map(({ repository, reason }) => `${repository}: ${reason}`).join('; ');
}
