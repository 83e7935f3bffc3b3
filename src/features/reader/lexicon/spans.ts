/** Windows and weeks that are asked for, how long something lasts, and who goes quiet or stands alone. */
import type { Expressions, Meaning } from './meaning.ts';

const WINDOW = '(?:window|period|span|stretch|count|total|tally|figure)s?';
const LEAD =
  '(?:in |per |within |over |during |for )?(?:a |an |each |every |the |one |its |their )?';
const DAYS =
  '(?:(?:14|fourteen|30|thirty)(?: |-)days?|(?:two|2)(?: |-)weeks?|fortnight)(?! (?:ago|before|earlier|later|old|from now|in a row|running|straight|on end))';
const FORTNIGHT = '(?:fortnight|two weeks|14 days|fourteen days|two-week window|window)';
const SINGLE =
  '(?:(?:single|one|sole) )?(?:biggest|largest|top|main|most active|busiest|most prolific)';
const PERSON = '(?:contributor|person|developer|dev|committer|author|engineer|coder|maintainer)';

const EXTREME =
  '(?:most|fewest|least|highest|lowest|biggest|smallest|largest|best|worst|busiest|quietest|peak|record|maximum|minimum|max|min|top|low)';
const ANY_WINDOW = `(?:(?:in|over|during|within|for|of) )?any (?:(?:of|the|your|its|one|single|published) )*(?:${DAYS}(?: ${WINDOW})?|windows?|periods?|editions?)`;

const QUIET: Meaning = { condition: { field: 'commitVelocity14d', op: '=', values: [0] } };

