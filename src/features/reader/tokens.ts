/** Cuts a question into words, numbers and addresses, and keeps where each stood. */

export type Token = {
  /** In lower case, without accents: what rules compare. */
  word: string;
  /** As it was written. */
  text: string;
  /** Offsets in the question, the second exclusive. */
  from: number;
  to: number;
};

/** Of a question; what is longer has no answer anyway. */
const MAX_TOKENS = 80;

/**
 * A token is an address (`https://neon.tech/docs`), a path (`owner/name`), a domain or dotted name
 * (`estuary.dev`, `tool.js`), a number with its sign, unit or suffix (`$1.5bn`, `25%`, `2026-w20`), a
 * word with its apostrophe, a comparison sign, or any other single mark that could tell something.
 */
const TOKEN = new RegExp(
  [
    String.raw`https?://[^\s"'<>)\]]+`,
    String.raw`[$€£]?\d+(?:[.,]\d+)*(?:-[wWqQ]?\d{1,2}){0,2}(?:%|[\p{L}]+)?`,
    String.raw`@?[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[._/-](?=[\p{L}\p{N}]))*(?:['’]\p{L}+)?`,
    '[<>]=?|[≤≥=&+%$€£]',
    String.raw`\p{Extended_Pictographic}`,
  ].join('|'),
  'gu',
);

export function tokensOf(question: string): Token[] {
  return question
    .matchAll(TOKEN)
    .take(MAX_TOKENS)
    .map((match) => ({
      word: plain(match[0]),
      text: match[0],
      from: match.index,
      to: match.index + match[0].length,
    }))
    .toArray();
}

/** In lower case, without accents and compatibility forms, with one kind of apostrophe. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'");
}
