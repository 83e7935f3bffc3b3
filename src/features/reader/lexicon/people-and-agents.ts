/** Who commits: people, how many of them, one alone, and coding agents. */
import type { Expressions } from './meaning.ts';

/** The longer come first: an expression ends behind the whole of it. */
export const AI =
  '(?:(?:the |an )?ai (?:coding )?(?:agents?|tools?|assistants?)|coding (?:agents?|assistants?)|(?:an )?ai|agents?|llms?|machines|robots|copilots?)';
const HELPING = '(?:(?:had|has|have|having|a|an|is|are|was|were|been|being|to|got|get|gets) )*';
const ONE =
  '(?:just |only |merely )*(?:one|a single|one single|the same|a lone|a sole)(?: lone| single)? (?:person|contributor|developer|dev|committer|author|engineer|individual|human|head)';
const MOST =
  '(?:(?:the|so|very|hardest|most|heavily|heaviest|strongly|entirely|solely|mostly|largely|more|too|much) )*';
export const PEOPLE =
  '(?:contributors?|developers?|devs?|engineers?|coders?|programmers?|committers?|people|ppl|authors?|maintainers?|folks)';
const OUTFITS =
  "(?:start-?ups?|companies|company|firms?|businesses|business|teams?|projects?|shops?|outfits?|operations?)(?:'s?)?";
const BUS_FACTOR = '(?:bus|truck|lottery)[- ]factor';
const RISK = '(?:risk|problem|exposure|dependenc(?:y|e)|issue|concern)s?';
const FOREMOST =
  '(?:(?:single|one|sole|individual) )?(?:biggest|largest|top|main|leading|most active|busiest|most prolific|most productive)(?: (?:single|individual|one))?';
const PERSON =
  '(?:contributor|person|developer|dev|committer|author|engineer|coder|programmer|maintainer|individual)';
const NEW = '(?:new|first[- ]time|newly arrived)';
/** Whoever comes back after so long is new again. */
const LONG =
  '(?:half[- ]a[- ]year|six[- ]months|180[- ]days|a[- ]long[- ](?:break|absence|pause|time))';
/** `two-person teams` */
const TEAM_SIZES: readonly (readonly [string, number])[] = [
  ['1|one|single|solo|lone', 1],
  ['2|two', 2],
  ['3|three', 3],
  ['4|four', 4],
  ['5|five', 5],
];

