/** Renders an edition's files: the bytes that are hashed, signed, stored and served. */
import { type CsvValue, csvRecord } from '../csv.ts';
import type { EditionContent } from './content.ts';
import type { SignalsResponse, Startup } from './record.ts';

/** A finished body. */
export type Artifact = {
  /** File name within its edition. */
  name: string;
  /** Media type. */
  type: string;
  body: Buffer;
};

export const JSON_TYPE = 'application/json; charset=utf-8';
export const NDJSON_TYPE = 'application/x-ndjson; charset=utf-8';
const CSV_TYPE = 'text/csv; charset=utf-8';

export function editionArtifacts(content: EditionContent): Artifact[] {
  return [
    artifact('signals.json', JSON_TYPE, json(content.signals)),
    artifact('signals.csv', CSV_TYPE, signalsCsv(content.signals)),
    artifact('dataset.jsonl', NDJSON_TYPE, ndjson(content.startups)),
    artifact('evidence.jsonl', NDJSON_TYPE, ndjson(content.evidence)),
  ];
}

export function artifact(name: string, type: string, text: string): Artifact {
  return { name, type, body: Buffer.from(text) };
}

/** A JSON document with its line end. */
export function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function ndjson(records: readonly unknown[]): string {
  return records.map(json).join('');
}

type Column = [name: string, value: (startup: Startup, rank: Ranks) => CsvValue];
type Ranks = { trending: number | null; inSector: number; sectorName: string };

const COLUMNS: readonly Column[] = [
  ['period', ({ period }) => period],
  ['name', ({ name }) => plainText(name)],
  ['slug', ({ slug }) => slug],
  ['sector', ({ sector }) => sector],
  ['sectorName', (_, { sectorName }) => plainText(sectorName)],
  ['sectorRank', (_, { inSector }) => inSector],
  ['trendingRank', (_, { trending }) => trending],
  ['stage', ({ stage }) => stage],
  ['geography', ({ geography }) => geography],
  ['commitVelocity14d', (startup) => startup.commitVelocity14d],
  ['commitVelocityChange', (startup) => startup.commitVelocityChange],
  ['commitVelocityChangeRatio', (startup) => startup.commitVelocityChangeRatio],
  ['contributors', (startup) => startup.contributors],
  ['contributorGrowth', (startup) => startup.contributorGrowth],
  ['newRepos', (startup) => startup.newRepos],
  ['agentShare', (startup) => startup.agentShare],
  ['signalType', (startup) => startup.signalType],
  ['signalStrength', (startup) => startup.signalStrength],
  ['scoreVelocity', ({ scores }) => scores.velocity],
  ['scoreGrowth', ({ scores }) => scores.growth],
  ['scoreNovelty', ({ scores }) => scores.novelty],
  ['scoreComposite', ({ scores }) => scores.composite],
  ['repositories', ({ repositories }) => repositories.join(' ')],
  ['githubUrl', ({ githubUrl }) => githubUrl],
  ['websiteUrl', ({ websiteUrl }) => websiteUrl],
  ['linkedinUrl', ({ linkedinUrl }) => linkedinUrl],
  ['url', ({ url }) => url],
  ['evidenceUrl', ({ evidenceUrl }) => evidenceUrl],
  ['description', ({ description }) => plainText(description)],
];

/** One line a startup, sector by sector, in the order of `signals.json`. */
function signalsCsv({ trending, sectors }: SignalsResponse): string {
  const trendingRank = new Map(trending.map(({ slug }, index) => [slug, index + 1]));
  const lines = sectors.flatMap((sector) =>
    sector.startups.map((startup, index) => {
      const ranks = {
        trending: trendingRank.get(startup.slug) ?? null,
        inSector: index + 1,
        sectorName: sector.name,
      };
      return csvRecord(COLUMNS.map(([, value]) => value(startup, ranks)));
    }),
  );
  return csvRecord(COLUMNS.map(([name]) => name)) + lines.join('');
}

/** Text that a spreadsheet would run as a formula is shown as text (OWASP, CSV injection). */
function plainText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
