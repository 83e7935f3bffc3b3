/** The excerpt of a document that a hit shows. */
import type { SearchDocument } from '../../published/search-document.ts';
import { stem, wordsOf } from '../answers/question-words.ts';

const MAX_SNIPPET_LENGTH = 200;

type Sentence = { text: string; stems: ReadonlySet<string> };

/** Cut once for each document that is shown. */
const cut = new WeakMap<SearchDocument, string | readonly Sentence[]>();

/** The sentences from the first that matches, as plain text of at most 200 characters. */
export function snippet(document: SearchDocument, stems: ReadonlySet<string>): string {
  const known = cut.get(document) ?? sentencesOf(document.text);
  cut.set(document, known);
  if (typeof known === 'string') return known;
  const first = known.findIndex((sentence) => !sentence.stems.isDisjointFrom(stems));
  return shortened(known.slice(Math.max(0, first)));
}

/** The text itself if it is short enough to be shown as a whole. */
function sentencesOf(text: string): string | Sentence[] {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= MAX_SNIPPET_LENGTH) return plain;
  return plain
    .split(/(?<=[.!?]) /)
    .map((sentence) => ({ text: sentence, stems: new Set(wordsOf(sentence).map(stem)) }));
}

function shortened(sentences: readonly Sentence[]): string {
  let shown = '';
  for (const { text } of sentences) {
    if (shown.length > MAX_SNIPPET_LENGTH) break;
    shown = shown === '' ? text : `${shown} ${text}`;
  }
  if (shown.length <= MAX_SNIPPET_LENGTH) return shown;
  const most = shown.slice(0, MAX_SNIPPET_LENGTH);
  return `${most.slice(0, Math.max(most.lastIndexOf(' '), MAX_SNIPPET_LENGTH / 2)).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
