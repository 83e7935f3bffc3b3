/**
 * Other words for what the lexicon knows. On the left what the lexicon reads, on the right what people
 * say as well, by bare forms: verbs and nouns are inflected.
 */
import { OF_DEALS } from './deal-synonyms.ts';
import { nounForms, verbForms } from './inflections.ts';
import type { Kind, Synonym } from './synonym.ts';

const TABLE: readonly Synonym[] = [
  ...OF_DEALS,
  // Whom rows are about.
  [
    'startups',
    'noun',
    'shop|venture|upstart|enterprise|young company|portfolio company|tech company|corporation|maker|provider|contender|challenger|organisation|scaleup|name on your list|name you follow',
  ],
  ['sectors', 'noun', 'segment|niche|theme|market segment|bucket'],
  [
    'investors',
    'noun',
    'financier|funder|money man|vc house|vc shop|moneyman|equity holder|stakeholder|limited partner',
  ],
  ['acquirers', 'noun', 'purchaser|serial acquirer|consolidator'],

  // People.
  [
    'contributors',
    'noun',
    'hacker|techie|code author|software engineer|software developer|builder on the team|active dev|brain|headcount of devs|collaborator|code contributor|active person|git author|unique author|person writing code|people writing code|people pushing code|people shipping code|people working|hands on deck|pair of hands|coding staff|engineering staff|technical staff|engineering headcount|developer headcount|engineering workforce|engineering org|dev org|engineering department|developer pool|dev crew|engineering crew|crew|squad|workers on the code|active head|coder on board|man and woman coding',
  ],
  [
    'new contributors',
    'as is',
    'first-time contributors|first time contributors|first-timers|first timers|fresh faces|fresh contributors|fresh blood|new joiners|joiners|debutants|rookies|recently joined developers|recently joined contributors|new arrivals|new committers|new starters|newly arrived contributors|newly arrived developers|contributors who just joined|people who joined',
  ],
  [
    'contributor growth',
    'as is',
    'headcount growth|growth in headcount|team expansion|expansion of the team|developer growth|dev growth|growth of the dev team|hiring pace|growth in people|growth of its team|gain in contributors|gains in headcount|contributor change|change in headcount',
  ],

  // Work.
  [
    'commits',
    'noun',
    'check-in|changeset|code drop|landed change|code landing|code update|code contribution|commit tally|14-day commit|two-week commit|fortnightly commit|biweekly commit|14d commit|git commit|code commit|landed commit|unit of work landed',
  ],
  [
    'commits',
    'as is',
    'coding activity|development work|amount of code landed|volume of code|code volume|amount of work landed|engineering work|coding output|code production|work landed|developer activity|commit activity|level of activity|activity level|activity levels|building activity',
  ],
  [
    'velocity change',
    'as is',
    'commit change|change in commit pace|change in pace|commit momentum|change in velocity|velocity delta|commit delta|change of pace|commit trend in percent|shift in commits|swing in commits',
  ],
  [
    'ship',
    'verb',
    'code away|build software|write software|land code|write code|hammer out code|deliver code|produce code',
  ],
  [
    'composite score',
    'as is',
    'overall score|total score|headline score|overall rating|rating|overall mark|overall grade|grade|composite rating|composite index|composite figure|composite value|bellwether score|overall index|final score|aggregate score|main score|combined score',
  ],
  [
    'growth score',
    'as is',
    'acceleration score|acceleration rating|momentum score|momentum rating|growth rating|growth mark|acceleration value',
  ],
  ['velocity score', 'as is', 'speed score|velocity rating|pace score'],
  ['novelty score', 'as is', 'newcomer score|novelty rating|newness score|newness'],
  [
    'trending rank',
    'as is',
    'trending place|trending position|position on the trending list|place on the trending list|spot on the trending list|rank on the trending list|number on the trending list',
  ],
  [
    'rank in its sector',
    'as is',
    'sector position|sector placing|rank among its peers|rank among peers|place among its peers|place among its sector peers|ranking among peers|standing among peers|position among its peers|position in its category|rank in its category|place in its category|rank versus peers|stack up in its sector',
  ],

  // Agents.
  [
    'agent share',
    'as is',
    'ai share|ai percentage|ai involvement|ai assistance|ai help|ai use|ai usage|ai tooling|ai coding tools|ai coding assistants|ai tools|ai assistants|ai support|ai-written share|ai written share|share of ai|share written by ai|portion written by ai|part written by ai|coding assistants|llm assistance|llm help|machine assistance|bot-written code|robot-written code|co-written by ai agents|co-written by agents|co-written by ai|cowritten by ai|co-authored by ai|ai pair programmers|ai pair programming|artificial intelligence|use of agents|reliance on ai|dependence on ai|ai-generated commits|ai generated commits|ai-generated code|ai-assisted commits|agent-assisted commits|agentic commits|ai code',
  ],

  // One person.
  [
    'bus factor',
    'as is',
    "key-person risk|key person risk|key-man risk|key man risk|keyman risk|single most prolific developer|single most active developer|most prolific developer|most prolific contributor|single top contributor|single biggest contributor|single largest contributor|top committer|top contributor|one-man show|one man show|one-person show|one person show|a one-man band|one-man band|single point of failure|one person's hands|one pair of hands|one pair of shoulders|lone developer|a lone dev|concentration of work|commit concentration|most productive developer|number one contributor",
  ],

  // What an order is by.
  [
    'most active',
    'as is',
    'liveliest|most lively|most energetic|most vibrant|hardest-working|hardest working|most industrious|most hyperactive|most hectic|most buzzing|most frantic|hyperactive|on fire',
  ],
  [
    'least active',
    'as is',
    'laziest|least lively|most dormant|most idle|most stagnant|most inactive|most silent|calmest|deadest|least energetic|least busy',
  ],
  [
    'more active',
    'as is',
    'livelier|more lively|more energetic|more industrious|more vibrant|harder-working|busier',
  ],
  [
    'fastest growing',
    'as is',
    'moving quickest|moving fastest|moving the fastest|fastest moving|fastest-moving|rising fastest|climbing fastest|speeding up fastest|most accelerating|gaining most speed|picking up most speed',
  ],
  [
    'most',
    'as is',
    "the bulk of the|the lion's share of|record number of|the largest number of|the greatest number of|the highest number of|the biggest number of|the largest amount of|the highest count of|the maximum number of",
  ],
  [
    'fewest',
    'as is',
    'the lowest number of|the smallest number of|the least number of|the lowest count of|the minimum number of',
  ],
  [
    'top',
    'as is',
    'number-one|no. 1|no.1|standout|stand-out|front-running|on top|at the top|at the very top|comes top|topmost|uppermost|crowned|king of the hill|leads the pack|pole position|first place|top spot|number 1|best-in-class|a-list',
  ],
  [
    'bottom',
    'as is',
    'at the very bottom|at the bottom|brings up the rear|trails the pack|rock bottom|tail end|tail-end|bottommost|lagging|trailing behind',
  ],
  [
    'second',
    'as is',
    'second-highest|second highest|second-best|second best|second-most|second most|second-largest|second largest|second-biggest|second biggest|second-placed|runner up|silver medal|next best|second-ranked',
  ],
  [
    'third',
    'as is',
    'third-highest|third highest|third-best|third best|third-most|third most|third-largest|third largest|third-biggest|third biggest|third-placed|bronze medal|third-ranked',
  ],
  [
    'fourth',
    'as is',
    'fourth-highest|fourth highest|fourth-best|fourth best|fourth-most|fourth most|fourth-largest|fourth largest|fourth-placed',
  ],
  [
    'fifth',
    'as is',
    'fifth-highest|fifth highest|fifth-best|fifth best|fifth-most|fifth most|fifth-largest|fifth largest|fifth-placed',
  ],
  [
    'second lowest',
    'as is',
    'second-lowest|second-worst|second worst|second-smallest|second smallest|second-fewest|second fewest|second-to-last|next to last|last but one',
  ],
  ['rank', 'verb', 'sort'],
  ['rank by', 'as is', 'order by|ordered by|sorted by'],

  // What develops.
  ['grow', 'verb', 'swell|balloon|bulk up|beef up|mushroom|strengthen|get bigger|go north'],
  [
    'drop',
    'verb',
    'deteriorate|recede|ebb|retreat|crater|nosedive|thin out|taper off|ease off|tail away|wither|erode|go south|subside|regress|worsen|get smaller',
  ],
  [
    'fell',
    'as is',
    'slid|sank|ebbed|shrunk|cratered|nosedived|went backwards|gone backwards|went south|gone south|thinned out',
  ],
  [
    'falling',
    'as is',
    'on the wane|in decline|in retreat|going backwards|going south|heading down|heading south|losing steam|losing momentum|in freefall|in free fall',
  ],
  [
    'growing',
    'as is',
    'on the up|heading up|on the upswing|going north|gathering pace|gathering steam|gathering momentum|in the ascendant',
  ],

  // Which ones.
  [
    'outside',
    'as is',
    "not based in|not located in|not headquartered in|not from|not in|based outside|based outside of|located outside|elsewhere than|aren't in|aren't from|aren't based in|isn't based in|isn't in|anywhere but in|anywhere but|everywhere but|other than in",
  ],
  [
    'geography',
    'as is',
    'what country|which country|country|home country|hq|home base|home region|continent|which part of the world|what part of the world|where in the world|part of the world|home turf',
  ],
  [
    'acquired',
    'as is',
    'already been bought|already acquired|already bought|bought up|swallowed up|no longer independent|under new ownership',
  ],
  [
    'new repos',
    'as is',
    'fresh repos|fresh repositories|brand-new repos|brand new repos|brand-new repositories|brand new repositories|newly created repositories|newly created repos|recently created repositories|recently created repos|new codebases|new projects on github|repos opened|repos created|repositories created|repositories opened',
  ],
  [
    'sector',
    'as is',
    'what space|which space|what field|which field|what line of business|which line of business|line of business|which industry|what industry|which category|what category|what kind of business|which vertical|what vertical|what market segment|which bucket|what bucket|which area|what area',
  ],

  // Counts and measures.
  [
    'how',
    'as is',
    'how fast|how quickly|how rapidly|how strongly|at what pace|at what speed|at what clip|by how much',
  ],
  [
    'how many',
    'as is',
    'how numerous are|what number of|the quantity of|the tally of|tally of|what count of|in how many',
  ],
  [
    'share of',
    'as is',
    'what portion of|what chunk of|which portion of|slice of|chunk of|what part of|what fraction of|which fraction of|what percent of|how large a share of|how big a share of|how much of the',
  ],
  [
    'average',
    'as is',
    'on a typical basis|arithmetic mean|mean value of|mean value|average value of',
  ],
  [
    'median',
    'as is',
    'middle value of|middle value|in the middle of the pack|midpoint of|mid-point of|50th percentile',
  ],
  [
    'total',
    'as is',
    'grand total|sum total|collective|all told|taken together|put together|added up|added together|all combined|all added up|lumped together|pooled',
  ],
  ['at least', 'as is', 'no less than|upward of|not fewer than'],
  ['more than', 'as is', 'north of|upwards of|exceeding'],
  ['list', 'verb', 'enumerate|line up|roll call of|itemise'],
  [
    'trajectory',
    'as is',
    'development over time|week-by-week|week-over-week numbers|weekly numbers|by week|per week over|sparkline',
  ],
  [
    'peak',
    'as is',
    'high-water mark|high water mark|all-time high|all time high|zenith|apex|best ever|high mark|record level|strongest point|highest point|highest level',
  ],
  [
    'low point',
    'as is',
    'lowest point|low-water mark|nadir|rock bottom|weakest point|lowest level|worst ever|all-time low|all time low',
  ],
];

const FORMS: Readonly<Record<Kind, (text: string) => string[]>> = {
  noun: nounForms,
  verb: verbForms,
  'as is': (text) => [text],
};

/** What is said, and what the lexicon calls it. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  TABLE.flatMap(([meant, kind, said]) =>
    said
      .split('|')
      .flatMap((text) => FORMS[kind](text).map((form): [string, string] => [form, meant])),
  ),
);
