/** The first and the last week of somebody's numbers, and how high a peak was. */
import type { Expressions } from './meaning.ts';

const EDGE = '(?:first|earliest|oldest|last|latest|newest|most recent)';
const WEEK = '(?:weeks?|periods?|editions?|dates?|days?|times?)';
const APPEARS =
  '(?:appear(?:s|ed|ing)?|show(?:s|ed|n|ing)? up|turn(?:s|ed)? up|pop(?:s|ped)? up|(?:is|was) (?:included|present|there|listed|covered|known)|feature[sd]?)';
/** Then the week is one in which something holds, and not one of coverage. */
const OF_SOMETHING =
  '(?! .*\\b(?:trending|top|above|over|below|under|more than|less than|at least|at most|signals?|strong|weak|rank(?:ed)?|hiring|migration|score|among)\\b)';
const IN_DATA = '(?:in (?:it|(?:the|your) (?:data|data ?set|numbers|coverage|records|figures)))';
const EXTREME =
  '(?:peak(?:s|ed)?|high point|low point|trough|record|bottom(?:s|ed)?(?: out)?|all-?time (?:high|low)|most|fewest|highest|lowest|maximum|minimum|max|min)';

export const FIRST_AND_LAST: Expressions = [
  [
    `(?:the )?${EDGE} ${WEEK}(?: (?:in|on|at|for) which| that| when| where)?(?= .*\\b${APPEARS})${OF_SOMETHING}`,
    { act: 'coverage' },
  ],
  [
    `(?:the )?${EDGE} ${WEEK} (?:with|for|of|on)(?= .*\\b${IN_DATA})${OF_SOMETHING}`,
    { act: 'coverage' },
  ],
  [
    `(?:since when|(?:since|from|until|up to) (?:which|what) ${WEEK}(?: on)?)(?= .*\\b${IN_DATA})${OF_SOMETHING}`,
    { act: 'coverage' },
  ],
  [`${APPEARS}(?: ${IN_DATA})?(?<=\\b${EDGE} ${WEEK}\\b.*)`, {}],
  // A peak has a week and a height.
  [
    `(?:and |with )?(?:at|to|on|of) (?:which|what) (?:level|value|height|number|figure)(?:(?<=\\b${EXTREME}\\b.*)|(?= .*\\b${EXTREME}\\b))`,
    {},
  ],
  [
    `(?:and |with )?(?:(?:its|the|which|what) )?(?:level|height)(?<=\\b${EXTREME}\\b.*)|(?:and )?how (?:high|low)(?: (?:was|is) (?:it|that)| did (?:it|they) (?:get|go))?$(?<=\\b${EXTREME}\\b.*)`,
    {},
  ],
];