export const PEOPLE_AND_AGENTS: Expressions = [
  [
    `(?:with |by )?(?:the |any )?(?:help|assistance|support|aid|involvement|participation) (?:of|from|by) ${AI}`,
    { metric: 'agentShare' },
  ],
  [
    `(?:how )?(?:heavily |strongly |much )?(?:dependent|reliant|dependence|dependency|reliance|depend|depends|rely|relies)(?= .*\\bon ${ONE}(?: |$))|(?:up)?on ${ONE}(?<=\\b(?:dependent|reliant|dependence|dependency|reliance|depends?|rely|relies)\\b.*)`,
    { metric: 'largestContributorShare14d' },
  ],
  [
    '(?:dependent|reliant|depends?|rel(?:y|ies|ied|ying)|leans?|hinges?|rests?)(?: (?:more|less|most|least))?(?: heavily| strongly)?(?= .*\\bon (?:(?:its|the|their) )?(?:single |most |top |main |biggest |largest )?(?:ai|coding|agents?|most active|prolific|contributor|developer|bus factor|person)\\b)',
    {},
  ],
  ['(?:headcount|team|people|staff) on github', { metric: 'contributors' }],
  [`${BUS_FACTOR}(?: ${RISK})?`, { metric: 'largestContributorShare14d' }],
  // The more one person does, the worse it is.
  [
    `(?:worst|lowest|smallest|poorest|weakest|most (?:severe|acute|serious|extreme)|highest|biggest|greatest|largest) ${BUS_FACTOR}(?: ${RISK})?|${BUS_FACTOR}(?: ${RISK})?(?: (?:is|are))?(?: (?:the|at its))? (?:worst|most (?:severe|acute|serious|extreme)|highest|biggest|greatest|largest)`,
    { metric: 'largestContributorShare14d', order: 'highest' },
  ],
  [
    `(?:best|healthiest|safest|soundest|most comfortable) ${BUS_FACTOR}(?: ${RISK})?|(?:lowest|smallest|least) ${BUS_FACTOR} ${RISK}`,
    { metric: 'largestContributorShare14d', order: 'lowest' },
  ],
  // What the novelty score measures.
  [
    "(?:share|part|portion|proportion|fraction|chunk|slice|bit|amount) of (?:its|their|the|all|a startup's) (?:work|commits?|code|coding|contributions?|activity|days of work)(?: (?:that|which))?(?: (?:is|are|was|were|comes?|coming|came|done|made|written|carried|get|gets))*(?: out)? (?:by|from) (?:the |its |their )?(?:newcomers?|new(?:ly arrived)? (?:people|contributors?|developers?|faces|joiners))",
    { metric: 'scoreNovelty' },
  ],
  // Agents.
  [
    `${AI} ${HELPING}(?:hand in|part in|role in|involved(?: in)?|involvement(?: in)?|writes?|wrote|written|writing|help(?:s|ed|ing)?(?: (?:with|write|on|in))?|touch(?:es|ed)?|co-?(?:writes?|wrote|author(?:s|ed)?)|produc(?:es?|ed)|generat(?:es?|ed)|assist(?:s|ed)?(?: (?:with|in|on))?|contribut(?:es?|ed) to|account(?:s|ed)? for|code[ds]?)`,
    { metric: 'agentShare' },
  ],
  // "startups in AI agents land" speaks of the sector
  [
    `(?<!\\b(?:in|within|across|among|amongst|for) (?:the )?)${AI} ${HELPING}(?:d(?:o|oes|id|one|oing)|ma(?:ke|kes|de|king)|land(?:s|ed|ing)?|push(?:es|ed|ing)?|author(?:s|ed|ing)?|commit(?:s|ted|ting)?|responsible for|behind)`,
    { metric: 'agentShare' },
  ],
  [
    `(?:let(?:s|ting)?|leave|leaves|leaving|hand(?:s|ed|ing)?) (?:the |its |their )?(?:coding |programming |work |code |commits )?(?:to |over to )?${AI}(?: (?:write|do|code|produce|author))?`,
    { metric: 'agentShare' },
  ],
  [
    `(?:keen(?:est)?|reliant|dependent|big(?:gest)?|heav(?:y|iest)) (?:users? of|on) ${AI}`,
    { metric: 'agentShare', order: 'highest' },
  ],
  [`(?:use|usage|adoption|uptake|deployment) of ${AI}`, { metric: 'agentShare' }],
  [
    '(?:ai|agent|agentic|machine|llm)[- ](?:adoption|usage|reliance|penetration)',
    { metric: 'agentShare' },
  ],

  [
    '(?<=(?:\\d%|percent|per cent|pct) (?:of )?)(?:ai|agents?|ai[- ]written|agent[- ]written|machine[- ]written)(?: code| commits)?',
    { metric: 'agentShare' },
  ],
  [
    'most (?:heavily |strongly |thoroughly )?(?:ai|agent|machine)[- ](?:written|authored|generated|assisted|made|coded|driven)',
    { metric: 'agentShare', order: 'highest' },
  ],

  [
    '(?:without|with no|have no|has no|no|zero) (?:any )?(?:ai|agents?|coding agents?)(?:[- ](?:written|assisted|made))? (?:commits|code|help|use|usage|involvement|assistance)',
    { condition: { field: 'agentShare', op: '=', values: [0] } },
  ],
  [
    'most (?:ai|agent)[- ](?:dependent|reliant|heavy|native|centric)',
    { metric: 'agentShare', order: 'highest' },
  ],
  [
    'least (?:ai|agent)[- ](?:dependent|reliant|heavy|native|centric|driven|written)',
    { metric: 'agentShare', order: 'lowest' },
  ],

  // People.
  [
    `(?:${PEOPLE} )?${NEW} (?:or|and) (?:returning|returned|(?:coming |came )?back)[- ](?:after|from)[- ]${LONG}(?: ${PEOPLE})?`,
    { metric: 'newPeople30d' },
  ],
  [
    `${NEW} (?:or|and) returning(?: ${PEOPLE})?`,
    { metric: 'newPeople30d', beside: ['returningPeople30d'] },
  ],
  [
    `(?:headcount|number|tally|count|size of the group) of (?:(?:active|public|distinct|different|visible|regular|individual) )+${PEOPLE}`,
    { metric: 'contributors' },
  ],
  ...TEAM_SIZES.map(([words, size]): Expressions[number] => [
    `(?:${words})[- ](?:person|people|man|woman|developer|dev|engineer|contributor|committer)(?= (?:\\w+ )?${OUTFITS}(?: |$))`,
    { condition: { field: 'contributors', op: '=', values: [size] } },
  ]),
  ...TEAM_SIZES.map(([words, size]): Expressions[number] => [
    `teams? of (?:just |only )?(?:${words})(?: (?:people|persons?|developers?|engineers?))?(?= |$)|(?:with|has|have|having) (?:a )?(?:just|only|exactly|merely|sole)(?: a)? (?:${words}) ${PEOPLE}(?= |$)`,
    { condition: { field: 'contributors', op: '=', values: [size] } },
  ]),
  [`solo(?= ${OUTFITS}(?: |$))`, { condition: { field: 'contributors', op: '=', values: [1] } }],
  [
    '(?:size of the )?(?:developer|contributor|dev|coder) community(?: (?:behind|around|of|at))?',
    { metric: 'contributors' },
  ],
  [
    '(?:contribut(?:es?|ed)|commit(?:s|ted)? code)(?: (?:to|at|in|towards?))?(?= |$)',
    { metric: 'contributors' },
  ],
  [
    `(?:rel(?:y|ies|ied|ying)|depend(?:s|ed|ing|ent)?|reliant|lean(?:s|ed|ing)?|hing(?:es|ed)|rest(?:s|ed)?) ${MOST}(?:up)?on ${ONE}`,
    { metric: 'largestContributorShare14d', order: 'highest' },
  ],
  // How much of the work is one person's.
  [
    `(?:(?:the|its|their) )?${FOREMOST} ${PERSON}(?:'s?)? (?:share|part|portion|percentage|proportion|fraction)(?: of (?:(?:the|its|their|all|of) )*(?:commits?|code|work))`,
    { metric: 'largestContributorShare14d' },
  ],
  [
    `(?:share|part|portion|percentage|proportion|fraction) of (?:(?:the|its|their|all) )*(?:commits?|code|work) (?:of|by|from|for) (?:(?:the|its|their|a) )?${FOREMOST} ${PERSON}`,
    { metric: 'largestContributorShare14d' },
  ],
  [
    'how concentrated(?= (?:is|are|was|were) .*(?:work|commits?|development|coding|contributions?|effort|code|activity|output|team)\\b)',
    { metric: 'largestContributorShare14d' },
  ],
  [
    '(?:the )?(?:work|development|coding|effort|code base|codebase|team)(?<=\\bhow concentrated .*)|(?:in|on|with|around) (?:the hands of )?(?:one|a single|a few|few|some) (?:persons?|people|hands?|contributors?|developers?)(?<=\\bhow concentrated .*)',
    {},
  ],
  [
    `(?:most|closest to(?: being)?|nearest to|more or less|near|close to) (?:an? )?(?:one|single|solo)(?: |-)(?:person|man|woman|developer|dev|engineer)(?: (?:show|band|project|operation|outfit|${OUTFITS}))?`,
    { metric: 'largestContributorShare14d', order: 'highest' },
  ],
  [
    `(?:basically|essentially|mostly|largely|practically|pretty much|effectively|nearly|almost|virtually|all but) (?:an? )?(?:one|single|solo)-(?:person|man|woman|developer|dev|engineer)(?: (?:show|band|project|operation|outfit))?`,
    { metric: 'largestContributorShare14d', order: 'highest' },
  ],
  [
    `(?:nearly|almost|virtually|practically|basically|essentially|pretty much|just about|more or less) (?:every|each|all|everything)(?: (?:of|single|the|its|their))*(?: (?:commits?|code|work))?(?<=\\b(?:one|single|same|lone|sole) (?:person|contributor|developer|dev|committer|author|engineer|individual|human)\\b.*)`,
    { metric: 'largestContributorShare14d', order: 'highest' },
  ],
  [
    '(?:most active|most prolific|busiest|single biggest) (?:developer|engineer|contributor|committer|coder|programmer|person)',
    { metric: 'largestContributorShare14d' },
  ],
  [
    `(?:done|written|made|produced|landed|carried|coming|comes?) (?:by|from) ${ONE}`,
    { metric: 'largestContributorShare14d' },
  ],

  [
    `(?:(?:brand[- ])?new|newly (?:joined|arrived)|first[- ]time|fresh) (?:${PEOPLE}|faces)`,
    { metric: 'newPeople30d' },
  ],
  [
    `${PEOPLE} (?:(?:who|that|are|is|were|was|currently|actively) )*(?:build(?:s|ing)?|develop(?:s|ing)?|hack(?:s|ing)?(?: on)?)`,
    { metric: 'contributors' },
  ],

  [
    '(?:everyone|everybody|anyone|anybody|all|those) (?:who|that) (?:(?:has|have|had|is|are) )?(?:commit|contribut|cod|push)(?:e|s|ed|es|ing|ted|ting)?(?= |$)',
    { metric: 'contributors' },
  ],
];
