/** Reads comma-separated values as they are published. */

/** A field from a place on: quoted, with quotes inside doubled, or plain. */
const FIELD = /"[^"]*(?:""[^"]*)*"|[^,\n]*/y;

/** Parses text written by `csvRecord`, yielding the fields of one record at a time. */
export function* csvRecords(text: string): Generator<string[], undefined> {
  for (let at = 0; at < text.length; ) {
    const fields: string[] = [];
    for (let isOver = false; !isOver; at++) {
      FIELD.lastIndex = at;
      const [field = ''] = FIELD.exec(text) ?? [];
      fields.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
      at += field.length;
      isOver = text[at] !== ',';
    }
    yield fields;
  }
  return undefined;
}
