/** Who invested in whom, who bought whom, what was raised. */
import type { Expressions } from './meaning.ts';

export const DEALS: Expressions = [
  // Deals.
  [
    '(?:invest(?:ed|s|ing)?(?: (?:money )?in)?|put money in(?:to)?|(?:is|are|was|were)? ?backing|backs?|financed|funds|stakes? in|shares? in)',
    { deal: 'invested-in' },
  ],
  ['(?:back(?:ed)?|funded)', { deal: 'invested-in' }],
  [
    '(?:(?:back(?:ed)?|funded|financed) by|(?:raised|received|got|took) (?:money|funding|investment) from|(?:investment|money|funding) from|supported by)',
    { deal: 'backed-by' },
  ],
  [
    '(?:investors?|backers?|shareholders?|vcs?|funds?) (?:of|in|behind|at)',
    { deal: 'backed-by', detail: 'who' },
  ],
  ['(?:portfolio(?: compan(?:y|ies))?|investments?|holdings?|bets)(?: of)?', { deal: 'portfolio' }],
  [
    '(?:leads?|led|leading|lead investors?|lead)(?= .*\\b(?:series|seed|round|rounds|funding|investment|raise|financing)\\b)',
    { deal: 'led' },
  ],
  ['(?:lead investors?|led by)', { deal: 'led' }],
  ['(?:led|lead)', { deal: 'led', order: 'highest' }],
  [
    '(?:co-?invest(?:s|ed|ing|ors?)?(?: with)?|invest(?:s|ed|ing)? (?:together |alongside |jointly )(?:with)?)',
    { deal: 'coinvest' },
  ],
  [
    '(?:rais(?:es?|ed|ing)|funding|financing|fund(?:raise|raised|raising)|funds raised|money raised|capital raised|total funding|capital|venture funding|secured|closed a|took in)',
    { deal: 'raised' },
  ],
  ['(?:how much|what) (?:money|funding|capital)', { deal: 'raised', detail: 'amount' }],
  [
    '(?:last|latest|most recent|newest|recent) (?:known |documented )?(?:(?:funding |financing |investment )?round|raise|fundraise|financing|funding)',
    { deal: 'last-round' },
  ],
  [
    '(?:acquir(?:es?|ed|ing)|b(?:ought|uys?|uying)|purchas(?:es?|ed|ing)|purchase of|pa(?:y|id|ys) for|t(?:ook|ake|aken|aking) over|snapped up|swallowed)',
    { deal: 'acquired' },
  ],
  [
    '(?:(?:acquired|bought|purchased|taken over|snapped up|owned|swallowed) by|sold to)',
    { deal: 'acquired-by' },
  ],
  [
    '(?:been|be|was|were|got|getting|is|are|being) (?:acquired|bought|sold|purchased|taken over|snapped up)(?: by| to)?',
    { deal: 'acquired-by' },
  ],
  ['(?:owns?|owner of|owned|parent (?:company )?of|sold)', { deal: 'owner' }],
  ['(?:valuations?(?: of)?|valued(?: at)?|worth|market value)', { deal: 'valued' }],
  ['most valuable', { deal: 'valued', order: 'highest' }],
  ['least valuable', { deal: 'valued', order: 'lowest' }],
  [
    '(?:shut(?: |-)?down|shut (?:their|its) doors|closed(?: down)?|went (?:out of business|bust|under)|discontinued|wound down|defunct)',
    { deal: 'exited', condition: { field: 'exitKind', op: '=', values: ['closed'] } },
  ],
  [
    '(?:went public|ipos?|listed on|go public|gone public|public listing)',
    { deal: 'exited', condition: { field: 'exitKind', op: '=', values: ['public'] } },
  ],
  [
    '(?:merged|mergers?|merge)',
    { deal: 'exited', condition: { field: 'exitKind', op: '=', values: ['merged'] } },
  ],
  ['exited', { deal: 'exited' }],
];
