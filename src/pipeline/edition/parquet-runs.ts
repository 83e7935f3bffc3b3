/**
 * Parquet files of the same columns put together into one, their row groups as they are: of their
 * footers, structs in Thrift's compact protocol, only the places in the file are written again
 * (https://github.com/apache/parquet-format, https://github.com/apache/thrift).
 */

/** A row group of a file. */
type RowGroup = {
  rows: number;
  /** Where its pages begin. */
  start: number;
  /** Its struct in the footer. */
  entry: Buffer;
};

export type ParquetParts = {
  file: Buffer;
  /** The footer before the number of rows, and after the row groups: the columns, and who wrote it. */
  head: Buffer;
  tail: Buffer;
  groups: readonly RowGroup[];
  /** Where the footer begins. */
  end: number;
};

/** Row groups that follow one another in their file. */
export type ParquetRun = { parts: ParquetParts; first: number; count: number };

const MAGIC = Buffer.from('PAR1');
/** After the footer: its length and the magic bytes. */
const TRAILER_BYTES = 8;

/** Fields of `FileMetaData` and of `RowGroup`. */
const [NUM_ROWS, ROW_GROUPS, ROW_GROUP_ROWS] = [3, 4, 3];
const IS_PLACE = 'place';
/** By field of a struct, or of the structs in a list: which numbers are places in the file. */
type Places = { readonly [field: number]: Places | typeof IS_PLACE };
const COLUMN: Places = { 9: IS_PLACE, 10: IS_PLACE, 11: IS_PLACE, 14: IS_PLACE };
const COLUMN_CHUNK: Places = { 2: IS_PLACE, 3: COLUMN, 4: IS_PLACE, 6: IS_PLACE };
const ROW_GROUP: Places = { 1: COLUMN_CHUNK, 5: IS_PLACE };

/** @throws RangeError if it is no Parquet file */
export function parquetParts(file: Buffer): ParquetParts {
  const footerEnd = file.length - TRAILER_BYTES;
  const end = footerEnd - file.readUInt32LE(footerEnd);
  const footer = file.subarray(end, footerEnd);
  const fields = new Map([...fieldsOf(footer, 0)].map((field) => [field.number, field]));
  const [rows, groups] = [fields.get(NUM_ROWS), fields.get(ROW_GROUPS)];
  if (!rows || !groups) throw new RangeError('its footer names no row groups');
  return {
    file,
    head: footer.subarray(0, rows.header),
    tail: footer.subarray(groups.end),
    groups: [...itemsOf(footer, groups.start)].map(({ start, end: entryEnd }) =>
      rowGroup(footer.subarray(start, entryEnd)),
    ),
    end,
  };
}

function rowGroup(entry: Buffer): RowGroup {
  const rows = [...fieldsOf(entry, 0)].find(({ number }) => number === ROW_GROUP_ROWS);
  const places = [...placesIn(entry, 0, ROW_GROUP)].map(({ value }) => value);
  return {
    rows: rows ? numberAt(entry, rows.start) : 0,
    start: Math.min(...places.filter(isKnown)),
    entry,
  };
}

/** Places that are not known are 0, where no page can be. */
function isKnown(place: number): boolean {
  return place > 0;
}

