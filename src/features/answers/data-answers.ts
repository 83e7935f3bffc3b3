/** Answers questions about data: reads them as queries, and has these answered. */
import { daleChall } from 'dale-chall';
import { BellwetherError } from '../../lib/errors.ts';
import { type Day, parseDay, parsePeriod } from '../../lib/period.ts';
import { entityNames } from '../../published/entity-names.ts';
import type { Published } from '../../published/published.ts';
import type { Registry } from '../../registry/schema.ts';
import { answerQuery } from '../query/answer-query.ts';
import { QueryInput, type WrittenQuery } from '../query/query.ts';
import { fieldOf } from '../query/query-fields.ts';
import type { Reading } from '../reader/choice.ts';
import type { Cues } from '../reader/cues.ts';
import { Reader } from '../reader/read.ts';
import { claimsOf, tell } from '../reader/say/tell.ts';
import { type Claim, possessive, weekName } from '../reader/say/voice.ts';
import { PROFILE } from '../reader/shapes/of-startups.ts';
import { Times } from '../reader/times.ts';
import { type Computed, computedAnswer, lastKnown, tellingOf } from './computed-answer.ts';

const ISO_DAY_LENGTH = 'YYYY-MM-DD'.length;
/** Unknown words next to a name with which a profile is still of use. */
const MAX_UNREAD = 2;

/** The answer that the data gives to a question, or why it gives none. */
export type DataAnswer =
  | ({
      kind: 'answered';
      confidence: number;
      /** Startup that near questions are about. */
      about: string | undefined;
      cues: Cues;
      isNamed: boolean;
      /** A name alone was read in several words, and may be meant as one of them. */
      isOfWord: boolean;
    } & Computed)
  /** It was understood, and cannot be answered. */
  | { kind: 'refused'; refused: string; cues: Cues }
  /** Not wholly understood, or not a question about data at all. */
  | {
      kind: 'unread';
      unread: readonly string[];
      cues: Cues;
      note: string | undefined;
      profile: Profile | undefined;
    };

/** Whether the question was read as a query although it may ask about the service. */
export function mayBeProse(data: DataAnswer): boolean {
  if (data.kind !== 'answered' || data.isNamed) return false;
  return data.cues.asksProse || data.isOfWord;
}

/** The startup that was named, shown where a word next to it was not understood. */
export type Profile = {
  slug: string;
  name: string;
  text: string;
  claims: readonly Claim[];
  url: string;
};

/** Commands in other languages are not questions. */
const CODE =
  /\b(?:drop|delete|insert|update|alter|select)\b.*\b(?:table|from|into|where)\b.*[;*]|<\/?script|\$where|--\s*$/i;

/** Derived once per publication: `published.derived(questionReader)`. */
export async function questionReader(published: Published): Promise<Reader> {
  const { registry, editions } = published;
  const current = parsePeriod(editions.latest);
  if (!current) throw new RangeError(`${editions.latest} is not a period`);
  const latest = parsePeriod(editions.partialPeriods[0]?.slug ?? editions.latest) ?? current;
  const names = await published.derived(entityNames);
  const until = Math.max(current.lastDay, newestDeal(registry));
  return new Reader(
    registry,
    names,
    new Times(current, latest.lastDay),
    new Times(current, until),
    [...daleChall, ...wordsOfProse(registry)],
  );
}

