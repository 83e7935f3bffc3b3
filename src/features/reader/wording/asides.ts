/** What stands beside a question in a sentence of its own: who asks, and what for. */

const SENTENCE_ENDS = /(?<=[.!?;:])\s+|\s+[–—-]+\s+/;
const BETWEEN = /(?<=[.!?;:])\s+|\s+[–—-]+\s+|,\s+/;
const ASKS =
  /^(?:(?:and|so|but|then|now|please|also|in|at|on|for|from|by|under|with|during|to|of|since|until|between|among|per|as of) )*(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|would|will|should|list|show|name|give|rank|compare|count|find|get|any|top|tell|number)\b|\?$/i;

const STATES =
  /\b(?:is|are|was|were|has|have|had|got|gets|seems?|looks?|went|became|might|may|use|uses|used|announced|raised|bought)\b/i;
const IT = /\b(?:it|its)\b/i;
const THEY =
  /\b(?:they|them|their|which one|which of (?:the two|them|these|those)|the two|either|both)\b/i;
/** Whom a question speaks of that names nobody. */
const THAT_ONE =
  /\b(?:its?|they|them|their|our|the (?:company|start-?up|firm|project|team|business|maker|outfit)(?:'s)?)\b/i;
const OF_MANY = /\b(?:start-?ups|companies|firms|sectors?|funds|investors)\b/i;

/** Somebody speaks of himself or of people around him. */
const OF_SPEAKER =
  /^(?:(?:and|so|but|well|ok|okay|hi|hello|honestly|because|since|as|background|context)[,:]? )*(?:i|i'm|i've|i'd|i'll|we|we're|we've|we'd|my|our|us|someone|somebody|one of (?:our|my|us)|(?:a|the|an|some) (?:friend|colleague|client|customer|reader|partner|founder|boss|editor|intern|investor|cto|ceo|lp|scout|student|user)s?)\b|\b(?:i am|i'm|we are|we're|my|our|me)\b/i;
/** What it says restricts what is asked about. */
const RESTRICTS =
  /\b(?:only|just|solely|exclud\w*|except|without|not|ignor\w*|limit\w*|restrict\w*|focus\w*|filter\w*|car(?:e|es|ing) (?:about|for)|interested|mean|meant|say|suppos\w*|assum\w*|consider\w*|counts? as|defin\w*|invests? (?:in|at)|look(?:ing)? (?:at|for)|concerned|regarding|matters?|minus|need|want|like|prefer)\b/i;
/** Up to where it is said what for; the question follows. */
const LEAD_INS: readonly RegExp[] = [
  /^(?:.*[,;]? (?:and|so|but|because|as|since) )?(?:i|we)(?:'d| would| really| just| also| only| urgently)* (?:want(?:ed)?|need|like|have|love|wish|am trying|are trying|was asked|were asked)(?: to)? (?:know|learn|see|find out|hear|check|understand|verify|confirm|establish|say|write)(?: (?:about|if|whether))?[,:]? (?=\S+ )/i,
  /^(?:.*[,;]? (?:and|so|but) )?(?:i|we) (?:wonder(?:ed)?|(?:am|are|was|were) (?:wondering|curious|asking|unsure))(?: (?:about|if|whether))?[,:]? (?=\S+ )/i,
  /^(?:i|we)\b.* and (?:also |now |just |only )?(?:want|need|would like|wish|am trying|are trying) to (?:know|learn|see|find out|hear|check|understand|verify|confirm|write) (?=\S+ )/i,
  /^.* and (?:i |we )?(?:need|want|ask) (?:this|the following|one (?:number|thing|figure))[,:] (?=\S+ )/i,
  /^for (?:a|an|the|my|our|this|some) (?:[\w'-]+ ){0,8}?(?:i|we) (?:need|want|require|would like|am looking for|are looking for) (?=\S+ )/i,
];
/** `I heard that`, `rumour has it`: what follows is asked about as if nobody had said it. */
const HEARSAY =
  /^(?:(?:and|so|but|well|ok|okay|hi|hello),? )?(?:(?:i|we)(?:'ve| have)?(?: just| recently| once| also)? (?:heard|read|saw|noticed|understand|gather|was told|were told|learn(?:ed|t))|(?:i'm|we're|i am|we are) told|(?:someone|somebody|a \w+) (?:told (?:me|us)|said|says|mentioned)|rumou?r has it|word is|people say|they say|apparently|supposedly|allegedly|reportedly)(?: (?:somewhere|online|today|yesterday|recently|in the news|on (?:twitter|x|linkedin|hacker news)))?(?:, that|,| that)? (?=\S+ )/i;
const STATES_DEAL =
  /\b(?:bought|buys|acquired|acquires|took over|was sold|got sold|raised|raises|closed|led|invested|backed)\b/i;
const ASKS_OF_DEAL =
  /\b(?:when|how much|date|day|price|amount|announced|completed|what for|for what|at what|who else|valuation)\b/i;

/** It leaves something out, or says more of it than the question may repeat. */
const EXCLUDES =
  /\d|\b(?:only|solely|exclud\w*|except|without|not|ignor\w*|limit\w*|restrict\w*|minus|least|most|over|above|under|below)\b/i;
const WAS = /\b(?:did|was|were|had)\b/i;
const QUESTION_LABEL =
  /^(?:[\w'-]+ ){0,3}(?:question|query|request|check|ask|task|one|thing|point|q)(?: (?:for you|here|about this))?\s*[:,–—-]\s+/i;

/** What people are who ask, and what they ask for; a word beside these could restrict the question. */
const OF_ASIDES = new Set(
  (
    'article story piece memo report deck slide slides presentation pitch newsletter column post podcast thesis ' +
    'paper essay homework dashboard screen shortlist spreadsheet note notes brief briefing meeting call ic board ' +
    'committee deadline diligence research analysis boss editor colleague colleagues client clients partner ' +
    'partners lp lps friend reader readers team investor analyst journalist reporter founder researcher student ' +
    'writing working researching preparing drafting putting building looking screening tomorrow today tonight ' +
    'week morning pages page site curious wondering interested confused new here job interview competitor ' +
    'customer met heard saw noticed spoke talked seeing reading hearing magazine newspaper box print sidebar ' +
    'caption chart table slide quiz exam thread tweet blog book chapter talk panel workshop class course lecture ' +
    'investment review quarterly annual weekly monday 9am 10am noon standup sync'
  ).split(' '),
);
/** `for a duel box in the magazine:`, `before my 9am,` */
const OF_PURPOSE =
  /^(?:for|in|before|ahead of|as input (?:for|to)|as part of) (?:a|an|my|our|the|this|some|tomorrow's|today's) (?:[\w'-]+ ?){1,8}[,:]?$/i;
const TRAILING_PURPOSE =
  /,? (?:for|before|ahead of|in time for) (?:my|our|tomorrow's|today's|a|an|this|the) (?:[\w'-]+ ){0,3}?(?:memo|report|deck|slides?|story|article|piece|newsletter|column|presentation|pitch|call|meeting|interview|deadline|podcast|committee|board|9am|10am|noon|standup|sync|class|course|thesis|paper|chart|table|dashboard|spreadsheet|colleagues?|clients?|boss|editor)\b(?=[,.?!;:]|$)/i;

/** `in week 36 of 2025, when the news broke that …`: the week is known without it. */
const OF_THAT_WEEK =
  /(\b(?:week \d{1,2}(?: of)? 20\d\d|20\d\d-w\d\d)),? (?:that is |which is |being )?(?:when|just as|right after|shortly after|the week (?:when|that|in which)|during which) [^?]*/i;

/** @param word in lower case */
export function isOfAside(word: string): boolean {
  return OF_ASIDES.has(word);
}

export type Clause = {
  /** It tells something that an answer has to keep to: a number, a time, a filter, an order. */
  isTelling: boolean;
  /** It picks startups, by what an answer has to keep to in any case. */
  isPicking: boolean;
  /** What picks them. */
  picks: readonly string[];
  /** A word of it is not known, and could tell something. */
  isStrange: boolean;
  /** All of its words are known. */
  isKnown: boolean;
  /** Those that are named in it, and the numbers that are. */
  names: readonly string[];
  /** Those of them that are startups or others. */
  entities: readonly string[];
  /** A word that nobody knows is written like a name. */
  namesStranger: boolean;
  hasTime: boolean;
};

/**
 * A question without what only says something about whoever asks; of that, names are kept.
 *
 * @param read what a clause has in it
 */
export function withoutAsides(question: string, read: (clause: string) => Clause): string {
  const bare = withoutLeadIn(question.replace(QUESTION_LABEL, ''), read).replace(
    TRAILING_PURPOSE,
    '',
  );
  const asked = withoutSpeaker(bare.replace(OF_THAT_WEEK, '$1'), read);
  return withoutRemarks(asked, read);
}

/** `I sit on Nango's board and want to know how many developers …`: names are kept. */
function withoutLeadIn(question: string, read: (clause: string) => Clause): string {
  const heard = question.replace(HEARSAY, '');
  if (heard !== question && isOfDeal(heard.split(SENTENCE_ENDS))) return heard;
  for (const pattern of LEAD_INS) {
    const lead = pattern.exec(question)?.[0];
    if (lead === undefined || RESTRICTS_BEFORE.test(lead)) continue;
    const rest = question.slice(lead.length);
    const { isPicking, entities } = read(lead);
    if (isPicking || /[.?!]\s/.test(lead)) continue;
    return [...entitiesMeant(rest, entities, read), rest].join(', ');
  }
  return question;
}

const RESTRICTS_BEFORE =
  /\b(?:only|solely|exclud\w*|except|without|ignor\w*|limit\w*|restrict\w*|focus\w*|filter\w*|invests? in)\b/i;

/** Whole sentences about whoever asks: whatever they say, it is no part of the question. */
function withoutSpeaker(question: string, read: (clause: string) => Clause): string {
  const sentences = question.split(SENTENCE_ENDS).filter((text) => /\w/.test(text));
  if (sentences.length < 2) return question;
  const isAside = sentences.map((text, index) => {
    if (/\?$/.test(text) || (ASKS.test(text) && !OF_PURPOSE.test(text))) return false;
    const { isPicking, picks, entities, namesStranger, hasTime } = read(text);
    if (isRepeated(picks, sentences[index + 1], read) && !hasTime && !EXCLUDES.test(text))
      return OF_SPEAKER.test(text);
    if (RESTRICTS.test(text)) return false;
    if (isPicking || (namesStranger && entities.length > 0)) return false;
    if (isOfDeal(sentences.slice(index))) return false;
    // "Two security companies, A and B. Whose growth score is better?"
    const introduces = entities.length > 0 && !/\d/.test(text) && index < sentences.length - 1;
    return OF_SPEAKER.test(text) || isPurpose(text) || introduces;
  });
  if (!isAside.includes(true) || !isAside.includes(false)) return question;
  const rest = sentences.filter((_, index) => !isAside[index]).join(' ');
  // "In June we met Deno. How many commits did they make?": then, or now
  const isOfThen =
    WAS.test(rest) &&
    !read(rest).hasTime &&
    sentences.some((text, index) => isAside[index] && read(text).hasTime);
  if (isOfThen) return question;
  const entities = sentences.flatMap((text, index) => (isAside[index] ? read(text).entities : []));
  return [...entitiesMeant(rest, entities, read), rest].join(', ');
}

/** `Our fund looks at security. Which security startups …`: the question says all of it again. */
function isRepeated(
  picks: readonly string[],
  question: string | undefined,
  read: (clause: string) => Clause,
): boolean {
  if (question === undefined || picks.length === 0) return false;
  const asked = new Set(read(question).picks);
  return picks.every((pick) => asked.has(pick));
}

/** `ClickHouse bought Langfuse. When was that announced?`: the deal that is stated is asked about. */
function isOfDeal([stated = '', asked = '']: readonly string[]): boolean {
  return STATES_DEAL.test(stated) && ASKS_OF_DEAL.test(asked);
}

function isPurpose(text: string): boolean {
  const words = text.toLowerCase().match(/[\w'-]+/g) ?? [];
  return OF_PURPOSE.test(text) && words.some((word) => OF_ASIDES.has(word));
}

/** Whom a question speaks of by a pronoun, or without naming anybody, of those that are named beside it. */
function entitiesMeant(
  question: string,
  named: readonly string[],
  read: (clause: string) => Clause,
): readonly string[] {
  const own = read(question).entities;
  const names = [...new Set(named)].filter((name) => !own.includes(name));
  // "Payload got bought by Figma - does it still commit more": of whom it speaks is said first
  if (IT.test(question) && !THEY.test(question)) return names.slice(0, 1);
  if (THAT_ONE.test(question) || THEY.test(question)) return own.length > 1 ? [] : names;
  return own.length > 0 || OF_MANY.test(question) ? [] : names;
}

function withoutRemarks(question: string, read: (clause: string) => Clause): string {
  const clauses = question.split(BETWEEN).filter((clause) => /\w/.test(clause));
  if (clauses.length < 2 || !clauses.some((clause) => ASKS.test(clause))) return question;
  const kept = clauses.flatMap((clause, index) => {
    if (ASKS.test(clause)) return [clause];
    const { isTelling, isStrange, isKnown, names } = read(clause);
    const next = clauses[index + 1] ?? '';
    // "Payload got bought by Figma - does it still commit more": of whom it speaks is said first
    const isOfOne = IT.test(next);
    if (STATES.test(clause) && (isOfOne || THEY.test(next)) && !isTelling)
      return isOfOne ? names.slice(0, 1) : names;
    return isTelling || isStrange || isKnown ? [clause] : names;
  });
  return kept.join(', ');
}
