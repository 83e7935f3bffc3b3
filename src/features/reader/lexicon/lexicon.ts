/**
 * The words in which data is asked about: finds the expression that begins at a word, and tells words of
 * the lexicon from others.
 */
import { memoize } from '../../../lib/memoize.ts';
import { Slices } from '../../../lib/slices.ts';
import { withoutPossessive } from '../../../published/entity-names.ts';
import { ACTS } from './acts.ts';
import { ANY, beginnings } from './beginnings.ts';
import { COMPARISONS } from './comparisons.ts';
import { DEALS } from './deals.ts';
import { EVERYDAY } from './everyday.ts';
import { FILTERS } from './filters.ts';
import { FIRST_AND_LAST } from './first-and-last.ts';
import { FOREIGN } from './foreign.ts';
import type { Meaning } from './meaning.ts';
import { NUMBERS } from './numbers.ts';
import { ORDERS } from './orders.ts';
import { PEOPLE_AND_AGENTS } from './people-and-agents.ts';
import { PLAIN_WORDS } from './plain-words.ts';
import { REMARKS } from './remarks.ts';
import { SPANS } from './spans.ts';
import { SUBJECTS } from './subjects.ts';

const EXPRESSIONS = [
  NUMBERS,
  SUBJECTS,
  ORDERS,
  FILTERS,
  ACTS,
  DEALS,
  REMARKS,
  PEOPLE_AND_AGENTS,
  EVERYDAY,
  SPANS,
  FIRST_AND_LAST,
  COMPARISONS,
  PLAIN_WORDS,
].flat();

/** A word with its endings: `commits?`, `histor(?:y|ies)`, `gr(?:ew|own)`. */
const WORD = /[a-z']+(?:\(\?:[a-z|?']*\)\??|[a-z]*\?(?!:))*[a-z]*/g;

/**
 * So many characters tell most expressions apart that could begin at a word: with five, a question tries
 * half as many as with three, and with more hardly fewer.
 */
const TELLING_LENGTH = 5;
/** Of words and names in questions. */
const MAX_BEGINNINGS = 10_000;

type Compiled = { pattern: RegExp; meaning: Meaning; place: number };

const byBeginning = new Map<string, Compiled[]>();

let compiling: Promise<void> | undefined;

/** Compiles all expressions, before any question is read: commands that answer none start without. */
export function compileLexicon(): Promise<void> {
  compiling ??= compileAll();
  return compiling;
}

async function compileAll(): Promise<void> {
  const compiled = await new Slices().map(
    [...FOREIGN, ...EXPRESSIONS].entries(),
    ([place, [source, meaning]]) => {
      const expression = { pattern: new RegExp(`(?:${source})(?= |$)`, 'y'), meaning, place };
      // The engine compiles a pattern when it is first run.
      expression.pattern.test('');
      return { expression, first: beginnings(source, TELLING_LENGTH) };
    },
  );
  for (const { expression, first } of compiled)
    for (const beginning of first)
      byBeginning.getOrInsertComputed(beginning, () => []).push(expression);
}

/** Expressions that can match what is at an offset. */
const expressionsFor = memoize(MAX_BEGINNINGS, (characters): readonly Compiled[] => {
  const open = Array.from(
    { length: TELLING_LENGTH },
    (_, length) => characters.slice(0, length) + ANY,
  );
  return [characters, ...open].flatMap((beginning) => byBeginning.get(beginning) ?? []);
});

/**
 * Every word that some expression holds; for telling a slip from a word that means something else.
 * Nothing is a slip for what is not known here.
 */
export const LEXICON_WORDS: ReadonlySet<string> = new Set(
  EXPRESSIONS.flatMap(([source]) => wordsIn(source)),
);

/** The words that an expression is made of, each with all its endings. */
function wordsIn(source: string): string[] {
  const words = source.replace(/\\[a-z]\S*|\(\?=.*$/g, ' ').match(WORD) ?? [];
  return words.flatMap(variants).filter((word) => /^[a-z]{3,}$/.test(word));
}

function variants(word: string): string[] {
  const group = /\(\?:([^()]*)\)(\??)/.exec(word);
  if (group) {
    const [whole, endings = '', isOptional] = group;
    const choices = [...endings.split('|'), ...(isOptional ? [''] : [])];
    return choices.flatMap((ending) => variants(word.replace(whole, ending)));
  }
  const optional = /([a-z])\?/.exec(word);
  if (!optional) return [word];
  return [optional[1] ?? '', ''].flatMap((letter) => variants(word.replace(optional[0], letter)));
}

/**
 * The longest expression that begins at an offset of the text; of equals, the one listed last.
 *
 * @param text words in lower case with single spaces
 */
export function expressionAt(
  text: string,
  offset: number,
): { meaning: Meaning; length: number; text: string } | undefined {
  let best: { expression: Compiled; text: string } | undefined;
  const characters = text.slice(offset, offset + TELLING_LENGTH).padEnd(TELLING_LENGTH);
  for (const expression of expressionsFor(characters)) {
    expression.pattern.lastIndex = offset;
    const found = expression.pattern.exec(text)?.[0];
    if (!found) continue;
    const longer = found.length - (best?.text.length ?? 0);
    if (!best || longer > 0 || (longer === 0 && expression.place > best.expression.place))
      best = { expression, text: found };
  }
  return best && { meaning: best.expression.meaning, length: best.text.length, text: best.text };
}

/** Words that tell nothing about what is asked. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been being but by can could did do does nor together alongside for from get give got had has have how i if ' +
    "in into is it its it's itself just let me much my of on onto or our ours out please quick quickly right so some such tell than " +
    "thanks thank that the their them then there these they this those to too us was we were what what's which while with within " +
    'would you your hi hello hey dear ok okay really actually currently exactly about any all either also only even still yet ' +
    'many number know find see look looking want wanted need needed like think say says said according data dataset bellwether ' +
    'overview info information details detail figure figures value values result results latest current recent today week weeks ' +
    "that's who's where's how's i'm we're they're am each every her his him she land lands landed landing make makes made " +
    'making write writes written count counts counted counting show shows showing showed shown seen one ones exist exists ' +
    'happen happens happening happened goes went come comes came public repo repos repository repositories tracked cover working ' +
    'cheers mate folks guys someone somebody help appreciate grateful understand learn hear check kind sort ' +
    'simply basically honestly generally specifically respectively presently simple ' +
    'w here anyway though although well too very quite rather pretty way everything different distinct having inside amid throughout got performing performed perform faring fared fare going done held undertaken completed'
  ).split(' '),
);

/** Words, and marks between them, that tell nothing. */
export function isFiller(word: string): boolean {
  return FILLERS.has(word) || FILLERS.has(withoutPossessive(word)) || /^[&+%$€£]$/.test(word);
}
