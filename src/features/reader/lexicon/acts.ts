/** Groups, comparisons, and what develops. */
import type { Expressions } from './meaning.ts';

export const ACTS: Expressions = [
  // Groups.
  ['(?:by|per|for each|in each|in every|across|each|every) sectors?', { groupBy: 'sector' }],
  ['(?:by|per|for each|in each|at each|across) stages?', { groupBy: 'stage' }],
  [
    '(?:by|per|for each|in each|across) (?:geograph(?:y|ies)|regions?|locations?|countr(?:y|ies))',
    { groupBy: 'geography' },
  ],
  ['(?:by|per|for each|of each|across) (?:signals?(?: types?)?|types?)', { groupBy: 'signalType' }],
  ['(?:by|per|for each|across) status(?:es)?', { groupBy: 'status' }],
  ['(?:by|per|each) years?', { groupBy: 'year' }],

  // What is to be done.
  [
    '(?:compare[sd]?|comparison(?: of| between)?|compared (?:to|with)|versus|vs|v|against|stack(?:s|ed)? up (?:against|with|to)|(?:difference|gap) between|than|differ(?:s|ent)?(?: from)?|head[- ]to[- ]head|relative to|side by side)',
    { act: 'compare' },
  ],
  [
    '(?:what )?(?:has |have |is |was )?(?:changed?|changes|difference|different|moved|develop(?:ed)?|evolved?)',
    { act: 'change' },
  ],
  ['(?:gain(?:s|ed|ing)?|add(?:s|ed|ing)?|won|win|picked up)', { act: 'gain' }],
  [
    '(?:increas(?:es?|ed|ing)|gr(?:ew|own)|grow(?:s|ing|th)?|rose|rise[ns]?|rising|climb(?:s|ed|ing)?|jump(?:s|ed)?|up|improve[ds]?|improving|accelerat(?:es?|ed|ing)|sped up|speed(?:s|ing)? up|expand(?:s|ed|ing)?|bigger than before)',
    { act: 'rise' },
  ],
  ['(?:los(?:es?|t|ing)|shed)', { act: 'lose' }],
  [
    '(?:drop(?:s|ped|ping)?|decreas(?:es?|ed|ing)|fell|fall(?:s|en|ing)?|declin(?:es?|ed|ing)|shr(?:ank|unk|ink|inking|inks)|slow(?:s|ed|ing)?(?: down)?|down|slip(?:s|ped)?|decelerat(?:es?|ed|ing))',
    { act: 'fall' },
  ],
  [
    '(?:histor(?:y|ies)|over time|week by week|weekly (?:numbers|figures|values)|each week|every week|per week|trends?|trajector(?:y|ies)|timeline|time series|charted|graph|progression|evolution)',
    { act: 'series' },
  ],
  [
    '(?:peak(?:s|ed)?|record(?: high| week)?|all-?time (?:high|best|peak)|high point|best week|busiest week|highest week|strongest week|highest ever|most ever)',
    { act: 'extreme', order: 'highest' },
  ],
  [
    '(?:low point|all-?time low|worst week|quietest week|lowest week|record low|lowest ever|trough|weakest week|slowest week)',
    { act: 'extreme', order: 'lowest' },
  ],
  [
    '(?:list|show(?: me)?|name|enumerate|give me|which are|breakdown(?: of)?|split(?: of)?|distribution(?: of)?)',
    { act: 'list' },
  ],
  [
    '(?:is |are |was |were )?(?:entered|joined|came in(?:to)?|new (?:in|on|to|among)|newcomers (?:in|on|to)|new entries (?:in|on|to))',
    { act: 'entered' },
  ],
  [
    '(?:left|(?:has |have )?(?:dropped|fell|fallen|dropping|falling) (?:out|off)(?: of)?)(?: from)?',
    { act: 'left' },
  ],
  ['(?:in a row|consecutive(?:ly)?|straight|on end|streak)', { act: 'streak' }],
  [
    '(?:in |for |during )?(?:how many|the number of)(?: consecutive| straight)? weeks',
    { asksWeeks: true, measure: 'count' },
  ],
  ['(?:in |during )?(?:which|what) weeks', { asksWeeks: true }],
  ['(?:up to|until|as of) (?:now|today|this week)', {}],
  ['(?:go|goes|went|gone|going) up', { act: 'rise' }],
  ['(?:go|goes|went|gone|going) down', { act: 'fall' }],
  ['evol(?:ve|ves|ving|ution)', { act: 'change' }],
];
