/** Everything that was ever published of startups, in one file a format. */
import { createReadStream } from 'node:fs';
import { sideBySide } from '../../lib/in-parallel.ts';
import { withParquet } from '../ledger/table-file.ts';
import { CSV_TYPE, JSON_TYPE, NDJSON_TYPE } from './artifacts.ts';
import type { ManifestFile } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import { historyOf } from './history-table.ts';
import type { ReleaseDays } from './periods.ts';
import type { HistoryTable, SignalsResponse } from './record.ts';
import { COLUMNS, CSV_HEADER } from './record-table.ts';

/** Registered with IANA in 2024. */
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** A full period's records, as its own files have them. */
export type BulkPeriod = {
  slug: string;
  /** Number of records. */
  startups: number;
  /** `dataset.jsonl` */
  dataset: () => Promise<Buffer>;
  /** Lines of `signals.csv`, without that of names. */
  table: () => Promise<Buffer>;
};

/**
 * Stores the files, each written period by period, so that memory holds a few of them.
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
  const stored = async (
    name: string,
    type: string,
    pieces: AsyncIterable<Buffer>,
  ): Promise<ManifestFile> => ({ name, type, ...(await store.putPieces(pieces)) });
  const slugs = periods.map(({ slug }) => slug);
  const tables = async () => {
    const csv = await stored('dataset.csv', CSV_TYPE, tablePieces(periods));
    return withParquet(COLUMNS, store.pathOf(csv.sha256), async (path) => {
      const history = await historyOf(slugs, path, releases);
      const parquet = await stored('dataset.parquet', PARQUET_TYPE, createReadStream(path));
      return { csv, parquet, history };
    });
  };
  const [dataset, document, { csv, parquet, history }] = await sideBySide(
    stored('dataset.jsonl', NDJSON_TYPE, linePieces(periods)),
    stored('dataset.json', JSON_TYPE, documentPieces(periods, latest)),
    tables(),
  );
  return { files: [dataset, document, csv, parquet], history };
}

async function* linePieces(periods: readonly BulkPeriod[]): AsyncGenerator<Buffer> {
  for (const { dataset } of periods) yield dataset();
}

async function* tablePieces(periods: readonly BulkPeriod[]): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_HEADER);
  for (const { table } of periods) yield table();
}

/** One JSON document still has a record a line. */
async function* documentPieces(
  periods: readonly BulkPeriod[],
  latest: SignalsResponse['meta'] | undefined,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`{"meta":${JSON.stringify(documentMeta(periods, latest))},"records":[\n`);
  let separator = '';
  for await (const lines of linePieces(periods)) {
    if (lines.length === 0) continue;
    // Latin-1 maps bytes to characters and back, and a line feed is never part of another character.
    const records = lines.toString('latin1', 0, lines.length - 1).replaceAll('\n', ',\n');
    yield Buffer.from(separator + records, 'latin1');
    separator = ',\n';
  }
  yield Buffer.from('\n]}\n');
}

function documentMeta(
  periods: readonly BulkPeriod[],
  latest: SignalsResponse['meta'] | undefined,
): unknown {
  const { license, method, methodVersion } = latest ?? {};
  return {
    name: 'Bellwether engineering-acceleration signals, all periods',
    periods: {
      first: periods[0]?.slug ?? null,
      last: periods.at(-1)?.slug ?? null,
      total: periods.length,
    },
    totalRecords: periods.reduce((sum, { startups }) => sum + startups, 0),
    license,
    method,
    methodVersion,
  };
}
