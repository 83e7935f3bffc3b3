/** Text in images, where nothing breaks lines: cut to lines by the widths of the font's letters. */
import { FONT_FILES } from '../../lib/png.ts';
import { TrueTypeFont } from './true-type.ts';

type Weight = 'plain' | 'bold';

/** Read when the first image is drawn. */
const fonts = new Map<Weight, TrueTypeFont>();

function fontOf(weight: Weight): TrueTypeFont {
  const font = fonts.get(weight) ?? new TrueTypeFont(FONT_FILES[weight]);
  fonts.set(weight, font);
  return font;
}

/** Whether our fonts can write a text: Latin, Greek, Cyrillic, Arabic and others, no Chinese. */
export function canWrite(text: string): boolean {
  return fontOf('bold').has(text) && fontOf('plain').has(text);
}

/** Width of a text, in the units of its size, in a font somewhat wider than ours. */
export function textWidth(text: string, size: number): number {
  return WIDER * fontOf('plain').width(text, size);
}

/** DejaVu Sans against its condensed cut; other fonts of readers are narrower. */
const WIDER = 1.11;

export type Lettering = { size: number; weight: Weight; maxWidth: number; maxLines: number };

/** A text as lines that fit; where there are too many, the last one ends in “…”. */
export function linesOf(text: string, { size, weight, maxWidth, maxLines }: Lettering): string[] {
  const font = fontOf(weight);
  const fits = (line: string) => font.width(line, size) <= maxWidth;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = word;
    }
  }
  if (line !== '') lines.push(line);
  const shown = lines.slice(0, maxLines);
  return shown.map((one, index) => {
    const isCut = index === maxLines - 1 && lines.length > maxLines;
    return isCut || !fits(one) ? shortened(one, fits) : one;
  });
}

function shortened(line: string, fits: (line: string) => boolean): string {
  const characters = [...line];
  while (characters.length > 0 && !fits(`${characters.join('')}…`)) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

/** Without what no XML document may hold (XML 1.0, section 2.2), not even written as a reference. */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