export const SPANS: Expressions = [
  // What each number is counted in anyway.
  [`${LEAD}(?:current |latest |present |most recent )?${DAYS}(?: ${WINDOW})?`, {}],
  [
    `${LEAD}(?:current|latest|present|most recent|usual|standard)(?: reporting| measurement| counting)? window`,
    {},
  ],
  [
    `(?:in|per|within|over|during|for|across) (?:(?:each|every|a|an|one|single|the|your|its|published|reporting) )*(?:${DAYS} )?windows?`,
    {},
  ],
  // "was it above 300 in any window" asks for weeks, "the most in any window" for the most
  [ANY_WINDOW, { asksWeeks: true }],
  [`${ANY_WINDOW}(?:(?<=\\b${EXTREME}\\b.*)|(?= .*\\b${EXTREME}\\b))`, {}],
  // Against the window before.
  [
    `(?<=\\b${FORTNIGHT} )(?:and|vs|versus|against|compared (?:to|with)|over|from) (?:the |its )?(?:one|fortnight|two weeks|14 days|window)? ?(?:before|earlier|prior|previous|preceding)(?: (?:it|that|this|then|one|fortnight|two weeks|14 days|window))?`,
    { act: 'change' },
  ],
  [
    `(?:and|vs|versus|against|compared (?:to|with)) (?:the |its )?(?:last|previous|prior|preceding) (?:fortnight|two weeks|14 days|fourteen days)(?:'s)?`,
    { act: 'change' },
  ],

  [
    '(?:and|versus|vs|against|compared (?:to|with)) (?:what (?:was|were) (?:it|they|that)|how many(?: (?:were there|did it have|had it))?|(?:it|that) (?:was|had been))? ?(?:in |over |during )?(?:the )?(?:fortnight|two weeks|14 days|fourteen days|window) (?:before|earlier|prior)(?: (?:it|that|this|then))?',
    { act: 'change' },
  ],

  // Weeks.
  ['(?:in |during )?(?:which|what) (?:period|edition|fortnight)', { detail: 'when' }],
  [
    '(?:with (?:the |its |which |what )?|and (?:its |which |what )?|plus |in (?:which|what) )(?:week|period)(?: number)?$(?<=\\b(?:max|maximum|min|minimum|highest|lowest|most|fewest|best|worst|peak|record|first|last|top)\\b.*)',
    { detail: 'when' },
  ],
  [
    '(?<!\\b(?:the|this|that|last|past|per|each|every|a|of|one|current|latest|14-day|30-day) )(?:week|period)$(?<=\\b(?:max|maximum|min|minimum|highest|lowest|most|fewest|best|worst|peak|record|top)\\b.* (?:week|period))',
    { detail: 'when' },
  ],
  [
    'first (?:week|period|time)(?: (?:with|that|when|where|in which))?(?= .*(?:\\b(?:above|over|below|under|more than|less than|fewer than|at least|at most|exceed(?:s|ed|ing)?)\\b|[<>≥≤]))',
    { detail: 'when', order: 'lowest' },
  ],
  [
    '(?:across |over |of |in |for |throughout )?all (?:the |its |their |your |published |covered |available )*(?:weeks|periods|editions)',
    { act: 'series' },
  ],
  // "at least" is the number that is reached
  [
    '(?:reach(?:es|ed|ing)?|hit(?:s|ting)?|got(?:ten)? to|get(?:s)? to|attain(?:s|ed)?|make it to|made it to)(?= (?:\\d|ten |twenty |thirty |forty |fifty |sixty |seventy |eighty |ninety |hundred |a hundred |half )(?!.* or (?:more|above|higher|fewer|less)\\b))(?<=\\b(?:when|first|ever|last|which week|what week|weeks)\\b.*)',
    { bound: '>=' },
  ],

  // A verb, and no record.
  ['record(?:s|ed|ing)?(?= (?:its|the|their|a|an|any|at|more|fewer|less|over|under|between) )', {}],

  // How long something lasts.
  [
    '(?:for )?how many weeks (?:running|in succession|on the trot|back[- ]to[- ]back|on end|straight|in a row|now)',
    { act: 'streak', asksWeeks: true, measure: 'count' },
  ],
  ['(?:running|in succession|on the trot)(?<=\\bweeks .*)', { act: 'streak' }],
  [
    '(?:since when|since (?:which|what) week|from (?:which|what) week on)(?: (?:has|have|does|do|is|are|was|were))?(?! .*\\b(?:track(?:ed|ing)?|cover(?:ed|ing)?|follow(?:ed|ing)?)\\b)',
    { act: 'streak' },
  ],
  ['(?:for )?how long(?= (?:has|have|had|is|are|does|do) )', { act: 'streak' }],
  [
    '(?:last(?:s|ed|ing)?|going on|running|persist(?:s|ed|ing)?|continu(?:es?|ed|ing))$(?<=\\b(?:since when|since (?:which|what) week|how long)\\b.*)',
    {},
  ],
  // What there is of somebody.
  [
    '(?:until when|up to when|(?:until|up to|through|till) (?:which|what) (?:week|date|day|period)|how far(?: back)?|how recent|(?:what is |which is )?the (?:last|latest|first|earliest) (?:week|period|data point|date))(?= .*\\b(?:data|numbers|coverage|records?|history|figures|cover(?:s|ed)?|track(?:s|ed)?)\\b)(?= .*\\b(?:go(?:es)?|reach(?:es)?|extend(?:s)?|run(?:s)?|stretch(?:es)?|end(?:s)?|cover(?:s|ed)?|have|has|is|are|stop(?:s)?|track(?:s|ed)?)\\b)(?! .*\\byou (?:have|publish)$)',
    { act: 'coverage' },
  ],
  [
    '(?:did|do|have) you (?:last|first|start(?:ed)?|stop(?:ped)?|begin|begun|cease(?:d)?|end(?:ed)?) (?:to )?(?:cover|track|follow)(?:ed|ing)?',
    { act: 'coverage' },
  ],
  [
    '(?:go(?:es)?|reach(?:es)?|extend(?:s)?|stretch(?:es)?|end(?:s)?|stop(?:s)?|run(?:s)?)(?: back)?$(?<=\\b(?:until|till|up to|how far|through)\\b.*)',
    {},
  ],

  [
    '(?:last|latest|first|earliest|most recent) (?:week|period|date|day) (?:with|of|in|for|from) (?:any |your |the )?(?:data|numbers|coverage|figures|records)|(?:last|latest|first|earliest|most recent) (?:week|period|date|day) (?:(?:that|which) )?you (?:have|cover(?:ed)?|hold)(?: data| numbers| figures)?(?= (?:on|for|of|about) )',
    { act: 'coverage' },
  ],

  // Who has gone quiet commits nothing.
  [
    '(?:(?:go|goes|going|gone|went|been|become|became|fallen|fell|all|completely|totally|entirely|so|too|very) )*(?:quiet|silent|dormant|inactive|idle)(?: lately| recently)?',
    QUIET,
  ],
  ['(?:go|goes|going|gone|went) (?:completely |totally |all |very |so )?quite(?! \\w)', QUIET],

  // One person.
  [
    `(?:(?:is|are|was|were) )?(?:attributable|attributed|due|down|owed|credited|traceable|ascribed) to (?:(?:its|their|the|a|one) )?(?:(?:${SINGLE}|one|a single) ${PERSON}|bus factor)`,
    { metric: 'largestContributorShare14d' },
  ],
  [
    `(?:(?:its|their|the) )?${SINGLE} ${PERSON}(?= (?:account(?:s|ed)?|responsible|is responsible|make(?:s)?|write(?:s)?|wrote|land(?:s|ed)?|produce(?:s|d)?|contribute(?:s|d)?|push(?:es|ed)?)\\b)`,
    { metric: 'largestContributorShare14d' },
  ],
  [
    'key(?: |-)(?:man|person|developer|engineer|contributor)(?: |-)(?:risk|dependenc(?:y|e)|exposure)|(?:truck|lottery) factor|(?:a )?(?:one|single)(?: |-)(?:man|person|woman|developer|engineer)(?: |-)(?:show|band|project|team|operation|outfit)|(?:basically|essentially|mostly|largely|practically|pretty much|effectively) (?:just |only )?(?:one|a single) (?:man|person|woman|developer|dev|engineer|contributor|committer)',
    { metric: 'largestContributorShare14d' },
  ],

  [
    '(?:publicly )?(?:visible|seen|observable|active) (?:on|in|from) (?:github|public|the open)',
    {},
  ],
  ['(?:how )?hectic', { metric: 'commitVelocity14d' }],
  ['things(?= (?:are |is |were |stand |look |going )?(?:at|with|over at|around) )', {}],
  ['(?:rather than|instead of|as opposed to)', { isNegation: true }],
  [
    '(?:just |only |exactly |merely )(?:one|a single|1) (?:developer|dev|contributor|engineer|person|committer)',
    { condition: { field: 'contributors', op: '=', values: [1] } },
  ],
  ['in (?:the open|public view|plain sight)', {}],
  // All scores.
  [
    '(?:all |each |every |the )*(?:(?:of )?(?:the |its |their )?(?:four|4)(?: different| published)? scores|(?:(?:all|each|every)(?: of)?) (?:the |its |their )?(?:different |published |individual )?scores?|scores? breakdown|breakdown of (?:the |its |their )?scores?)(?! (?:of )?(?:above|below|over|under|at))',
    { metric: 'scoreComposite', beside: ['scoreVelocity', 'scoreGrowth', 'scoreNovelty'] },
  ],
  // People who are new.
  [
    `(?:(?:are|is|were|was) )?(?:all )?(?:brand[- ]?)?(?:new|newcomers?|first[- ]timers?|newly arrived)(?: (?:to|at|in|there|here|ones?|faces))?(?<=\\b(?:contributors?|contributed|developers?|devs?|engineers?|committers?|people|authors?|coders?|team)\\b.*)(?=$| (?:to|at|in|this|over|during|now|the last|the past)\\b)(?! .*\\b(?:repos?|repositor\\w+)\\b)`,
    { metric: 'newPeople30d' },
  ],
  [
    '(?:came|come|coming|comes) back|(?:have |had |has )?returned(?= .*\\b(?:contributors?|developers?|people|engineers?)\\b|$)',
    { metric: 'returningPeople30d' },
  ],
  // Groups by what is most common.
  [
    '(?:the )?(?:most|least) (?:common|frequent|widespread|prevalent|popular|usual) (?:type of |kind of )?(?:signals?|patterns?)(?: types?)?|(?:which|what) (?:signals?(?: types?)?|types? of signals?|kinds? of signals?)(?= .*\\b(?:most|least) (?:common|frequent|widespread|prevalent|popular|usual|often)\\b)',
    { groupBy: 'signalType', measure: 'count' },
  ],
  [
    '(?:the )?(?:most|least) (?:common|frequent|widespread|prevalent|popular|usual|often)(?<=\\b(?:signals?|types?|kinds?|stages?|regions?)\\b.*)',
    {},
  ],
  // How long somebody is covered.
  [
    '(?:for |in )?how many weeks(?= .*\\b(?:covered|tracked|followed|coverage|data|on file)\\b)(?! .*\\b(?:above|below|over|under|at least|more than|fewer|less)\\b)',
    { act: 'coverage' },
  ],
  [
    '(?:what is |which is |whats )?the (?:last|latest|first|earliest|most recent|newest|oldest) (?:week|period|date|day|edition)(?: (?:for|of|in))? (?:which|what|where|when)?(?: (?:do )?you (?:have|hold|publish|cover|know))(?: any| the)?(?: data| numbers| figures| records)?(?= (?:on|for|of|about) )|(?:last|latest|most recent|newest|first|earliest|oldest) (?:week|period|date|day|edition) (?:for|of|in) (?:which|what) (?:do )?(?:you|there) (?:have|hold|publish|cover|are|is|know)(?: any| the)?(?: data| numbers| figures| records| coverage)?',
    { act: 'coverage' },
  ],

  [
    "(?:of |in |over |during )?(?:the |this |that |its |their )?(?:last |latest |current |past )?(?:fortnight|window|14 days|two weeks)(?:'s|')(?= )",
    {},
  ],
  ['or (?:none|not|no|nothing)(?: at all)?$', {}],
  [
    'how (?:clear|sure|certain|pronounced|convincing|solid|robust|marked|weak)(?= (?:is|was|are|were) (?:it|that|this|the signal|the pattern|its))',
    { metric: 'signalStrength' },
  ],
  [
    '(?:from )?(?:high(?:est)?|best|top|most|largest|biggest|strongest) to (?:low(?:est)?|worst|bottom|least|fewest|smallest|weakest)',
    { order: 'highest' },
  ],
  [
    '(?:from )?(?:low(?:est)?|worst|bottom|least|fewest|smallest|weakest) to (?:high(?:est)?|best|top|most|largest|biggest|strongest)',
    { order: 'lowest' },
  ],
  [
    '(?:come|comes|came|land|lands|landed|fall|falls|fell|end up|ends up|ended up|finish|finishes|finished|figure|figures|stand|stands|stood|sit|sits|sat|rank|ranks|ranked|place|places|placed|lie|lies) (?:in|within|among|amongst|inside|of) (?:its|their|the|her|his|own)(?: own)? (?:sectors?|categor(?:y|ies)|peers|peer group|field|segment|space)(?<=\\bwhere\\b.*)',
    { metric: 'sectorRank' },
  ],
  [
    `(?:one|a single|the same|a lone) (?:person|contributor|developer|dev|committer|author|engineer|individual|human|head)(?= (?:alone )?(?:(?:has|have|had|is|was) )?(?:write|writes|wrote|written|make|makes|made|land|lands|landed|do|does|did|done|author|authors|authored|produce|produces|produced|contribute|contributes|contributed|account|accounts|accounted|push|pushes|pushed|responsible)\\b)`,
    { metric: 'largestContributorShare14d' },
  ],
  [
    '(?:opened|created|started|launched|published|made|added)(?<=\\bnew (?:repos?|repositor(?:y|ies)) .*)',
    {},
  ],
  [
    'trending (?:rankings?|tables?|charts?|boards?|leaderboard)',
    { metric: 'trendingRank', order: 'lowest' },
  ],
  ['own(?= (?:sectors?|categor(?:y|ies)|field|segment|peers?))', {}],
  [
    '(?:fortnight|two weeks|14 days) (?:over|on|after|to) (?:fortnight|two weeks|14 days)|fortnight-(?:over|on|to)-fortnight',
    {},
  ],
  [
    '(?:how much )?(?:slower or faster|faster or slower|quicker or slower|slower or quicker|busier or quieter|quieter or busier|more or less (?:active|busy))',
    { act: 'change' },
  ],
  [
    'you (?:cover|publish|hold|have|report|list)(?<=\\b(?:weeks?|fortnight|period|edition|days|window|\\d) you \\w+)(?= |$)',
    {},
  ],
  ['(?:on|in|from) your (?:web ?)?(?:site|page|website|platform|service)', {}],
  [
    '(?:on|in) your (?:tracking list|watch ?list|list|books|radar|registry|index|universe)',
    { isTracked: true },
  ],
  ['(?:github|gitlab|git) (?:repos?|repositor(?:y|ies))', {}],
  ['i mean(?= )', {}],
  [
    '(?:placed|ranked|positioned)(?<=\\b(?:first|second|third|fourth|fifth|\\d(?:st|nd|rd|th)) \\w+)',
    {},
  ],
  ['(?:group|grouped|grouping)(?= .*\\bby\\b)', {}],
  [
    '(?:that is(?: to say)?|i mean|meaning|or rather|in other words)(?= (?:in )?(?:week|the week|\\d{4}-w|w\\d))',
    {},
  ],
  [
    '(?:written|authored|made|produced|generated|coded|done)(?: or (?:co-?)?(?:written|authored|made|produced|generated|coded|done))+(?= (?:by|with))',
    {},
  ],
  [
    '(?:owns|owned|own|owner of|is the owner of|runs|hosts|maintains|is behind|stands behind|publishes|develops)(?= (?:the |this |that )?(?:(?:github|git|public|source|code) )*(?:repo|repos|repository|repositories|org|organi[sz]ation|account|handle|domain|website|site|url|link|page)\\b| (?:[\\w-]+ ){0,3}[\\w.-]+/[\\w.-]+)',
    {},
  ],
  [
    '(?:belong(?:s|ing)? to|sit(?:s)? under|run by|owned by|maintained by|filed under)(?<=\\b(?:repo|repository|repositories|org|organi[sz]ation|account|handle|domain|website|site|url|link|page)\\b.*)',
    {},
  ],
  ['(?:the )?(?:link|url|address|domain|website|site|page)(?= [\\w-]+\\.[a-z])', {}],
  ['under(?= .*\\b(?:which|what|how many) (?:repos?|repositor(?:y|ies))\\b)', {}],
  [
    '(?:harder|stronger|quicker)(?<=\\b(?:accelerat\\w+|grow\\w*|grew|ris(?:e|es|ing)|rose|ship\\w*|commit\\w*) \\w+)',
    { act: 'compare', order: 'highest' },
  ],

  [
    '(?:the )?(?:last|latest|most recent) (?:week|period|time|edition) (?:in which|when|that|where|with|during which)(?= .*(?:\\b(?:above|over|below|under|more than|less than|fewer than|at least|at most|strong|weak|signal|no|zero|any|on|in)\\b|[<>≥≤]))',
    { detail: 'when', order: 'highest' },
  ],
  [
    '(?:higher|more|bigger|larger|greater|up|above|stronger|better) or (?:lower|fewer|less|smaller|down|below|weaker|worse)|(?:lower|fewer|less|smaller|down|below|weaker|worse) or (?:higher|more|bigger|larger|greater|up|above|stronger|better)',
    { act: 'change' },
  ],
  [
    '(?:came|come|comes|landed|land|lands|arrived|arrive|arrives) in bulk',
    { metric: 'bulkShare14d' },
  ],

  ['(?:any )?(?:signs?|hints?|evidence|indications?) that', {}],
  [
    'without (?:a |any )?(?:break|interruption|pause|gap)|uninterrupted(?:ly)?|continuously|non-?stop',
    { act: 'streak' },
  ],

  // Politeness, and no forecast.
  [
    '(?:i|we) should (?:very much |really |also )?(?:like|love|be (?:glad|grateful|interested|curious))(?: (?:to (?:know|see|learn|hear|ask)|if you (?:told me|could tell me)))?',
    {},
  ],
];
