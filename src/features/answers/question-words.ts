/**
 * Words of questions: how a text is cut into them, and which count as the same. Terms of the field and
 * their synonyms are the glossary's; here are ordinary English ones.
 */

/** Placeholder for a name in a phrasing. */
export const STARTUP = '⟨startup⟩';
export const PLACEHOLDER = /⟨\w+⟩/;

/** Words that say nothing about what a question is about. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are at by can could did do does for from get has have how i in is it its let may me my of on one or please should tell that the their there these they this to was we what when where which who why will with would you your what's".split(
    ' ',
  ),
);

/** Lower-case words in their order; marks, case and accents do not matter. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('&', ' and ')
    .toLowerCase();
  return plain.match(/⟨\w+⟩|[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
}

/** The word without its grammatical ending: growing and grow become the same. */
export function stem(word: string): string {
  // British and American spelling.
  const bare = word.replace(/['’]\w*$/, '').replace(/^licens/, 'licenc');
  if (bare.length < 5) return bare.length === 4 && /[^s]s$/.test(bare) ? bare.slice(0, -1) : bare;
  if (bare.endsWith('ies')) return `${bare.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(bare)) return bare.slice(0, -2);
  if (/[^su]s$/.test(bare)) return stem(bare.slice(0, -1));
  for (const ending of ['ing', 'ed'])
    if (bare.endsWith(ending) && bare.length - ending.length >= 3)
      return undoubled(bare.slice(0, -ending.length));
  return bare.endsWith('e') ? bare.slice(0, -1) : bare;
}

/** `shipp` → `ship`, `comput` stays. */
function undoubled(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word.replace(/e$/, '');
}

/** Words of a line mean the same in a question. */
const SYNONYMS: readonly string[] = [
  'calculate compute determine derive',
  'choose select pick',
  'cost price charge expensive fee',
  'pay paid',
  'startup company firm business',
  'website site',
  'update refresh',
  'often frequently',
  'figure number',
  'game manipulate cheat inflate',
  'wrong error mistake incorrect',
  'spreadsheet excel sheets',
  'privacy personal gdpr',
  'funding funded fundraising raise',
  'differ difference versus vs',
  'mean meaning definition define',
  'biggest largest',
  'fast quick speed quickly',
  'need require requirement',
  'host install deploy',
  'missing absent',
  'earlier past previous older',
  'begin start',
  'recognise recognize identify detect',
  'repository repo',
  'duplicate twice double',
  'include count counted',
  'verify check',
  'reference cite citation',
  'make build develop',
  'list show',
  'developer engineer programmer',
  'trend history developed',
  'percentage percent share',
  'source origin',
  'connect hook plug attach integrate',
  'endpoint address route url',
  'specification spec description',
  'crypto cryptocurrency stablecoin usdc',
  'republish redistribute reuse reprint resell',
  'article story paper publication',
  'complete whole entire full',
  'ndjson jsonl',
  'selfhost host',
  'expire expiry lapse',
  'refund reimburse moneyback',
  'limit quota throttle',
  'key token credential',
  'document documentation docs',
  'bot automation dependabot renovate robot',
  'fake forge spoof',
];

/** Expressions of several words, and the word that replaces each. */
const EXPRESSIONS: readonly (readonly [RegExp, string])[] = [
  [/\btime zones?\b/g, 'timezone'],
  [/\bself[- ]host(?:ed|ing)?\b/g, 'selfhost'],
  [/\bjson[- ]?lines\b/g, 'ndjson'],
  [/\bmoney[- ]back\b/g, 'moneyback'],
  [/\bset(?:ting)? up\b/g, 'connect'],
  [/\bhook(?:ed|ing)? (?:this |it )?up\b/g, 'connect'],
  [/\b(?:work(?:ed)? out|put together|made up|arrived? at|come(?:s)? about)\b/g, 'computed'],
  [/\bhow (?:large|big)\b/g, 'what size'],
  [/\bhow many\b/g, 'what number'],
  [/\b(?:six months|half a? ?year)\b/g, 'year'],
  [/\b(?:large )?language models?\b/g, 'llm'],
  [/\bopen source\b/g, 'opensource'],
  [/\bclosed source\b/g, 'private'],
];

const REPRESENTATIVE: ReadonlyMap<string, string> = new Map(
  SYNONYMS.flatMap((group) => {
    const [first = '', ...others] = group.split(' ').map(stem);
    return others.map((other): [string, string] => [other, first]);
  }),
);

/** One stem for all that mean the same. */
export function representative(word: string): string {
  return REPRESENTATIVE.get(word) ?? word;
}

/** @param text in lower case */
export function withoutExpressions(text: string): string {
  return EXPRESSIONS.reduce((changed, [pattern, word]) => changed.replace(pattern, word), text);
}
