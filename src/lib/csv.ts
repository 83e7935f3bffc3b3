/** Comma-separated values (RFC 4180): what is read by spreadsheets, and by DuckDB on the way in. */

export type CsvValue = string | number | boolean | null;

/** One record with its line end. Null is an empty field; text is quoted where it must be. */
export function csvRecord(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\n`;
}

function csvField(value: CsvValue): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;
}
