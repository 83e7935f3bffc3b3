/**
 * The records of a file with one on each line (NDJSON), of which only the requested ones are
 * parsed: a reader of many periods asks for one startup in each.
 */

/** First in its record. No text contains this, since its quotation marks would be escaped. */
const SLUG = '"slug":"';

/** The line of each slug as it is written, without its end. */
export function linesBySlug(body: Buffer): ReadonlyMap<string, Buffer> {
  const lines = new Map<string, Buffer>();
  for (let from = 0; from < body.length; ) {
    const found = body.indexOf('\n', from);
    const line = body.subarray(from, found < 0 ? body.length : found);
    const start = line.indexOf(SLUG) + SLUG.length;
    if (start >= SLUG.length)
      lines.set(line.toString('utf8', start, line.indexOf('"', start)), line);
    from += line.length + 1;
  }
  return lines;
}
