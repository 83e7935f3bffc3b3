/**
 * A question in the lexicon's words: without what people put around it, with fields in words, and with
 * synonyms replaced. Only a question that could not be read as it was asked is read so, and a word that is
 * in no table still stays unread.
 */
import { FILLERS, LEXICON_WORDS } from '../lexicon/lexicon.ts';
import { type Clause, withoutAsides } from './asides.ts';
import { withoutFrame } from './frames.ts';
import { SYNONYMS } from './synonyms.ts';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Expressions of several words, the longest first. */
const PHRASES = new RegExp(
  `(?<![\\w'-])(?:${[...SYNONYMS.keys()]
    .filter((text) => /\W/.test(text))
    .toSorted((one, other) => other.length - one.length)
    .map((text) => escaped(text).replaceAll(' ', String.raw`\s+`))
    .join('|')})(?![\\w-])`,
  'gi',
);
const WORD = /(?<![\w.@/-])[a-z]{3,}(?![\w@/-]|\.\w)/g;
const PLACES = 'second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\\d+(?:st|nd|rd|th)';

/** What is written around numbers. */
const AROUND_NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:more|greater) than one\b/gi, 'more than 1'],
  [/\bat least one\b/gi, 'at least 1'],
  [/\b(over|under|above|below|at least|least|than) (?:a )?hundred\b/gi, '$1 100'],
  [
    /\b(?:beat|clear|cross|surpass|crack|break|pass|outstrip|tops|topp|exceed)(?:s|es|ed|ing)?(?= (?:the )?\d)/gi,
    'more than',
  ],
  [/\b(?:the )?mark of (?=\d)/gi, ''],
  [/(?<=\d )(?:mark|threshold|line|barrier)\b/gi, ''],
  [
    /\b(\d+) (?:results?|entries|rows|items|hits|lines|candidates|examples|names)\b/gi,
    '$1 startups',
  ],
  [/\b(?:limit(?: to)?|n)\s*[=: ]\s*(\d+)\b/gi, '$1 startups'],
  [
    /\((?:\d+ ?d(?:ays?)?|last (?:14|30) days)\)|\b(?:14|30)[- ]?d(?:ay)?\b(?! (?:ago|before))/gi,
    '',
  ],
  [/\b(?:last|past) (?:2|two) (?:wks?|weeks)\b/gi, 'last 14 days'],
  [
    new RegExp(
      `\\b(${PLACES})[- ](?=(?:highest|lowest|best|worst|most|fewest|largest|smallest|biggest|ranked|placed)\\b)`,
      'gi',
    ),
    '$1 ',
  ],
];

/** What is asked, without what stands around it. @param read what a clause of the question has in it */
export function bareQuestion(question: string, read: (clause: string) => Clause): string {
  return withoutFrame(withoutAsides(withoutFrame(question), read));
}

/** @param bare without what stands around it */
export function reworded(bare: string): string {
  const spelled = AROUND_NUMBERS.reduce(
    (text, [pattern, meant]) => text.replace(pattern, meant),
    bare.replaceAll('’', "'"),
  );
  return spelled
    .replace(PHRASES, (said) => meantBy(said.toLowerCase().replaceAll(/\s+/g, ' ')))
    .replace(WORD, (word) => (LEXICON_WORDS.has(word) || FILLERS.has(word) ? word : meantBy(word)))
    .trim();
}

function meantBy(said: string): string {
  return SYNONYMS.get(said) ?? said;
}
