/** Numbers of a week. */
import type { Expressions } from './meaning.ts';

const PEOPLE =
  '(?:contributors?|contribs|developers?|devs?|engineers?|coders?|programmers?|committers?|ppl|people(?: who)?(?: commit(?:ting|ted)?)?|authors?|maintainers?|folks|individuals|persons|humans)';

const DAYS =
  '(?:how many|the number of|number of) (?:(?:different|distinct|separate) )?days(?: (?:out )?of (?:the )?(?:last |past )?(?:28|30)(?: days)?)?';
const RELEASES =
  'released?|releases|releasing|ship(?:s|ped|ping)?|cuts?|cutting|publish(?:es|ed|ing)?|mak(?:e|es|ing)|made|push(?:es|ed|ing)?|put out|ha(?:s|ve|d)|land(?:s|ed|ing)?|tag(?:s|ged|ging)?|issue[sd]?|issuing|drop(?:s|ped|ping)?';

export const NUMBERS: Expressions = [
  // Numbers of the week.
  ['(?:commit )?velocity', { metric: 'commitVelocity14d' }],
  ['velocity scores?', { metric: 'scoreVelocity' }],
  [
    'commits?(?: (?:counts?|volume|activity|numbers?|totals?|output|pace|rate))?',
    { metric: 'commitVelocity14d' },
  ],
  ['(?:number|amount|volume|count) of commits', { metric: 'commitVelocity14d' }],
  [
    '(?:pace|activity|output|throughput|shipping speed|development speed|development activity)',
    { metric: 'commitVelocity14d' },
  ],
  ['(?:how )?(?:active|busy|productive)(?: (?:is|are|was|were))?', { metric: 'commitVelocity14d' }],
  [
    'how (?:fast|quickly|much)(?: (?:code )?(?:does|do|did|is|are|was))?(?= .*\\bship)',
    { metric: 'commitVelocity14d' },
  ],
  ['ship(?:s|ping|ped)?(?: (?:code|software|commits))?', { metric: 'commitVelocity14d' }],
  ['(?:commit )?velocity change', { metric: 'commitVelocityChangeRatio' }],
  [
    '(?:change|growth) (?:in|of) (?:the )?(?:(?:number|count) of )?(?:(?:commit )?velocity|commits|activity|pace)',
    { metric: 'commitVelocityChangeRatio' },
  ],
  [
    '(?:growth|change) rate (?:of|in) (?:the )?(?:commits|activity|pace)',
    { metric: 'commitVelocityChangeRatio' },
  ],
  [
    `(?:growth|change) rate (?:of|in) (?:the )?(?:(?:number|count) of )?(?:${PEOPLE}|team)`,
    { metric: 'contributorGrowth' },
  ],
  ['commit growth(?: rate)?', { metric: 'commitVelocityChangeRatio' }],
  [PEOPLE, { metric: 'contributors' }],
  [`(?:number|amount|count) of ${PEOPLE}`, { metric: 'contributors' }],
  [
    '(?:contributor|developer|engineer|people) (?:counts?|numbers?|base)',
    { metric: 'contributors' },
  ],
  [
    '(?:(?:engineering|dev|developer|engineers?) )?(?:team|teams)(?: sizes?)?',
    { metric: 'contributors' },
  ],
  ['how (?:big|large) (?:is|are|was|were)(?= .*\\bteam)', { metric: 'contributors' }],
  [
    `(?:contributor|team|engineering team|developer|people) growth(?: rate)?`,
    { metric: 'contributorGrowth' },
  ],
  [
    `(?:growth|change) (?:in|of) (?:the )?(?:(?:number|count) of )?(?:${PEOPLE}|team|engineering team)`,
    { metric: 'contributorGrowth' },
  ],
  [
    '(?:(?:start|create|open|add|publish)(?:s|ed)? )?(?:any )?new repos(?:itories)?',
    { metric: 'newRepos' },
  ],
  [
    '(?:start|creat|open|launch|publish|set up|spun up)(?:es|ed|s|d)?(?= (?:\\w+ ){0,2}new repo)',
    {},
  ],
  ['(?:ai |coding )?agents? shares?', { metric: 'agentShare' }],
  [
    '(?:ai|coding)[- ](?:coding[- ])?(?:agents?|assistants?)[- ]shares?(?: of)?',
    { metric: 'agentShare' },
  ],
  [
    '(?:from|by|with|to|through) (?:(?:ai|coding|ai coding) )?agents?(?! shares?\\b)(?<=\\b(?:share|percentage|per ?cent|%|fraction|proportion|portion|part) of .*\\b(?:commits|code|work)\\b .*)',
    { metric: 'agentShare' },
  ],
  [
    'shares? of (?:the )?(?:commits|code|work)(?: (?:that|which))?(?: (?:is|are|was|were|come|comes))?(?: (?:written|made|done|from|authored|co-authored|coauthored|produced|involve|involves|involving|involved))*(?: (?:by|from|with))*(?: (?:ai|coding))?(?: coding)? (?:agents?|ai|bots)',
    { metric: 'agentShare' },
  ],
  [
    '(?:commits|code|work)(?: (?:that|which))?(?: (?:is|are|was|were|come|comes|being))?(?: (?:written|made|done|from|authored|co-authored|coauthored|produced|involves?|involving|have|has|had|with|by|from))+(?: (?:ai|coding))?(?: coding)? (?:agents?|ai)',
    { metric: 'agentShare' },
  ],
  [
    '(?:ai|agent|agents)[- ](?:written|authored|generated|assisted|made)(?: (?:commits?|code))?',
    { metric: 'agentShare' },
  ],
  [
    '(?:written|authored|made|generated|produced|coded)(?: (?:by|with|using))(?: (?:ai|coding))? ?(?:agents?|ai|machines|llms?)',
    { metric: 'agentShare' },
  ],
  [
    '(?:relies?|rely|relying|leans?|depends?|depending) (?:\\w+ )?on (?:ai|coding|ai coding)(?: agents?)?',
    { metric: 'agentShare' },
  ],
  [
    '(?:relies?|rely|relying|leans?|depends?|depending) (?:the )?most (?:\\w+ )?on (?:ai|coding|ai coding)(?: agents?)?',
    { metric: 'agentShare', order: 'highest' },
  ],
  [
    '(?:relies?|rely|relying|leans?|depends?|depending) (?:the )?least (?:\\w+ )?on (?:ai|coding|ai coding)(?: agents?)?',
    { metric: 'agentShare', order: 'lowest' },
  ],
  [
    '(?:uses?|using) (?:the )?(?:most |more )?(?:ai|coding|ai coding)(?: agents?)?(?: (?:to (?:write )?code|for coding))?',
    { metric: 'agentShare' },
  ],
  [
    '(?:uses?|using) (?:the )?most (?:ai|coding|ai coding)(?: agents?)?(?: (?:to (?:write )?code|for coding))?',
    { metric: 'agentShare', order: 'highest' },
  ],
  ['(?:coding|ai|ai coding) agents?', { metric: 'agentShare' }],
  [
    '(?:comes?|came|coming|is|are|were|written) (?:written )?(?:from|by) (?:ai|coding|ai coding)(?: agents?)?',
    { metric: 'agentShare' },
  ],
  [
    '(?:no|without|not any) (?:trace|sign|signs|use|commits)?(?: of| by| from)? ?(?:any )?(?:ai|coding|ai coding) agents?',
    { condition: { field: 'agentShare', op: '=', values: [0] } },
  ],
  [
    "(?:(?:don't|doesn't|do not|does not|never) use (?:any )?|us(?:es?|ing) no )(?:ai|coding|ai coding)(?: agents?)?",
    { condition: { field: 'agentShare', op: '=', values: [0] } },
  ],
  [
    '(?:one|a single|single) (?:person|contributor|developer|author)(?: \\w+){0,3} (?:share|part) of (?:the |all )?commits',
    { metric: 'largestContributorShare14d', order: 'highest' },
  ],
  [
    'most (?:tracked |public )?(?:repos|repositories)',
    { metric: 'repositoryCount', order: 'highest' },
  ],
  [
    'fewest (?:tracked |public )?(?:repos|repositories)',
    { metric: 'repositoryCount', order: 'lowest' },
  ],
  ['unknown', { isUnknown: true }],
  [
    '(?:active |distinct |different |individual |unique |human )+(?:contributors?|developers?|devs?|engineers?|coders?|programmers?|committers?|people|authors?|maintainers?)',
    { metric: 'contributors' },
  ],
  [
    '(?:developers?|devs?|engineers?|coders?|programmers?|people) (?:who |that |are |is )*(?:work(?:s|ed|ing)?|cod(?:es?|ed|ing)) on',
    { metric: 'contributors' },
  ],
  [
    '(?:dev(?:eloper)?|engineering|coding|contributor) (?:headcount|workforce|staff|force|bench)',
    { metric: 'contributors' },
  ],
  [
    '(?:code|engineering|dev|development|developer|github|git|coding|repo|repository) (?:activity|output|velocity|pace|throughput|volume)',
    { metric: 'commitVelocity14d' },
  ],
  ['push(?:es|ed|ing)?(?: (?:code|commits))?', { metric: 'commitVelocity14d' }],
  ['(?:check-?ins?|code changes|code pushes|code contributions)', { metric: 'commitVelocity14d' }],
  [
    '(?:ai|agent|agents|llm|machine)(?: |-)(?:written|authored|generated|assisted|made|coded|produced|driven)(?: (?:commits?|code))?(?: (?:share|percentage|proportion|fraction|ratio))?',
    { metric: 'agentShare' },
  ],
  [
    '(?:ai|agent|agentic|coding agent)(?: |-)(?:share|usage|adoption|percentage|ratio|use|code|commits?)',
    { metric: 'agentShare' },
  ],
  [
    '(?:rel(?:y|ies|ied|ying)|depend(?:s|ed|ing)?|lean(?:s|ed|ing)?) (?:\\w+ )?on (?:a single|one|just one|only one)(?: (?:person|contributor|developer|engineer|committer|author))?',
    { metric: 'largestContributorShare30d', order: 'highest' },
  ],
  [
    '(?:stands?|standing|sits?|places?|placed|ranks?|ranked|ranking|fares?|position(?:ed)?|place) (?:in|within|among|amongst|inside|of) (?:its|their|the|her|his|own)(?: own)? (?:sectors?|categor(?:y|ies)|peers|peer group|field|segment|space)',
    { metric: 'sectorRank' },
  ],
  [
    '(?:compare[sd]?|stack(?:s|ed)? up|measure[sd]? up|hold(?:s)? up) (?:with|to|against|within|in|among) (?:(?:its|their|the|rest|of|other|own) )+(?:sectors?|categor(?:y|ies)|peers|competitors|rivals|field|segment|space)',
    { metric: 'sectorRank' },
  ],
  ['(?:composite )?scores?', { metric: 'scoreComposite' }],
  ['composites?', { metric: 'scoreComposite' }],
  ['growth scores?', { metric: 'scoreGrowth' }],
  ['novelty(?: scores?)?', { metric: 'scoreNovelty' }],
  ['(?:acceleration|momentum)(?: scores?)?', { metric: 'scoreGrowth' }],
  ['(?:sector )?rank(?:s|ed|ing)?(?: in (?:its|their) sectors?)?', { metric: 'sectorRank' }],
  [
    '(?:place|position|standing|spot|slot)(?: in (?:its|their|the) sectors?)?',
    { metric: 'sectorRank' },
  ],
  [
    '(?:trending (?:rank|position|place|spot)|(?:rank|position|place|spot)(?: \\w+)? (?:in|on|among) the (?:trending(?: list)?|top (?:20|twenty)|overall ranking))',
    { metric: 'trendingRank' },
  ],
  ['overall rank(?:ing)?', { metric: 'trendingRank' }],
  ['signals?(?: types?)?', { metric: 'signalType' }],
  ['(?:signal strengths?|how strong)', { metric: 'signalStrength' }],
  ['newcomers?', { metric: 'newPeople30d' }],
  // As programs write them.
  ['largestcontributorshare14d', { metric: 'largestContributorShare14d' }],
  ['largestcontributorshare30d', { metric: 'largestContributorShare30d' }],
  ['bulkshare14d', { metric: 'bulkShare14d' }],
  ['bulkshare30d', { metric: 'bulkShare30d' }],
  ['newpeople14d', { metric: 'newPeople14d' }],
  ['newpeople30d', { metric: 'newPeople30d' }],
  ['returningpeople14d', { metric: 'returningPeople14d' }],
  ['returningpeople30d', { metric: 'returningPeople30d' }],
  ['peopleontwodays14d', { metric: 'peopleOnTwoDays14d' }],
  ['peopleontwodays30d', { metric: 'peopleOnTwoDays30d' }],
  ['returning (?:people|contributors|developers|engineers)', { metric: 'returningPeople30d' }],
  [
    '(?:bulk (?:share|landings?|commits)|shares? of (?:bulk|commits (?:that )?land(?:ed|ing)? in bulk))',
    { metric: 'bulkShare14d' },
  ],
  [
    "(?:largest|top|biggest|main|most active) (?:contributor|person|developer|committer)(?:'s)? share",
    { metric: 'largestContributorShare30d' },
  ],
  [
    '(?:committing|coding|contributing)(?: (?:code|engineers?|developers?))?',
    { metric: 'contributors' },
  ],
  [
    '(?:engineers?|developers?|devs?|people|contributors?)(?: (?:who )?(?:are |is )?(?:actively )?(?:committing|contributing|coding|pushing)(?: (?:code|to|at|in))?)',
    { metric: 'contributors' },
  ],
  [
    '(?:active )?(?:committers?|contributors?) (?:headcount|tally|tallies)',
    { metric: 'contributors' },
  ],
  ['headcount of (?:active )?(?:committers?|contributors?)', { metric: 'contributors' }],
  ['commit (?:tally|tallies|figures?|levels?|frequency)', { metric: 'commitVelocity14d' }],
  [
    '(?:is|are|was|were|been) (?:mostly |largely )?(?:ai|agent|machine|llm)(?: |-)(?:written|authored|generated|assisted|made|coded|produced)',
    { metric: 'agentShare' },
  ],
  [
    '(?:work|code|commits) (?:is|are|was|were) (?:done|written|made|produced|generated) by (?:ai|coding agents?|agents?|machines|llms?)',
    { metric: 'agentShare' },
  ],
  ['(?:contributor|team|people) growth rates?', { metric: 'contributorGrowth' }],
  [
    `${PEOPLE} (?:(?:who|that|have|has|are|were|is|actually|actively|currently) )*(?:push(?:ed|ing)?|commit(?:ted|ting)?|contribut(?:e|ed|es|ing)|cod(?:ed|ing)|wrote|writ(?:e|ing)|work(?:ed|ing)? on)(?: (?:code|commits|changes))?(?: (?:to|on|in|at|for|into))?`,
    { metric: 'contributors' },
  ],
  [
    `(?:crowd|pool|base|army|group|band|bunch|body|community|roster|circle|set|head ?count|tally|size of the (?:team|group)) of (?:active )?${PEOPLE}`,
    { metric: 'contributors' },
  ],
  [
    'commit(?:s|ted)? (?:anything|something|nothing|any code|code)',
    { metric: 'commitVelocity14d' },
  ],
  ['scor(?:es?|ed|ing)', { metric: 'scoreComposite' }],
  [
    '(?:comes?|came|coming|is|are|done|made|written)? ?(?:from|by) (?:its|their|the|a|one)? ?(?:single )?(?:biggest|largest|top|main|most active|busiest|most prolific) (?:contributor|person|developer|committer|author|engineer)',
    { metric: 'largestContributorShare14d' },
  ],
  [
    '(?:of (?:its|their|all|the) )?(?:commits |code |work )?(?:is |are |was |were )?(?:written|made|done|authored|produced|coming|come|from) (?:by|from) (?:just |only )?(?:one|a single|one single|the same) (?:person|contributor|developer|committer|author|engineer)',
    { metric: 'largestContributorShare14d' },
  ],
  [
    '(?:rel(?:y|ies|ied|ying)|depend(?:s|ed|ing)?|lean(?:s|ed|ing)?|hing(?:es|ed)|rest(?:s|ed)?)(?: (?:the )?(?:hardest|most|heavily|heaviest|strongly|entirely|solely|mostly|largely|more))? on (?:just |only )?(?:one|a single|one single|the same) (?:person|contributor|developer|committer|author|engineer)',
    { metric: 'largestContributorShare14d', order: 'highest' },
  ],
  [
    'shares? of (?:ai|agent|machine|llm)(?: |-)(?:written|authored|generated|assisted|made|produced)(?: (?:commits|code|work))?',
    { metric: 'agentShare' },
  ],
  ['(?:spot|slot|rank) in (?:its|their|the) sectors?', { metric: 'sectorRank' }],
  // Releases are known by the days on which there were any.
  [
    `(?:(?:number|count) of )?(?:release days?|days (?:with|of) (?:a |any |at least one |one |some )*releases?)`,
    { metric: 'releaseDays' },
  ],
  [
    `(?:on |for )?${DAYS}(?= (?:did|does|do|has|have|was|were|is|had) .*\\b(?:releas(?:e|es|ed|ing)|versions?)\\b)`,
    { metric: 'releaseDays' },
  ],
  [
    `(?:(?:${RELEASES}) )?(?:(?:a|any|at least one|one|some|new|its|their|something) )*(?:releases?|versions?|release tags?)(?<=${DAYS}\\b.*)`,
    {},
  ],
  [`releas(?:e|es|ed|ing)(?: (?:anything|something|code|software))?(?<=${DAYS}\\b.*)`, {}],
  [
    'releas(?:e|es|ed|ing) on (?:the )?(?:most|greatest number of|highest number of|largest number of) days',
    { metric: 'releaseDays', order: 'highest' },
  ],
];
