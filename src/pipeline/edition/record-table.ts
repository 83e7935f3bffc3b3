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
export type RankedStartup = ReturnType<typeof rankedStartups>[number];

/** SQL's names; where a format has no lists, a list of texts is one text with spaces. */
type ColumnType = 'VARCHAR' | 'INTEGER' | 'DOUBLE' | 'VARCHAR[]';
type Cell = CsvValue | readonly string[];

export type Column = {
  name: string;
  type: ColumnType;
  value: (row: Row) => Cell;
  /** Written by people, so that it may begin with anything. */
  isProse: boolean;
  isAddress: boolean;
  description: string;
};

/**
 * In their order, with the path of those that show a deeper field of the record; columns that were added
 * later stand at the end, so that the others keep their places.
 */
const NAMES = `
  period name slug sector sectorName sectorRank trendingRank
  stage stageRoundName:stageBasis.round stageRoundOn:stageBasis.announcedOn
  stageRoundSource:stageBasis.sourceUrl lastRoundName:lastRound.round
  lastRoundOn:lastRound.announcedOn lastRoundSource:lastRound.sourceUrl
  status statusBy:statusBasis.by statusOn:statusBasis.announcedOn
  statusClosedOn:statusBasis.closedOn statusSource:statusBasis.sourceUrl geography
  commitVelocity14d commitVelocityChange commitVelocityChangeRatio
  contributors contributorGrowth newRepos agentShare
  largestContributorShare14d:composition14d.largestContributorShare
  bulkShare14d:composition14d.bulkShare peopleOnTwoDays14d:composition14d.peopleOnTwoDays
  newPeople14d:composition14d.newPeople returningPeople14d:composition14d.returningPeople
  largestContributorShare30d:composition30d.largestContributorShare
  bulkShare30d:composition30d.bulkShare peopleOnTwoDays30d:composition30d.peopleOnTwoDays
  newPeople30d:composition30d.newPeople returningPeople30d:composition30d.returningPeople
  signalType signalStrength scoreVelocity:scores.velocity scoreGrowth:scores.growth
  scoreNovelty:scores.novelty scoreComposite:scores.composite
  repositories repositoryRoles notCounted githubUrl websiteUrl linkedinUrl url evidenceUrl
  computedAt timing description newReposBasis commits14d:composition14d.commits
  people14d:composition14d.people commits30d:composition30d.commits people30d:composition30d.people
  evidenceValue evidenceSummary repositoryRoleReasons notCountedReasons
  lastKnownStage lastKnownStageOn signalSince signalValue countedPart exitsCheckedOn`;

const PROSE = words(`
  name sectorName stageRoundName lastRoundName statusBy description
  evidenceSummary repositoryRoleReasons notCountedReasons`);

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

const Row = Startup.extend(Derived.shape);
type Row = z.infer<typeof Row>;

function rowOf({ startup, sectorName, inSector, trending }: RankedStartup): Row {
  // Records of earlier versions lack some.
  const { evidence, repositoryRoles = [], notCounted = [] }: Partial<Startup> = startup;
  const [own] = Object.values(evidence ?? {});
  return {
    ...startup,
    sectorName,
    sectorRank: inSector,
    trendingRank: trending,
    repositoryRoles: repositoryRoles.map(({ repository, role }) => `${repository}:${role}`),
    notCounted: notCounted.map(({ repository }) => repository),
    evidenceValue: own?.value ?? null,
    evidenceSummary: own?.summary ?? null,
    repositoryRoleReasons: reasons(repositoryRoles),
    notCountedReasons: reasons(notCounted),
  };
}

export const COLUMNS: readonly Column[] = words(NAMES).map((column) => {
  const [name = '', path] = column.split(':');
  const keys = (path ?? name).split('.');
  const { schema, description } = fieldAt(keys);
  return {
    name,
    type: columnType(schema),
    // The schema says what is there; records of earlier versions may lack it.
    value: (row) => (keys.reduce((part: unknown, key) => Object(part)[key], row) ?? null) as Cell,
    isProse: PROSE.includes(name),
    isAddress: schema instanceof z.ZodURL,
    description: path === undefined ? description : `${path}: ${description}`,
  };
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
export function rankedStartups({ trending, sectors }: SignalsResponse) {
  const places = new Map(trending.map(({ slug }, index) => [slug, index + 1]));
  const order = overallOrder(sectors.flatMap(({ startups }) => startups));
  const overall = new Map(order.map(({ slug }, index) => [slug, index + 1]));
  return sectors.flatMap(({ name: sectorName, startups }) =>
    startups.map((startup, index) => ({
      startup,
      sectorName,
      /** Place in its sector by composite score, from 1. */
      inSector: index + 1,
      /** The overall rank, from 1; null for startups that have none, such as acquired ones. */
      rank: overall.get(startup.slug) ?? null,
      /** The same among the trending; null if it is not. */
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

/** The schema of a field of a row, and the description that is closest to it. */
function fieldAt(keys: readonly string[]): { schema: unknown; description: string } {
  let schema: unknown = Row;
  let description = `The startup’s ${keys.join().replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
  for (const key of keys) {
    const field = schema instanceof z.ZodObject ? schema.shape[key] : undefined;
    if (!field) throw new TypeError(`a record has no ${key}`);
    description = field.description ?? description;
    schema = field;
    while (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
      schema = schema.unwrap();
  }
  return { schema, description };
}

function columnType(schema: unknown): ColumnType {
  if (schema instanceof z.ZodArray) return 'VARCHAR[]';
  if (schema instanceof z.ZodNumberFormat) return 'INTEGER';
  return schema instanceof z.ZodNumber ? 'DOUBLE' : 'VARCHAR';
}

/** `owner/name: why; owner/name: why` */
function reasons(repositories: readonly { repository: string; reason?: string | undefined }[]) {
  const given = repositories.filter(({ reason }) => reason !== undefined);
  if (given.length === 0) return null;
  return given.map(({ repository, reason }) => `${repository}: ${reason}`).join('; ');
}
