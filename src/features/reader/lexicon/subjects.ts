/** Facts of a company, and what rows there are: startups, sectors, funds, rounds. */
import type { Expressions } from './meaning.ts';

const STARTUPS = "(?:startups?|companies|compan(?:y|ies)|firms?|business(?:es)?|players?)(?:'s?)?";

export const SUBJECTS: Expressions = [
  // Facts of a company.
  ['(?:funding |financing )?stages?', { metric: 'stage' }],
  ['status(?:es)?', { metric: 'status' }],
  [
    '(?:geograph(?:y|ies)|regions?|locations?|based(?: in| out of)?|located(?: in)?|headquartered(?: in)?|headquarters|hq)',
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
  ['covered', { metric: 'covered' }],
  [
    '(?:who|whoever) (?:founded|started|created|built|made|runs|leads|owns stock in)',
    { isForeign: true },
  ],
  [
    '(?:will(?! you)|going to|gonna|predict(?:ed|ion|ions)?|forecasts?|expected to|likely to|should)',
    { isForeign: true },
  ],
  ['how often', { isForeign: true }],
  ['(?:website|homepage|web ?site|url|domain)', { metric: 'website' }],
  ['(?:github(?: (?:account|organization|organisation|org|page|handle))?)', { metric: 'github' }],

  // Startups, sectors, and who else there is.
  [`(?:covered )?${STARTUPS}`, { subject: 'startup' }],
  [
    "(?:covered )?(?:startup|company|firm|business|one|player)(?:'s)?",
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
];
