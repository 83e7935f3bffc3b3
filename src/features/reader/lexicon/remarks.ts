/** Details that are asked for, what says nothing, and what is no question about data. */
import type { Expressions } from './meaning.ts';

/** What the published changes are against. */
const WINDOW =
  '(?:fortnight|(?:two|2) (?:weeks|wks?)|2w|14d|30d|(?:14|fourteen|30|thirty)(?: days?)?|month|period|window)';

export const REMARKS: Expressions = [
  // Details.
  [
    '(?:when|(?:announcement |closing )?dates?(?: of)?|what date|which date|on what day|what year|which year|which week|what week|in which week)',
    { detail: 'when' },
  ],
  ['(?:how much|(?:at |for )?what price|how big|how large|amounts?|sizes?)', { detail: 'amount' }],
  ['(?:who|whom|whose)', { detail: 'who' }],
  ['where', { detail: 'where' }],

  // Says nothing, or what is so anyway.
  [
    '(?:these days|at all|across(?: all| the)?|per (?:startup|company)|(?:for |of )?(?:each|every) (?:startup|company)|doing|put|anyone|anybody|else|sit|sits|of the two|of them|news|by number of|in terms of|when it comes to|end up|ends up|ended up|who is behind|out there|as a whole|of all|on the list)',
    {},
  ],
  ['(?:among|amongst|out of)', { isAmong: true }],
  [
    "(?:as an?|i am an?|i'm an?|we are an?|we're an?|speaking as an?) (?:\\w+ )?(?:investor|analyst|journalist|reporter|vc|founder|agent|engineer|developer|researcher|editor|student|partner|associate|lp|angel)",
    {},
  ],
  [
    '(?:for|in) (?:a|an|my|our|this|the) (?:\\w+ )?(?:story|article|piece|report|memo|deck|newsletter|blog post|column|screen|shortlist|pipeline|dashboard|slide|presentation|research|records)',
    {},
  ],
  [
    "(?:i am|i'm|we are|we're) (?:currently )?(?:writing|researching|looking (?:at|into|for)|screening|preparing|working on|putting together|building|interested in|trying to (?:find|see|work out|understand|figure out))(?: (?:out|about|on))?(?: (?:a|an|my|the|our|some))?(?: (?:story|article|piece|report|memo|deck|newsletter|column|diligence|due diligence|research|screen|list))?(?: (?:on|about))?",
    {},
  ],
  [
    "what(?:'s| is| has been)? (?:new|up|going on|the latest|the news)(?: (?:with|at|in|for|about|from|on))?",
    { act: 'change' },
  ],
  [
    '(?:since when|(?:for )?how long(?: ago)?(?: (?:have|has|do|did|are|is))?)(?= .*\\b(?:track(?:ed|ing)?|cover(?:ed|ing)?|follow(?:ed|ing)?)\\b)',
    { act: 'coverage' },
  ],
  [
    'overall|(?:over|across|in|on|for) (?:all|the (?:whole|entire|full)) (?:field|universe|board|set|cohort|sample|population|list)|(?:across|over) (?:all|every) (?:the |covered |tracked )*(?:start-?ups|companies)',
    { isOverall: true },
  ],
  ['(?:most recent|latest|newest|most recently)', { isLatest: true }],
  [
    '(?:outperform(?:s|ed|ing)?|outpac(?:es?|ed|ing)|outnumber(?:s|ed|ing)?|beats?|beating|lead over)',
    { act: 'compare', order: 'highest' },
  ],
  ['(?:in |per |within |over |a |each |every )?(?:14|fourteen|30|thirty) days?', {}],
  ['(?:this |the current |current |in a |per |a )?(?:fortnight|two weeks)', {}],
  ['(?:over|during|within|across|in) (?:the|this|that) (?:fortnight|two weeks|14 days|window)', {}],
  [
    '(?:another(?: company| one)?|announce[ds]?|announcement|happen|deals|transactions?|belongs?|whats|wheres|hows|whos|pls|plz|kindly|lately|recently|points?|base|in which|data points?|money|capital|cash|saw|had|attracted|committed|code|known|so far|behind|posted|recorded|experienced|reached|create[ds]?|chart)',
    {},
  ],
  [
    '(?:shares?(?= any| (?:a |the )?(?:portfolio|investors?|backers?))|in common|overlap(?:s|ping)?|both|jointly)',
    { isBoth: true },
  ],
  [
    `(?:against|compared (?:to|with)|relative to|than|versus|vs|v|from|over|on|since) (?:the |its |their )?(?:${WINDOW} (?:before(?: (?:that|it|them|this))?|earlier|prior|previously)|(?:previous|preceding|prior|earlier|last) (?:(?:(?:14|fourteen|30|thirty)[- ]day |two[- ]week |2[- ]week |equal )(?:period|window|one)|${WINDOW}))`,
    { act: 'change' },
  ],
  [
    '(?:in per ?cent|per ?cent ?-?wise|in percentages|percentage change|in percentage terms|by (?:what percentage|how many per ?cent)|how many per ?cent|percentage(?: wise)?|percentage-wise|in relative terms|relatively|proportionally)',
    { isRatio: true },
  ],
  ['(?:no|zero)', { isZero: true, isNegation: true }],
  [
    '(?:(?:do|does|is|are) (?:you|bellwether) |you |are |being )?(?:track(?:s|ed|ing)?|follow(?:ed|ing)?)',
    { isTracked: true },
  ],
  ['(?:do|does|is) bellwether cover(?:s|ed|ing)?', { metric: 'covered' }],
  [
    '(?:first (?:(?:show(?:s|n|ed)?|turn(?:s|ed)?|pop(?:s|ped)?) up|appear(?:s|ed)?|covered|seen|published)|last (?:covered|seen|published|updated)|weeks? of (?:history|data|coverage)|first (?:in|entered) the data)',
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
  [
    "(?:why|how come|for (?:what|which) reasons?|what(?:'s| is| was| are| were) the reasons?(?: (?:why|that|for))?|what explains(?: why)?)",
    { isProse: true },
  ],
  [
    'who (?:pays|paid|funds|finances)(?: for)? (?:this|it|you|bellwether|(?:this|the|your) (?:service|site|website|project|data))(?= |$)',
    { isProse: true },
  ],
  ['what (?:makes|causes|goes into|feeds into|flows into)', { isProse: true }],
  [
    '(?:do|does|can|could|is|are|will|would|how well (?:do|does|can)) (?:the |these |your |those |this |a |an |high |higher |good |commit |composite |growth |velocity |novelty |strong )*(?:scores?|signals?|numbers?|rank(?:s|ings?)?|velocity|commits|momentum|it|this|they|data) (?:\\w+ ){0,3}?(?:predict(?:s|ive|or|ors)?|forecasts?|foretell|anticipate|correlat(?:e|es|ed|ion)|indicat(?:e|es|ive|or)|imply|implies|mean)',
    { isProse: true },
  ],
  [
    '(?:proven|shown|proof|prove[sd]?|evidence|validated?|validation|tested|back-?test(?:s|ed|ing)?|demonstrated|established)(?= .*\\b(?:signals?|scores?|numbers?|rank\\w*|you|your|data|this|it)\\b .*\\b(?:predict\\w*|forecast\\w*|foretell\\w*|anticipate\\w*|correlat\\w*|success))',
    { isProse: true },
  ],
  [
    "in (?:your|bellwether's) (?:sense|terms|books|definition)|in the sense (?:of|that)|by your (?:own )?definition|as you (?:define|understand|use|mean) (?:it|them|the (?:word|term))",
    { isProse: true },
  ],
  [
    'mean(?: (?:an?|someone|somebody|the same|the|only|just))(?<=\\b(?:do|does|did) .*)',
    { isProse: true },
  ],
  ['(?:do|does|can) (?:you|it|bellwether) (?:forecast|predict)', { isProse: true }],
  [
    '(?:can|could|may|might) (?:\\w+ )?be (?:added|included|tracked|covered|removed|listed|excluded)',
    { isProse: true },
  ],
  // About whoever asks, of whom the data know nothing.
  [
    '(?:my|our) (?:own )?(?:start-?up|company|business|firm|project|repo(?:sitor(?:y|ies)|s)?)(?! (?:wants?|needs?|is looking|invests?|focuses|tracks?|follows?|competes?|builds?|uses?))',
    { isProse: true },
  ],
  [
    '(?:add|include|track|cover|follow)(?= (?:a|an|this|another|more) (?:\\w+ )?(?:start-?ups?|compan(?:y|ies)|business|firm|project)$)',
    { isProse: true },
  ],
  [
    '(?:can these|can the signals|do the signals|do these signals|can i|may i|could i|how do i|how to|how can i|do i (?:need|have)|should i|am i|does bellwether|is bellwether|how should i|how would i)',
    { isProse: true },
  ],
  [
    '(?:in|across|of|within|from) (?:the |your |this |all (?:the |your )?)(?:(?:whole|entire|full|complete) )?(?:dataset|data ?set|database|ledger|corpus|data)(?= |$)(?! (?:sectors?|categor(?:y|ies)|industry|vertical|space|field|world|start-?ups?|compan(?:y|ies)|firms?))',
    { isOfDataset: true },
  ],
  ['back(?= (?:in|then|at|during)\\b)', {}],
  [
    '(?:roughly|approximately|on board|over all|across the board|look(?:ed|s|ing)? like|turn out|turned out|by and large|as things stand|do you know|do you have|can you tell me|could you tell me|i would like to know|wondering|curious|please tell me|sit|stands?|standing|clock(?:s|ed|ing)?|rack(?:s|ed|ing)? up|log(?:s|ged|ging)?|notch(?:es|ed)?(?: up)?|manage[sd]?(?: to)?|deliver(?:s|ed|ing)?|boasts?|sports?|chalk(?:s|ed)? up|break it down|run down|rundown|round up|pull up|fetch|retrieve|resolve|look up|display|present|report(?:s|ed)?|provide|summari[sz]e|summary|snapshot|stats?|statistics|metrics?|kpis?|indicators?|as we speak|at this point|to date|thus far|until now|up to now|by any chance|if possible|if any|in general|in particular|at least roughly|more or less|give or take|in order|sorted|ordered|descending|best guess|be honest|remind me|i wonder|i guess|i need to know|i want to know|i would like|i.d like(?: to (?:know|see))?|help me(?: (?:find|see|understand))?|happen to|have you got|got any|do we know|do we have|can we see|let.s see|is it true(?: that)?|true that|really|the case that|whether)',
    {},
  ],
  // Said beside a question.
  ['(?:tell|give|let|help|contact|email|reach|join|ask|send) us', {}],
  [
    '(?:nothing (?:else|more)|(?:just|only) the (?:number|figure|name|value|answer|count|total)s?|in (?:one|a) (?:word|sentence|line|nutshell)|short answer|in (?:short|brief)|by the way|once more|once again|i e|i\\.e|e\\.g|e g|namely|fyi|btw|asap|thx|ty|ta|hmm+|uh|um|gimme|lemme|ya|yo|u|ur|already|in (?:heads|headcount|absolute (?:terms|numbers|figures))|absolute(?:ly)?|whatever|exact|precise|quickest way)',
    {},
  ],
  [
    '(?:carr(?:y|ies|ied|ying)|claim(?:s|ed|ing)?|command(?:s|ed|ing)?|enjoy(?:s|ed|ing)?|exhibit(?:s|ed|ing)?|featur(?:es?|ed|ing)|flaunt(?:s|ed|ing)?|display(?:s|ed|ing)|muster(?:s|ed|ing)?|draw(?:s|ing)?|hold(?:s|ing)?|bear(?:s|ing)?|possess(?:es|ed|ing)?|maintain(?:s|ed|ing)?|field(?:s|ed|ing)?|hit(?:s|ting)?|sit(?:s|ting)? (?:on|at)|account(?:s|ed|ing)? for|amount(?:s|ed|ing)? to|stood|stand(?:s|ing)? at|clocking|averag(?:ed|ing)|total(?:s|led|ed|ling|ing)? (?:up|at)|churn(?:s|ed|ing)? out|crank(?:s|ed|ing)? out|put(?:s|ting)? (?:out|up)|pump(?:s|ed|ing)? out|turn(?:s|ed|ing)? out|bring(?:s|ing)? in|brought in)',
    {},
  ],
  [
    '(?:filed|listed|classified|classed|categori[sz]ed|grouped|placed|put|sorted|assigned|sits|falls|fall|fit|fits|belongs?|belonging|operates?|operating|active)(?: (?:under|in|into|as|to|within))(?= |$)',
    {},
  ],
  ['(?:every(?:one|body)|those|all those|all the ones|the ones)', { detail: 'who' }],
  [
    '(?:(?:last|latest|current|newest|most recent|this) )?(?:editions?|issue)|(?:current|latest|newest|this) period|(?:leader ?boards?|league tables?|coverage|universe|line-?ups?|rosters?|sample|snapshot|releases? of the data)',
    {},
  ],
  // What the service does with things, and not what a startup does.
  [
    '(?:merge commits?|merges|squash(?:ed)?|rebas(?:e[ds]?|ing)|renovate|(?:depend|renovate|ro)?a?bots?(?: commits?)?)',
    { isProse: true },
  ],
  ['(?:recent|latest|current|its|their|his|her) work(?= )', {}],
  ['at (?:that|the|this) (?:time|point|moment)|back then|on record|in your records', {}],
  ['(?:as )?per(?= (?:the|its|their) (?:last|latest|most recent) )', {}],
  [
    '(?:put together|made up of|arrived? at|counts? as|counted as|qualif(?:y|ies) as|count towards?)',
    { isProse: true },
  ],
];
