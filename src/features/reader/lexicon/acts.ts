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
  [
    '(?:distribution|breakdown|split|mix|spread) of (?:the )?(?:signal types?|signals?)',
    { groupBy: 'signalType', measure: 'count' },
  ],
  [
    '(?:distribution|breakdown|split|mix|spread) of (?:the )?stages?',
    { groupBy: 'stage', measure: 'count' },
  ],
  [
    '(?:distribution|breakdown|split|mix|spread) of (?:the )?(?:geograph(?:y|ies)|regions?|locations?)',
    { groupBy: 'geography', measure: 'count' },
  ],

  // What is to be done.
  [
    '(?:compare[sd]?|comparison(?: of| between)?|compared (?:to|with)|versus|vs|v|against|stack(?:s|ed)? up (?:against|with|to)|(?:difference|gap) between|than|differ(?:s|ent)?(?: from)?|head[- ]to[- ]head|relative to|side by side|minus|stand(?:s)? next to|next to|set against)',
    { act: 'compare' },
  ],
  [
    '(?:what )?(?:has |have |is |was )?(?:changed?|changes|difference|different|mov(?:ed?|es|ing)|shift(?:s|ed)?|develop(?:ed)?|evolved?)',
    { act: 'change' },
  ],
  ['(?:gain(?:s|ed|ing)?|add(?:s|ed|ing)?|won|win|picked up)', { act: 'gain' }],
  ['(?:gainers?|risers?|climbers?|movers?|winners?)', { act: 'rise', order: 'highest' }],
  ['(?:losers?|fallers?|decliners?|sliders?)', { act: 'fall', order: 'highest' }],
  [
    '(?:heat(?:s|ed|ing)? up|pick(?:s|ed|ing)? up (?:speed|steam|pace)|gain(?:s|ed|ing)? (?:speed|steam|pace|traction|momentum|ground)|ramp(?:s|ed|ing)?(?:[- ]up)?|tak(?:es?|ing) off|took off|surg(?:es?|ed|ing)|soar(?:s|ed|ing)?|spik(?:ed|ing)|boom(?:s|ed|ing)?|scal(?:es|ed|ing) up|on the (?:up|rise)|trending (?:up|upwards?)|rocket(?:s|ed|ing)?|quicken(?:s|ed|ing)?)',
    { act: 'rise' },
  ],
  [
    '(?:cool(?:s|ed|ing)? (?:down|off)|los(?:es?|t|ing) (?:speed|steam|pace|traction|momentum|ground)|plummet(?:s|ed|ing)?|plung(?:es?|ed|ing)|tank(?:s|ed|ing)?|collaps(?:es?|ed|ing)|crash(?:es|ed|ing)?|slump(?:s|ed|ing)?|dip(?:s|ped|ping)?|dwindl(?:es?|ed|ing)|wan(?:es?|ed|ing)|contract(?:ed|ing)|tail(?:s|ed|ing)? off|trending (?:down|downwards?)|on the (?:decline|slide)|sink(?:s|ing)?|sank|cut|reduc(?:es?|ed|ing)|weaken(?:s|ed|ing)?|winding down)',
    { act: 'fall' },
  ],
  [
    '(?:speeding|speed|sped) up or slow(?:ing|ed)?(?: down)?|(?:slow(?:ing|ed)?(?: down)?|declining|shrinking|falling) or (?:speeding up|accelerating|growing|rising|increasing|expanding)|(?:accelerating|growing|rising|increasing|expanding|going up) or (?:slowing(?: down)?|decelerating|shrinking|falling|declining|decreasing|going down)|up or down|(?:increase|rise|grow) or (?:decrease|fall|shrink|decline)',
    { act: 'change' },
  ],
  [
    'doubl(?:ed?|ing)|(?:grown |increased |grew |risen |rose )?(?:twofold|two-fold|2x)',
    { growth: { op: '>=', by: 1 } },
  ],
  ['more than doubled', { growth: { op: '>', by: 1 } }],
  [
    'tripl(?:ed?|ing)|(?:grown |increased |grew )?(?:threefold|3x)',
    { growth: { op: '>=', by: 2 } },
  ],
  ['(?:more than|over) tripled', { growth: { op: '>', by: 2 } }],
  ['halv(?:ed?|ing)', { growth: { op: '<=', by: -0.5 } }],
  ['more than halved', { growth: { op: '<', by: -0.5 } }],
  [
    '(?:increas(?:es?|ed|ing)|gr(?:ew|own)|grow(?:s|ing|th)?|rose|rise[ns]?|rising|climb(?:s|ed|ing)?|jump(?:s|ed)?|up|improve[ds]?|improving|accelerat(?:es?|ed|ing)|sped up|speed(?:s|ing)? up|expand(?:s|ed|ing)?|bigger than before)',
    { act: 'rise' },
  ],
  ['(?:loss(?:es)?(?: of| in)?|los(?:es?|t|ing)|shed)', { act: 'lose' }],
  [
    '(?:drop(?:s|ped|ping)?|decreas(?:es?|ed|ing)|fell|fall(?:s|en|ing)?|declin(?:es?|ed|ing)|shr(?:ank|unk|ink|inking|inks)|slow(?:s|ed|ing)?(?: down)?|down|slip(?:s|ped)?|decelerat(?:es?|ed|ing))',
    { act: 'fall' },
  ],
  [
    '(?:histor(?:y|ies)|over time|week by week|weekly (?:numbers|figures|values)|each week|every week|per week|trends?|trajector(?:y|ies)|timeline|time series|time line|charted|charts?|graphs?|graphed|plot(?:s|ted)?|curve|progression|evolution|week on week|weekly)',
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
    '(?:list(?: of| out)?|show(?: me| us)?|name|enumerate|give (?:me|us)|which are|any|find(?: me)?|breakdown(?: of)?|break down|split(?: of)?|distribution(?: of)?)',
    { act: 'list' },
  ],
  [
    '(?:is |are |was |were )?(?:entered|joined|came in(?:to)?|new (?:in|on|to|among)|new entries (?:in|on|to))',
    { act: 'entered' },
  ],
  ['newcomers (?:in|on|to)(?= .*\\b(?:trending|list|top)\\b)', { act: 'entered' }],
  [
    '(?:left|(?:has |have )?(?:dropped|fell|fallen|dropping|falling) (?:out|off)(?: of)?)(?: from)?',
    { act: 'left' },
  ],
  ['(?:in a row|consecutive(?:ly)?|straight|on end|streak)', { act: 'streak' }],
  ['(?:in |for |during )?(?:how many|the number of) weeks', { asksWeeks: true, measure: 'count' }],
  [
    '(?:in |for |during )?(?:how many|the number of) (?:consecutive|straight|successive) weeks',
    { act: 'streak', asksWeeks: true, measure: 'count' },
  ],
  ['(?:in |during )?(?:which|what) weeks', { asksWeeks: true }],
  [
    '(?:up to|until|as of)(?: and including)? (?:now|today|this week|the (?:current|latest|present)(?: (?:one|week))?)',
    {},
  ],
  ['(?:go|goes|went|gone|going) up', { act: 'rise' }],
  ['(?:go|goes|went|gone|going) down', { act: 'fall' }],
  ['evol(?:ve|ves|ving|ution)', { act: 'change' }],
  ['series(?! (?:[a-k]|a/b)(?: |$)|$)', { act: 'series' }],
  ['delta(?: (?:of|in))?', { act: 'change' }],
  ['(?:which|what) stages(?= (?:do you|are there|exist))', { groupBy: 'stage', measure: 'count' }],
  [
    '(?:which|what) (?:geographies|regions|locations|countries)(?= (?:do you|are there|exist|are covered))',
    { groupBy: 'geography', measure: 'count' },
  ],
  // A stage, and not what somebody does.
  [
    'growth(?= (?:startups?|companies|company|firms?|businesses|start-ups?))',
    { condition: { field: 'stage', op: '=', values: ['Growth'] } },
  ],
];
