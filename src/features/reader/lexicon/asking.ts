/** Words that ask, count, order, compare and bound. A row is a meaning and the words for it. */
import type { Meaning } from '../meaning.ts';

export type Row = readonly [Meaning, string];

const order = (of: 'highest' | 'lowest', words: string, field?: string): Row => [
  { kind: 'order', order: of, ...(field !== undefined && { field }) },
  words,
];
const more = (of: 'highest' | 'lowest', words: string, field?: string): Row => [
  { kind: 'more', order: of, ...(field !== undefined && { field }) },
  words,
];
const operator = (op: '>' | '>=' | '<' | '<=' | '=' | '!=', words: string, isAfter?: true): Row => [
  { kind: 'operator', op, ...(isAfter && { isAfter }) },
  words,
];
const move = (to: 'up' | 'down', words: string, field?: string): Row => [
  { kind: 'move', to, ...(field !== undefined && { field }) },
  words,
];
const ask = (of: Extract<Meaning, { kind: 'ask' }>['ask'], words: string): Row => [
  { kind: 'ask', ask: of },
  words,
];
const trend = (of: Extract<Meaning, { kind: 'trend' }>['trend'], words: string): Row => [
  { kind: 'trend', trend: of },
  words,
];

/** `than in the fortnight before`, `compared with the previous two weeks` */
const JOINTS =
  'than | than in | against | versus | vs | compared with | compared to | over | from | on | than they did | than it did | than in the | relative to | and | than during';
const BEFORE =
  'fortnight | two weeks | 14 days | window | period | fourteen days | 30 days | month';
const split = (words: string) => words.split(' | ');
const PRIOR = split(JOINTS)
  .flatMap((joint) => split(BEFORE).flatMap((window) => priorTo(joint, window)))
  .concat(
    split(
      'the one before | than before | against the one before | versus the prior | than the one before | than previously',
    ),
  )
  .join(' | ');

function priorTo(joint: string, window: string): string[] {
  return ['', 'the '].flatMap((article) => [
    ...['before', 'earlier', 'prior', 'previously'].map(
      (after) => `${joint} ${article}${window} ${after}`,
    ),
    ...['previous', 'prior', 'preceding', 'last'].map(
      (first) => `${joint} ${article}${first} ${window}`,
    ),
  ]);
}

