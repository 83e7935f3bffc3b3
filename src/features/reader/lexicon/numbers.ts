/** Numbers of a week. */
import type { Expressions } from './meaning.ts';

const PEOPLE =
  '(?:contributors?|developers?|devs?|engineers?|coders?|programmers?|committers?|people(?: who)?(?: commit(?:ting|ted)?)?|authors?|maintainers?)';

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
    '(?:change|growth|increase|decrease) (?:in|of) (?:(?:commit )?velocity|commits|activity|pace)',
    { metric: 'commitVelocityChangeRatio' },
  ],
  ['commit growth', { metric: 'commitVelocityChangeRatio' }],
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
    `(?:growth|increase|decrease|change|drop) (?:in|of) (?:the )?(?:(?:number|count) of )?(?:${PEOPLE}|team|engineering team)`,
    { metric: 'contributorGrowth' },
  ],
  [
    '(?:(?:start|create|open|add|publish)(?:s|ed)? )?(?:any )?new repos(?:itories)?',
    { metric: 'newRepos' },
  ],
  ['(?:ai |coding )?agents? shares?', { metric: 'agentShare' }],
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
    "(?:don't|doesn't|do not|does not|never) use (?:any )?(?:ai|coding|ai coding)(?: agents?)?",
    { condition: { field: 'agentShare', op: '=', values: [0] } },
  ],
  [
    '(?:one|a single|single) (?:person|contributor|developer|author)(?: \\w+){0,3} (?:share|part) of (?:the |all )?commits',
    { metric: 'largestContributorShare14d', order: 'highest' },
  ],
  ['unknown', { isUnknown: true }],
  ['(?:composite )?scores?', { metric: 'scoreComposite' }],
  ['composites?', { metric: 'scoreComposite' }],
  ['growth scores?', { metric: 'scoreGrowth' }],
  ['novelty(?: scores?)?', { metric: 'scoreNovelty' }],
  ['(?:acceleration|momentum)(?: scores?)?', { metric: 'scoreGrowth' }],
  ['(?:sector )?rank(?:s|ed|ing)?(?: in (?:its|their) sectors?)?', { metric: 'sectorRank' }],
  ['(?:place|position|standing)(?: in (?:its|their|the) sectors?)?', { metric: 'sectorRank' }],
  [
    '(?:trending (?:rank|position|place)|(?:rank|position|place)(?: \\w+)? (?:in|on|among) the (?:trending(?: list)?|top (?:20|twenty)|overall ranking))',
    { metric: 'trendingRank' },
  ],
  ['overall rank(?:ing)?', { metric: 'trendingRank' }],
  ['signals?(?: types?)?', { metric: 'signalType' }],
  ['(?:signal strengths?|how strong)', { metric: 'signalStrength' }],
  [
    'new (?:people|contributors|developers|engineers|devs|faces|committers)',
    { metric: 'newPeople30d' },
  ],
  ['newcomers?', { metric: 'newPeople30d' }],
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
    '(?:work|code|commits) (?:is|are|was|were) (?:done|written|made|produced|generated) by (?:ai|coding agents?|agents?|machines|llms?)',
    { metric: 'agentShare' },
  ],
  ['(?:contributor|team|people) growth rates?', { metric: 'contributorGrowth' }],
];
