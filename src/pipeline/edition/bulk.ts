/** Everything that was ever published of startups, in one file a format, for those who take it all. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetFile, type TableColumn } from '../ledger/table-file.ts';
import { CSV_HEADER, CSV_TYPE, csvLines, JSON_TYPE, NDJSON_TYPE } from './artifacts.ts';
import { COLUMNS, type RankedStartup } from './columns.ts';
import type { EditionStore } from './edition-store.ts';
import type { ManifestFile } from './manifest.ts';
import type { SignalsResponse } from './record.ts';

/** Registered with IANA in 2024. */
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** A full period's records, as its own files have them. */
export type BulkPeriod = {
  slug: string;
  /** How many there are. */
  startups: number;
  /** `dataset.jsonl` */
  dataset: () => Promise<Buffer>;
  /** Lines of `signals.csv`, without that of names. */
  table: () => Promise<Buffer>;
};

/**
 * Stores the files, each written period by period.
 *
 * @param periods oldest first
 * @param latest what the latest says of itself
 * @returns the files, and where the table of all periods lies
 */
export async function bulkFiles(
  store: EditionStore,
  periods: readonly BulkPeriod[],
  latest: SignalsResponse['meta'] | undefined,
): Promise<{ files: ManifestFile[]; table: string }> {
  const { dataset, document, table } = await store.writeTogether(
    ['dataset', 'document', 'table'],
    async (files) => {
      const meta = JSON.stringify(documentMeta(periods, latest));
      await files.document.write(`{"meta":${meta},"records":[\n`);
      await files.table.write(CSV_HEADER);
      let isFirst = true;
      for (const period of periods) {
        const [records, lines] = await Promise.all([period.dataset(), period.table()]);
        await files.dataset.write(records);
        await files.table.write(lines);
        if (records.length === 0) continue;
        if (!isFirst) await files.document.write(',\n');
        await files.document.write(withCommas(records));
        isFirst = false;
      }
      await files.document.write('\n]}\n');
    },
  );
  const newest = await store.write(async (file) => {
    await file.write(CSV_HEADER);
    await file.write((await periods.at(-1)?.table()) ?? '');
  });
  const parquet = async (name: string, { path }: { path: string }): Promise<ManifestFile> => {
    const body = await parquetFile(COLUMNS, path);
    return {
      name,
      type: PARQUET_TYPE,
      bytes: body.length,
      sha256: await store.put(body),
    };
  };
  const named = (name: string, type: string, { bytes, sha256 }: typeof table): ManifestFile => ({
    name,
    type,
    bytes,
    sha256,
  });
  return {
    files: [
      named('dataset.jsonl', NDJSON_TYPE, dataset),
      named('dataset.json', JSON_TYPE, document),
      named('dataset.csv', CSV_TYPE, table),
      await parquet('dataset.parquet', table),
      await parquet('signals.parquet', newest),
    ],
    table: table.path,
  };
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

const LINE_FEED = 0x0a;
const COMMA = 0x2c;

/** One JSON document still has a record a line. */
function withCommas(dataset: Buffer): Buffer {
  const end = dataset.at(-1) === LINE_FEED ? dataset.length - 1 : dataset.length;
  const listed = Buffer.allocUnsafe(2 * dataset.length);
  let written = 0;
  for (let at = 0; at < end; ) {
    const found = dataset.indexOf(LINE_FEED, at);
    const lineEnd = found < 0 || found > end ? end : found;
    written += dataset.copy(listed, written, at, lineEnd);
    if (lineEnd < end) {
      listed[written++] = COMMA;
      listed[written++] = LINE_FEED;
    }
    at = lineEnd + 1;
  }
  return listed.subarray(0, written);
}

/** Records with their ranks as Parquet, with the columns of all other files. */
export function recordsParquet(startups: readonly RankedStartup[]): Promise<Buffer> {
  return parquetOf(COLUMNS, CSV_HEADER + csvLines(startups));
}

/** A table as Parquet. @param csv with a line of names */
export async function parquetOf(columns: readonly TableColumn[], csv: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-records-'));
  try {
    const table = join(folder, 'records.csv');
    await writeFile(table, csv);
    return await parquetFile(columns, table);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
