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
    '(?:rais(?:es?|ed|ing)|funding|financing|fund(?:raise|raised|raising)|funds raised|money raised|capital raised|total funding|capital|venture funding|secured|closed a|took in|(?:went|goes|gone|flow(?:s|ed)?|pour(?:s|ed)?|pumped) into|(?:in|of|with) (?:outside |external )?(?:funding|capital|investment)|fresh (?:funding|capital|money)|new (?:funding|capital|money)|war chest)',
    { deal: 'raised' },
  ],
  ['(?:how much|what) (?:money|funding|capital)', { deal: 'raised', detail: 'amount' }],
  [
    '(?:last|latest|most recent|newest|recent) (?:known |documented )?(?:(?:funding |financing |investment )?round|raise|fundraise|financing|funding)',
    { deal: 'last-round' },
  ],
  [
    '(?:acquir(?:es?|ed|ing)|b(?:ought|uys?|uying)|purchas(?:es?|ed|ing)|purchase of|(?:pa(?:y|id|ys)|g(?:ive|ave|iven)|(?:hand|fork)(?:s|ed)? over|(?:shell|fork)(?:s|ed)? out|put down) for|t(?:ook|ake|aken|aking) over|snapped up|swallowed)',
    { deal: 'acquired' },
  ],
  [
    '(?:(?:acquired|bought|purchased|taken over|snapped up|owned|swallowed) by|sold to)',
    { deal: 'acquired-by' },
  ],
  [
    '(?:been|be|was|were|get|gets|got|getting|is|are|being) (?:acquired|bought|sold|purchased|taken over|snapped up)(?: by| to)?',
    { deal: 'acquired-by' },
  ],
  [
    '(?:owns|(?<!\\b(?:our|my|your|their|its|his|her) )own|owners?(?: of)?|owned|ownership(?: of)?|parent(?: company)?(?: of)?|sold)',
    { deal: 'owner' },
  ],
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
  [
    '(?:(?:bankroll(?:s|ed)?|finance[sd]?|capitali[sz]ed) by|(?:on )?(?:the )?cap table(?: of)?)',
    { deal: 'backed-by', detail: 'who' },
  ],
  [
    '(?:writ(?:es?|ing)|wrote|written) (?:a |the )?(?:cheques?|checks?)(?: (?:for|to|into))?',
    { deal: 'invested-in' },
  ],
  [
    '(?:took|take|takes|taken) (?:a )?stakes?(?: in)?|(?:took part|participat(?:es?|ed|ing)|put money|poured money) in(?:to)?',
    { deal: 'invested-in' },
  ],
  [
    '(?:funding|fundraising|fund-?raising|financing|investment|round) (?:histor(?:y|ies)|timeline|record)',
    { subject: 'round' },
  ],
  [
    '(?:all |its |their )?(?:funding |financing )?rounds? (?:history|to date|so far)',
    { subject: 'round' },
  ],
  [
    '(?:(?:was|were|been|is|are|got) )?(?:called off|cancell?ed|abandoned|terminated|fell through|fallen through)',
    { condition: { field: 'state', op: '=', values: ['called-off'] } },
  ],
  [
    'price(?: tag)? (?:of|for)(?= .*\\b(?:deal|acquisition|sale|takeover|purchase|buyout)\\b)',
    { deal: 'acquisitions', subject: 'acquisition', detail: 'amount' },
  ],
  // "X's sale to Y", "the sale of X to Y"
  ['(?:the )?sale (?:to|of)(?! (?:shares|stock|equity|products))', { deal: 'acquired-by' }],
  ['(?:the )?(?:price|sum|amount)(?= .*\\b(?:paid|pays?|gave|gives?)\\b)', { detail: 'amount' }],
  // Amounts are given in theirs.
  ['(?:(?:in )?(?:which|what) |the |its )?currenc(?:y|ies)', { detail: 'amount' }],
  ['(?:which|what) series(?! (?:[a-k]|a/b)(?: |$))', { subject: 'round', isOne: true }],
  [
    '(?:bought out|snap(?:s|ped)? up|scoop(?:s|ed)? up|gobbl(?:es?|ed) up|absorb(?:s|ed)?|picked up)(?= )',
    { deal: 'acquired' },
  ],
  [
    '(?:acquisition|purchase|sale|takeover|buyout|deal) (?:price|value|size|amount|sum)',
    { deal: 'acquisitions', subject: 'acquisition', detail: 'amount' },
  ],
  [
    '(?:what(?:ever)? )(?:happened|has happened|became|has become|came|ever happened|ever became) (?:to|of|with|at)',
    { deal: 'exited' },
  ],
  ['(?:the )?deal', { deal: 'acquisitions', subject: 'acquisition' }],
  [
    '(?:did |has )?(?:that|the|this)? ?(?:takeover|deal|acquisition|purchase|merger|buyout) (?:(?:ever|actually|really) )?(?:go|went|gone|come|came) (?:through|off|to nothing)',
    { deal: 'acquisitions', subject: 'acquisition' },
  ],
  ["(?:what is|what's|whats) the deal with", {}],
  // A deal that closes, and not a startup.
  [
    '(?:clos(?:e[sd]?|ing)|complet(?:e[sd]?|ion)|go through|gone through|went through|finali[sz]ed?)(?: dates?)?(?<=\\b(?:acquisitions?|purchases?|takeovers?|buyouts?|deals?|sales?|mergers?|transactions?)\\b.*)',
    { detail: 'when', deal: 'acquisitions' },
  ],
  [
    '(?:closing|completion) date(?= .*\\b(?:acquisition|purchase|takeover|buyout|deal|sale|merger)\\b)',
    { detail: 'when', deal: 'acquisitions' },
  ],
  [
    '(?:(?:for|at) (?:what|which) )?(?:price|sum|amount)(?<=\\b(?:acquisition|purchase|takeover|buyout|deal|sale|bought|acquired)\\b.*)',
    { detail: 'amount' },
  ],
];
