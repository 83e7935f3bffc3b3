/** Comma-separated values (RFC 4180), for spreadsheets and for loading into DuckDB. */

export type CsvValue = string | number | boolean | null;

/** One record with its line end. Null becomes an empty field; text is quoted if necessary. */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\n`;
}

function csvField(value: CsvValue): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Parses text written by `csvRecord`, yielding the fields of one record at a time. */
export function* csvRecords(text: string): Generator<string[], undefined> {
  let at = 0;
  while (at < text.length) {
    const fields: string[] = [];
    let ended = false;
    while (!ended) {
      const isQuoted = text.charCodeAt(at) === QUOTE;
      const end = isQuoted ? endOfQuoted(text, at) : endOfPlain(text, at);
      fields.push(
        isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end),
      );
      ended = text.charCodeAt(end) !== COMMA;
      at = end + 1;
    }
    yield fields;
  }
  return undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;

function endOfPlain(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === COMMA || code === LINE_FEED) break;
    end++;
  }
  return end;
}

/** The index after the closing quote; quotes inside the field are doubled. */
function endOfQuoted(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2);
  return end < 0 ? text.length : end + 1;
}
