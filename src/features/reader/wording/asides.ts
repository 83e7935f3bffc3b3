/** What stands beside a question in a sentence of its own: who asks, and what for. */

const BETWEEN = /(?<=[.!?;:])\s+|\s+[–—-]+\s+|,\s+/;
const ASKS =
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|would|will|should|list|show|name|give|rank|compare|count|find|get|any|top|tell)\b|\?$/i;

const STATES =
  /\b(?:is|are|was|were|has|have|had|got|gets|seems?|looks?|went|became|might|may|use|uses|used|announced|raised|bought)\b/i;
const IT = /\b(?:it|its)\b/i;
const THEY =
  /\b(?:they|them|their|which one|which of (?:the two|them|these|those)|the two|either|both)\b/i;

/** What people are who ask, and what they ask for; a word beside these could restrict the question. */
const OF_ASIDES = new Set(
  (
    'article story piece memo report deck slide slides presentation pitch newsletter column post podcast thesis ' +
    'paper essay homework dashboard screen shortlist spreadsheet note notes brief briefing meeting call ic board ' +
    'committee deadline diligence research analysis boss editor colleague colleagues client clients partner ' +
    'partners lp lps friend reader readers team investor analyst journalist reporter founder researcher student ' +
    'writing working researching preparing drafting putting building looking screening tomorrow today tonight ' +
    'week morning pages page site curious wondering interested confused new here job interview competitor ' +
    'customer met heard saw noticed spoke talked seeing reading hearing'
  ).split(' '),
);

/** @param word in lower case */
export function isOfAside(word: string): boolean {
  return OF_ASIDES.has(word);
}

export type Clause = {
  /** It tells something that an answer has to keep to: a number, a time, a filter, an order. */
  isTelling: boolean;
  /** A word of it is not known, and could tell something. */
  isStrange: boolean;
  /** All of its words are known. */
  isKnown: boolean;
  /** Those that are named in it. */
  names: readonly string[];
};

/**
 * A question without clauses that only say something about whoever asks; of those, names are kept.
 *
 * @param read what a clause has in it
 */
export function withoutAsides(question: string, read: (clause: string) => Clause): string {
  const clauses = question.split(BETWEEN).filter((clause) => /\w/.test(clause));
  if (clauses.length < 2 || !clauses.some((clause) => ASKS.test(clause))) return question;
  const kept = clauses.flatMap((clause, index) => {
    if (ASKS.test(clause)) return [clause];
    const { isTelling, isStrange, isKnown, names } = read(clause);
    const next = clauses[index + 1] ?? '';
    // "Payload got bought by Figma - does it still commit more": of whom it speaks is said first
    const isOfOne = IT.test(next);
    if (STATES.test(clause) && (isOfOne || THEY.test(next)) && !isTelling)
      return isOfOne ? names.slice(0, 1) : names;
    return isTelling || isStrange || isKnown ? [clause] : names;
  });
  return kept.join(', ');
}
