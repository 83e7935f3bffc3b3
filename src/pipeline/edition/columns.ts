/**
 * A startup's record as one flat line, with its ranks: the columns of the CSV and Parquet files,
 * and of the descriptions of the dataset.
 */
import type { CsvValue } from '../../lib/csv.ts';
import type { SignalsResponse, Startup, WindowComposition } from './record.ts';

/** A startup's ranks in its period. */
type Ranks = { trending: number | null; inSector: number; sectorName: string };
export type RankedStartup = { startup: Startup; ranks: Ranks };

/** SQL's names; where a format has no lists, a list of texts is one text with spaces. */
export type ColumnType = 'VARCHAR' | 'INTEGER' | 'DOUBLE' | 'VARCHAR[]';

export type Column = {
  name: string;
  type: ColumnType;
  value: (startup: Startup, ranks: Ranks) => CsvValue | readonly string[];
  /** Written by people, so that it may begin with anything. */
  isProse?: true;
  /** What it means, where it is no field of the record. */
  meaning?: string;
};

type Field = {
  field: keyof WindowComposition;
  type: Column['type'];
  /** @param days as words */
  meaning: (days: string) => string;
};

const SIZE: readonly Field[] = [
  { field: 'commits', type: 'INTEGER', meaning: (days) => `Counted commits ${days}` },
  { field: 'people', type: 'INTEGER', meaning: (days) => `Distinct people ${days}` },
];

const COMPOSITION: readonly Field[] = [
  {
    field: 'largestContributorShare',
    type: 'DOUBLE',
    meaning: (days) => `Share of the commits ${days} by the person who wrote most`,
  },
  {
    field: 'bulkShare',
    type: 'DOUBLE',
    meaning: (days) => `Share of the commits ${days} that landed in bulk`,
  },
  {
    field: 'peopleOnTwoDays',
    type: 'INTEGER',
    meaning: (days) => `People ${days} with commits on at least two days`,
  },
  {
    field: 'newPeople',
    type: 'INTEGER',
    meaning: (days) => `People ${days} without a commit in the 180 days before; empty if not known`,
  },
  { field: 'returningPeople', type: 'INTEGER', meaning: (days) => `All other people ${days}` },
];

export const COLUMNS: readonly Column[] = [
  { name: 'period', type: 'VARCHAR', value: ({ period }) => period },
  { name: 'name', type: 'VARCHAR', value: ({ name }) => name, isProse: true },
  { name: 'slug', type: 'VARCHAR', value: ({ slug }) => slug },
  { name: 'sector', type: 'VARCHAR', value: ({ sector }) => sector },
  {
    name: 'sectorName',
    type: 'VARCHAR',
    value: (_, { sectorName }) => sectorName,
    isProse: true,
    meaning: 'Name of its sector',
  },
  {
    name: 'sectorRank',
    type: 'INTEGER',
    value: (_, { inSector }) => inSector,
    meaning: 'Place in its sector by composite score, from 1',
  },
  {
    name: 'trendingRank',
    type: 'INTEGER',
    value: (_, { trending }) => trending,
    meaning: 'Place among the trending 20, from 1; empty for all others',
  },
  { name: 'stage', type: 'VARCHAR', value: ({ stage }) => stage },
  ...basis('stageRound', 'round that shows its stage', ({ stageBasis }) => stageBasis),
  ...basis('lastRound', 'last known round', ({ lastRound }) => lastRound),
  { name: 'status', type: 'VARCHAR', value: ({ status }) => status ?? null },
  {
    name: 'statusBy',
    type: 'VARCHAR',
    value: ({ statusBasis }) => statusBasis?.by ?? null,
    isProse: true,
    meaning: 'Who acquired it or merged with it',
  },
  {
    name: 'statusOn',
    type: 'VARCHAR',
    value: ({ statusBasis }) => statusBasis?.announcedOn ?? null,
    meaning: 'When the exit was announced, as far as its source says; empty while active',
  },
  {
    name: 'statusClosedOn',
    type: 'VARCHAR',
    value: ({ statusBasis }) => statusBasis?.closedOn ?? null,
    meaning: 'When the exit was completed, as far as its source says',
  },
  {
    name: 'statusSource',
    type: 'VARCHAR',
    value: ({ statusBasis }) => statusBasis?.sourceUrl ?? null,
    meaning: 'Where the exit was read',
  },
  { name: 'geography', type: 'VARCHAR', value: ({ geography }) => geography },
  { name: 'commitVelocity14d', type: 'INTEGER', value: (startup) => startup.commitVelocity14d },
  { name: 'commitVelocityChange', type: 'VARCHAR', value: (one) => one.commitVelocityChange },
  {
    name: 'commitVelocityChangeRatio',
    type: 'DOUBLE',
    value: (startup) => startup.commitVelocityChangeRatio,
  },
  { name: 'contributors', type: 'INTEGER', value: (startup) => startup.contributors },
  { name: 'contributorGrowth', type: 'VARCHAR', value: (startup) => startup.contributorGrowth },
  { name: 'newRepos', type: 'INTEGER', value: (startup) => startup.newRepos },
  { name: 'agentShare', type: 'DOUBLE', value: (startup) => startup.agentShare },
  ...windowColumns('14d', COMPOSITION),
  ...windowColumns('30d', COMPOSITION),
  { name: 'signalType', type: 'VARCHAR', value: (startup) => startup.signalType },
  { name: 'signalStrength', type: 'VARCHAR', value: (startup) => startup.signalStrength },
  score('Velocity', ({ velocity }) => velocity),
  score('Growth', ({ growth }) => growth),
  score('Novelty', ({ novelty }) => novelty),
  score('Composite', ({ composite }) => composite),
  { name: 'repositories', type: 'VARCHAR[]', value: ({ repositories }) => repositories },
  {
    name: 'repositoryRoles',
    type: 'VARCHAR[]',
    value: ({ repositoryRoles = [] }) =>
      repositoryRoles.map(({ repository, role }) => `${repository}:${role}`),
    meaning: 'Tracked repositories, each with its role: main, side or stewarded',
  },
  {
    name: 'notCounted',
    type: 'VARCHAR[]',
    value: ({ notCounted }: Partial<Startup>) =>
      (notCounted ?? []).map(({ repository }) => repository),
  },
  { name: 'githubUrl', type: 'VARCHAR', value: ({ githubUrl }) => githubUrl },
  { name: 'websiteUrl', type: 'VARCHAR', value: ({ websiteUrl }) => websiteUrl },
  { name: 'linkedinUrl', type: 'VARCHAR', value: ({ linkedinUrl }) => linkedinUrl },
  { name: 'url', type: 'VARCHAR', value: ({ url }) => url },
  { name: 'evidenceUrl', type: 'VARCHAR', value: ({ evidenceUrl }) => evidenceUrl },
  { name: 'computedAt', type: 'VARCHAR', value: ({ computedAt }) => computedAt },
  { name: 'timing', type: 'VARCHAR', value: ({ timing }) => timing },
  {
    name: 'description',
    type: 'VARCHAR',
    value: ({ description }) => description,
    isProse: true,
  },
  // Added later: those before them keep their places.
  { name: 'newReposBasis', type: 'VARCHAR', value: ({ newReposBasis }) => newReposBasis ?? null },
  ...windowColumns('14d', SIZE),
  ...windowColumns('30d', SIZE),
  {
    name: 'evidenceValue',
    type: 'DOUBLE',
    value: (startup) => typeEvidence(startup)?.value ?? null,
    meaning: 'What the signal type rests on: 1 is the threshold; empty with the strength none',
  },
  {
    name: 'evidenceSummary',
    type: 'VARCHAR',
    value: (startup) => typeEvidence(startup)?.summary ?? null,
    isProse: true,
    meaning: 'The same in a plain sentence',
  },
  {
    name: 'repositoryRoleReasons',
    type: 'VARCHAR',
    value: ({ repositoryRoles = [] }) => reasons(repositoryRoles),
    isProse: true,
    meaning: 'Of stewarded repositories, whose each is and why it counts',
  },
  {
    name: 'notCountedReasons',
    type: 'VARCHAR',
    value: ({ notCounted }: Partial<Startup>) => reasons(notCounted ?? []),
    isProse: true,
    meaning: 'Why each of these is left out',
  },
];

