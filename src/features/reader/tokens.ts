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
    String.raw`[#$€£]?\d+(?:[.,]\d+)*(?:-[wWqQ]?\d{1,2}){0,2}(?:%|[\p{L}]+)?`,
    String.raw`@?[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[._/-](?=[\p{L}\p{N}]))*(?:['’]\p{L}+)?`,
    '[<>]=?|[≤≥=&+%$€£]',
    String.raw`\p{Extended_Pictographic}`,
  ].join('|'),
  'gu',
);

/** `YC-backed`, `Accel-led`, `non-US`, `mid-May`: a name, and how it stands to what follows. */
const COMPOUND =
  /^(?:(.{2,})-(backed|funded|financed|led|owned|acquired)|(non|mid|early|late)-(.+))$/i;
/** `10-20`: years and weeks have four digits. */
const RANGE = /^(\d{1,3})-(\d{1,3})$/;

export function tokensOf(question: string): Token[] {
  return question
    .matchAll(TOKEN)
    .take(MAX_TOKENS)
    .flatMap(({ 0: text, index }) => {
      const [name = '', verb = ''] = COMPOUND.exec(text)?.slice(1).filter(Boolean) ?? [];
      if (verb === '') return rangeIn(text, index) ?? [tokenAt(text, index)];
      return [tokenAt(name, index), tokenAt(verb, index + name.length + 1)];
    })
    .toArray();
}

/** A range of numbers in the words of one. */
function rangeIn(text: string, from: number): Token[] | undefined {
  const [, low, high] = RANGE.exec(text) ?? [];
  if (low === undefined || high === undefined) return undefined;
  return ['between', low, 'and', high].map((word) => ({
    word,
    text: word,
    from,
    to: from + text.length,
  }));
}

function tokenAt(text: string, from: number): Token {
  return { word: plain(text), text, from, to: from + text.length };
}

/** In lower case, without accents and compatibility forms, with one kind of apostrophe. */
function plain(text: string): string {
  return IS_ASCII.test(text) ? text.toLowerCase() : folded(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const IS_ASCII = /^[\x00-\x7f]*$/;

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('’', "'");
}
