/** Signals, stages, states and places, and what excludes them. */
import { above, below, type Expressions, is } from './meaning.ts';

const THAN_BEFORE =
  'than (?:(?:they|it) (?:did|had|made|landed|were|was) )?(?:in )?(?:(?:a|the|two|14|last|previous|preceding|prior) )*(?:fortnight|weeks|days|period|window)(?: (?:earlier|before|ago|prior|previously))?';

export const FILTERS: Expressions = [
  // Signals.
  [
    '(?:engineering )?hiring(?: bursts?| signals?| sprees?)?',
    is('signalType', 'Engineering hiring burst'),
  ],
  ['(?:hire|hires|hired)', is('signalType', 'Engineering hiring burst')],
  [
    'hir(?:es?|ed|ing)(?= (?:the )?(?:most|more|fewest|least) (?:people|engineers?|developers?|devs?|contributors?|coders?|programmers?))',
    { act: 'gain' },
  ],
  [
    '(?:infrastructure|infra)(?: (?:build[- ]?outs?|signals?))',
    is('signalType', 'Infrastructure build-out'),
  ],
  [
    'build(?:ing)?(?:[- ]| )?out (?:their |its |new )?(?:infrastructure|infra)',
    is('signalType', 'Infrastructure build-out'),
  ],
  ['(?:framework )?migrations?(?: signals?)?', is('signalType', 'Framework migration')],
  // Of all kinds alike.
  [
    '(?:whichever|whatever|no matter (?:which|what|the)|regardless of|irrespective of|independent(?:ly)? of|of (?:any|whatever|whichever)|any)(?: (?:the|its|their|which|what))* (?:signal )?(?:types?|kinds?|sorts?)(?: of signals?)?(?: (?:it|that|this|they) (?:is|are|may be|might be|be|has|have))?(?: (?:is|be|it is))?(?<=\\b(?:signals?|strong|weak)\\b.*)',
    {},
  ],
  [
    'migrat(?:es?|ed|ing)(?: (?:to )?(?:frameworks?|to (?:a |an |other |another )?(?:new )?frameworks?))?',
    is('signalType', 'Framework migration'),
  ],
  [
    '(?:switch|chang|replac|swap|mov)(?:es?|ed|ing|ped|ping)? (?:to |over to |between |out )?(?:a |an |the |its |their |another |other |new |different )*(?:framework|tech stack|stack|dependenc(?:y|ies))s?',
    is('signalType', 'Framework migration'),
  ],
  [
    '(?:deploy|deployment|release) (?:frequency )?spikes?(?: signals?)?',
    is('signalType', 'Deploy frequency spike'),
  ],
  ['deploy(?:ment)? frequency(?: spikes?)?', is('signalType', 'Deploy frequency spike')],
  [
    '(?:deploy(?:s|ing)?|releas(?:es?|ing)|shipping releases) (?:much )?more (?:often|frequently)',
    is('signalType', 'Deploy frequency spike'),
  ],
  [
    '(?<!\\beach of (?:the |your )?)(?:(?:the|your|these) )?(?:four|4) (?:(?:different|engineering|possible|published) )*(?:signals?(?: types?| kinds?)?|(?:types?|kinds?|sorts?) of (?:engineering )?signals?)(?! (?:strong|weak))',
    { metric: 'signalType' },
  ],
  [
    'appl(?:y|ies|ied)(?: to| at| for)?(?<=\\b(?:signals?|types?|stages?|sectors?|categor(?:y|ies)|status(?:es)?)\\b.*)',
    {},
  ],
  ['strong(?: signals?)?', is('signalStrength', 'strong')],
  ['weak(?: signals?)?', is('signalStrength', 'weak')],
  ['(?:no|without (?:a |any )?) ?signals?(?: at all)?', is('signalStrength', 'none')],
  [
    '(?:shows?|with|have|has) (?:a |any )?signals?',
    { condition: { field: 'signalStrength', op: '!=', values: ['none'] } },
  ],
  [
    '(?:that|which|who) (?:are|is) (?:still )?(?:growing|accelerating|speeding up)',
    above('commitVelocityChangeRatio', 0),
  ],
  [
    '(?:that|which|who) (?:are|is) (?:shrinking|slowing(?: down)?|decelerating|declining)',
    below('commitVelocityChangeRatio', 0),
  ],
  [
    `(?:commit(?:s|ted|ting)?(?: code)? )?(?:less|fewer)(?: commits| often| code)? ${THAN_BEFORE}`,
    below('commitVelocityChangeRatio', 0),
  ],
  [
    `(?:commit(?:s|ted|ting)?(?: code)? )?more(?: commits| often| code)? ${THAN_BEFORE}`,
    above('commitVelocityChangeRatio', 0),
  ],
  ['growing (?:engineering )?teams?', above('contributorGrowth', 0)],
  ['shrinking (?:engineering )?teams?', below('contributorGrowth', 0)],
  [
    `(?:(?:that|which|who|but|and|yet) )*(?:still|even|actually) (?:(?:had|have|has|having|made|make|makes|making|show|shows|showed|saw|see|land|lands|landed|push|pushes|pushed) (?:(?:any|some|a few) )?(?:commits?|activity|code)(?: at all)?|commit(?:s|ted|ting)?(?: (?:anything|something|code|at all))?)(?= |$)(?! (?:by far )?(?:the )?(?:most|least|more|less|fewest|fewer|faster|fastest)\\b)`,
    above('commitVelocity14d', 0),
  ],
  [
    `(?:but|yet) (?:(?:do|did) )?(?:have|has|had|made|make|makes) (?:(?:any|some) )?(?:commits|activity)(?: at all)?`,
    above('commitVelocity14d', 0),
  ],
  [
    `(?:(?:that|which|who) )?(?:with|having|have|had|has|made|make|show|showed) (?:any|some|at least some) (?:commits|activity)(?: at all)?(?<=\\b(?:those|ones|start-?ups|companies|firms)\\b.*)`,
    above('commitVelocity14d', 0),
  ],
  [
    '(?:(?:among|amongst|out of|of) )?(?:those|the ones) (?:that |which |who )?(?:have|had|with|made|make) commits(?= |$)',
    above('commitVelocity14d', 0),
  ],
  [
    `(?:(?:that|which|who) )?(?:isn't|aren't|is not|are not|not) (?:down )?(?:at|on) (?:zero|0)(?: commits)?(?= |$)|(?:not counting|excluding|ignoring|leaving (?:out|aside)|except(?: for)?|without) (?:those|the ones|start-?ups|companies) (?:(?:that|which|who) )?(?:(?:are|is|were|have|has|had) )?(?:(?:at|on|down to|dropped to|fell to|gone to|went to) (?:zero|0)(?: commits)?|(?:completely )?(?:stopped|ceased)(?: committing| altogether| entirely)?|gone (?:quiet|silent|dark))(?= |$)`,
    above('commitVelocity14d', 0),
  ],
  // None at all, where agents are spoken of.
  [
    '(?:(?:with|at|has|have) )?(?:an? |the )?(?:agent )?share (?:of |is |at |= ?)?(?:zero|nil|0)(?: ?%| percent| per cent)?(?<=\\b(?:agents?|ai|assistants?)\\b.*)',
    { condition: { field: 'agentShare', op: '=', values: [0] } },
  ],
  [
    '(?:shows?|showing|with|have|has|having|uses?|using) (?:no|zero) (?:(?:signs?|traces?) of )?agents(?: at all| whatsoever)?(?= |$)',
    { condition: { field: 'agentShare', op: '=', values: [0] } },
  ],

  // Stages, states, places.
  ['pre-?seed(?:[- ]stage)?', is('stage', 'Pre-seed')],
  ['seed(?:[- ](?:stage|funded))?', is('stage', 'Seed')],
  ['series (?:a or b|a/b|a and b)(?:[- ]stage)?', is('stage', 'Series A/B')],
  ['(?:growth|late)[- ]stage', is('stage', 'Growth')],
  ['early[- ]stage', is('stage', 'Pre-seed', 'Seed')],
  ['in growth stage|stage growth', is('stage', 'Growth')],
  ['series ([a-k])(?: (?:rounds?|funding|financing))?', { round: 'series' }],
  ['seed (?:rounds?|funding|financing)', { round: 'Seed' }],
  ['pre-?seed (?:rounds?|funding|financing)', { round: 'Pre-seed' }],
  ['(?:still )?independent', is('status', 'active')],
  [
    'still (?:in business|alive|around|operating|trading|going|in operation|exists?|existing|in existence|there)(?! (?:under|by|with) )',
    { condition: { field: 'status', op: '!=', values: ['closed'] } },
  ],
  [
    '(?:us|usa|u\\.s|u\\.s\\.a|united states|america|american|us-based|american-based)',
    is('geography', 'US'),
  ],
  [
    '(?:uk|u\\.k|united kingdom|britain|great britain|british|england|uk-based)',
    is('geography', 'UK'),
  ],
  ['(?:eu|e\\.u|european union|europe|european|eu-based|europe-based)', is('geography', 'EU')],
  ['(?:apac|asia|asian|asia-pacific|asia pacific)', is('geography', 'APAC')],
  ['(?:canada|canadian)', is('geography', 'Canada')],
  ['(?:latam|latin america|latin american|south america|south american)', is('geography', 'LATAM')],
  ['(?:mena|middle east|middle eastern)', is('geography', 'MENA')],
  [
    '(?:no|an?|with|without(?: a)?|unknown|missing|whose)(?: unknown| known| documented)? (?:geography|region|location)(?: is unknown| is not known)?',
    { condition: { field: 'geography', op: '=', values: [null] } },
  ],
  [
    '(?:no|without(?: a)?|unknown|an unknown|missing)(?: known| documented)? stage',
    { condition: { field: 'stage', op: '=', values: [null] } },
  ],
  [
    '(?:uncovered|not covered|missing from coverage|(?:missing|absent|left out|omitted|lacking|not (?:included|listed|there|present))(?: (?:from|in))?(?: the)?(?: (?:numbers|data|coverage|tables?|edition))?(?= (?:(?:the )?(?:this|current|latest|last|right now|now|today|week|w\\d|20\\d\\d|currently))|$))',
    is('covered', 'no'),
  ],

  // What excludes.
  [
    "(?:not|aren't|isn't|excluding|exclude|except(?: for)?|without|outside(?: of)?|other than|apart from|aside from|besides|not (?:counting|including)|but not|non|ignoring|leav(?:e|ing) (?:out|aside)|setting aside|disregarding|discounting|skipping|filter(?:ing)? out|barring|save for|never|neither|haven't|hasn't|don't|doesn't|arent|isnt|havent|hasnt|dont|doesnt|wasnt|werent|wasn't|weren't)",
    { isNegation: true },
  ],
];
