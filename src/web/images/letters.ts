/** Text in images, where nothing breaks lines: cut to lines by the widths of letters. */

/**
 * Widths in ems, each of the widest of its letters in the bundled fonts (DejaVu Sans Condensed, also bold), so
 * that what fits by them fits. A character that is in none of them may be as wide as an em.
 */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ ijl'’]/, 0.34],
  [/[-IJrtf/|\\.,:;!()[\]_`"*“”–·]/, 0.6],
  [/[a-ln-vx-z\dELFTSYZCP?$]/, 0.66],
  [/[A-LN-VX-Z&#+<=>]/, 0.79],
];

/** Width of a text, in the units of its size. */
export function textWidth(text: string, size: number): number {
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '')];
  const widths = letters.map((letter) => WIDTHS.find(([some]) => some.test(letter))?.[1] ?? 1);
  return size * widths.reduce((sum, width) => sum + width, 0);
}

export type Lettering = { size: number; maxWidth: number; maxLines: number };

/** A text as lines that fit; where there are too many, the last one ends in “…”. */
export function linesOf(text: string, { size, maxWidth, maxLines }: Lettering): string[] {
  const fits = (line: string) => textWidth(line, size) <= maxWidth;
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

/** Removes characters that no XML document may contain, even as a reference (XML 1.0, section 2.2). */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Characters that the fonts cover: Latin, Greek and Cyrillic letters, digits, common punctuation. */
const DRAWABLE =
  /^(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]|[ -~\u00a1-\u00bf\u00d7\u00f7\u2010-\u2027\u2032\u2033\u20ac\u2212])*$/u;

/** Whether the fonts cover every character of a text. */
export function isDrawable(text: string): boolean {
  return DRAWABLE.test(text.normalize('NFC'));
}
