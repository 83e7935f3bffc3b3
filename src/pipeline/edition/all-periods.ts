/**
 * The files that span all periods: everything that was ever published in one file a format, the weeks of
 * all startups side by side, the changelog. They are put together from the periods' own files, so that
 * memory holds one period at a time.
 */
import { createReadStream } from 'node:fs';
import { compareCodeUnits } from '../../lib/compare.ts';
import { sideBySide } from '../../lib/in-parallel.ts';
import { lastDayNamed, weekIndex } from '../../lib/period.ts';
import { readParquet, withParquet } from '../ledger/table-file.ts';
import { type Artifact, artifact, CSV_TYPE, JSON_TYPE, json, NDJSON_TYPE } from './artifacts.ts';
import type { PublishedEdition } from './catalog.ts';
import type { ManifestFile } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import { METHOD_CHANGES, METHOD_VERSION } from './method.ts';
import type { ReleaseDays } from './periods.ts';
import type { HistoryTable, SignalsResponse } from './record.ts';
import { COLUMNS, CSV_HEADER, rankedStartups, recordsParquet } from './record-table.ts';

/** Name of the edition with these files. */
export const ALL_PERIODS = 'all';

/** Registered with IANA in 2024. */
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** Publications, corrections with their reasons, and changes of the method: `changelog.json`. */
export type Changelog = {
  name: string;
  methodVersion: string;
  methodChanges: typeof METHOD_CHANGES;
  latestPeriod: string | null;
  /** Newest first, partial ones included. */
  periods: ReturnType<typeof changelogPeriod>[];
};

/**
 * @param editions the published editions, oldest first; partial ones are only in the changelog
 * @param releases the one thing that no edition holds for all of its weeks
 */
export async function storeOverall(
  store: EditionStore,
  editions: readonly PublishedEdition[],
  releases: ReleaseDays,
): Promise<(ManifestFile | Artifact)[]> {
  const full = editions.filter(({ isPartial }) => !isPartial);
  const latest = full.at(-1);
  // Trusted: the store checks the bytes against the name that we signed.
  const signals: SignalsResponse | undefined =
    latest && JSON.parse(String(await store.fileOf(latest.manifest, 'signals.json')));
  const periods = full.map(
    ({ manifest, period, summary }): BulkPeriod => ({
      slug: period,
      startups: summary.totalStartups,
      file: (name) => store.fileOf(manifest, name),
    }),
  );
  const { files, history } = await bulkFiles(store, periods, signals?.meta, releases);
  const changelog: Changelog = {
    name: 'Bellwether changelog',
    methodVersion: METHOD_VERSION,
    methodChanges: METHOD_CHANGES,
    latestPeriod: latest?.period ?? null,
    periods: editions.map(changelogPeriod).reverse(),
  };
  const current = await recordsParquet(signals ? rankedStartups(signals) : []);
  const further = [
    artifact('signals.parquet', PARQUET_TYPE, current),
    artifact('history.json', JSON_TYPE, json(history)),
    artifact('changelog.json', JSON_TYPE, json(changelog)),
  ];
  for (const { body, sha256 } of further) await store.put(body, sha256);
  return [...files, ...further];
}

function changelogPeriod({ summary, superseded, ...edition }: PublishedEdition) {
  return {
    slug: edition.period,
    name: edition.name,
    refreshedAt: edition.computedAt,
    revision: edition.revision,
    manifest: edition.manifest,
    totalStartups: summary.totalStartups,
    notCovered: summary.notCovered,
    isPartial: edition.isPartial ?? false,
    totalSectors: summary.totalSectors,
    sectors: summary.sectors,
    corrections: superseded.map(({ revision, manifest, correction }) => ({
      ...{ revision: revision + 1, replaces: manifest, correction },
    })),
  };
}

/** A full period, the number of its records, and its own files. */
type BulkPeriod = { slug: string; startups: number; file: (name: string) => Promise<Buffer> };

/**
 * Stores the files of all records, each written period by period.
 *
 * @param periods oldest first
 * @param latest what the latest says of itself
 * @param releases for the weeks of all startups side by side, which are read from the table
 */
