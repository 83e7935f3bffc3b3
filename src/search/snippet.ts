import { stem, wordsOf } from '../answers/words.ts';

const LONGEST = 200;

/** The sentences around the first word that matched, as plain text of at most 200 characters. */
export function snippet(text: string, stems: ReadonlySet<string>): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= LONGEST) return plain;
  const sentences = plain.split(/(?<=[.!?]) /);
  const first = sentences.findIndex((sentence) =>
    wordsOf(sentence).some((word) => stems.has(stem(word))),
  );
  const shown = sentences.slice(Math.max(0, first)).join(' ');
  if (shown.length <= LONGEST) return shown;
  const cut = shown.slice(0, LONGEST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST / 2)).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
