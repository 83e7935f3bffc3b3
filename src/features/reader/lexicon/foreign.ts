/** What is asked for and not known here: it stays unread, and the answer says why. */
import { GEOGRAPHIES } from '../../../registry/schema.ts';
import type { Expressions, Foreign } from './meaning.ts';

/** Places inside or beyond the regions. */
const PLACES =
  'germany|german|france|french|spain|spanish|italy|italian|portugal|portuguese|netherlands|holland|dutch|belgium|belgian|austria|austrian|' +
  'switzerland|swiss|poland|polish|czech(?:ia| republic)?|hungary|hungarian|romania|romanian|bulgaria|bulgarian|greece|greek|ireland|irish|' +
  'scotland|scottish|wales|welsh|sweden|swedish|norway|norwegian|denmark|danish|finland|finnish|iceland|estonia|estonian|latvia|latvian|' +
  'lithuania|lithuanian|croatia|croatian|serbia|serbian|slovenia|slovakia|ukraine|ukrainian|russia|russian|turkey|turkish|israel|israeli|' +
  'egypt|egyptian|uae|emirates|dubai|abu dhabi|saudi arabia|saudi|qatar|morocco|nigeria|nigerian|kenya|kenyan|south africa|africa|african|' +
  'india|indian|china|chinese|japan|japanese|korea|south korea|korean|singapore|singaporean|taiwan|taiwanese|hong kong|vietnam|vietnamese|' +
  'thailand|indonesia|indonesian|malaysia|philippines|pakistan|pakistani|bangladesh|australia|australian|new zealand|brazil|brazilian|' +
  'mexico|mexican|argentina|chile|colombia|peru|uruguay|nordics?|nordic countries|scandinavian?|baltics?|dach|benelux|eastern europe|western europe|' +
  'california|californian|texas|massachusetts|washington|florida|colorado|illinois|silicon valley|(?:the )?(?:sf )?bay area|san francisco|sf|' +
  'new york(?: city)?|nyc|los angeles|boston|seattle|austin|chicago|miami|denver|palo alto|mountain view|san jose|oakland|berkeley|' +
  'london|cambridge|oxford|edinburgh|manchester|berlin|munich|hamburg|cologne|frankfurt|paris|lyon|amsterdam|rotterdam|brussels|vienna|' +
  'zurich|geneva|lausanne|stockholm|oslo|copenhagen|helsinki|dublin|madrid|barcelona|lisbon|milan|rome|athens|warsaw|krakow|prague|budapest|' +
  'bucharest|tallinn|riga|vilnius|kyiv|moscow|istanbul|tel aviv|cairo|toronto|vancouver|montreal|ottawa|waterloo|bangalore|bengaluru|mumbai|' +
  'delhi|hyderabad|beijing|shanghai|shenzhen|tokyo|seoul|sydney|melbourne|sao paulo|mexico city|buenos aires';

const FOREMOST =
  '(?:top|main|lead|leading|key|core|biggest|largest|single|number one|no 1|most (?:active|prolific|productive|frequent|important)|busiest|hardest-working|primary|principal|head|chief|star|five|three|ten|\\d+)';
const COMMITTERS =
  '(?:committers?|contributors?|developers?|devs?|engineers?|coders?|programmers?|maintainers?|authors?|people behind|persons?|founders?|ceo|cto)';

export const FOREIGN: Expressions = [
  [`(?:${PLACES})(?:[- ]based)?`, { foreign: 'place' }],
  [
    '(?:who|whoever) (?:founded|started|created|built|made|runs|leads|owns stock in)(?! .*\\b(?:acquisitions?|investments?|deals|commits|takeovers|rounds?)\\b)(?!(?<=who leads) .*\\b(?:in|on|by|for|with) (?:(?:the|its|their|number|count|of|most) )*(?:commits?|contributors?|developers?|composite|scores?|velocity|novelty|growth|activity|agents?|change)\\b)',
    { foreign: 'person' },
  ],
  ['(?:by|with|and) (?:their )?names?(?= |$)', { foreign: 'person' }],
  // Somebody is asked for, and not how much of the work is one person's.
  [
    `(?:who|who's|whos)(?: (?:is|are|was|were))?(?: (?:the|their|its|your|a|some of the))*(?: ${FOREMOST})* ${COMMITTERS}(?! (?:share|growth|count|counts|base|numbers?|teams?)\\b)|names of(?= .*\\b${COMMITTERS}\\b)|(?:name|names) of (?:the |its |their |a |all )*(?:${FOREMOST} )*${COMMITTERS}|name (?:the|its|their|a) (?:${FOREMOST} )*(?:committer|contributor|developer|engineer|maintainer|person|author)|which (?:single |individual |one |specific )*(?:committer|contributor|developer|engineer|coder|programmer|maintainer|person|author|individual|human)(?= (?:at|of|in|from|made|makes|wrote|writes|has|had|commits?|committed|contributed|contributes|did|does|pushed|is|was)\\b)`,
    { foreign: 'person' },
  ],
  [
    '(?:will(?! you)|going to|gonna|predict(?:ed|ion|ions)?|forecasts?|expected to|should|(?:un)?likely(?: to)?|likeliest|likelihood|probab(?:ility|ly)|odds|chances?|about to|next to (?=be|get|raise|exit|go))',
    { foreign: 'forecast' },
  ],
  [
    '(?:good|great|bad|safe|wise|sound|smart|risky|better|worse|best) (?:investments?|bets?|buys?|ideas?)|worth (?:buying|investing|backing|funding|it|a look)',
    { foreign: 'advice' },
  ],
  ['how often', { foreign: 'other' }],
  // Who works for the service, or uses it: startups are what is counted.
  [
    '(?:(?:people|employees|staff|engineers|developers|users|customers|clients|subscribers|founders) (?:(?:work|works|working|are|use|uses|does|do|there|at|for|by|of|on|employed|behind) )+|(?:does|do|has|did) )bellwether(?: (?:have|employ|employs|has|raise|raised|make|made))?(?= |$)',
    { foreign: 'other' },
  ],
  [
    '(?:gross|net|operating|profit|ebitda|contribution) (?:(?:profit|burn|income|revenue|loss(?:es)?|retention|margins?|sales) ?)+|(?:profit|sales|ebitda) margins?|(?:burn|churn|growth) (?:rate )?of (?:cash|customers|revenue)',
    { foreign: 'other' },
  ],
  [
    '(?:(?:are|is|much|most|something|anything|others?|start-?ups?|companies) )+like(?= )',
    { foreign: 'other' },
  ],
  [
    '(?:(?:people|users|customers|everyone|developers) (?:think|say|feel|like|love|hate)|fund sizes?|news (?:about|on|of|from)|(?:commits?|contributors?) (?:an|per|each|every) (?:hour|day|night))(?= |$)',
    { foreign: 'other' },
  ],
];

const WHY: Readonly<Record<Exclude<Foreign, 'other'>, string>> = {
  place: `Where startups are based is known by region only (${GEOGRAPHIES.join(', ')}), not by country or city`,
  person: 'Nobody is named here: people are counted, and founders and staff are not listed',
  forecast:
    'What will happen is not in the data: only the prediction markets have forecasts, and it has not been shown that the signals predict deals',
  advice: 'Nothing here says what to invest in: the data describe public engineering activity',
};

/** Why nothing is known of it. */
export function whyForeign(foreign: Foreign, text: string): string | undefined {
  return foreign === 'other' ? undefined : `${WHY[foreign]} (“${text}”).`;
}
