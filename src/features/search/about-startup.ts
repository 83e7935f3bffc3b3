/**
 * The answers about a startup that a query names, and its comparisons. There are a dozen for every
 * startup and they differ in the name alone, so they are found by the name and the words of their
 * questions, without an index of each.
 */
import type { SearchDocument } from '../../published/search-document.ts';
import {
  type AnswerCorpus,
  comparisonEntry,
  NOT_COVERED_TOPIC,
  querySlug,
} from '../answers/answer-corpus.ts';
import { COMPARISON_TOPIC, neighbours, STARTUP_FAMILIES } from '../answers/families.ts';
import { representative, STARTUP, STOP_WORDS, stem, wordsOf } from '../answers/question-words.ts';

/** @param fit share of the query's other words that the document has, 0 to 1 */
type AboutStartup = { document: SearchDocument; fit: number; matched: readonly string[] };

const FAMILIES = STARTUP_FAMILIES.map(({ topic, question, phrasings = [] }) => ({
  topic,
  phrasings: [question, ...phrasings].map((text) => new Set(stemsOf(wordsOf(text)))),
}));
const TOPICS: ReadonlySet<string> = new Set([
  ...[COMPARISON_TOPIC, NOT_COVERED_TOPIC],
  ...FAMILIES.map(({ topic }) => topic),
]);
/** The part of a fit that depends on how near the whole question is. */
const WHOLE_QUESTION = 0.1;

/** Whether an answer's topic is about one startup or two. */
export function isAboutStartup(topic: string): boolean {
  return TOPICS.has(topic);
}

/** @param slug of a tracked startup @param words of the query other than the name */
export function answersAbout(
  slug: string,
  words: readonly string[],
  { entries }: AnswerCorpus,
): AboutStartup[] {
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  const asked = new Set(stemsOf(words));
  const fitting = FAMILIES.map(({ topic, phrasings }) => {
    const matched = telling.filter((word) => phrasings.some((set) => set.has(meaningOf(word))));
    const nearest = Math.max(
      ...phrasings.map((set) => set.intersection(asked).size / set.union(asked).size),
    );
    const share = matched.length / Math.max(1, telling.length);
    return { topic, matched, fit: share * (1 - WHOLE_QUESTION + WHOLE_QUESTION * nearest) };
  }).toSorted((one, other) => other.fit - one.fit);
  // A startup that is not covered has one answer to every question: the reason.
  const reason = fitting.slice(0, 1).map((best) => ({ ...best, topic: NOT_COVERED_TOPIC }));
  return [...reason, ...fitting].flatMap(({ topic, fit, matched }) => {
    const entry = entries.get(querySlug(topic, slug));
    if (!entry) return [];
    const { url, question: title, answer: text } = entry;
    return { document: { kind: 'answer', url, title, text, keywords: [] }, fit, matched };
  });
}

/** @param slugs of the startups that a query names: two are compared, one with its neighbours */
export function comparisonsOf(
  [one, other]: readonly string[],
  { numbers }: AnswerCorpus,
): SearchDocument[] {
  const named = [one, other].flatMap((slug) => numbers.startups.get(slug ?? '') ?? []);
  const [first, second] = named;
  const pairs =
    first && second
      ? [[first, second] as const]
      : neighbours(numbers).filter((pair) => pair.some(({ slug }) => slug === one));
  return pairs
    .filter(([left, right]) => left !== right && (other === undefined || second))
    .map(([left, right]) => {
      const { url, answer, question } = comparisonEntry(left, right, numbers);
      const title = `${left.name} vs ${right.name}`;
      return { kind: 'comparison', url, title, text: answer, keywords: [question] };
    });
}

function stemsOf(words: readonly string[]): string[] {
  return words.filter((word) => word !== STARTUP).map(meaningOf);
}

/** One stem for all words that mean the same. */
function meaningOf(word: string): string {
  return representative(stem(word));
}
