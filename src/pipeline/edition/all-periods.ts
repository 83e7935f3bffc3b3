/**
 * The files that span all periods: everything that was ever published in one file a format, the weeks of
 * all startups side by side, the changelog. They are put together from the periods' own files, so that
 * memory holds one period at a time.
 */
import { createReadStream } from 'node:fs';
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
  const { files, history } = await bulkFiles(store, full, signals?.meta, releases);
  const current = await recordsParquet(signals ? rankedStartups(signals) : []);
  const further = [
    artifact('signals.parquet', PARQUET_TYPE, current),
    artifact('history.json', JSON_TYPE, json(history)),
    artifact('changelog.json', JSON_TYPE, json(changelogOf(editions, latest?.period))),
  ];
  for (const { body, sha256 } of further) await store.put(body, sha256);
  return [...files, ...further];
}

/** Publications, corrections with their reasons, and changes of the method: `changelog.json`. */
export type Changelog = ReturnType<typeof changelogOf>;

function changelogOf(editions: readonly PublishedEdition[], latestPeriod: string | null = null) {
  return {
    name: 'Bellwether changelog',
    methodVersion: METHOD_VERSION,
    methodChanges: METHOD_CHANGES,
    latestPeriod,
    /** Newest first, partial ones included. */
    periods: editions.map(changelogPeriod).reverse(),
  };
}

function changelogPeriod({ summary, superseded, ...edition }: PublishedEdition) {
  const { totalStartups, notCovered, totalSectors, sectors } = summary;
  return {
    slug: edition.period,
    name: edition.name,
    refreshedAt: edition.computedAt,
    revision: edition.revision,
    manifest: edition.manifest,
    totalStartups,
    notCovered,
    isPartial: edition.isPartial ?? false,
    totalSectors,
    sectors,
    corrections: superseded.map(({ revision, manifest, correction }) => {
      return { revision: revision + 1, replaces: manifest, correction };
    }),
  };
}

type FullEdition = Pick<PublishedEdition, 'period' | 'manifest' | 'summary'>;

/**
 * Stores the files of all records, each written period by period.
 *
 * @param editions the full ones, oldest first
 * @param latest what the latest says of itself
 * @param releases for the weeks of all startups side by side, which are read from the table
 */
export async function bulkFiles(
  store: EditionStore,
  editions: readonly FullEdition[],
  latest: SignalsResponse['meta'] | undefined,
  releases: ReleaseDays,
): Promise<{ files: ManifestFile[]; history: HistoryTable }> {
  const stored = async (name: string, type: string, body: AsyncIterable<Buffer>) => {
    return { name, type, ...(await store.putPieces(body)) };
  };
  /** The files of that name, one after the other. */
  async function* filesOf(name: string): AsyncGenerator<Buffer> {
    for (const { manifest } of editions) yield store.fileOf(manifest, name);
  }
  const tables = async () => {
    const csv = await stored('dataset.csv', CSV_TYPE, tablePieces(filesOf('signals.csv')));
    return withParquet(COLUMNS, store.pathOf(csv.sha256), async (path) => {
      const slugs = editions.map(({ period }) => period);
      const history = await historyOf(slugs, path, releases);
      const parquet = await stored('dataset.parquet', PARQUET_TYPE, createReadStream(path));
      return { csv, parquet, history };
    });
  };
  const [dataset, document, { csv, parquet, history }] = await sideBySide(
    stored('dataset.jsonl', NDJSON_TYPE, filesOf('dataset.jsonl')),
    stored('dataset.json', JSON_TYPE, documentPieces(editions, filesOf('dataset.jsonl'), latest)),
    tables(),
  );
  return { files: [dataset, document, csv, parquet], history };
}

/** Tables below each other, with one line of names. */
async function* tablePieces(tables: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_HEADER);
  for await (const rows of tables) yield rows.subarray(Buffer.byteLength(CSV_HEADER));
}

/** One JSON document still has a record a line. */
async function* documentPieces(
  editions: readonly FullEdition[],
  datasets: AsyncIterable<Buffer>,
  { license, method, methodVersion }: Partial<SignalsResponse['meta']> = {},
): AsyncGenerator<Buffer> {
  const [first = null, last = first] = [editions[0]?.period, editions.at(-1)?.period];
  const meta = {
    name: 'Bellwether engineering-acceleration signals, all periods',
    periods: { first, last, total: editions.length },
    totalRecords: editions.reduce((sum, { summary }) => sum + summary.totalStartups, 0),
    license,
    method,
    methodVersion,
  };
  yield Buffer.from(`{"meta":${JSON.stringify(meta)},"records":[\n`);
  let separator = '';
  for await (const lines of datasets) {
    if (lines.length === 0) continue;
    // Latin-1 maps bytes to characters and back, and a line feed is never part of another character.
    const records = lines.toString('latin1', 0, lines.length - 1).replaceAll('\n', ',\n');
    yield Buffer.from(separator + records, 'latin1');
    separator = ',\n';
  }
  yield Buffer.from('\n]}\n');
}

/** Columns of the table by their names in the history. */
const HISTORY = {
  velocity: 'commitVelocity14d',
  contributors: 'contributors',
  composite: 'scoreComposite',
  agents: 'agentShare',
  bulk: 'bulkShare14d',
} as const;
type HistoryNumbers = Record<keyof typeof HISTORY, (number | null)[]>;

/** The weeks of all startups side by side. @param table path of all records, as Parquet */
async function historyOf(
  periods: string[],
  table: string,
  releaseDays: ReleaseDays,
): Promise<HistoryTable> {
  const weeks = periods.map((period) => weekIndex(lastDayNamed(period)));
  const startups: HistoryTable['startups'] = {};
  // Numbers as JavaScript has them: none of them is NULL but the share that landed in bulk.
  const lists = Object.values(HISTORY).map((column) => `list(CAST("${column}" AS DOUBLE))`);
  const query = (records: string) =>
    `SELECT slug, list(period), ${lists.join(', ')} FROM ${records} GROUP BY slug ORDER BY min(period), slug`;
  await readParquet(query, table, ([slug, covered, ...values]) => {
    const places = new Map(itemsOf(covered).map((period, place) => [period, place]));
    const along = (list: unknown) => {
      const items = itemsOf(list);
      return periods.map((period) => (items[places.get(period) ?? -1] ?? null) as number | null);
    };
    const numbers = Object.keys(HISTORY).map((name, index) => [name, along(values[index])]);
    startups[String(slug)] = {
      // Each of them.
      ...(Object.fromEntries(numbers) as HistoryNumbers),
      releaseDays: periods.map((period, place) =>
        places.has(period) ? releaseDays(String(slug), weeks[place] ?? 0) : null,
      ),
    };
  });
  return { periods, startups };
}

/** A list as the engine's client has it. */
function itemsOf(list: unknown): readonly unknown[] {
  return Object(list).items;
}
