/** Answers questions about data: reads them as queries, runs these, and says what was found. */
import { daleChall } from 'dale-chall';
import { BellwetherError } from '../../lib/errors.ts';
import { type Day, parseDay, parsePeriod } from '../../lib/period.ts';
import { percent } from '../../lib/prose.ts';
import { entityNames } from '../../published/entity-names.ts';
import { notCoveredIn } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';
import { agentShareOf, coveredPeriods } from '../../published/startup-numbers.ts';
import type { Registry } from '../../registry/schema.ts';
import { answerQuery } from '../query/answer-query.ts';
import type { QueryAnswer } from '../query/answer-schema.ts';
import { type Query, QueryInput, type WrittenQuery } from '../query/query.ts';
import { fieldOf } from '../query/query-fields.ts';
import { type Cues, cuesIn } from '../reader/cues.ts';
import { Parts } from '../reader/parts.ts';
import { Reader, type Reading } from '../reader/read.ts';
import { claimsOf, onlyNew, tell } from '../reader/say/tell.ts';
import { type Claim, possessive, type Telling, weekName } from '../reader/say/voice.ts';
import { newOnList } from '../reader/say/weeks.ts';
import { PROFILE } from '../reader/shapes/of-startups.ts';
import { Times } from '../reader/times.ts';
import { countedCommits } from './counted-commits.ts';
import { pageOf } from './page-of.ts';
import { partialCounts } from './partial-answers.ts';

const ISO_DAY_LENGTH = 'YYYY-MM-DD'.length;
/** Unknown words next to a name with which a profile is still of use. */
const MAX_UNREAD = 2;
/** As many rows as a query may have. */
const MAX_TIES = 200;

/** What data has to say to a question. */
export type DataAnswer =
  | {
      kind: 'answered';
      text: string;
      readAs: string;
      query: QueryAnswer['query'] | null;
      url: string;
      claims: readonly Claim[];
      confidence: number;
      /** Startup that near questions are about. */
      about: string | undefined;
      cues: Cues;
      isNamed: boolean;
    }
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

/** The startup that was named, shown where a word next to it was not understood. */
export type Profile = {
  slug: string;
  name: string;
  text: string;
  claims: readonly Claim[];
  url: string;
};

/** Commands of other languages are no questions. */
const CODE =
  /\b(?:drop|delete|insert|update|alter|select)\b.*\b(?:table|from|into|where)\b.*[;*]|<\/?script|\$where|--\s*$/i;