export async function bulkFiles(
  store: EditionStore,
  periods: readonly BulkPeriod[],
  latest: SignalsResponse['meta'] | undefined,
  releases: ReleaseDays,
): Promise<{ files: ManifestFile[]; history: HistoryTable }> {
  const stored = async (name: string, type: string, body: AsyncIterable<Buffer>) => {
    return { name, type, ...(await store.putPieces(body)) };
  };
  const tables = async () => {
    const csv = await stored('dataset.csv', CSV_TYPE, table(periods));
    return withParquet(COLUMNS, store.pathOf(csv.sha256), async (path) => {
      const slugs = periods.map(({ slug }) => slug);
      const history = await historyOf(slugs, path, releases);
      const parquet = await stored('dataset.parquet', PARQUET_TYPE, createReadStream(path));
      return { csv, parquet, history };
    });
  };
  const [dataset, document, { csv, parquet, history }] = await sideBySide(
    stored('dataset.jsonl', NDJSON_TYPE, filesOf(periods, 'dataset.jsonl')),
    stored('dataset.json', JSON_TYPE, documentPieces(periods, latest)),
    tables(),
  );
  return { files: [dataset, document, csv, parquet], history };
}

async function* filesOf(periods: readonly BulkPeriod[], name: string): AsyncGenerator<Buffer> {
  for (const { file } of periods) yield file(name);
}

/** The tables below each other, with one line of names. */
async function* table(periods: readonly BulkPeriod[]): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_HEADER);
  for await (const rows of filesOf(periods, 'signals.csv'))
    yield rows.subarray(Buffer.byteLength(CSV_HEADER));
}

/** One JSON document still has a record a line. */
async function* documentPieces(
  periods: readonly BulkPeriod[],
  { license, method, methodVersion }: Partial<SignalsResponse['meta']> = {},
): AsyncGenerator<Buffer> {
  const [first = null, last = first] = [periods[0]?.slug, periods.at(-1)?.slug];
  const meta = {
    name: 'Bellwether engineering-acceleration signals, all periods',
    periods: { first, last, total: periods.length },
    totalRecords: periods.reduce((sum, { startups }) => sum + startups, 0),
    license,
    method,
    methodVersion,
  };
  yield Buffer.from(`{"meta":${JSON.stringify(meta)},"records":[\n`);
  let separator = '';
  for await (const lines of filesOf(periods, 'dataset.jsonl')) {
    if (lines.length === 0) continue;
    // Latin-1 maps bytes to characters and back, and a line feed is never part of another character.
    const records = lines.toString('latin1', 0, lines.length - 1).replaceAll('\n', ',\n');
    yield Buffer.from(separator + records, 'latin1');
    separator = ',\n';
  }
  yield Buffer.from('\n]}\n');
}

type HistoryRow = Required<HistoryTable['startups'][string]>;

/** Columns of the table by their names in the history. */
const HISTORY = {
  velocity: 'commitVelocity14d',
  contributors: 'contributors',
  composite: 'scoreComposite',
  agents: 'agentShare',
  bulk: 'bulkShare14d',
} as const;

/** The weeks of all startups side by side. @param table path of all records, as Parquet */
async function historyOf(
  periods: string[],
  table: string,
  releaseDays: ReleaseDays,
): Promise<HistoryTable> {
  const weeks = periods.map((period) => weekIndex(lastDayNamed(period)));
  const startups = new Map<string, HistoryRow>();
  const blank = () => new Array<number | null>(periods.length).fill(null);
  // Numbers as JavaScript has them: none of them is NULL but the share that landed in bulk.
  const columns = Object.values(HISTORY).map((column) => `CAST("${column}" AS DOUBLE)`);
  await readParquet(['period', 'slug', ...columns], table, ([period, of, ...numbers]) => {
    const slug = String(of);
    const place = periods.indexOf(String(period));
    const row = startups.getOrInsertComputed(slug, () => ({
      ...{ velocity: blank(), contributors: blank(), composite: blank() },
      ...{ agents: blank(), bulk: blank(), releaseDays: blank() },
    }));
    for (const [index, name] of Object.keys(HISTORY).entries()) {
      const number = numbers[index] ?? null;
      row[name as keyof HistoryRow][place] = number === null ? null : Number(number);
    }
    row.releaseDays[place] = releaseDays(slug, weeks[place] ?? 0);
  });
  // As the periods' datasets have them: oldest first, by slug.
  const firstOf = ({ velocity }: HistoryRow) => velocity.findIndex((value) => value !== null);
  const inOrder = [...startups].sort(
    ([one, row], [other, later]) => firstOf(row) - firstOf(later) || compareCodeUnits(one, other),
  );
  return { periods, startups: Object.fromEntries(inOrder) };
}
