/** Forms of English words, so that the lexicon names each word once. */

/** Words with forms that no rule makes, followed by these. */
const IRREGULAR: ReadonlyMap<string, readonly string[]> = new Map(
  (
    'be is are was were been, have has had, do does did done, make made, buy bought, sell sold, lead led, ' +
    'fall fell fallen, rise rose risen, grow grew grown, shrink shrank shrunk, lose lost, win won, ' +
    'go goes went gone, get got gotten, take took taken, give gave given, write wrote written, put, cut, ' +
    'shut, hit, build built, become became, begin began begun, come came, leave left, hold held, ' +
    'spend spent, pay paid, find found, know knew known, see saw seen, say said, tell told, ' +
    'think thought, show showed shown, stand stood, keep kept, run ran, person people'
  )
    .split(', ')
    .map((line): [string, string[]] => {
      const [word = '', ...others] = line.split(' ');
      return [word, others];
    }),
);

/** All forms of a word, whether it is a noun or a verb; some do not exist and are never met. */
export function formsOf(word: string): string[] {
  const bare = word.replace(/(?<=[^e])e$/, '');
  const doubled = /[^aeiou][aeiou][bdgmnprt]$/.test(word) ? [`${word}${word.at(-1)}`] : [];
  const stems = [bare, ...doubled];
  const plural = /[^aeiou]y$/.test(word)
    ? `${word.slice(0, -1)}ies`
    : `${word}${/(?:s|x|z|ch|sh)$/.test(word) ? 'es' : 's'}`;
  const past = /[^aeiou]y$/.test(word)
    ? [`${word.slice(0, -1)}ied`]
    : stems.map((stem) => `${stem}ed`);
  return [word, plural, ...stems.map((stem) => `${stem}ing`), ...(IRREGULAR.get(word) ?? past)];
}

const ENDINGS: readonly (readonly [ending: string, replaced: readonly string[]])[] = [
  ['ies', ['y']],
  ...['s', 'es', 'ly'].map((ending) => [ending, ['']] as const),
  ...['ed', 'ing', 'er', 'est'].map((ending) => [ending, ['', 'e']] as const),
];

/** The words that a word may be a form of, itself first. */
export function stemsOf(word: string): string[] {
  const stems = ENDINGS.flatMap(([ending, others]) =>
    word.endsWith(ending) && word.length > ending.length + 2
      ? others.map((other) => word.slice(0, -ending.length) + other)
      : [],
  );
  const doubled = word.replace(/([bdgmnprt])\1(?:ed|ing)$/, '$1');
  return [word, ...stems, ...(doubled === word ? [] : [doubled])];
}
