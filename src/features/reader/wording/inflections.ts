/** The forms of English verbs and nouns, to write a table of words by their bare forms. */

const DOUBLING = /^[^aeiou]*[aeiou][bdgmnprt]$/;

/** `ship`: ship, ships, shipped, shipping. Verbs with other forms are written out. */
export function verbForms(verb: string): string[] {
  const [head = '', ...tail] = verb.split(' ');
  const rest = tail.length === 0 ? '' : ` ${tail.join(' ')}`;
  const soft = head.replace(/e$/, '');
  const stem = DOUBLING.test(head) ? `${head}${head.at(-1)}` : soft;
  const isYielding = /[^aeiou]y$/.test(head);
  const past = isYielding ? `${head.slice(0, -1)}ied` : `${stem}ed`;
  const third = isYielding
    ? `${head.slice(0, -1)}ies`
    : /(?:s|x|ch|sh|o)$/.test(head)
      ? `${head}es`
      : `${head}s`;
  return [head, third, past, `${isYielding ? head : stem}ing`].map((form) => `${form}${rest}`);
}

/** `startup`: startup, startups. */
export function nounForms(noun: string): string[] {
  if (/[^aeiou]y$/.test(noun)) return [noun, `${noun.slice(0, -1)}ies`];
  return [noun, /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`];
}
