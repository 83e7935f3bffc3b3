/** How several stand to each other: together, side by side, ahead or behind, older or younger. */
import type { Expressions } from './meaning.ts';

/** What a fall can be of. */
const NUMBER =
  '(?:(?:the|its|their|overall|total|weekly|daily|14-day|raw|absolute) )*(?:(?:number|count|amount) of )?(?:commits?|contributors?|developers?|devs?|engineers?|committers?|people|activity|velocity|pace|composite|scores?|growth score|novelty|output|team|headcount|agent share|new)\\b';
/** What falls or rises, as a noun. */
const MOVE =
  'drops?|falls?|declines?|decreases?|dips?|slumps?|plunges?|slides?|slowdowns?|contractions?|rises?|increases?|jumps?|surges?|climbs?|upticks?|spikes?|accelerations?|growth|changes?';

export const COMPARISONS: Expressions = [
  // What several have together, and side by side.
  [
    '(?:between|among|amongst) (?:them|themselves|the (?:two|three|four|five|lot)(?: of them)?)(?<!\\b(?:difference|differ|gap|margin|distance|lead|compar\\w*|split|share[sd]?|common)\\b.*)',
    { measure: 'sum' },
  ],
  ['(?:next to|alongside|beside|against) (?:each other|one another)', { act: 'compare' }],
  // What falls and rises, as nouns.
  [
    `(?:falls?|drops?|declines?|decreases?|dips?|slumps?|plunges?|slides?|contractions?|slowdowns?) (?:in|of)(?= ${NUMBER})`,
    { act: 'fall' },
  ],
  [
    `(?:ris(?:es?)|increases?|jumps?|surges?|climbs?|upticks?|spikes?|accelerations?) (?:in|of)(?= ${NUMBER})`,
    { act: 'rise' },
  ],
  [
    '(?:at|in|by|towards?) (?:the |its )?(?:end|close)(?: of (?:it|that|the (?:time|period|quarter|month|year|half)))? than (?:it (?:was|did|had) )?(?:at|in) (?:the |its )?(?:start|beginning|outset|opening)(?: of (?:it|that|the (?:time|period|quarter|month|year|half)))?',
    { act: 'change' },
  ],
  // The size of what falls or rises.
  [
    `how (?:steep|sharp|deep|severe|strong|pronounced|dramatic|bad|marked|hard|heavy|serious|slight|rapid)(?= (?:is|was|were|are|has been) (?:(?:the|its|their|this|that|last|latest|recent) )*(?:${MOVE})\\b)`,
    {},
  ],
  // Against the window before, where nothing else is said behind.
  [
    '(?:vs|versus|against|from|over|on|compared (?:to|with)|relative to) (?:the )?(?:before|previous(?:ly)?|prior|preceding|earlier)(?=$| (?:in|as) (?:a )?(?:per ?cent|percentage|%))',
    { act: 'change' },
  ],
  [
    '(?:and )?(?:how )?(?:does|do|did) (?:that|it|this|they) compare (?:to|with|against) (?:the |its )?(?:(?:previous|prior|preceding|last) (?:fortnight|two weeks|14 days|fourteen days|window|period|one)|(?:fortnight|two weeks|14 days|fourteen days|window|period|one)?(?: ?before| earlier| prior))(?: (?:it|that|this|them))?',
    { act: 'change' },
  ],
  [
    '(?:the )?(?:furthest|farthest|hardest|deepest|most (?:steeply|sharply|strongly|dramatically|quickly|rapidly))(?<=\\b(?:fell|fall(?:s|en|ing)?|drop(?:s|ped|ping)?|declin\\w+|shr(?:ank|unk|ink\\w*)|slow\\w*|slip\\w*|ros(?:e)|ris(?:e|es|en|ing)|grew|grow\\w*|climb\\w*|jump\\w*|increas\\w+|decreas\\w+|chang\\w+|mov\\w+)\\b.*)',
    { order: 'highest' },
  ],
  [
    'how far(?= (?:is|was|are|were|ahead|behind|apart|above|below)\\b)(?= .*\\b(?:ahead|behind|apart|above|below|from)\\b)',
    { act: 'compare' },
  ],
  ['apart(?<=\\bhow far\\b.*)', {}],
  [
    'lead(?:s|ing)?(?<=\\b(?:how (?:many|much|far|big|large)|(?:which|what) margin)\\b.*)(?<!\\b(?:rounds?|seed|series|investments?|deals)\\b.*)(?! .*\\b(?:rounds?|seed|series)\\b)',
    { act: 'compare', order: 'highest' },
  ],
  [
    'leads?(?= .*\\b(?:in|on|by)\\b .*\\b(?:commits?|contributors?|developers?|composite|scores?|velocity|novelty|growth|activity|agents?)\\b)(?! .*\\b(?:rounds?|seed|series|funding|investments?)\\b)',
    { act: 'compare', order: 'highest' },
  ],
  // Ages.
  ['how old(?= (?:is|was|are)\\b)|what age|the age of', { metric: 'founded' }],
  ['older(?! than (?:\\d|a |one |two ))', { act: 'compare', order: 'lowest', metric: 'founded' }],
  [
    'younger(?! than (?:\\d|a |one |two ))',
    { act: 'compare', order: 'highest', metric: 'founded' },
  ],
  // Who stands next to somebody in an order.
  [
    '(?:(?:right|just|directly|immediately|next|closely|closest) )+(?:behind|above|below|after|ahead of|under)',
    { foreign: 'other' },
  ],
  [
    'behind(?= .*\\b(?:in|by|on|for|with)\\b .*\\b(?:commits?|contributors?|developers?|composite|scores?|velocity|novelty|growth|activity|agents?)\\b)',
    { act: 'compare', order: 'lowest' },
  ],
];
