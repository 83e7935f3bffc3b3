/** What people say who know none of the field's words: who works, what nobody does, what is watched. */
import type { Expressions, Meaning } from './meaning.ts';
import { AI, PEOPLE } from './people-and-agents.ts';

const QUIET: Meaning = { condition: { field: 'commitVelocity14d', op: '=', values: [0] } };
const PLACE = '(?:place|position|spot|slot|rank|standing|number)';
const TABLE =
  '(?:the |your |this |that )?(?:whole |full |overall |weekly )?(?:tables?|rankings?|charts?|ladder|league(?: table)?|leader ?board|standings|order|list)';
const MAKES =
  '(?:mak(?:e|es|ing)|made|ship(?:s|ped|ping)?|land(?:s|ed|ing)?|push(?:es|ed|ing)?|writ(?:e|es|ing|ten)|wrote|record(?:s|ed)?|ha(?:s|ve|d)|commit(?:s|ted|ting)?|produc(?:e|es|ed)|do|done)';
const NOTHING =
  '(?:(?:a|any|one|single|line|lines|of) )*(?:commits?|code|anything|a thing)(?: at all)?';
const GROUP = '(?:sectors?|categor(?:y|ies)|verticals?|industr(?:y|ies)|buckets?|areas?|spaces?)';
const ASKS_GROUP = `\\b(?:which|what) ${GROUP}`;

