/** Questions how two things differ: what answers one speaks of both. */
import type { AnswerEntry } from './answer-corpus.ts';
import { representative, STOP_WORDS, stem, wordsOf } from './question-words.ts';

const DIFFERENCES = [
  /\b(?:difference|distinction)s? between (?<one>.+?) (?:and|vs\.?|versus|or) (?<other>.+)/i,
  /\b(?:is|are|does|do) (?<one>.+?) (?:differ|different|distinct|any different|the same|compared?) (?:from|to|than|as|with) (?<other>.+)/i,
];

/** A field's name, such as `scores.velocity`: prose describes it in other words. */
const FIELD_NAME = /\w\.\w|[a-z][A-Z]/;

/** Whether the question asks how two things differ, one of which the entry does not mention. */
export function lacksOneOfTwo(question: string, entry: AnswerEntry): boolean {
  const sides = DIFFERENCES.map((pattern) => pattern.exec(question)?.groups).find(Boolean);
  if (!sides) return false;
  const [one, other] = [wordsOfSide(sides['one']), wordsOfSide(sides['other'])];
  const said = stems(`${entry.question} ${entry.answer}`);
  return [one.difference(other), other.difference(one)].some(
    (own) => own.size > 0 && own.isDisjointFrom(said),
  );
}

function wordsOfSide(side = ''): Set<string> {
  return FIELD_NAME.test(side) ? new Set() : stems(side);
}

function stems(text: string): Set<string> {
  const words = wordsOf(text).filter((word) => !STOP_WORDS.has(word));
  return new Set(words.map((word) => representative(stem(word))));
}