/** Words in lower case, outside addresses: names are written otherwise. */
function wordsOfProse({ faq, glossary, companies, methodology }: Registry): string[] {
  const texts = [
    ...faq.flatMap(({ question, also, answer }) => [question, ...also, answer]),
    ...glossary.map(({ definition }) => definition),
    ...companies.map(({ description }) => description),
    ...methodology.steps.map(({ text }) => text),
  ];
  return texts.join(' ').match(/(?<![\p{L}\p{N}./=,{-])[a-z]+(?![\p{L}\p{N}/=-])/gu) ?? [];
}

/** The last day of which a deal is known. */
function newestDeal({ deals: { rounds, acquisitions } }: Registry): Day {
  const dates = [...rounds, ...acquisitions].flatMap(({ announcedOn }) =>
    announcedOn?.length === ISO_DAY_LENGTH ? [parseDay(announcedOn)] : [],
  );
  return dates.reduce((newest, day) => Math.max(newest, day), 0);
}

export async function dataAnswer(question: string, published: Published): Promise<DataAnswer> {
  const reader = await published.derived(questionReader);
  const { reading, absent, outside, cues } = reader.read(question);
  const isRead =
    reading !== undefined &&
    reading.unread.length === 0 &&
    !cues.isOfService &&
    !CODE.test(question);
  const isOfData = isRead || cues.isAboutData || cues.picks;
  if (outside !== undefined && (cues.startups.length > 0 || (isOfData && !cues.asksProse)))
    return { kind: 'refused', refused: outside, cues };
  if (absent !== undefined) {
    const [slug] = cues.startups;
    const startup = slug === undefined ? undefined : published.companies.get(slug);
    const named = (startup ?? reading?.parts.names[0])?.name;
    if (
      named !== undefined ||
      cues.picks ||
      (!cues.asksProse && reading?.parts.has('subject:startup'))
    )
      return { kind: 'refused', refused: notRecorded(named, absent), cues };
  }
  if (cues.picks && cues.startups.length === 0 && reading?.parts.has('ask:packages'))
    return {
      kind: 'refused',
      refused: 'Packages that came and left are told of one startup: name it.',
      cues,
    };
  if (isRead) {
    const answered = await answeredReading(question, reading, published, cues);
    if (answered) return answered;
  }
  const note = isRead ? undefined : strangerNote(reading, cues);
  const profile = cues.isOfService ? undefined : await profileFor(reading, absent, cues, published);
  return { kind: 'unread', unread: reading?.unread ?? cues.unknown, cues, note, profile };
}

function notRecorded(name: string | undefined, what: string): string {
  if (what === 'investment advice')
    return 'Nothing here is investment advice; signals say what public code shows.';
  if (what === 'names of people')
    return `People aren't named here: commits are counted, and founders and staff${name === undefined ? '' : ` of ${name}`} aren't recorded.`;
  const subject = name === undefined ? `The ${what}` : `${possessive(name)} ${what}`;
  return `${subject} ${what.endsWith('s') && !/^number|status$/.test(what) ? "aren't" : "isn't"} recorded here.`;
}

/** An untracked company that is named is said to be untracked. */
function strangerNote(
  reading: Reading | undefined,
  { namesStranger, unknown, organizations }: Cues,
): string | undefined {
  const [organization, ...others] = organizations;
  const asksNumber =
    reading?.parts.has('field') || (unknown.length === 0 && (reading?.unread.length ?? 0) > 0);
  if (organization !== undefined && others.length === 0 && asksNumber)
    return `${organization} isn't tracked here: there are deals of it, and no numbers.`;
  const isOfData = reading?.parts.has('field', 'act', 'order', 'round', 'name');
  if (!isOfData && unknown.length > 1) return undefined;
  const stranger = unknown.find((word) => /^\p{Lu}|\d/u.test(word));
  return namesStranger && stranger !== undefined
    ? `“${stranger}” isn't a startup that is tracked here.`
    : undefined;
}

/** Undefined for a reading that is not a query after all. */
async function answeredReading(
  question: string,
  reading: Reading,
  published: Published,
  cues: Cues,
): Promise<DataAnswer | undefined> {
  if (!QueryInput.safeParse(reading.query).success) return undefined;
  try {
    const computed = await computedAnswer({ ...reading, question }, published);
    return (
      computed && {
        kind: 'answered',
        ...computed,
        text: `${leftUnread(reading)}${computed.text}`,
        confidence: confidenceIn(reading, computed.isNegative),
        about: reading.parts.startups[0]?.slug,
        cues,
        isNamed: reading.parts.names.some(({ isWord }) => !isWord),
        isOfWord: reading.restsOnWord && reading.reads === 'profile' && !reading.parts.isShort,
      }
    );
  } catch (error) {
    if (!(error instanceof BellwetherError)) throw error;
    return { kind: 'refused', refused: error.message, cues };
  }
}

/** Parts of the question that the answer does not reflect, so that it is not taken for the whole. */
function leftUnread({ dropped }: Reading): string {
  return dropped.length === 0 ? '' : `I left out “${[...new Set(dropped)].join('”, “')}”. `;
}

/** Confidence in a reading that leaves nothing unread, supplies nothing and has no rival. */
const SURE = 0.97;
/** From here on, what was passed over and supplied leaves a reading a guess. */
const MAX_DOUBT = 0.8;
/** From here on, what was supplied may change the answer: a metric, a direction, a period. */
const MAX_SUPPLIED = 0.3;
/** A reading of another question that costs hardly more is as likely. */
const NARROW = 0.15;
const NEAR = 0.4;

/** Less for all that a reading supplied, corrected, passed over or rests on, and for rivals of it. */
function confidenceIn(reading: Reading, isOfNothing: boolean): number {
  const { doubt, margin, supplied, corrections, passesAside, dropped, ignored } = reading;
  const confidence =
    SURE -
    0.4 * doubt -
    (margin < NARROW ? 0.1 : margin < NEAR ? 0.05 : 0) -
    0.1 * corrections -
    0.02 * Number(passesAside) -
    0.05 * ignored;
  const isGuess =
    reading.restsOnWord ||
    reading.isAmbiguous ||
    reading.passesTelling ||
    dropped.length > 0 ||
    isAveraged(reading) ||
    supplied >= MAX_SUPPLIED ||
    doubt >= MAX_DOUBT ||
    isOfNothing;
  const capped = Math.max(0.4, isGuess ? Math.min(0.5, confidence) : confidence);
  return Math.round(1000 * capped) / 1000;
}

/** Averages over weeks that no word asks for, of numbers that are seldom meant so. */
function isAveraged({ query, parts }: Reading): boolean {
  const { metric = '', operation = 'get', over, period = '', from } = query;
  const field = fieldOf('startup', metric);
  const isOfWeeks = from !== undefined || /^\d{4}(?:-(?:\d{2}|q\d))?$/.test(period);
  const isUsual = metric === 'commitVelocity14d' || metric === 'contributors';
  const isOfWindow = field?.kind === 'ratio' || (field?.kind === 'count' && !isUsual);
  const isAsked = over !== undefined || parts.has('measure:mean', 'measure:median');
  return isOfWeeks && isOfWindow && !isAsked && /^(?:get|rank|compare)$/.test(operation);
}

/** The profile of the only one that is named, where just a word with it was not understood. */
async function profileFor(
  reading: Reading | undefined,
  absent: string | undefined,
  cues: Cues,
  published: Published,
): Promise<Profile | undefined> {
  if (!reading || absent !== undefined || cues.asksProse) return undefined;
  const { parts } = reading;
  const [name, ...others] = parts.names;
  const isOdd = ['not', 'than', 'more', 'versus', 'sector', 'role', 'none'].some((key) =>
    parts.has(key),
  );
  if (!name || others.length > 0 || name.entity !== 'startup' || isOdd || cues.namesStranger)
    return undefined;
  const words = reading.unread.length > 0 ? reading.unread : cues.unknown;
  // A word that is a name as well, among others that were not read, is hardly the name.
  if (words.length > (name.isWord ? 1 : MAX_UNREAD)) return undefined;
  const query: WrittenQuery = { subject: 'startup', names: [name.slug], show: PROFILE };
  const answer = await answerQuery(QueryInput.parse(query), published);
  const telling = await tellingOf({ query, reads: 'profile' }, answer, published);
  const lead =
    words.length === 0
      ? ''
      : `I didn't understand “${words.join('”, “')}”; here is ${name.name} in ${weekName(published.editions.latest)}. `;
  const url = published.addresses.startup(name.slug);
  const text = [tell(telling), ...(await lastKnown(telling, published))].join(' ');
  return {
    slug: name.slug,
    name: name.name,
    text: `${lead}${text}`,
    claims: claimsOf(telling, text, url),
    url,
  };
}
