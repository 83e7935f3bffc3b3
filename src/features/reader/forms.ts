/** Forms of English words, so that the lexicon names each word once. */

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  [
    'be is are was were been being',
    'have has had having',
    'do does did done doing',
    'make makes made making',
    'buy buys bought buying',
    'sell sells sold selling',
    'lead leads led leading',
    'fall falls fell fallen falling',
    'rise rises rose risen rising',
    'grow grows grew grown growing',
    'shrink shrinks shrank shrunk shrinking',
    'lose loses lost losing',
    'win wins won winning',
    'go goes went gone going',
    'get gets got gotten getting',
    'take takes took taken taking',
    'give gives gave given giving',
    'write writes wrote written writing',
    'put puts putting',
    'cut cuts cutting',
    'shut shuts shutting',
    'hit hits hitting',
    'build builds built building',
    'become becomes became becoming',
    'begin begins began begun beginning',
    'come comes came coming',
    'leave leaves left leaving',
    'hold holds held holding',
    'spend spends spent spending',
    'pay pays paid paying',
    'find finds found finding',
    'know knows knew known knowing',
    'see sees saw seen seeing',
    'say says said saying',
    'tell tells told telling',
    'think thinks thought thinking',
    'show shows showed shown showing',
    'stand stands stood standing',
    'keep keeps kept keeping',
    'run runs ran running',
    'drop drops dropped dropping',
    'ship ships shipped shipping',
    'dip dips dipped dipping',
    'top tops topped topping',
    'commit commits committed committing commited commiting',
    'back backs backed backing',
    'company companies',
    'country countries',
    'person persons people',
  ].map((line) => [line.split(' ')[0] ?? '', line]),
);

/** All forms of a word, whether it is a noun or a verb; some do not exist and are never met. */
export function formsOf(word: string): string[] {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular.split(' ');
  const bare = word.replace(/e$/, '');
  if (/[^aeiou]y$/.test(word)) {
    const stem = word.slice(0, -1);
    return [word, `${stem}ies`, `${stem}ied`, `${word}ing`];
  }
  const plural = /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
  return [word, plural, `${bare}ed`, `${bare}ing`];
}

/** The words that a word may be a form of, itself first. */
export function stemsOf(word: string): string[] {
  const stems = [word];
  for (const [ending, others] of ENDINGS)
    if (word.endsWith(ending) && word.length > ending.length + 2)
      for (const other of others) stems.push(word.slice(0, -ending.length) + other);
  const doubled = /^(.+)([bdgmnprt])\2(?:ed|ing)$/.exec(word);
  if (doubled) stems.push(`${doubled[1]}${doubled[2]}`);
  return stems;
}

const ENDINGS: readonly (readonly [string, readonly string[]])[] = [
  ['s', ['']],
  ['es', ['']],
  ['ies', ['y']],
  ['ed', ['', 'e']],
  ['ing', ['', 'e']],
  ['ly', ['']],
  ['er', ['', 'e']],
  ['est', ['', 'e']],
];
