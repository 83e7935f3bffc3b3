/** Cuts a question into words, numbers and marks, each with the clause that it stands in. */

export type Token = {
  /** In lower case, without accents and without a possessive `'s`. */
  word: string;
  /** As it was written. */
  text: string;
  /** Place of the clause; marks of punctuation separate clauses. */
  clause: number;
  isPossessive: boolean;
  /** Written with a capital although no sentence begins with it. */
  isCapital: boolean;
};

const APOSTROPHES = /[‘’ʼ′`´]/g;
/** Marks that turn the direction of writing, and other invisible ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
/** Marks of a name that are no letters of it. */
const TRADE_MARKS = /[™®©℠]/g;
const NOTATION: readonly (readonly [RegExp, string])[] = [
  [
    /\b(can|won|don|doesn|didn|isn|aren|wasn|weren|hasn|haven|hadn|shouldn|wouldn|couldn)'?t\b/gi,
    '$1 not',
  ],
  [/\b(what|who|where|when|why|how|that|there|here|it|he|she|let)'s\b/gi, '$1 is'],
  [
    /\b(what|who|where|when|why|how)s\b(?! )|\b(what|who|where|when|hows)s\b(?= (?:the|a|an|my|your|their|its|up)\b)/gi,
    '$1$2 is',
  ],
  [/\b(i|you|we|they)'(?:re|ve|d|ll|m)\b/gi, '$1'],
  [/\bw\/o\b/gi, 'without'],
  [/\bw\/(?=\s)/gi, 'with'],
  [/(?<![a-z0-9.-])u(?![a-z0-9.-])/gi, 'you'],
  [/\byr(s?)\b/gi, 'year$1'],
  [/\bqtr(s?)\b/gi, 'quarter$1'],
  [/\bmth(s?)\b/gi, 'month$1'],
  [/([a-z])_(?=[a-z0-9])/gi, '$1 '],
  [/\.\.+/g, ' to '],
  [/\bweeks (\d{1,2}) (?:to|until|through|and|-) (\d{1,2})\b/gi, 'week $1 to week $2'],
  [/≥/g, '>='],
  [/≤/g, '<='],
  [/[–—]/g, ' - '],
  [/(\d)\+(?!\d)/g, '$1 or more '],
  [/\s\+\s/g, ' and '],
  [/(?<=[a-z])&(?=[a-z])/gi, ' & '],
  [/(?<!\b[Ss]eries )\b([A-H]) (?=rounds?\b)/g, 'series $1 '],
  // `stage = Growth` is `stage Growth`.
  [/(?<=[a-z])\s*={1,2}\s*(?=["'a-z])/gi, ' '],
];
const TOKEN =
  /(?:https?:\/\/)?[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}][\p{L}\p{N}-]*)+(?:\/[^\s,;?!"'()]*)?|\d{4}-?w\d{1,2}\b|\d{4}-q[1-4]\b|\d{4}-\d{2}(?:-\d{2})?\b|[$€£]?\d+(?:,\d{3})*(?:\.\d+)?(?:%|[\p{L}]+)?|[$€£]|>=|<=|!=|==|[=<>%&#]|[\p{L}\p{N}]+(?:'[\p{L}]+)?|[.?!;:,()|/"\n-]/gu;
const CLAUSE_END = /^[.?!;:,\n-]$/;
const SENTENCE_END = /^[.?!\n]$/;

export function tokensIn(question: string): Token[] {
  const plain = NOTATION.reduce(
    (text, [pattern, by]) => text.replace(pattern, by),
    question
      .replace(TRADE_MARKS, '')
      .normalize('NFKC')
      .replace(INVISIBLE, '')
      .replace(APOSTROPHES, "'"),
  );
  const tokens: Token[] = [];
  let clause = 0;
  let isBeginning = true;
  for (const { 0: found, index } of plain.matchAll(TOKEN)) {
    // The mark of `growth-stage` ends no clause.
    if (found === '-' && /\S/.test(plain[index - 1] ?? ' ') && /\S/.test(plain[index + 1] ?? ' '))
      continue;
    if (CLAUSE_END.test(found)) {
      if (tokens.at(-1)?.clause === clause) clause++;
      if (SENTENCE_END.test(found)) isBeginning = true;
      continue;
    }
    if (/^[|/"()]$/.test(found)) continue;
    const isPossessive = /'s?$/i.test(found);
    const bare = isPossessive ? found.replace(/'s?$/i, '') : found;
    tokens.push({
      word: withoutAccents(bare.toLowerCase()),
      text: found,
      clause,
      isPossessive,
      isCapital: !isBeginning && /^\p{Lu}/u.test(found),
    });
    isBeginning = false;
  }
  return tokens;
}

function withoutAccents(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** The words from one place up to another, as they were written. */
export function textOf(tokens: readonly Token[], from: number, to = from + 1): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
}
