/** What the other lists have in the field's words, as people say it who do not know these. */
import type { Expressions } from './meaning.ts';
import { PEOPLE } from './people-and-agents.ts';

const CHANGE =
  '(?:percentage|percent|per cent|relative|proportional) (?:change|growth|increase|decrease|rise|drop|fall|decline)';

const BOUND =
  '(?:is |of |was )?(?:above|over|below|under|at least|at most|more than|less than|greater than|higher than|lower than|exceeding|beyond|between|[<>]=?)';
const SCORES = '(?:novelty|velocity scores?|composites?)(?: scores?)?';
const SCORE = `(?:growth|novelty|composite)(?: scores?)? ${BOUND} (?:\\d{1,2}|100)(?: (?!percent|per cent|pct)|$)`;

export const EVERYDAY: Expressions = [
  // Beside a number without a percent sign, growth is a score; so is velocity beside another score.
  [
    `growth(?= ${BOUND} (?:\\d{1,2}|100)(?: (?!percent|per cent|pct)|$))`,
    { metric: 'scoreGrowth' },
  ],
  [
    `growth(?= ${BOUND} \\d+(?:%| percent| per cent| pct))`,
    { metric: 'commitVelocityChangeRatio' },
  ],
  [
    `growth(?= (?:(?:and|or|&|\\+) )?(?:the )?${SCORES})|growth(?<=${SCORES} (?:and|or|&|\\+) (?:the )?growth)|growth(?<=${SCORES} ${SCORES} growth)`,
    { metric: 'scoreGrowth' },
  ],
  [
    `velocity(?= (?:(?:and|or|&) )?(?:growth )?(?:(?:and|or|&) )?(?:(?:novelty|composite) )?(?:(?:and|or|&) )?(?:growth |novelty |composite )scores)|velocity(?= scores)(?<=(?:growth|novelty|composite) (?:and|or|&) velocity)`,
    { metric: 'scoreVelocity' },
  ],
  [
    `velocity(?= ${BOUND} (?:\\d{1,2}|100) (?:.* )?${SCORE})|velocity(?= ${BOUND} (?:\\d{1,2}|100)(?: |$))(?<=${SCORE}(?:.* )?velocity)`,
    { metric: 'scoreVelocity' },
  ],
  // Nobody commits.
  [
    '(?<!(?:most|least|more|less|so|as|how|that|very) )(?:(?:completely|totally|entirely|absolutely|wholly|fully) )?(?:silent|dormant|inactive|idle)(?! than)|(?:completely|totally|entirely|absolutely|dead) quiet',
    { condition: { field: 'commitVelocity14d', op: '=', values: [0] } },
  ],

  // Changes in percent.
  [
    `${CHANGE} (?:in|of) (?:the |its )?(?:(?:number|count|amount) of )?(?:(?:commit )?velocity|commits|commit (?:count|activity|volume)|activity|pace)`,
    { metric: 'commitVelocityChangeRatio' },
  ],
  [
    `${CHANGE} (?:in|of) (?:the |its )?(?:(?:number|count) of )?(?:${PEOPLE}|team(?: size)?|headcount)`,
    { metric: 'contributorGrowth' },
  ],
  ['new repos?(?:itor(?:y|ies))?', { metric: 'newRepos' }],

  // Signals.
  [
    '(?:engineering |activity |behaviou?r(?:al)? )?patterns?|(?:kind|type|sort) of (?:signal|engineering pattern|pattern)',
    { metric: 'signalType' },
  ],

  ['strengths?', { metric: 'signalStrength' }],

  // Lists.
  [
    'trending (?:rank|place|spot|position|number) #?\\d{1,3}',
    { nth: 0, order: 'highest', metric: 'trendingRank' },
  ],
  [
    '(?:rank|ranks|ranked|place|placed|number|no|spot|position) #?\\d{1,2} (?:in|on|of) (?:the|your|this) (?:overall )?(?:rankings?|top (?:20|twenty)|list|leaderboard)',
    { nth: 0, order: 'highest', metric: 'trendingRank' },
  ],
  [
    '(?:the |your |this )?(?:weekly|hot|breakout|top) (?:list|twenty list|chart|charts)',
    { metric: 'trendingRank', order: 'lowest' },
  ],
  [
    'rank(?:ed)? (?:number |no )?#?\\d{1,3}(?! (?:weeks?|months?|days?|years?|quarters?|start-?ups?|companies|sectors?))',
    { nth: 0, order: 'highest' },
  ],
  [
    '(?:fastest|quickest|biggest|strongest|top) growers?',
    { order: 'highest', metric: 'scoreGrowth' },
  ],
  [
    '(?:top(?:s|ped|ping)?|lead(?:s|ing)?|led|head(?:s|ed|ing)?|(?:is |are |well |far |out )?ahead of|out in front of|(?:at|in) the (?:front|head|lead) of) (?:the |your |its |all )(?:list|table|rankings?|charts?|leader ?board|pack|field|rest|others|competition|crowd)',
    { order: 'highest', metric: 'scoreComposite' },
  ],
  ['rank(?:ing|ed)? (?:of )?(?:the |all |your )*sectors', { subject: 'sector', order: 'highest' }],
  ['how hot', { metric: 'scoreComposite' }],
  ["what(?:'s|s| is| are)? (?:hot|trending)", { metric: 'trendingRank', order: 'lowest' }],

  [
    '(?:enter|enters|make it (?:in|on)to|made it (?:in|on)to|makes it (?:in|on)to|get(?:s)? (?:in|on)to|got (?:in|on)to|anyone new (?:to|in|on|enter))(?= .*\\b(?:trending|list|top)\\b)',
    { act: 'entered' },
  ],
  [
    '(?:new )?(?:entrants?|entries|arrivals|additions|joiners|debuts)(?: (?:in|on|to|into))?(?= .*\\b(?:trending|list|top)\\b)',
    { act: 'entered' },
  ],
  ['(?:for )?how long(?= (?:has|have|had) .*\\b(?:been|had|have)\\b)', { act: 'streak' }],
  ['first time', { detail: 'when', order: 'lowest' }],
  ['last time', { detail: 'when', order: 'highest' }],
  [
    '(?:got|gotten|get|gets|getting|become|became|becoming|grown|grew) (?:bigger|larger|stronger|busier|faster|more active)',
    { act: 'rise' },
  ],
  [
    '(?:got|gotten|get|gets|getting|become|became|becoming|grown|grew) (?:smaller|weaker|quieter|slower|less active)',
    { act: 'fall' },
  ],

  // Groups and measures.
  [
    `how much(?= (?:(?:covered|tracked|\\w+-backed) )?(?:start-?ups|companies|firms|businesses|sectors|funds|investors|rounds|acquisitions|exits|${PEOPLE.slice(3, -1).replaceAll('?', '')})(?: |$))`,
    { measure: 'count' },
  ],
  [
    '(?:not|never) (?:even )?(?:a single|a lone|one(?: single)?)(?= )|without (?:even )?(?:a single|a lone|one single)(?= )|nary an?(?= )',
    { isZero: true, isNegation: true },
  ],
  [
    "(?:(?:has|have|had)(?: not|n't)|(?:do|does|did)(?: not|n't) have) (?:got )?(?:(?:even )?(?:a single|a lone|one(?: single)?)|any)(?= (?:ai|agent|commits?|new|contributors?|returning))",
    { isZero: true, isNegation: true },
  ],
  [
    '(?:of |for |in )?(?:each|every) (?:signals?(?: types?)?|types? of signals?)',
    { groupBy: 'signalType' },
  ],
  ['(?:of |for |in |at )?(?:each|every) stages?', { groupBy: 'stage' }],
  [
    '(?:of |for |in |from )?(?:each|every) (?:geograph(?:y|ies)|regions?|countr(?:y|ies))',
    { groupBy: 'geography' },
  ],
  [
    'signals?(?: types?)? (?:breakdown|distribution|split|mix)',
    { groupBy: 'signalType', measure: 'count' },
  ],
  ['stages? (?:breakdown|distribution|split|mix)', { groupBy: 'stage', measure: 'count' }],
  [
    '(?:geograph(?:y|ic|ical)|regional|country) (?:breakdown|distribution|split|mix|spread)',
    { groupBy: 'geography', measure: 'count' },
  ],
  ['per (?:covered )?(?:start-?up|company|firm|team)', { measure: 'mean' }],
  ['sort(?= .*\\bby\\b)', { metric: 'sectorRank' }],
  [
    '(?:ranked|sorted|ordered|arranged)(?: from \\w+ to \\w+)?(?: descending)? by',
    { order: 'highest' },
  ],
  ['group(?:ed)?(?= by\\b)', {}],
  ['(?:signs?|evidence|indications?) of', {}],
  ['(?:in )?(?:descending|desc)(?: order)?', { order: 'highest' }],
  ['(?:in )?(?:ascending|asc)(?: order)?', { order: 'lowest' }],

  ['order(?= .*\\bby\\b)', { metric: 'sectorRank' }],
  ['(?:the )?(?:most|highest|largest|biggest|best) first', { order: 'highest' }],
  ['(?:the )?(?:least|lowest|smallest|fewest|worst) first', { order: 'lowest' }],
  ['runners?[- ]up', { nth: 2, order: 'highest' }],
  ['n(?= (?:start-?ups|companies)\\b)', { measure: 'count' }],

  // Comparisons.
  ['(?:diff|delta)(?: (?:of|in))? between|diff(?: (?:of|in))?', { act: 'compare' }],
  ['out(?:ranks?|ranked|scores?|scored|commits?)(?: whom)?', { act: 'compare', order: 'highest' }],
  [
    '(?:wins?|winner|comes out (?:on top|ahead)|has the edge|prevails)(?: on| by| in| at)?',
    { act: 'compare', order: 'highest' },
  ],
  ['(?:gap|margin|distance)(?= (?:in|of|by)\\b)', { act: 'compare' }],
  [
    '(?:the )?(?:ratio|quotient) (?:of|between)|(?:times|multiple) (?:of|as (?:many|much|big|large))',
    { act: 'compare' },
  ],

  // Deals.
  ['(?:tak(?:e|es|ing)|took|taken) part(?: in)?', { deal: 'invested-in' }],
  ["[a-f]$(?<=\\b(?:led|lead|raised?|joined) .*'s [a-f])", { round: 'series' }],
  ['(?:are |were |is )?both in(?= |$)', { isBoth: true, deal: 'invested-in' }],
  ['portfolios', { deal: 'portfolio' }],
  [
    '(?:(?:besides|apart from|other than|aside from|excluding|except(?: for)?|next to|alongside|beyond|in addition to|but not|not) (?:the |its |their )*(?:leads?|leaders|lead(?:ing)? (?:investors?|backers?|funds?|vcs?))|non[- ]lead(?:ing)?)',
    { deal: 'invested-in', condition: { field: 'role', op: '=', values: ['participant'] } },
  ],
  ['joined(?= .*\\b(?:series|seed|rounds?)\\b)', { deal: 'invested-in' }],
  [
    '(?:(?:went|gone|go|goes|going|been|came|come) (?:through|out of)(?! .*\\b(?:rounds?|seed|series|financing|fundraise)\\b)|graduat(?:ed|es?) from|(?:alumni|alums|graduates|alumnus|alum) of)',
    { deal: 'backed-by' },
  ],
  [
    'participa(?:nts?|ting (?:investors?|backers?|funds?|vcs?))(?: (?:of|in|at))?',
    { deal: 'backed-by', detail: 'who' },
  ],
  [
    'how many (?:thousands|millions?|billions?|dollars|euros|usd|eur)(?: of)?(?: (?:dollars|euros|usd|eur))?',
    { detail: 'amount' },
  ],
  [
    'shares? (?:which|what|an?|any) (?:investors?|backers?|funds?)',
    { deal: 'backed-by', detail: 'who', isBoth: true, subject: 'fund' },
  ],
  ['(?:deals|transactions)(?= (?:by|of|from|with)\\b)', { deal: 'portfolio' }],
  [
    '(?:invest(?:s|ed|ing)?|back(?:s|ed)?(?: companies)?) (?:together|jointly|in the same (?:companies|startups|rounds))',
    { deal: 'coinvest', isBoth: true },
  ],
  [
    '(?:shared|common|overlapping|joint|mutual)(?= (?:portfolio|companies|investments|holdings|startups|investors|backers|funds|vcs|shareholders)\\b)',
    { isBoth: true },
  ],
  ['most expensive', { order: 'highest' }],
  ['least expensive', { order: 'lowest' }],
  ['(?:top|highest|best) (?:ranked|performing|scoring|placed)', { order: 'highest' }],
  ['(?:lowest|bottom|worst) (?:ranked|performing|scoring|placed)', { order: 'lowest' }],
  [
    "(?:[b-k][- ]rounds?|a-rounds?|(?<=\\b(?:its|their|the|'s) )a round|rounds? [b-k]|series-[a-k](?:[- ]?(?:rounds?|funding|financing))?)(?= |$)",
    { round: 'series' },
  ],
  [
    '(?:venture|vc|investor)(?: capital)?[- ](?:backed|funded|financed)(?: (?:and |or )?by whom)?',
    { deal: 'backed-by', detail: 'who' },
  ],
  [
    '(?:investors?|backers?|shareholders?|vcs?|funds?) (?:(?:(?:that |which )?(?:are |is )?|held )?(?:in common|common)|shared)(?: (?:between|of|to|by|with))?',
    { deal: 'backed-by', detail: 'who', isBoth: true, subject: 'fund' },
  ],
  [
    '(?:latest|recent|newest|last|most recent) (?:funding )?deals',
    { subject: 'round', isLatest: true },
  ],
  ['(?:and |or )?(?:by|from|to) (?:whom|who)', { detail: 'who' }],
  [
    '(?:rais(?:es?|ed|ing)|got|gotten|received|taken|took)(?: (?:its |their |any )?(?:money|funding|capital|cash|investment))? from',
    { deal: 'backed-by' },
  ],
  [
    'how (?:many times|often)(?= .*\\b(?:rais(?:e|es|ed|ing)|fundrais(?:e|ed|ing)|funded)\\b)',
    { measure: 'count', subject: 'round' },
  ],
  [
    'how (?:many times|often)(?= .*\\b(?:acquir(?:e|ed|es)|bought|buy|purchased)\\b)',
    { measure: 'count', subject: 'acquisition' },
  ],
  [
    '(?:exit price|paid|pay|price|sum|amount)(?= .*\\b(?:to (?:buy|acquire|purchase|get)|acquisition|takeover)\\b)',
    { detail: 'amount' },
  ],

  ['(?:amounts? )?(?:in|as) (?:euros?|eur)', { currency: 'EUR' }],
  ['(?:amounts? )?(?:in|as) (?:us )?(?:dollars?|usd)', { currency: 'USD' }],
  ['(?:amounts? )?(?:in|as) (?:british |sterling )?(?:pounds?|gbp|sterling)', { currency: 'GBP' }],

  // Not about data.
  [
    '(?:who (?:funds|finances|backs|owns|pays for|funded|financed|backed|invested in|bought|acquired)|(?:funded|backed|owned|financed) by whom) (?:you|bellwether|(?:this|the|your) (?:service|site|website|project))',
    { isProse: true },
  ],
  [
    'when (?:is|are|does|do) (?:a|an|the|its|one) (?:signal|score|startup|commit|repository|person) (?:called|considered|classed|deemed|labelled|labeled|marked|counted?|treated)',
    { isProse: true },
  ],
  [
    '(?:by |through |with )?what (?:is the |would be the |are the )?(?:procedure|process|steps?|way)(?= (?:do|does|can|could|would|should|is|to|for|of|i)\\b)',
    { isProse: true },
  ],
  [
    'what (?:happens|is done|do you do|does bellwether do) (?:to|when|if|with|about|after)',
    { isProse: true },
  ],
  [
    '(?:how|why) (?:do|does|did|would) (?:you|it|they|bellwether|the (?:service|method|score|ranking)) (?:\\w+ )?(?:treat|handle|deal with|account for|count|define|pick|choose|decide|know|detect|compute|calculate|work out|measure|determine|tell|assign|rank|score|get|collect|verify)',
    { isProse: true },
  ],
  [
    '(?:minimum|thresholds?|cut-?offs?|criteri(?:a|on)|requirements?|conditions?)(?= .*\\b(?:for (?:the )?(?:trending|top|rankings?|a signal|being|inclusion|coverage)|to (?:be|get|appear|qualify|enter|make|count)))',
    { isProse: true },
  ],

  // Says nothing, or what is so anyway.
  // The value of what was found is said in any case.
  [
    "(?:and )?what(?:'s| is| was| are| were) (?:that|this|its|the|their|those) scores?$(?<=\\bscores? .*)",
    {},
  ],
  ['(?:and )?how (?:high|low|large|big|much|many) (?:is|was|are|were) (?:it|that|this|those)$', {}],
  ['(?:combin(?:es?|ing)|pair(?:s|ing)?|coupl(?:es?|ing)|match(?:es|ing)?)(?= .*\\bwith\\b)', {}],
  ["(?:[- ]?wise|giving off|what(?:'?s| is) going on (?:with|at|in))", {}],
  ['(?:open|start|creat|launch)(?:s|es|ed|d)?(?= (?:\\w+ ){0,4}new repo)', {}],
  [
    '(?:open[- ]source(?:d)?|code ?bases?|numbers|any (?:signs?|hints?|traces?|indications?) of|(?:signs?|hints?|indications?) of)',
    {},
  ],
  ['us(?:e|es|ed|ing)(?= (?:more|less|over|under|at least|at most|between)\\b)', {}],
  [
    '(?:show(?:s|ed|n|ing)? up|turn(?:s|ed|ing)? up|pop(?:s|ped|ping)? up|come(?:s)? up|crop(?:s|ped)? up|all in all|in your (?:books|registry|records|numbers)|according to you(?:r data)?|you (?:detect|see|find|spot|measure|record|report)|do you (?:detect|see|find|spot|measure|record|report))',
    {},
  ],
  [
    '(?:fall(?:s|ing)?|lie(?:s)?|lying|land(?:s)?|sit(?:s)?|rang(?:es?|ing)|are|is|come(?:s)? in)(?= (?:somewhere )?(?:between|within|in between)\\b)',
    {},
  ],
  ['(?:somewhere|anywhere|all the way)(?= between\\b)', {}],
];
