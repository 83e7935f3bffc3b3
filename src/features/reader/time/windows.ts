/** The fortnight before the current one, by the words that say that it is that one. */
import type { Token } from '../tokens.ts';
import type { Clock, Read } from './clock.ts';
import { wordAt } from './time-words.ts';

const WEEKS = 2;
const FORTNIGHT = '(?:(?:two|2)[- ]?(?:weeks?|wks?)|(?:14|fourteen)[- ]?(?:days?|d))';
const WINDOW = `(?:${FORTNIGHT}(?: (?:windows?|periods?|stretch))?|fortnights?|windows?)`;
const NOW = '(?:current|latest|last|present|newest|most recent|this|that)';
const CURRENT = `(?:the |this |that )?${NOW}(?: (?:${WINDOW}|one|ones|two(?: weeks)?))?`;
const BEFORE = '(?:previous|prior|preceding|earlier)';

const WINDOW_BEFORE: readonly string[] = [
  // "in the prior two-week window"; "the previous two weeks" could be the last two
  `${BEFORE} (?:${FORTNIGHT} )?windows?`,
  `${BEFORE} ${FORTNIGHT} periods?`,
  // "the two weeks before the current ones", "the fortnight before that"
  `${WINDOW} (?:before|prior to|preceding|ahead of) ${CURRENT}`,
  `(?:before|prior to|preceding) ${CURRENT}(?<=${WINDOW})`,
  // "… the current window …, and in the one before"
  `${BEFORE} one(?<=${WINDOW} .*)`,
  `one (?:before|prior)(?: (?:that|it))?(?<=${WINDOW} .*)`,
];
/** Beside the one before it: otherwise it is what every number is of. */
const CURRENT_WINDOW = `${NOW} (?:${FORTNIGHT} )?(?:windows?|fortnight)(?= .*(?:one (?:before|prior)|${BEFORE}))`;

/** Its seven days, where they are set apart from the fourteen. */
const LAST_WEEK =
  '(?:last|latest|past|most recent|current) (?:single|one|full|whole|calendar|individual) week';

const patternOf = (source: string) => new RegExp(`(?:${source})(?= |$)`, 'y');
const BEFORE_PATTERNS = WINDOW_BEFORE.map(patternOf);
const CURRENT_PATTERN = patternOf(CURRENT_WINDOW);
const LAST_WEEK_PATTERN = patternOf(LAST_WEEK);

/** What they begin with. */
const OPENINGS =
  /^(?:previous|prior|preceding|earlier|before|one|two|2|14|14d|fourteen|fortnights?|windows?|current|latest|last|past|present|newest|most|this|that|(?:two|2|14|fourteen)-.*)$/;

export function windowAt(clock: Clock, tokens: readonly Token[], at: number): Read | undefined {
  if (!OPENINGS.test(wordAt(tokens, at))) return undefined;
  const words = tokens.map(({ word }) => word);
  const text = words.join(' ');
  const offset = at === 0 ? 0 : words.slice(0, at).join(' ').length + 1;
  const lengthOf = (pattern: RegExp) => {
    pattern.lastIndex = offset;
    return pattern.exec(text)?.[0].split(' ').length;
  };
  for (const pattern of BEFORE_PATTERNS) {
    const length = lengthOf(pattern);
    if (length !== undefined) return { time: clock.back(WEEKS, 'week'), to: at + length };
  }
  const current = lengthOf(CURRENT_PATTERN);
  if (current !== undefined) return { time: clock.now(), to: at + current };
  const week = lengthOf(LAST_WEEK_PATTERN);
  return week === undefined
    ? undefined
    : { time: clock.past(1, 'week'), to: at + week, relation: 'past' };
}
