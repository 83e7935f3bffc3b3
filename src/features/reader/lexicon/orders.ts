/** How many, in which order, within which bounds. */
import { NUMBER_WORDS } from '../../../lib/prose.ts';
import type { Expressions } from './meaning.ts';

export const ORDERS: Expressions = [
  // How many, how much.
  ['(?:how many|howmany|for how many|number of|count of|count|the count)', { measure: 'count' }],
  // "No of startups", and not "none of them"
  ['(?:no|nr|num|nbr|qty|quantity|#) of(?= )', { measure: 'count' }],
  ['(?:on )?(?:average|avg|mean)(?: number of| of| count of)?', { measure: 'mean' }],
  ['(?:median|typical)(?: number of| of)?', { measure: 'median' }],
  [
    '(?:add(?:ing|ed)? (?:up|together)|summed up|total|sum|combined|in all|altogether|together|in total|overall|aggregate|cumulative)(?: number of| of)?',
    { measure: 'sum' },
  ],
  [
    '(?:what )?(?:share|percentage|per ?cent|%|fraction|proportion|portion|part) of',
    { measure: 'share' },
  ],

  // Order.
  [
    '(?:most|highest|top|best|largest|biggest|greatest|maximum|max|leading|first|strongest|number one|no 1|leads|leader|leaders|tops|ahead|steepest|sharpest|heaviest|richest|priciest|costliest|dearest|most expensive|foremost|highest[- ]ranked|top[- ]ranked|best[- ](?:performing|scoring|placed|ranked)|top[- ](?:performing|scoring|placed|performers?)|front[- ]?runners?|in front|in the lead)',
    { order: 'highest' },
  ],
  [
    '(?:least|lowest|fewest|smallest|worst|bottom|minimum|min|last place|dead last|weakest|laggards?|last|tiniest|slightest|poorest|cheapest|least expensive|lightest|thinnest|shallowest|gentlest|(?:lowest|bottom)[- ](?:ranked|scoring|placed|performing|performers?)|worst[- ](?:performing|ranked|scoring|placed)|in last place)',
    { order: 'lowest' },
  ],
  ['(?:best|strongest|star|top)[- ]performers?', { order: 'highest' }],
  ['(?:worst|weakest|poorest|bottom|lowest)[- ]performers?', { order: 'lowest' }],
  ['(?:most|more) active', { order: 'highest', metric: 'commitVelocity14d' }],
  ['(?:least|less) active', { order: 'lowest', metric: 'commitVelocity14d' }],
  ['(?:most|more) prolific', { order: 'highest', metric: 'commitVelocity14d' }],
  ['(?:least|less) prolific', { order: 'lowest', metric: 'commitVelocity14d' }],
  ['(?:busiest|most productive)', { order: 'highest', metric: 'commitVelocity14d' }],
  [
    '(?:quietest|least productive|sleepiest|slowest shipping)',
    { order: 'lowest', metric: 'commitVelocity14d' },
  ],
  [
    '(?:fastest|quickest)(?: to)?(?: ship(?:ping|s)?)?',
    { order: 'highest', metric: 'commitVelocity14d' },
  ],
  ['slowest', { order: 'lowest', metric: 'commitVelocity14d' }],
  ['(?:fastest|quickest|most rapidly)[- ]growing', { order: 'highest', metric: 'scoreGrowth' }],
  ['(?:slowest)[- ]growing', { order: 'lowest', metric: 'scoreGrowth' }],
  [
    '(?:fastest|quickest|most rapidly)[- ]growing (?:(?:engineering|dev|developer|development|coding|active|public) )?teams?',
    { order: 'highest', metric: 'contributorGrowth' },
  ],
  ['(?:fastest|most)[- ]accelerating', { order: 'highest', metric: 'scoreGrowth' }],
  [
    '(?:accelerat(?:es?|ed|ing)|speed(?:s|ing)? up)(?: (?:the )?(?:most|fastest|quickest))',
    { order: 'highest', metric: 'scoreGrowth' },
  ],
  [
    'grow(?:s|n|ing)? (?:faster|quicker|more quickly)',
    { act: 'compare', order: 'highest', metric: 'scoreGrowth' },
  ],
  [
    'grow(?:s|n|ing)? (?:slower|more slowly)',
    { act: 'compare', order: 'lowest', metric: 'scoreGrowth' },
  ],
  [
    'grow(?:s|n|ing)?(?: (?:the )?(?:most|fastest|quickest))',
    { order: 'highest', metric: 'scoreGrowth' },
  ],
  [
    'gr(?:ew|own)(?: (?:the )?(?:most|fastest|quickest))',
    { order: 'highest', metric: 'scoreGrowth' },
  ],
  ['grow(?:s|n|ing)?(?: (?:the )?(?:least|slowest))', { order: 'lowest', metric: 'scoreGrowth' }],
  [
    '(?:slow(?:s|ing|ed)? down|decelerat(?:es?|ed|ing))(?: (?:the )?most)',
    { order: 'lowest', metric: 'scoreGrowth' },
  ],
  ['(?:most improved)', { order: 'highest', metric: 'commitVelocityChangeRatio' }],
  [
    '(?:(?:biggest|largest) (?:(?:engineering|dev|developer|development|coding|active|public) )?teams?)',
    { order: 'highest', metric: 'contributors' },
  ],
  [
    '(?:smallest (?:(?:engineering|dev|developer|development|coding|active|public) )?teams?)',
    { order: 'lowest', metric: 'contributors' },
  ],
  ['hottest', { order: 'highest', metric: 'scoreComposite' }],
  ['coldest', { order: 'lowest', metric: 'scoreComposite' }],
  [
    'grow(?:s|n|ing)? (?:very |so |really )?(?:fast|quickly|rapidly|strongly)',
    { order: 'highest', metric: 'scoreGrowth' },
  ],
  ['(?:youngest|newest|most recently founded)', { order: 'highest', metric: 'founded' }],
  ['oldest', { order: 'lowest', metric: 'founded' }],
  [
    '(?:trending(?: list)?|the trend list|hot (?:right )?now)',
    { metric: 'trendingRank', order: 'lowest' },
  ],
  ['(?:the )?top (?:20|twenty)(?: list)?', { metric: 'trendingRank', order: 'lowest' }],
  [
    '(?:more|higher|larger|bigger|greater|stronger|ahead of|faster|quicker|better|in front of|steeper|sharper|heavier|deeper|wider|fuller|richer|pricier)',
    { act: 'compare', order: 'highest' },
  ],
  [
    '(?:fewer|less|lower|smaller|slower|weaker|worse|lighter|thinner|flatter|gentler|poorer|cheaper|calmer)',
    { act: 'compare', order: 'lowest' },
  ],
  ['(?:second|2nd|runner-up|number two|second[- ]place)', { nth: 2, order: 'highest' }],
  ['(?:third|3rd|number three|third[- ]place)', { nth: 3, order: 'highest' }],
  ['(?:fourth|4th|number four)', { nth: 4, order: 'highest' }],
  ['(?:fifth|5th|number five)', { nth: 5, order: 'highest' }],
  ['sixth', { nth: 6, order: 'highest' }],
  ['seventh', { nth: 7, order: 'highest' }],
  ['eighth', { nth: 8, order: 'highest' }],
  ['ninth', { nth: 9, order: 'highest' }],
  ['(?:tenth|10th|number ten)', { nth: 10, order: 'highest' }],
  ['penultimate', { nth: 2, order: 'lowest' }],
  [
    `(?:(?:in |at |on )?(?:the )?\\d{1,3}(?:st|nd|rd|th)(?: place| spot| position)?|(?:number|no|nr|place|position|spot|ranked) (?:\\d{1,3}|${NUMBER_WORDS.slice(2).join('|')})|#\\d{1,3})`,
    { nth: 0, order: 'highest' },
  ],
  [
    '(?:second|2nd|next)(?: |-)(?:to(?: |-))?(?:last|lowest|least|fewest|smallest|worst|slowest)',
    { nth: 2, order: 'lowest' },
  ],

  // Bounds; the number stands behind or in front.
  [
    '(?:at least|no less than|no fewer than|not less than|minimum of|min|>=|≥|starting at)',
    { bound: '>=' },
  ],
  ['(?:at most|no more than|not more than|up to|maximum of|max|<=|≤)', { bound: '<=' }],
  [
    '(?:(?:more|greater|higher|larger|bigger) than(?! (?:it|they) (?:did|do|does|had|was|were|used))(?! (?:in )?the (?:one|fortnight|window|two weeks) (?:before|prior|earlier))(?<!\\b(?:bigger|larger|higher) than(?= an? (?:week|month|quarter|year) ago))|over|above|exceed(?:s|ing)?|beyond|north of|>)',
    { bound: '>' },
  ],
  ['(?:(?:fewer|less|lower|smaller) than|under|below|beneath|<)', { bound: '<' }],
  ['(?:at )?(?:a |the )?minimum(?= (?:of )?\\d)|at (?:a |the )?minimum', { bound: '>=' }],
  ['(?:at )?(?:a |the )?maximum(?= (?:of )?\\d)|at (?:a |the )?maximum', { bound: '<=' }],
  [
    '(?:at )?(?:a |the )?(?:minimum|min)(?<=\\d \\w+ (?:at )?(?:a |the )?\\w+)(?! (?:of |\\d))',
    { bound: '>=' },
  ],
  ['(?:exactly|precisely|equal to|equals|=)', { bound: '=' }],
  ['between', { bound: 'between' }],
  ['or (?:more|above|higher|greater)(?! than)', { bound: '>=' }],
  ['and (?:above|up|more|higher)(?! than)', { bound: '>=' }],
  ['(?:plus|\\+)', { bound: '>=' }],
  ['or better(?! than)', { bound: '>=' }],
  ['or (?:fewer|less|below|lower)', { bound: '<=' }],
  ['(?:fastest|quickest|strongest) growth(?: rate)?', { order: 'highest', metric: 'scoreGrowth' }],
  ['busier', { act: 'compare', order: 'highest', metric: 'commitVelocity14d' }],
  [
    '(?:exceeded|topped|surpassed|passed|went (?:over|above|beyond)|gone (?:over|above|beyond))',
    { bound: '>' },
  ],
  ['(?:went below|gone below|dipped below|dropped below|fell below|fallen below)', { bound: '<' }],
  [
    '(?:a minimum of|no fewer than|(?:greater|more|higher) than or equal to|of at least)',
    { bound: '>=' },
  ],
  [
    '(?:a maximum of|no more than|not exceeding|(?:less|fewer|lower) than or equal to|of at most)',
    { bound: '<=' },
  ],
  ['(?:in excess of|upwards? of|better than|well over|well above|just over)', { bound: '>' }],
  ['(?:shy of|short of|south of|well under|well below|just under)', { bound: '<' }],
];
