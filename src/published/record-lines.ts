/**
 * The records of a file with one on each line (NDJSON), of which only those that are asked for are
 * parsed: a reader of many periods asks for one startup in each.
 */
export class RecordLines {
  readonly #body: Buffer;
  /** Where the line of each slug begins and ends. */
  readonly #places = new Map<string, readonly [number, number]>();

  constructor(body: Buffer) {
    this.#body = body;
    for (let from = 0; from < body.length; ) {
      const found = body.indexOf('\n', from);
      const end = found < 0 ? body.length : found;
      const slug = slugIn(body.subarray(from, end));
      if (slug !== undefined) this.#places.set(slug, [from, end]);
      from = end + 1;
    }
  }

  /** Of the text and of the index to it; roughly. */
  get bytes(): number {
    return 1 + this.#body.length + this.#places.size * 100;
  }

  get(slug: string): unknown {
    const line = this.line(slug);
    return line && JSON.parse(line.toString('utf8'));
  }

  /** As it is written, without its end. */
  line(slug: string): Buffer | undefined {
    const place = this.#places.get(slug);
    return place && this.#body.subarray(...place);
  }
}

/** First in its record. No text contains this, since its quotation marks would be escaped. */
const SLUG = '"slug":"';

function slugIn(line: Buffer): string | undefined {
  const start = line.indexOf(SLUG);
  if (start < 0) return undefined;
  const from = start + SLUG.length;
  return line.toString('utf8', from, line.indexOf('"', from));
}
