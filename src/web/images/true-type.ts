/**
 * Reads from a TrueType font which characters it has and how wide they are
 * (https://learn.microsoft.com/typography/opentype/spec: `cmap` formats 4 and 12, `hmtx`).
 */
import { readFileSync } from 'node:fs';

export class TrueTypeFont {
  readonly #glyphs: ReadonlyMap<number, number>;
  readonly #advances: DataView;
  readonly #numberOfAdvances: number;
  readonly #unitsPerEm: number;

  /** @throws RangeError if the file is not a TrueType font */
  constructor(file: string) {
    const bytes = readFileSync(file);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const tables = tablesOf(view);
    const table = (tag: string) => {
      const found = tables.get(tag);
      if (!found) throw new RangeError(`${file} has no table ${tag}`);
      return found;
    };
    this.#glyphs = glyphsOf(table('cmap'));
    this.#advances = table('hmtx');
    this.#numberOfAdvances = table('hhea').getUint16(34);
    this.#unitsPerEm = table('head').getUint16(18);
  }

  /** Whether every visible character of a text has a glyph. */
  has(text: string): boolean {
    return [...text].every(
      (character) =>
        this.#glyphs.has(character.codePointAt(0) ?? 0) || /^[\s\p{Cf}\p{M}]$/u.test(character),
    );
  }

  /** Width of a text without kerning. @param size of an em, in the units of the result */
  width(text: string, size: number): number {
    const units = [...text].reduce((sum, character) => sum + this.#advance(character), 0);
    return (units * size) / this.#unitsPerEm;
  }

  #advance(character: string): number {
    const glyph = this.#glyphs.get(character.codePointAt(0) ?? 0);
    // A missing character is drawn in another font, of unknown width: assume an em, its maximum.
    if (glyph === undefined) return this.#unitsPerEm;
    return this.#advances.getUint16(Math.min(glyph, this.#numberOfAdvances - 1) * 4);
  }
}

function tablesOf(view: DataView): Map<string, DataView> {
  const tables = new Map<string, DataView>();
  for (let index = 0; index < view.getUint16(4); index++) {
    const entry = 12 + index * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(entry + at)));
    const [offset, length] = [view.getUint32(entry + 8), view.getUint32(entry + 12)];
    tables.set(tag, new DataView(view.buffer, view.byteOffset + offset, length));
  }
  return tables;
}

function glyphsOf(cmap: DataView): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let index = 0; index < cmap.getUint16(2); index++) {
    const at = cmap.getUint32(4 + index * 8 + 4);
    const format = cmap.getUint16(at);
    if (format === 12) readGroups(cmap, at, glyphs);
    else if (format === 4) readSegments(cmap, at, glyphs);
  }
  return glyphs;
}

function readGroups(cmap: DataView, at: number, glyphs: Map<number, number>): void {
  for (let group = 0; group < cmap.getUint32(at + 12); group++) {
    const entry = at + 16 + group * 12;
    const [first, last] = [cmap.getUint32(entry), cmap.getUint32(entry + 4)];
    for (let code = first; code <= last; code++)
      glyphs.set(code, cmap.getUint32(entry + 8) + code - first);
  }
}

function readSegments(cmap: DataView, at: number, glyphs: Map<number, number>): void {
  const bytes = cmap.getUint16(at + 6);
  for (let segment = 0; segment < bytes; segment += 2) {
    const last = cmap.getUint16(at + 14 + segment);
    const first = cmap.getUint16(at + 16 + bytes + segment);
    const delta = cmap.getUint16(at + 16 + 2 * bytes + segment);
    const rangeAt = at + 16 + 3 * bytes + segment;
    const range = cmap.getUint16(rangeAt);
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const listed = range === 0 ? code : cmap.getUint16(rangeAt + range + 2 * (code - first));
      const glyph = range === 0 || listed !== 0 ? (listed + delta) & 0xffff : 0;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}