/** One file of all runs. @param like has their columns */
export function joinedParquet(runs: readonly ParquetRun[], like: ParquetParts): Buffer {
  const bodies: Buffer[] = [MAGIC];
  const entries: Buffer[] = [];
  let [at, rows] = [MAGIC.length, 0];
  for (const { parts, first, count } of runs) {
    const groups = parts.groups.slice(first, first + count);
    const start = groups[0]?.start ?? parts.end;
    const body = parts.file.subarray(start, parts.groups[first + count]?.start ?? parts.end);
    for (const group of groups) {
      entries.push(moved(group.entry, at - start));
      rows += group.rows;
    }
    bodies.push(body);
    at += body.length;
  }
  const footer = [
    like.head,
    Buffer.from([(1 << 4) | I64]),
    numberBytes(rows),
    Buffer.from([(1 << 4) | LIST]),
    listHeaderBytes(STRUCT, entries.length),
    ...entries,
    like.tail,
  ];
  const trailer = Buffer.alloc(4);
  trailer.writeUInt32LE(footer.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([...bodies, ...footer, trailer, MAGIC]);
}

/** The same row group so many bytes further on. */
function moved(entry: Buffer, by: number): Buffer {
  const pieces: Buffer[] = [];
  let copied = 0;
  for (const { start, end, value } of placesIn(entry, 0, ROW_GROUP)) {
    if (!isKnown(value)) continue;
    pieces.push(entry.subarray(copied, start), numberBytes(value + by));
    copied = end;
  }
  return Buffer.concat([...pieces, entry.subarray(copied)]);
}

/** The numbers in a struct that are places. */
function* placesIn(
  bytes: Buffer,
  at: number,
  places: Places,
): Generator<{ start: number; end: number; value: number }> {
  for (const { number, type, start, end } of fieldsOf(bytes, at)) {
    const inner = places[number];
    if (inner === IS_PLACE) yield { start, end, value: numberAt(bytes, start) };
    else if (inner && type === STRUCT) yield* placesIn(bytes, start, inner);
    else if (inner)
      for (const item of itemsOf(bytes, start)) yield* placesIn(bytes, item.start, inner);
  }
}

/** Types, as the protocol numbers them. */
const [STOP, FALSE, BYTE, I64, DOUBLE, BINARY, LIST, STRUCT] = [0, 2, 3, 6, 7, 8, 9, 12];
/** In place of a count that is as large or larger. */
const LONG_LIST = 15;

type Field = { number: number; type: number; header: number; start: number; end: number };

function* fieldsOf(bytes: Buffer, struct: number): Generator<Field> {
  let [at, number] = [struct, 0];
  for (;;) {
    const header = at;
    const byte = bytes.readUInt8(at++);
    const type = byte & 0xf;
    if (type === STOP) return;
    if (byte >> 4 > 0) number += byte >> 4;
    else {
      number = numberAt(bytes, at);
      at = varintEnd(bytes, at);
    }
    const end = valueEnd(bytes, at, type);
    yield { number, type, header, start: at, end };
    at = end;
  }
}

function* itemsOf(bytes: Buffer, list: number): Generator<{ start: number; end: number }> {
  const { type, count, start } = listHeader(bytes, list);
  let at = start;
  for (let item = 0; item < count; item++) {
    // In a list, a truth value is a byte; in a struct, its type says it.
    const end = type <= FALSE ? at + 1 : valueEnd(bytes, at, type);
    yield { start: at, end };
    at = end;
  }
}

function listHeader(bytes: Buffer, list: number): { type: number; count: number; start: number } {
  const byte = bytes.readUInt8(list);
  const isLong = byte >> 4 === LONG_LIST;
  return {
    type: byte & 0xf,
    count: isLong ? varintAt(bytes, list + 1) : byte >> 4,
    start: isLong ? varintEnd(bytes, list + 1) : list + 1,
  };
}

function listHeaderBytes(type: number, count: number): Buffer {
  if (count < LONG_LIST) return Buffer.from([(count << 4) | type]);
  return Buffer.concat([Buffer.from([(LONG_LIST << 4) | type]), varintBytes(count)]);
}

function valueEnd(bytes: Buffer, start: number, type: number): number {
  if (type <= FALSE) return start;
  if (type === BYTE) return start + 1;
  if (type <= I64) return varintEnd(bytes, start);
  if (type === DOUBLE) return start + 8;
  if (type === BINARY) return varintEnd(bytes, start) + varintAt(bytes, start);
  if (type === LIST)
    return [...itemsOf(bytes, start)].at(-1)?.end ?? listHeader(bytes, start).start;
  if (type !== STRUCT) throw new RangeError(`type ${type} is not in a Parquet footer`);
  return ([...fieldsOf(bytes, start)].at(-1)?.end ?? start) + 1;
}

function varintEnd(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes.readUInt8(at++) >= 0x80);
  return at;
}

function varintAt(bytes: Buffer, start: number): number {
  let [value, scale] = [0, 1];
  for (let at = start; at < varintEnd(bytes, start); at++) {
    value += (bytes.readUInt8(at) & 0x7f) * scale;
    scale *= 0x80;
  }
  return value;
}

/** A whole number that is not negative: signed ones have twice the value. */
function numberAt(bytes: Buffer, start: number): number {
  return varintAt(bytes, start) / 2;
}

function numberBytes(value: number): Buffer {
  return varintBytes(2 * value);
}

function varintBytes(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}