export const PLAIN_WORDS: Expressions = [
  // Whom this service covers.
  [
    '(?:(?:(?:that|which|whom|who) )?you )?keep(?:ing)? (?:an eye|a close eye|tabs|track|watch|a watch) (?:on|of|over)',
    { isTracked: true },
  ],
  [
    '(?:(?:that|which|whom|who) )?you (?:follow|watch|monitor|observe|look (?:at|after)|have (?:an eye )?on(?: your (?:list|radar|books|screen))?)(?: when you (?:report on|cover|track|score|rank|measure|rate))?',
    { isTracked: true },
  ],

  // Teams are startups where they are picked or counted, and not what is large or small of them.
  [
    'teams?(?<=\\b(?:which|what|how many) teams?)(?! .*\\b(?:big\\w*|larg\\w+|small\\w*|size|grow\\w*|grew|shr[aiu]nk\\w*|expand\\w*|hir\\w+)\\b)',
    { subject: 'startup' },
  ],
  // Whoever commits does it for the startup.
  [
    `(?:${PEOPLE}|team)(?:'s)?(?: (?:write|make|ship|push|land|commit|produce|of|at|behind))?(?<=\\bhow (?:many commits|much code|busy|active|productive)(?: (?:did|do|does|have|has|had|were|was|are|is))(?: (?:the|its|their|all|whole|entire))*(?: \\S+){1,4})`,
    {},
  ],
  [
    `${PEOPLE}(?= (?:ship|push|land|commit|write|produce) (?:the |by far the )?(?:most|least|fewest))(?<!\\b(?:many|most|fewest|of|more|fewer) \\w+)`,
    {},
  ],
  [
    `(?:for|in|with|when) (?:(?:its|their|the) )?(?:programming|coding|development|engineering|software development)(?: work)?(?<=\\b(?:ai|agents?|assistants?|copilots?|llms?) .*)`,
    {},
  ],

  // What they do.
  [
    'how much code(?= (?:did|do|does|has|have) )(?! .*\\b(?:ai|agents?|machines?|llms?|copilots?)\\b)',
    { metric: 'commitVelocity14d' },
  ],
  [
    '(?:did|does|do|done|doing) (?:the )?most work',
    { order: 'highest', metric: 'commitVelocity14d' },
  ],
  [
    '(?:did|does|do|done|doing) (?:the )?least work',
    { order: 'lowest', metric: 'commitVelocity14d' },
  ],
  ['outscor(?:e|es|ed|ing)', { act: 'compare', order: 'highest', metric: 'scoreComposite' }],
  ['on (?:its|their) (?:books|payroll|roster)', {}],
  // Of nothing is it known who did it before all others.
  [
    '(?:the )?(?:very )?first(?= to (?!rais|acquir|buy|be |invest|back|lead|get |clos))',
    { foreign: 'other' },
  ],
  [
    'commit(?:s|ted|ting)?(?= (?:by far )?(?:the )?(?:most|least|fewest|more|less|fewer)(?: code| than|$| in| of| over| during| this| last| among| since| at| on| so))',
    { metric: 'commitVelocity14d' },
  ],
  [
    'first (?:show(?:s|ed|n)?(?: up)?|turned up|appear(?:s|ed)?|contributed|committed|joined)(?<=\\bhow many (?:(?:people|developers|contributors|engineers) )?first .*)',
    { metric: 'newPeople30d' },
  ],
  [
    `(?:up)?on ${AI}(?<=\\b(?:rel(?:y|ies|ied|ying|iant|iance)|depend\\w*|lean(?:s|ed|ing)?) .*)`,
    { metric: 'agentShare' },
  ],
  [
    `(?:us(?:e|es|ed|ing)|adopt(?:s|ed|ing)?|work(?:s|ed|ing)? with) ${AI}`,
    { metric: 'agentShare' },
  ],

  // Nothing at all.
  [
    `(?:did|do|does|has|have|had)(?: not|n't) ${MAKES} (?:even )?${NOTHING}(?! (?:by|with|from|of))`,
    QUIET,
  ],
  [
    `(?:nobody|no ?one|no-one) (?:(?:has|have|had|is|was) )?(?:commit(?:s|ted|ting)?|push(?:es|ed)|ship(?:s|ped)|writ(?:es|ten)|wrote|land(?:s|ed)|work(?:s|ed|ing))(?: (?:on )?${NOTHING})?(?! (?:with|by|alongside) )`,
    QUIET,
  ],
  [
    `(?:nobody|no ?one|no-one) (?:(?:has|have|had|is|was) )?(?:us(?:e|es|ed|ing)|let(?:s|ting)?|rel(?:y|ies|ied|ying) on|work(?:s|ed|ing)? with|touch(?:es|ed)?) (?:an? )?(?:any )?${AI}`,
    { condition: { field: 'agentShare', op: '=', values: [0] } },
  ],

  [
    '(?:without|lacking)(?: any)?(?= (?:commits?|contributors?|new (?:repos?|repositories|contributors|people))\\b)',
    { isZero: true, isNegation: true },
  ],
  [
    '(?:nobody|no ?one|no-one) new(?: on board| on the team| there)?',
    { condition: { field: 'newPeople30d', op: '=', values: [0] } },
  ],
  [
    '(?:has|have|having|had|with) (?:a single|a lone|a sole|one sole|one) (?:contributor|developer|dev|engineer|coder|programmer|committer|person)(?=$| (?:in|this|at|over|right|now|only|left)\\b)',
    { condition: { field: 'contributors', op: '=', values: [1] } },
  ],

  // In the middle of something that is named behind.
  [
    '(?:(?:that|which|who) )?(?:(?:is|are|was|were|currently|now|still|right now) )*(?:going through|gone through|go through|goes through|undergoing|undergo(?:es)?|(?:right )?in the (?:middle|midst|process|throes) of|midway through|halfway through|busy with|engaged in|amid(?:st)?|experiencing|undertaking|carrying out|pulling off)(?= (?:(?:a|an|any|some|the|its|their|strong|weak|big|major|new) )*(?:(?:framework|stack|dependency|tech stack) )?(?:migrat|switch|hiring|engineering hiring|infrastructure|infra|deploy|deployment|release (?:spike|frequency)))',
    {},
  ],

  // Days and weeks that are set apart from windows.
  [
    '(?:rather than|instead of|as opposed to|and not|not) (?:(?:in|over|the|its|of|for|last|past|usual|whole) )*(?:(?:two|2|14|fourteen)(?:[- ](?:weeks?|days?))?|fortnight)(?: (?:window|period))?(?<=\\b(?:days?|weeks?|month|quarter)\\b.*)',
    {},
  ],
  [
    '(?:alone|by itself|on its own)(?<=(?:\\d|\\b(?:weeks?|days?|month|quarter|year|january|february|march|april|may|june|july|august|september|october|november|december)) (?:alone|by itself|on its own))',
    {},
  ],
  [
    'calendar(?= (?:weeks?|months?|quarters?|years?|q[1-4]|january|february|march|april|may|june|july|august|september|october|november|december|20\\d\\d)\\b)',
    {},
  ],

  // Where somebody stands.
  [
    'where(?= (?:do|does|did|is|are|was|were) .*\\b(?:stand|rank|ranked|placed?|sit|come in|come out|finish|end up)(?: (?:in|among|amongst|within|on|right|at|now|overall|this|by|today)\\b.*)?$)(?! .*\\b(?:based|located|from)\\b)',
    { metric: 'sectorRank' },
  ],
  [
    `${PLACE}(?<=\\b(?:what|which) \\w+)(?= (?:do|does|did|is|are|has|have))`,
    { metric: 'sectorRank' },
  ],
  [
    `(?:hold|holds|held|take|takes|took|occup(?:y|ies|ied)|have|has|got)(?<=\\b(?:what|which) ${PLACE} .*)(?= (?:in|among|amongst|within|on|right|at|now|overall|this|by|today)\\b|$)`,
    {},
  ],
  ['standings?(?! (?:behind|orders?|out))', { metric: 'sectorRank' }],
  [
    `how (?:far|high)(?: up| down)?(?: (?:in|on|up|down|into))? ${TABLE}|how (?:far|high)(?: up| down)?(?= (?:is|was|does|do|did|has) .*\\b(?:in|on|up|down) ${TABLE})`,
    { metric: 'sectorRank', beside: ['trendingRank'] },
  ],
  [
    `where(?= (?:is|was|does|do|did|has) .*\\b(?:in|on) ${TABLE})`,
    { metric: 'sectorRank', beside: ['trendingRank'] },
  ],
  [`(?:in|on|up|down) ${TABLE}(?<=\\b(?:how (?:far|high)|where)\\b.*)`, {}],
  [
    '(?:out )?of (?:all|every|each)(?: of)?(?: the)? (?:covered |tracked |ranked )?(?:start-?ups?|company|companies|firms?|projects?|ones?)(?: (?:that |which )?(?:you|bellwether|it) (?:scores?|ranks?|covers?|tracks?|follows?|watch(?:es)?|lists?|publish(?:es)?|measures?|rates?))',
    { isOverall: true },
  ],
  ['how (?:high|low)(?= (?:is|was|are|were) .*\\b(?:scores?|share|composite)\\b)', {}],

  // Who falls behind, and what has been gained.
  [
    'stall(?:s|ed|ing)?|running out of steam|los(?:t|es|ing) (?:its |their )?drive',
    { act: 'fall' },
  ],

  // The newest that is known.
  [
    '(?:at|as of|by|on|per) (?:the |our |your )?(?:last|latest|most recent|newest) (?:count|tally|check|reading|look)',
    {},
  ],
  [
    'as far as (?:(?:their|its|the|your) (?:commits?|data|history|numbers|records?|repos?|repositories)|you|anyone|one|it|that|this) (?:(?:can|could) )?(?:show|shows|tell|tells|go|goes|say|says|see|sees|know|knows|suggest|suggests)',
    {},
  ],

  // What a service does with those it covers.
  [
    `(?:file|filed|list|listed|sort|sorted|class|classed|classify|classified|categori[sz]ed?|group|grouped|assign|assigned|bucket|bucketed|tag|tagged|label|labell?ed|slot|slotted|count|counted|placed|put)(?<=${ASKS_GROUP} (?:do|did|does|have|has|had|would|is|was|are|were) .*)(?= |$)`,
    {},
  ],
  [`(?:under|in|into|as|with|to)$(?<=${ASKS_GROUP} .*)`, {}],
  [`under(?= (?:which|what) ${GROUP})`, {}],
  // Names.
  ['use to be (?:called|known as|named)', { metric: 'formerNames' }],
  [
    '(?:called|named|known as|go by|run under) (?:in (?:its|their|the) (?:very )?(?:early|first|initial|beginning) (?:days|years|months|time|phase|stage)|at (?:first|the (?:start|beginning|outset))|in the (?:beginning|past)|when (?:it|they) (?:started|launched|began)(?: out)?)',
    { metric: 'formerNames' },
  ],
  [
    '(?:under|by|with) (?:which|what) names?(?: (?:did|does|do|has|have))?(?: the (?:people|team) (?:of|behind|at))?(?= .*\\b(?:start(?:ed)?(?: out)?|begin|began|begun|launch(?:ed)?|set out|set off)\\b)',
    { metric: 'formerNames' },
  ],
  [
    '(?:start(?:ed)? out|start(?:ed)?|began|begin|begun|launch(?:ed)?|set out|set off)(?<=\\b(?:under|by|with) (?:which|what) names? .*)',
    {},
  ],
  ['(?:under|by) (?:which|what) names?(?= .*\\bgithub\\b)', {}],
];
