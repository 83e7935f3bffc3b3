/** Details that are asked for, what says nothing, and what is no question about data. */
import type { Expressions } from './meaning.ts';

export const REMARKS: Expressions = [
  // Details.
  [
    '(?:when|what date|which date|on what day|what year|which year|which week|what week|in which week)',
    { detail: 'when' },
  ],
  ['(?:how much|for what price|what price|how big|how large|amount|size)', { detail: 'amount' }],
  ['(?:who|whom|whose)', { detail: 'who' }],
  ['where', { detail: 'where' }],

  // Says nothing, or what is so anyway.
  [
    '(?:these days|at all|across(?: all| the)?|per (?:startup|company)|(?:for |of )?(?:each|every) (?:startup|company)|doing|put|anyone|anybody|else|sit|sits|of the two|of them|news|by number of|in terms of|when it comes to|end up|ends up|ended up|who is behind|out there|as a whole|of all|on the list)',
    {},
  ],
  ['(?:among|amongst|out of)', { isAmong: true }],
  ['overall', { isOverall: true }],
  ['(?:most recent|latest|newest|most recently)', { isLatest: true }],
  [
    '(?:outperform(?:s|ed|ing)?|outpac(?:es?|ed|ing)|outnumber(?:s|ed|ing)?|beats?|beating|lead over)',
    { act: 'compare', order: 'highest' },
  ],
  ['(?:in |per |within |over |a |each |every )?(?:14|fourteen|30|thirty) days?', {}],
  ['(?:this |the current |current |in a |per |a )?(?:fortnight|two weeks)', {}],
  [
    '(?:another(?: company| one)?|announce[ds]?|announcement|happen|deals?|transactions?|belongs?|whats|wheres|hows|whos|pls|plz|kindly|lately|recently|points?|base|in which|data points?|money|capital|cash|saw|had|attracted|committed|code|known|so far|behind|posted|recorded|experienced|reached|create[ds]?|chart)',
    {},
  ],
  [
    '(?:shares?(?= any| (?:a |the )?(?:portfolio|investors?|backers?))|in common|overlap(?:s|ping)?|both|jointly)',
    { isBoth: true },
  ],
  [
    '(?:against|compared (?:to|with)|than|versus|from|over|on|since) (?:the |its |their )?(?:(?:fortnight|two weeks|14 days|30 days|month|period|window) (?:before|earlier)|(?:previous|preceding|prior|last) (?:fortnight|two weeks|14 days|30 days|period|window))',
    { act: 'change' },
  ],
  [
    '(?:in percent|in percentage terms|by what percentage|percentage(?: wise)?|percentage-wise|in relative terms|relatively|proportionally)',
    { isRatio: true },
  ],
  ['(?:no|zero)', { isZero: true, isNegation: true }],
  ['(?:do you |you |are |being )?(?:track|tracks|tracked|follow|followed)', { isTracked: true }],
  [
    '(?:first (?:show(?:s|n|ed)? up|appear(?:s|ed)?|covered|seen|published)|last (?:covered|seen|published|updated)|weeks? of (?:history|data|coverage)|first (?:in|entered) the data)',
    { act: 'coverage' },
  ],
  ['each(?= of (?:the )?(?:last|past|previous))', { act: 'series' }],

  // Not about data.
  [
    '(?:first|earliest|oldest|latest|newest|last) (?:week|period|edition|date)(?= (?:you|there|is|of|that|in the data|with|published|available))',
    { isProse: true },
  ],
  [
    '(?:(?:weekly )?(?:periods?|editions?)(?: are| is)? (?:published|there|available))',
    { isProse: true },
  ],
  ['(?:what|how) (?:does|do) .*\\bmean', { isProse: true }],
  [
    '(?:define|definition|meaning|explain|calculated?|computed?|measured?|derived|formula|methodology|method)',
    { isProse: true },
  ],
  ['(?:why|how come)', { isProse: true }],
  [
    '(?:can these|can the signals|do the signals|do these signals|can i|may i|could i|how do i|how to|how can i|do i (?:need|have)|should i|am i|does bellwether|is bellwether|how should i|how would i)',
    { isProse: true },
  ],
  ['back(?= (?:in|then|at|during)\\b)', {}],
  [
    '(?:roughly|approximately|on board|over all|across the board|look(?:ed|s|ing)? like|turn out|turned out|in your (?:data|dataset)|by and large|as things stand|do you know|do you have|can you tell me|could you tell me|i would like to know|wondering|curious|please tell me|sit|stands?|standing)',
    {},
  ],
];
