/** What a hit shows of its document. */
import { stem, wordsOf } from '../answers/words.ts';

const MAX_SNIPPET_LENGTH = 200;

/** The sentences from the first that matches, as plain text of at most 200 characters. */
export function snippet(text: string, stems: ReadonlySet<string>): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= MAX_SNIPPET_LENGTH) return plain;
  const sentences = plain.split(/(?<=[.!?]) /);
  const first = sentences.findIndex((sentence) =>
    wordsOf(sentence).some((word) => stems.has(stem(word))),
  );
  const shown = sentences.slice(Math.max(0, first)).join(' ');
  if (shown.length <= MAX_SNIPPET_LENGTH) return shown;
  const cut = shown.slice(0, MAX_SNIPPET_LENGTH);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_SNIPPET_LENGTH / 2)).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