/** The parts of a query that was not read from words. */
const NO_PARTS = new Parts({ edges: [] }, [], false);

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
function wordsOfProse({ faq, glossary }: Registry): string[] {
  const texts = [
    ...faq.flatMap(({ question, also, answer }) => [question, ...also, answer]),
    ...glossary.map(({ definition }) => definition),
  ];
  return texts.join(' ').match(/(?<![\p{L}\p{N}./=,{])[a-z]+(?![\p{L}\p{N}/=])/gu) ?? [];
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
  if (
    outside !== undefined &&
    (cues.startups.length > 0 || ((isRead || cues.isAboutData) && !cues.asksProse))
  )
    return { kind: 'refused', refused: outside, cues };
  if (absent !== undefined) {
    const [name] = reading?.parts.names ?? [];
    const named =
      name?.name ??
      (cues.startups[0] === undefined
        ? undefined
        : published.companies.get(cues.startups[0])?.name);
    if (named !== undefined) return { kind: 'refused', refused: notRecorded(named, absent), cues };
  }
  if (isRead) {
    const answered = await answeredReading(reading, published, reader.sectors, cues);
    if (answered) return answered;
  }
  const note = isRead ? undefined : strangerNote(reading, cues);
  const profile = cues.isOfService
    ? undefined
    : await profileFor(reading, absent, cues, published, reader.sectors);
  return { kind: 'unread', unread: reading?.unread ?? cues.unknown, cues, note, profile };
}

function notRecorded(name: string, what: string): string {
  if (what === 'investment advice')
    return 'Nothing here is investment advice; signals say what public code shows.';
  if (what === 'names of people')
    return `People aren't named here: commits are counted, and founders and staff of ${name} aren't recorded.`;
  return `${possessive(name)} ${what} ${what.endsWith('s') && !/status$/.test(what) ? "aren't" : "isn't"} recorded here.`;
}

/** An untracked company that is named is said to be untracked. */
function strangerNote(
  reading: Reading | undefined,
  { namesStranger, unknown }: Cues,
): string | undefined {
  const organization = reading?.parts.names.find(({ entity }) => entity === 'organization');
  if (organization && reading?.parts.names.length === 1 && reading.parts.has('field'))
    return `${organization.name} isn't tracked here: there are deals of it, and no numbers.`;
  if (!reading || !['field', 'act', 'order', 'round', 'name'].some((key) => reading.parts.has(key)))
    return undefined;
  const stranger = unknown.find((word) => /^\p{Lu}|\d/u.test(word));
  return namesStranger && stranger !== undefined
    ? `“${stranger}” isn't a startup that is tracked here.`
    : undefined;
}

/** A query that a model made of a question; undefined where it cannot be answered. */
export async function answeredProposal(
  query: WrittenQuery,
  published: Published,
): Promise<Extract<DataAnswer, { kind: 'answered' }> | undefined> {
  const reader = await published.derived(questionReader);
  const reading = {
    query,
    shape: 'proposal',
    unread: [],
    supplied: 0,
    parts: NO_PARTS,
    restsOnWord: false,
    corrections: 0,
    passesAside: false,
  };
  const cues = cuesIn([], NO_PARTS, []);
  const data = await answeredReading(reading, published, reader.sectors, cues);
  return data?.kind === 'answered' ? data : undefined;
}

/** Undefined for a reading that is no query after all. */
async function answeredReading(
  reading: Reading,
  published: Published,
  sectors: ReadonlyMap<string, string>,
  cues: Cues,
): Promise<DataAnswer | undefined> {
  const parsed = QueryInput.safeParse(reading.query);
  if (!parsed.success) return undefined;
  try {
    const partial = await partialCounts(reading.query, published);
    if (partial)
      return {
        kind: 'answered',
        claims: [{ claim: partial.text, sourceUrl: partial.url }],
        confidence: confidenceIn(reading, false),
        about: undefined,
        cues,
        isNamed: true,
        ...partial,
      };
    const answer = await withTies(
      parsed.data,
      await inKnownCurrency(parsed.data, published),
      published,
    );
    if (isOfOtherMoney(answer))
      return {
        kind: 'refused',
        refused: `Amounts are in the currencies of their sources and are never converted: none of these is known in ${reading.query.currency}.`,
        cues,
      };
    const telling = tellingOf(reading, answer, sectors);
    if (reading.reads === 'agents') return agentsAnswer(reading, answer, published, cues);
    const ofDays = await countedCommits(reading, published);
    const others = await Promise.all(
      (reading.also ?? []).map(async (query) => ({
        ...telling,
        query,
        answer: await answerQuery(QueryInput.parse(query), published),
      })),
    );
    const [other] = others;
    const isOfLists =
      other !== undefined && (reading.reads === 'entered' || reading.reads === 'left');
    const told = ofDays?.isAll
      ? []
      : isOfLists
        ? [newOnList(telling, other)]
        : [tell(telling), ...others.map(tell)];
    const shown = isOfLists ? [onlyNew(telling, other)] : [telling, ...others];
    const text = [
      ofDays?.text,
      ...told,
      ...(ofDays?.isAll ? [] : await lastKnown(telling, published)),
    ]
      .filter(Boolean)
      .join(' ')
      .trim();
    if (text === '') return undefined;
    const url = pageOf(answer, published.addresses);
    const [subject] = reading.parts.startups;
    return {
      kind: 'answered',
      text,
      readAs: ofDays
        ? answer.readAs.replace(/^Read as: /, `Read as: ${ofDays.readAs}, and `)
        : answer.readAs,
      query: answer.query,
      url,
      claims: shown.flatMap((one) => claimsOf(one, url)),
      confidence: confidenceIn(reading, isNegative(answer)),
      about: subject?.slug,
      cues,
      isNamed: reading.parts.names.length > 0,
    };
  } catch (error) {
    if (!(error instanceof BellwetherError)) throw error;
    return { kind: 'refused', refused: error.message, cues };
  }
}

/** The share of all commits, which is not the mean of the startups' shares. */
async function agentsAnswer(
  reading: Reading,
  answer: QueryAnswer,
  { editions, addresses }: Published,
  cues: Cues,
): Promise<DataAnswer> {
  const { period } = answer;
  const shareIn = async (week: string) =>
    agentShareOf([...(await editions.startups(week)).values()]);
  const now = period?.last ?? editions.latest;
  const then = period?.against ?? undefined;
  const share = await shareIn(now);
  let text: string;
  if (then === undefined)
    text = `Of all commits in two weeks, ${percent(share)} were written by or with coding agents (${weekName(now)}). Agents that leave no mark are not seen.`;
  else {
    const before = await shareIn(then);
    const { isYesNo, move } = reading.parts;
    const holds = move?.to === 'down' ? share < before : share > before;
    const verdict = isYesNo ? (holds ? 'Yes. ' : 'No. ') : '';
    text = `${verdict}Across all commits, agents' share went from ${percent(before)} in ${weekName(then)} to ${percent(share)} in ${weekName(now)}.`;
  }
  const url = addresses.answer('agent-share-this-week');
  return {
    kind: 'answered',
    text,
    readAs: answer.readAs,
    query: answer.query,
    url,
    claims: [{ claim: text, sourceUrl: addresses.home(now === editions.latest ? undefined : now) }],
    confidence: confidenceIn(reading, false),
    about: undefined,
    cues,
    isNamed: false,
  };
}

function tellingOf(
  reading: Reading,
  answer: QueryAnswer,
  sectors: ReadonlyMap<string, string>,
): Telling {
  const { parts } = reading;
  return {
    query: reading.query,
    answer,
    reads: reading.reads,
    checks: reading.checks ?? [],
    expected: reading.expected,
    isYesNo: parts.isYesNo,
    direction: parts.direction,
    sectors,
  };
}

/** Nothing was found, or what is asked is not known. */
function isNegative({ rows, total }: QueryAnswer): boolean {
  return (
    total === 0 ||
    rows.every(({ value, fields }) => value === null && Object.keys(fields).length === 0)
  );
}

/** Confidence in a reading, less for everything that it supplied, corrected, passed over or rests on. */
function confidenceIn(
  { supplied, corrections, passesAside, restsOnWord }: Reading,
  isOfNothing: boolean,
): number {
  const doubts = supplied * 0.15 + corrections * 0.15 + Number(passesAside) * 0.07;
  const confidence = Math.max(0.4, 0.95 - doubts);
  const isCapped = restsOnWord || (isOfNothing && doubts > 0);
  return Math.round(1000 * (isCapped ? Math.min(0.5, confidence) : confidence)) / 1000;
}

const CURRENCIES = ['EUR', 'GBP'];

/** Amounts of what is named in dollars, or in the only other currency in which they are known. */
async function inKnownCurrency(query: Query, published: Published): Promise<QueryAnswer> {
  const answer = await answerQuery(query, published);
  if (query.currency !== undefined || query.names === undefined || !hasUnknownMoney(answer))
    return answer;
  for (const currency of CURRENCIES) {
    const other = await answerQuery({ ...query, currency }, published).catch(() => undefined);
    if (other && !hasUnknownMoney(other)) return other;
  }
  return answer;
}

function hasUnknownMoney({ columns, rows }: QueryAnswer): boolean {
  const amounts = columns.filter(({ unit }) => /^[A-Z]{3}$/.test(unit)).map(({ field }) => field);
  return (
    amounts.length > 0 &&
    rows.length > 0 &&
    rows.every(({ value, fields }) =>
      amounts.every((field) => (field === 'value' ? value : fields[field]) == null),
    )
  );
}

/** `how much did it raise in euros`, of amounts that are all in dollars. */
function isOfOtherMoney({ query, rows, columns }: QueryAnswer): boolean {
  const { currency } = query;
  if (currency === undefined) return false;
  const shown = columns.filter(({ unit }) => unit === currency).map(({ field }) => field);
  return !rows.some(({ value, fields }) =>
    shown.some((field) => typeof (field === 'value' ? value : fields[field]) === 'number'),
  );
}

/** All rows with the same value as the first, for an order with one row. */
async function withTies(
  query: Query,
  answer: QueryAnswer,
  published: Published,
): Promise<QueryAnswer> {
  const { operation, limit, nth } = query;
  const [first] = answer.rows;
  if (
    operation !== 'rank' ||
    limit !== 1 ||
    nth !== undefined ||
    !first ||
    answer.total < 2 ||
    first.value === null
  )
    return answer;
  const { rows } = await answerQuery({ ...query, limit: MAX_TIES }, published);
  const level = rows.filter(({ value }) => value === first.value).length;
  return level < 2 ? answer : answerQuery({ ...query, limit: level }, published);
}

/** Named startups that the current week does not cover, as they were when last covered. */
async function lastKnown(telling: Telling, published: Published): Promise<string[]> {
  const { subject, operation = 'get', metric, period, from, to } = telling.query;
  if (subject !== 'startup' || period !== undefined || from !== undefined || to !== undefined)
    return [];
  if (operation !== 'get' && operation !== 'compare') return [];
  if (metric !== undefined && fieldOf('startup', metric)?.isWeekly !== true) return [];
  const { editions } = published;
  const [history, covered] = [await editions.history(), await editions.startups(editions.latest)];
  const missing = telling.answer.rows.flatMap(({ slug }) =>
    slug !== null && !covered.has(slug) ? [slug] : [],
  );
  return Promise.all(
    missing.map(async (slug) => {
      const company = published.companies.get(slug);
      const last = coveredPeriods(history, slug).at(-1);
      if (last === undefined)
        return company && operation === 'get' && metric === undefined
          ? (await notCoveredIn(company, editions.latest, published)).notes.join(' ')
          : '';
      const { operation: _, show: __, ...rest } = telling.query;
      const query = {
        ...rest,
        operation: 'get' as const,
        names: [slug],
        period: last,
        ...(metric === undefined && { show: PROFILE.filter((name) => name !== 'description') }),
      };
      const then = {
        ...telling,
        isYesNo: false,
        query,
        answer: await answerQuery(QueryInput.parse(query), published),
      };
      return `Last covered in ${weekName(last)}: ${tell(then)}`;
    }),
  );
}

/** The profile of the only one that is named, where just a word with it was not understood. */
async function profileFor(
  reading: Reading | undefined,
  absent: string | undefined,
  cues: Cues,
  published: Published,
  sectors: ReadonlyMap<string, string>,
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
  if (words.length > MAX_UNREAD) return undefined;
  const query: WrittenQuery = { subject: 'startup', names: [name.slug], show: PROFILE };
  const answer = await answerQuery(QueryInput.parse(query), published);
  const telling: Telling = {
    query,
    answer,
    reads: 'profile',
    checks: [],
    isYesNo: false,
    direction: undefined,
    sectors,
  };

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
    claims: claimsOf(telling, url),
    url,
  };
}
