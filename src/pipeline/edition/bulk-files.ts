/** Everything that was ever published of startups, in one file a format, for those who take it all. */
import { oneAhead } from '../../lib/one-ahead.ts';
import { Scratch } from '../../lib/scratch.ts';
import { sideBySide } from '../../lib/side-by-side.ts';
import { parquetFile } from '../ledger/table-file.ts';
import { CSV_HEADER, CSV_TYPE, JSON_TYPE, NDJSON_TYPE } from './artifacts.ts';
import { type PeriodRows, recordsOfAll } from './bulk-parquet.ts';
import { COLUMNS } from './columns.ts';
import type { ManifestFile } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import type { FrameWriter, WrittenBody } from './frame-writer.ts';
import type { FramedBody } from './framed-body.ts';
import type { SignalsResponse } from './record.ts';

/** Registered with IANA in 2024. */
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** A full period's records, as its own files have them. */
export type BulkPeriod = {
  slug: string;
  /** Identifies the edition: SHA-256 of its manifest. */
  manifest: string;
  /** How many there are. */
  startups: number;
  /** `dataset.jsonl`, in the given memory or in its own */
  dataset: (room?: Scratch) => Promise<Buffer>;
  /** Lines of `signals.csv`, without that of names. */
  table: (room?: Scratch) => Promise<Buffer>;
};

const NAMES = { dataset: 'dataset.jsonl', document: 'dataset.json', table: 'dataset.csv' } as const;

/** The files as they were published last. */
export type LastFiles = {
  /** The periods in them, oldest first. */
  periods: readonly PeriodRows[];
  /** By name. */
  framed: (name: string) => Promise<FramedBody | undefined>;
  /** The records as Parquet; undefined if they cannot be read. */
  parquet: () => Promise<Buffer | undefined>;
};

const NO_FILES: LastFiles = {
  periods: [],
  framed: async () => undefined,
  parquet: async () => undefined,
};

/**
 * Stores the files, each written period by period.
 *
 * @param periods oldest first
 * @param latest what the latest says of itself
 * @param useRecords uses the table of all periods as Parquet, by its path, while the others are written
 */
export async function bulkFiles<T>(
  store: EditionStore,
  periods: readonly BulkPeriod[],
  latest: SignalsResponse['meta'] | undefined,
  useRecords: (path: string) => Promise<T>,
  last = NO_FILES,
): Promise<{ files: ManifestFile[]; used: T }> {
  const meta = Buffer.from(
    `{"meta":${JSON.stringify(documentMeta(periods, latest))},"records":[\n`,
  );
  const names = Buffer.from(CSV_HEADER);
  const listed = new Set(last.periods.map(({ manifest }) => manifest));
  const kept = {
    dataset: await KeptFrames.open(last, NAMES.dataset),
    document: await KeptFrames.open(last, NAMES.document, 1),
    table: await KeptFrames.open(last, NAMES.table, 1),
  };
  // Lines of other columns are others.
  const hasSameColumns = (await kept.table.piece(0))?.equals(names) ?? false;
  const texts = store.writeFramed(['dataset', 'document', 'table'], async (files) => {
    await files.document.write(meta);
    await files.table.write(names);
    const rooms = [new Scratch(), new Scratch(), new Scratch(), new Scratch()];
    const listRoom = new Scratch();
    const read = async (period: BulkPeriod, place: number) => {
      // What has to be compressed is still used when other periods are read.
      const isKept = listed.has(period.manifest);
      const [room, tableRoom] = isKept ? rooms.slice(2 * (place % 2)) : [];
      const [records, lines] = await Promise.all([period.dataset(room), period.table(tableRoom)]);
      return { manifest: period.manifest, isKept, records, lines };
    };
    let isFirst = true;
    for await (const { manifest, isKept, records, lines } of oneAhead(periods, read)) {
      const items = withCommas(records, isFirst, isKept ? listRoom : undefined);
      await kept.dataset.write(files.dataset, manifest, records);
      await kept.document.write(files.document, manifest, items);
      if (hasSameColumns) await kept.table.write(files.table, manifest, lines);
      else await files.table.write(Buffer.from(lines));
      if (records.length > 0) isFirst = false;
    }
    await files.document.write(Buffer.from('\n]}\n'));
  });
  const parquet = async (name: string, body: Buffer): Promise<ManifestFile> => ({
    name,
    type: PARQUET_TYPE,
    bytes: body.length,
    sha256: await store.put(body),
  });
  const named = (name: string, type: string, { bytes, sha256 }: WrittenBody): ManifestFile => ({
    name,
    type,
    bytes,
    sha256,
  });
  const tables = async () => {
    const records = await parquet('dataset.parquet', await recordsOfAll(periods, last));
    return { records, used: await useRecords(store.pathOf(records.sha256)) };
  };
  // The engine writes and reads the table while this thread hashes the texts.
  const [{ dataset, document, table }, { records, used }] = await sideBySide(texts, tables());
  const newest = Buffer.concat([names, (await periods.at(-1)?.table()) ?? Buffer.alloc(0)]);
  return {
    files: [
      named(NAMES.dataset, NDJSON_TYPE, dataset),
      named(NAMES.document, JSON_TYPE, document),
      named(NAMES.table, CSV_TYPE, table),
      records,
      await parquet('signals.parquet', await parquetFile(COLUMNS, newest)),
    ],
    used,
  };
}

/** The frames of a file as it was published last. */
class KeptFrames {
  readonly #body: FramedBody | undefined;
  readonly #places: ReadonlyMap<string, number>;

  private constructor(body: FramedBody | undefined, places: ReadonlyMap<string, number>) {
    this.#body = body;
    this.#places = places;
  }

  /** @param before how many pieces are before those of periods */
  static async open(last: LastFiles, name: string, before = 0): Promise<KeptFrames> {
    const places = last.periods.map(({ manifest }, place) => [manifest, before + place] as const);
    return new KeptFrames(await last.framed(name), new Map(places));
  }

  /** Writes a period's piece, with its frame if there is one. */
  async write(writer: FrameWriter, manifest: string, piece: Buffer): Promise<void> {
    const place = this.#places.get(manifest);
    if (place === undefined) return writer.write(piece);
    if (this.#body?.table.frames[place]?.plainBytes === piece.length)
      return writer.write(piece, this.#body.frame(place));
    // Its memory is used again before it is compressed.
    return writer.write(Buffer.from(piece));
  }

  async piece(place: number): Promise<Buffer | undefined> {
    return this.#body?.piece(place);
  }
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

/** One JSON document still has a record a line. @param isFirst whether no record is before these */
function withCommas(dataset: Buffer, isFirst: boolean, room = new Scratch()): Buffer {
  const end = dataset.at(-1) === LINE_FEED ? dataset.length - 1 : dataset.length;
  const listed = room.take(2 * dataset.length);
  let written = 0;
  for (let at = 0; at < end; ) {
    if (written > 0 || !isFirst) {
      listed[written++] = COMMA;
      listed[written++] = LINE_FEED;
    }
    const found = dataset.indexOf(LINE_FEED, at);
    const lineEnd = found < 0 || found > end ? end : found;
    written += dataset.copy(listed, written, at, lineEnd);
    at = lineEnd + 1;
  }
  return listed.subarray(0, written);
}
