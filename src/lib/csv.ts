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