/** Every startup of a period with its ranks, sector by sector, in the order of `signals.json`. */
export function rankedStartups({ trending, sectors }: SignalsResponse): RankedStartup[] {
  const trendingRank = new Map(trending.map(({ slug }, index) => [slug, index + 1]));
  return sectors.flatMap(({ name: sectorName, startups }) =>
    startups.map((startup, index) => ({
      startup,
      ranks: {
        trending: trendingRank.get(startup.slug) ?? null,
        inSector: index + 1,
        sectorName,
      },
    })),
  );
}

/** `owner/name: why; owner/name: why` */
function reasons(repositories: readonly { repository: string; reason?: string | undefined }[]) {
  const given = repositories.filter(({ reason }) => reason !== undefined);
  if (given.length === 0) return null;
  return given.map(({ repository, reason }) => `${repository}: ${reason}`).join('; ');
}

/** The evidence of the startup's own signal type; records of earlier versions have none. */
function typeEvidence({ evidence }: Partial<Startup>) {
  return Object.values(evidence ?? {})[0];
}

/** Name, date and source of a round; records of earlier versions have none. */
function basis(
  prefix: string,
  what: string,
  round: (startup: Startup) => Startup['lastRound'] | undefined,
): Column[] {
  return [
    {
      name: `${prefix}Name`,
      type: 'VARCHAR',
      value: (startup) => round(startup)?.round ?? null,
      isProse: true,
      meaning: `Name of the ${what}`,
    },
    {
      name: `${prefix}On`,
      type: 'VARCHAR',
      value: (startup) => round(startup)?.announcedOn ?? null,
      meaning: 'When that round was announced, as far as its source says',
    },
    {
      name: `${prefix}Source`,
      type: 'VARCHAR',
      value: (startup) => round(startup)?.sourceUrl ?? null,
      meaning: 'Where that round was read',
    },
  ];
}

function score(name: string, value: (scores: Startup['scores']) => number): Column {
  return {
    name: `score${name}`,
    type: 'INTEGER',
    value: ({ scores }) => value(scores),
    meaning: `scores.${name.toLowerCase()}: 0 to 100`,
  };
}

/**
 * Records of versions before method 2 have no composition.
 *
 * @param window its days, as the names of the columns end
 */
function windowColumns(window: '14d' | '30d', fields: readonly Field[]): Column[] {
  const days = `of the ${Number.parseInt(window, 10)} days`;
  return fields.map(({ field, type, meaning }) => ({
    name: `${field}${window}`,
    type,
    value: (startup: Partial<Startup>) => startup[`composition${window}`]?.[field] ?? null,
    meaning: meaning(days),
  }));
}
