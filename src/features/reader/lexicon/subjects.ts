/** Facts of a company, and what rows there are: startups, sectors, funds, rounds. */
import type { Expressions } from './meaning.ts';

const STARTUPS =
  "(?:start-?ups?|companies|compan(?:y|ies)|cos|firms?|business(?:es)?|players?|projects|outfits|vendors|scale-?ups|orgs|organi[sz]ations)(?:'s?)?";
const NAMED = '(?:what|which|under what|under which|by what|by which)(?: other)? names?';
export const SUBJECTS: Expressions = [
  // Facts of a company.
  ['(?:funding |financing )?stages?', { metric: 'stage' }],
  ['status(?:es)?', { metric: 'status' }],
  [
    '(?:geograph(?:y|ies)|regions?(?: of (?:the )?(?:world|globe|planet|earth))?|locations?|based(?: in| out of)?|located(?: in)?|headquartered(?: in)?|headquarters|hq)',
    { metric: 'geography' },
  ],
  [
    '(?:which|what) (?:part|region|corner|side|area|bit) of the (?:world|globe|planet|earth|map)|where (?:in the world|on (?:earth|the map|the globe))',
    { metric: 'geography' },
  ],
  [
    '(?:come|comes|came|hail|hails|hailing|originate|originates|stem|stems)(?: from)?(?<=\\b(?:where|world|region|country|part of) .*)(?! (?:ai|agents?|coding|one|a single|the same))',
    { metric: 'geography' },
  ],
  [
    '(?:where|which country|what country) (?:is|are)(?= .*\\b(?:based|located|headquartered|from)\\b)',
    { metric: 'geography' },
  ],
  [
    '(?:founded|founding (?:year|date)|year (?:of founding|founded)|foundation year|started out|launched|established)',
    { metric: 'founded' },
  ],
  [
    '(?:started|began|set up|born|created|formed|incorporated)(?= (?:in|after|before|since) (?:19|20)\\d\\d)',
    { metric: 'founded' },
  ],
  ['(?:covered|(?:you|being) covering|you cover)', { metric: 'covered' }],
  [
    '(?:description|about page|what it does|elevator pitch|one-?liner|one-line summary)',
    { metric: 'description' },
  ],
  [
    '(?:(?:now |currently |formerly |previously |once )?(?:called|named|known as)(?: now| today| these days| before| previously)?|renamed(?: to| itself)?|rebranded(?: to| as)?|change[ds]? (?:its|their) name(?: to)?)',
    { metric: 'formerNames' },
  ],
  [
    '(?:former|old|previous|earlier|original|past|other|current|new|full) names?',
    { metric: 'formerNames' },
  ],
  [
    '(?:used to be|formerly|previously|was once) (?:called|known as|named)',
    { metric: 'formerNames' },
  ],
  [
    '(?:(?:formerly|previously|originally|once|initially|first|used to) )(?:go|goes|went|going|traded|operated|ran|started(?: out)?|launched)(?: (?:by|as|under))+(?: (?:the|another|a different))?(?: names?)?(?: of)?',
    { metric: 'formerNames' },
  ],
  [
    '(?:official |own |main |company )?(?:website|homepage|home page|web ?site|web ?page|web presence|url|domain|site(?= (?:of|for)\\b|$))(?: (?:address|url|link|domain|name))?|(?:web|internet|site|website|homepage|online|www) (?:address(?:es)?|links?|urls?|domains?|locations?)|(?:where|how) (?:do|can|could) (?:i|we|one) (?:find|reach|visit|read about)(?= .*\\b(?:online|on the (?:web|internet|net))\\b)',
    { metric: 'website' },
  ],
  ['(?:a |the )?links? (?:to|for)(?= .*\\b(?:website|site|homepage|web ?page|page)\\b)', {}],
  ['on the (?:web|internet|net)|online(?<=\\b(?:find|reach|visit|see|read about) .*)', {}],
  ['(?:github(?: (?:account|organization|organisation|org|page|handle))?)', { metric: 'github' }],

  // Startups, sectors, and who else there is.
  [`(?:covered )?${STARTUPS}`, { subject: 'startup' }],
  [
    "(?:covered )?(?:start-?up|company|firm|business|one|player|project|outfit|vendor|scale-?up|org|organi[sz]ation)(?:'s)?",
    { subject: 'startup', isOne: true },
  ],
  ['unicorns?', { subject: 'company', condition: { field: 'valuation', op: '>=', values: [1e9] } }],
  [
    '(?:sectors?|industr(?:y|ies)|categor(?:y|ies)|verticals?|areas?|spaces?)',
    { subject: 'sector' },
  ],
  [
    '(?:funds?|investors?|vcs?|venture (?:capital )?(?:funds?|firms?|investors?|capitalists?)|(?:vc|investment) (?:funds?|firms?)|backers?)',
    { subject: 'fund' },
  ],
  ['(?:acquirers?|buyers?)', { subject: 'acquirer' }],
  [
    '(?:(?:funding |financing |investment )?rounds?|fundrais(?:es?|ings?)|raises|financings?)',
    { subject: 'round' },
  ],
  [
    '(?:acquisitions?|takeovers?|buyouts?|m&a(?: deals?)?)',
    { subject: 'acquisition', deal: 'acquisitions' },
  ],
  ['exits?', { subject: 'exit' }],
  ['(?:prediction )?markets?', { subject: 'market' }],
  ['(?:sectors?|sector) rank(?:ings?|ed)?(?= by)', { subject: 'sector', act: 'list' }],
  ['rank(?:ing)? (?:the |all )?sectors', { subject: 'sector', act: 'list' }],
  [
    '(?:used to|did) (?:have|go by|use|be called|be known as|carry) (?:another|a different|some other|other) names?',
    { metric: 'formerNames' },
  ],
  [
    '(?:under|by|with) (?:that|this|the same|(?:its|their|the) (?:old|former|original|previous|first|same|earlier)) names?',
    { metric: 'formerNames' },
  ],
  [
    '(?:go|goes|going|went|gone) by(?= (?:now|today|before|previously|the name))',
    { metric: 'formerNames' },
  ],
  [
    `${NAMED}(?: (?:did|does|do|was|were|is|has|had|used))?(?= .*\\b(?:before|previously|formerly|earlier|originally|once|first|initially|prior)\\b)`,
    { metric: 'formerNames' },
  ],
  [
    '(?:known|go|went|operate[ds]?|trade[ds]?|called|named)(?: (?:as|by|under))? (?:before|previously|formerly|originally|earlier|initially|in the past)',
    { metric: 'formerNames' },
  ],
];