export const ASKING: readonly Row[] = [
  ask('which', 'which | what | whichever | list | name | names | what are | show all | any'),
  ask('who', 'who | whom | whose | who is | who are | by whom'),
  ask(
    'when',
    'when | what date | which date | on what date | what day | what year | which year | which month | in which week | which week | what week | in what week | since when | dates',
  ),
  ask('why', 'why | how come | for what reason | what explains | what caused | reason~ | why is'),
  ask('where', 'where | where in the world'),
  ask('how much', 'how much | how much money'),
  ask(
    'amount',
    'for how much | at what price | how much did it cost | what price | what sum | price paid | how expensive | how large | how big | how much was',
  ),
  ask('how', 'how'),
  ask(
    'profile',
    'tell me about | what does do | what do you know about | about | profile | overview | brief me on | summary | summarize | summarise | describe | rundown | snapshot | info on | information on | everything on | everything about | what is new with | what is up with | what is going on | going on | what is happening | happening | the deal with | lookup | look up | background | facts | what kind of company | what sort of company | doing | details | status update | one pager | say about',
  ),

  // Counts, and one value of many.
  [
    { kind: 'measure', measure: 'count' },
    'how many | howmany | number of | count | count of | the number of | total number of | tally of | no of | nr of | num of | # of | how many of | quantity of',
  ],
  [
    { kind: 'measure', measure: 'mean' },
    'average | avg | mean | on average | average number of | mean number of | average of',
  ],
  [
    { kind: 'measure', measure: 'median' },
    'median | typical | median of | typically | the typical | median number of | in the middle',
  ],
  [
    { kind: 'measure', measure: 'sum' },
    'total | sum | sum of | in total | altogether | combined | overall | together | all together | in all | aggregate | cumulative | add~ up | taken together | total number of | collectively | summed | in sum | grand total',
  ],
  [
    { kind: 'measure', measure: 'share' },
    'share of | share | percentage | percentage of | percent of | per cent of | what percent | % of | fraction of | fraction | proportion of | proportion | portion of | part of | what part of | how much of',
  ],

  // Orders.
  order(
    'highest',
    'first | comes first | come first | rank~ first | ranked first | is first | placed first | number one | at number one | hot | most | highest | top | largest | biggest | greatest | maximum | max | best | leading | leader~ | leads | led | tops | topped | topping | strongest | number one | no 1 | # 1 | ahead | on top | first place | desc | descending | high to low | most of all | richest | steepest | sharpest | heaviest | rank first | in front | winning | win~ | winner~ | hottest | star | champion | dominate~ | prolific | peak | highest first | largest first | excel~ | standout~ | stand~ out | best in class | most first | impressive',
  ),
  order(
    'lowest',
    'comes last | come last | rank~ last | is last | last by | finishes last | placed last | last in | last of | least | lowest | fewest | smallest | worst | bottom | minimum | min | last place | weakest | laggard~ | lag~ | asc | ascending | low to high | poorest | tiniest | at the bottom | dead last | lowest first | smallest first | cold | coldest | struggling | struggle~ | trail~ behind | worst first',
  ),
  order(
    'highest',
    'most active | busiest | most productive | most prolific | fastest shipping | ship fastest | ships fastest | fastest shipper~ | quickest shipper~ | shipping fastest | fastest | quickest | hardest working | most commits',
    'commitVelocity14d',
  ),
  order(
    'lowest',
    'least active | quietest | least productive | slowest | sleepiest | slowest shipper~ | calmest | most quiet | least busy | most inactive',
    'commitVelocity14d',
  ),
  order(
    'highest',
    'fastest growing | quickest growing | most accelerating | accelerating fastest | accelerating most | accelerate fastest | accelerate most | accelerates most | growing fastest | grows fastest | grow fastest | growing the fastest | growing most | grew fastest | grew most | grew the most | grown most | grown the most | fastest grower~ | top grower~ | biggest grower~ | most growth | strongest growth | highest growth | fastest growth | best growth | most momentum | speeding up most | most rapidly growing | picking up speed fastest | rising fastest | heating up | heat~ up | taking off | on fire | breakout | up and coming | rising star~',
    'scoreGrowth',
  ),
  order(
    'lowest',
    'slowest growing | growing slowest | weakest growth | lowest growth | slowing most | slowing down most | decelerating most | cooling | cool~ off | cool~ down | losing steam | lost steam | losing momentum',
    'scoreGrowth',
  ),
  order(
    'highest',
    'most improved | biggest mover~ | biggest gainer~ | top mover~ | biggest jump~ | top gainer~ | mover~',
    'commitVelocityChangeRatio',
  ),
  order(
    'lowest',
    'biggest loser~ | biggest drop~ | biggest decline~ | biggest faller~ | steepest drop | steepest decline | steepest fall | sharpest drop',
    'commitVelocityChangeRatio',
  ),
  order('highest', 'biggest team~ | largest team~ | most staffed', 'contributors'),
  order('lowest', 'smallest team~ | leanest | leanest team~ | tiniest team~', 'contributors'),
  order('highest', 'youngest | newest | most recently founded', 'founded'),
  order('lowest', 'oldest', 'founded'),
  order('highest', 'most valuable | highest valued | most highly valued | priciest', 'valuation'),
  order(
    'highest',
    'best funded | most funded | most funding | most well funded | raised the most | raised most | most money',
    'raised',
  ),
  order(
    'highest',
    'most one person | most dependent on one person | worst bus factor | highest bus factor risk | most one man',
    'largestContributorShare14d',
  ),
  order('lowest', 'best bus factor', 'largestContributorShare14d'),
  order(
    'highest',
    'most ai heavy | most ai native | heaviest ai user~ | leans hardest on ai | most ai | most automated',
    'agentShare',
  ),

  // Comparatives.
  more(
    'highest',
    'more | higher | larger | bigger | steeper | harder | exceed~ | lead~ over | greater | stronger | better | ahead of | outrank~ | outscore~ | beat~ | surpass~ | further | heavier | in the lead | has the edge | come~ out on top | outpace~ | outperform~ | leads',
  ),
  more('lowest', 'fewer | less | lower | smaller | weaker | worse | behind | lag~ behind | trail~'),
  more(
    'highest',
    'more active | livelier | busier | faster | quicker | more productive | out ship~ | outship~ | out commit~ | outcommit~',
    'commitVelocity14d',
  ),
  more('lowest', 'less active | quieter | slower | less productive', 'commitVelocity14d'),
  more(
    'highest',
    'growing faster | grows faster | grow faster | grew faster | growing more | accelerating more | accelerating faster | gaining faster | growing quicker',
    'scoreGrowth',
  ),
  more('lowest', 'growing slower | grows slower | growing less', 'scoreGrowth'),
  more('highest', 'more valuable | worth more | valued higher | valued more', 'valuation'),
  more('highest', 'younger | newer', 'founded'),
  more('lowest', 'older', 'founded'),

  // Bounds.
  operator(
    '>=',
    'at least | no less than | no fewer than | not less than | not fewer than | minimum of | min | a minimum of | >= | from at least | starting at | greater than or equal to | minimum | upward of | no lower than',
  ),
  operator(
    '<=',
    'at most | no more than | not more than | up to | maximum of | max | <= | maximum | no higher than | less than or equal to | not exceeding | not above',
  ),
  operator(
    '>',
    'more than | over | topped | above | greater than | higher than | larger than | bigger than | exceed~ | beyond | north of | > | in excess of | upwards of | better than | past | surpass~ | older than | later than',
  ),
  operator(
    '<',
    'less than | fewer than | under | below | lower than | smaller than | beneath | < | south of | short of | shy of | younger than | not even | earlier than',
  ),
  operator(
    '=',
    'exactly | precisely | equal to | equals | = | == | of exactly | just | only | equal',
  ),
  operator('!=', '!= | not equal to | other than'),
  operator(
    '>=',
    'or more | or above | or higher | or better | or greater | and above | and up | and more | plus | or over | or larger | at minimum | minimum',
    true,
  ),
  operator(
    '<=',
    'or less | or fewer | or below | or lower | or under | and below | at most | tops | max',
    true,
  ),

  // Movements.
  move(
    'up',
    'grow~ | growth | gain~ | rise~ | increase~ | expand~ | climb~ | jump~ | surge~ | go~ up | soar~ | improve~ | ramp~ up | scale~ up | add~ | swell~ | go~ north | pick~ up | build~ up | leap~ | spike~ | get~ bigger | get~ better | get~ larger | got bigger | bigger than before | up | moved | trending up | on the rise | on the up | explode~ | boom~ | uptick | moved up | bounce~ back',
  ),
  move(
    'down',
    'shrink~ | lose~ | fall~ | drop~ | decline~ | decrease~ | go~ down | down | dip~ | shed~ | slump~ | plunge~ | collapse~ | get~ smaller | reduce~ | downsize~ | go~ south | tank~ | trending down | slide~ | plummet~ | contract~ | diminish~ | downturn | fade~ | weaken~ | cut~ | loss~ | losses | drop off',
  ),
  move(
    'up',
    'accelerate~ | speed~ up | get~ faster | gather~ pace | pick~ up speed | gain~ speed | gain~ momentum | hot streak | speeding',
    'commitVelocity14d',
  ),
  move(
    'down',
    'slow~ | slow~ down | slowdown | decelerate~ | lose~ momentum | lose~ steam | stall~ | get~ slower | go~ quiet | ease~ off | die~ | dying | dead | lose~ speed | in trouble | inactive',
    'commitVelocity14d',
  ),
  move(
    'up',
    'add~ people | add~ engineers | add~ developers | recruit~ | staff~ up | get~ a bigger team',
    'contributors',
  ),
  move('down', 'lay~ off | laid off | layoffs | people leaving | lose~ people', 'contributors'),

  [
    { kind: 'move', to: 'up', by: { op: '>=', value: 1, unit: 'percent' } },
    'double~ | more than double~ | at least double~',
  ],
  [
    { kind: 'move', to: 'up', by: { op: '>=', value: 2, unit: 'percent' } },
    'triple~ | more than triple~ | at least triple~',
  ],
  [
    { kind: 'move', to: 'down', by: { op: '<=', value: -0.5, unit: 'percent' } },
    'halve~ | more than halve~ | fell by half | fell by more than half | fall by more than half | drop~ by more than half',
  ],
  [
    { kind: 'by' },
    'by | in terms of | on | ranked by | sorted by | ordered by | sort by | order by | rank by | sort | measured by | according to | based on | when it comes to | counting | judged by | going by',
  ],
  [{ kind: 'prior' }, PRIOR],
  [
    { kind: 'idle' },
    'in your database | in your databases | fall between | falls between | lie between | back in | back then | our portfolio | my portfolio | investment committee | investment memo | break~ down | between them | among them | in percent | in per cent | in percentage terms | in relative terms | week over week | fortnight over fortnight | in absolute terms | of any kind | whichever the type | of any type | no matter which | at all | in a fortnight | per fortnight | a fortnight | a week | in the field | in your list | on your list | in your data | in the data | from your data | in your registry | you follow | you track | you cover | do you follow | do you track | do you cover',
  ],

  // Over time.
  trend(
    'series',
    'trend~ | history | over time | week by week | weekly numbers | weekly values | each week | every week | by week | per week | timeline | trajectory | time series | series | evolution | evolve~ | develop~ | developed | development | chart | graph | plot | course | progress | progression | historical | historically | each of | weekly | past values | last few weeks',
  ),
  trend(
    'change',
    'change~ | changed | compared to | compared with | difference | delta | diff | shift~ | gap | swing | differ~ | move~ | movement | how did change | versus now | then and now',
  ),
  trend(
    'peak',
    'peak~ | record | all time high | all time record | high point | ever | at its busiest | busiest week | quietest week | best week | highest point | high water mark | in history | high watermark | record high | all time record | most ever',
  ),
  trend(
    'low',
    'lowest point | low point | all time low | trough | quietest week | worst week | record low | rock bottom',
  ),
  trend(
    'streak',
    'in a row | consecutive | consecutive weeks | running | straight weeks | how long | for how long | since when | how many weeks in a row | on the trot | streak | weeks running | successive',
  ),
  trend(
    'weeks',
    'how many weeks | in how many weeks | which weeks | in which weeks | what weeks | number of weeks | weeks did | for how many weeks | weeks has | weeks when | weeks in which | weeks with',
  ),
  trend('first', 'first time | for the first time | first | earliest week | first week'),
  trend('last', 'last time | for the last time | most recently'),
  trend(
    'entered',
    'entered | enter~ | new entrant~ | newcomers to | new in | new on | newly | joined | join~ | made it into | made it onto | new to | debut~ | new names | new name~ | new entries | who is new | anyone new | is new | gained a place | new in the list | new this week',
  ),
  trend(
    'left',
    'left | drop~ out | dropped out | dropped off | fell out | fall~ out | fell off | fall~ off | no longer | exited the list | disappeared from | dropouts | vanished | slipped out | kicked out | went out | lost a place | lost their place',
  ),
  trend(
    'coverage',
    'first week with data | first period | first appear~ | first show~ up | first week | earliest week | week for which you have | weeks of history | history do you have | weeks of data | how many weeks of | first in the data | earliest period | latest period for | last period | covered since | cover~ since | first covered | last covered | data start | data go back | data reach | data end | begin covering | began covering | start covering | started covering | stop covering | stopped covering | tracked since | follow~ since | how long have you tracked | how long have you covered | last data | newest data | most recent data | latest data | last known | last numbers | oldest data | earliest data | first data | last week with data | most recent week | how far back | data available | latest week with data',
  ),

  // Relations of things to each other.
  [
    { kind: 'not' },
    'not | never | excluding | exclude~ | except | except for | without | outside | outside of | apart from | aside from | besides | but not | not in | not counting | non | ignoring | leaving out | leave out | rather than | barring | no longer | neither | nor | leaving aside | leave aside | setting aside | set aside | disregarding | disregard | not including | discount | discounting | filter out | isnt | arent | dont | doesnt | didnt | hasnt | havent | wasnt | other than | instead of | minus | not based in | elsewhere than',
  ],
  [
    { kind: 'none' },
    'no | zero | none | no trace of | no sign of | no evidence of | not a single | not any | without any | without a single | nobody | not one | not a | nil | hardly any | no more',
  ],
  [{ kind: 'than' }, 'than | compared to | compared with | relative to | as much as | as many as'],
  [
    { kind: 'versus' },
    'vs | versus | against | v | compare~ | comparison | side by side | head to head | next to each other | apart | gap between | ratio between | ratio of | diff of | diff | minus | how far apart | stack up | stacks up against | stack up against | measure up | contrast~ | difference between | next to | up against | compares',
  ],
  [{ kind: 'or' }, 'or'],
  [
    { kind: 'both' },
    'both | in common | shared | common | shared by | mutual | overlap~ | joint | jointly | as well as',
  ],
  [
    { kind: 'latest' },
    'latest | most recent | newest | last | recent | recently | lately | just | freshest',
  ],
  [
    { kind: 'trending' },
    'trending | trending list | trending startups | top 20 | top twenty | the top 20 list | leaderboard | the ranking | rankings | league table | hot list | the list | your list | weekly list | ranking list | trending 20 | overall ranking',
  ],
];

export const PERS: readonly Row[] = [
  [
    { kind: 'per', field: 'sector' },
    'by sector | per sector | each sector | for each sector | every sector | in each sector | in every sector | across sectors | sector breakdown | by category | breakdown by sector | split by sector | of each sector',
  ],
  [
    { kind: 'per', field: 'stage' },
    'by stage | per stage | each stage | for each stage | at each stage | every stage | across stages | stage breakdown | breakdown by stage | by funding stage',
  ],
  [
    { kind: 'per', field: 'geography' },
    'by geography | per geography | by region | per region | each region | every region | by country | per country | across regions | breakdown by region | geographic breakdown | regional breakdown | by location | geographical split | which region | what region',
  ],
  [
    { kind: 'per', field: 'signalType' },
    'by signal type | per signal type | by signal | per signal | by type | per type | each signal type | each signal | each type | of each type | of each kind | breakdown of signals | signal breakdown | distribution of signals | most common signal | commonest signal | which signal type | of signals',
  ],
  [{ kind: 'per', field: 'status' }, 'by status | per status'],
  [{ kind: 'per', field: 'year' }, 'by year | per year | each year | every year'],
];
