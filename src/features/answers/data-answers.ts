/** Answers questions about data: reads them as queries, runs these, and says what was found. */
import { setImmediate } from 'node:timers/promises';
import { BellwetherError } from '../../lib/errors.ts';
import { type Day, parseDay, parsePeriod } from '../../lib/period.ts';
import { entityNames } from '../../published/entity-names.ts';
import type { Published } from '../../published/published.ts';
import { coveredPeriods } from '../../published/startup-numbers.ts';
import type { Registry } from '../../registry/schema.ts';
import { answerQuery } from '../query/answer-query.ts';
import type { QueryAnswer } from '../query/answer-schema.ts';
import { type Query, QueryInput, type WrittenQuery } from '../query/query.ts';
import { fieldOf } from '../query/query-fields.ts';
import { compileLexicon } from '../reader/lexicon/lexicon.ts';
import { Reader, type Reading, type Understood } from '../reader/read.ts';
import type { Asked } from '../reader/say/asked.ts';
import { movedBetween, said, saidOfNothing, saidOfTwo } from '../reader/say/say.ts';
import { weekName } from '../reader/say/voice.ts';
import { compileSlips } from '../reader/spelling.ts';
import { TimeReader } from '../reader/time/time.ts';
import { reworded } from '../reader/wording/reword.ts';
import { countedCommits } from './counted-commits.ts';
import { partialCounts } from './partial-answers.ts';

const ISO_DAY_LENGTH = 'YYYY-MM-DD'.length;
/** As many rows as a query may have. */
const MAX_TIES = 200;

/** What an answer from prose has to mind. */
export type Cues = Omit<Understood, 'reading' | 'outside'>;

const NO_CUES: Cues = {
  unknown: [],
  startups: [],
  foreign: undefined,
  isAboutData: false,
  isSurelyData: false,
  asksFigures: false,
  asksProse: false,
  selectsStartups: false,
  asksWhy: false,
  namesStranger: false,
};

/** The query as it was run, and what shows the same. */
type Shown = Pick<QueryAnswer, 'readAs' | 'query' | 'url' | 'sources'>;

/** What data has to say to a question. */
export type DataAnswer =
  | ({ kind: 'answered'; reading: Reading; text: string } & Shown)
  /** It was understood, and cannot be answered. */
  | { kind: 'refused'; refused: string; cues: Cues }
  /** Not wholly understood, or not a question about data at all. */
  | { kind: 'unread'; unread: readonly string[]; cues: Cues };

/** Derived once per publication: `published.derived(questionReader)`. */
export async function questionReader(published: Published): Promise<Reader> {
  const { registry, editions } = published;
  const current = parsePeriod(editions.latest);
  if (!current) throw new RangeError(`${editions.latest} is not a period`);
  const latest = parsePeriod(editions.partialPeriods[0]?.slug ?? editions.latest) ?? current;
  const names = await published.derived(entityNames);
  await compileLexicon();
  await compileSlips();
  await setImmediate();
  // Its patterns are compiled when they are first run.
  reworded('');
  const until = Math.max(current.lastDay, newestDeal(registry));
  return new Reader(
    registry,
    names,
    new TimeReader(current, latest),
    new TimeReader(current, latest, until),
  );
}

/** The last day of which a deal is known. */
function newestDeal({ deals: { rounds, acquisitions } }: Registry): Day {
  const dates = [...rounds, ...acquisitions].flatMap(({ announcedOn }) =>
    announcedOn?.length === ISO_DAY_LENGTH ? [parseDay(announcedOn)] : [],
  );
  return dates.reduce((newest, day) => Math.max(newest, day), 0);
}

/** @param isReworded synonyms are read, and what changes nothing is left out */
export async function dataAnswer(
  question: string,
  published: Published,
  isReworded = false,
): Promise<DataAnswer> {
  const reader = await published.derived(questionReader);
  // It was read before, as it was asked.
  if (isReworded) await setImmediate();
  const { reading, outside, ...cues } = isReworded
    ? reader.readReworded(question)
    : reader.read(question);
  if (outside !== undefined) return { kind: 'refused', refused: outside, cues };
  if (!reading || reading.unread.length > 0)
    return { kind: 'unread', unread: reading?.unread ?? cues.unknown, cues };
  return (await answered(reading, published, cues)) ?? { kind: 'unread', unread: [], cues };
}

/** A query that somebody else made of a question; undefined where it cannot be answered. */
export async function answeredProposal(query: WrittenQuery, published: Published) {
  const asked = {
    timeText: undefined,
    asksTotal: false,
    isYesNo: false,
    checks: [],
    direction: undefined,
    asksAmount: false,
    reads: undefined,
  };
  const reading = {
    query,
    also: [],
    unread: [],
    assumed: [],
    corrections: 0,
    page: undefined,
    asked,
  };
  const data = await answered(reading, published, NO_CUES);
  return data?.kind === 'answered' ? data : undefined;
}

/** By slug. */
const sectorNames = new WeakMap<Registry, ReadonlyMap<string, string>>();

function namesOfSectors({ sectors }: Registry): ReadonlyMap<string, string> {
  return new Map(sectors.map(({ slug, name }) => [slug, name]));
}

/** Undefined for a reading that is no query after all. */
async function answered(
  reading: Reading,
  published: Published,
  cues: Cues,
): Promise<DataAnswer | undefined> {
  const parsed = QueryInput.safeParse(reading.query);
  if (!parsed.success) return undefined;
  const sectors = sectorNames.getOrInsertComputed(published.registry, namesOfSectors);
  const asked = { query: reading.query, ...reading.asked, sectors };
  try {
    const partial = await partialCounts(reading.query, published);
    if (partial) return { kind: 'answered', reading, ...partial };
    const answer = await withTies(
      parsed.data,
      await answerQuery(parsed.data, published),
      published,
    );
    const refused = whyNotIn(parsed.data, answer);
    if (refused !== undefined) return { kind: 'refused', refused, cues };
    const ofDays = await countedCommits(asked, published);
    const rest = ofDays ? { ...asked, isYesNo: false } : asked;
    const ofWeeks = ofDays?.isAll
      ? []
      : [
          ...(await saidTogether(rest, answer, reading.also, published)),
          ...(await lastKnown(rest, answer, published)),
        ];
    const text = [ofDays?.text, ...ofWeeks].filter(Boolean).join(' ').trim();
    if (text === '') return undefined;
    const { query, url, sources } = answer;
    const readAs = ofDays
      ? answer.readAs.replace(/^Read as: /, `Read as: ${ofDays.readAs}, and `)
      : answer.readAs;
    return { kind: 'answered', reading, readAs, query, url, sources, text };
  } catch (error) {
    if (!(error instanceof BellwetherError)) throw error;
    return { kind: 'refused', refused: error.message, cues };
  }
}

/** `how much did it raise in euros`, of amounts that are all in dollars. */
function whyNotIn({ currency }: Query, { rows, columns }: QueryAnswer): string | undefined {
  if (currency === undefined) return undefined;
  const isOfMoney = ({ unit }: QueryAnswer['columns'][number]) => unit === currency;
  const shown = columns.filter(isOfMoney).map(({ field }) => field);
  const isKnown = rows.some(({ value, fields }) =>
    shown.some((field) => typeof (field === 'value' ? value : fields[field]) === 'number'),
  );
  return isKnown
    ? undefined
    : `Amounts are in the currencies of their sources and are never converted: none of these is known in ${currency}.`;
}

/** Of an order with one row: everybody who has the same value as the first. */
async function withTies(
  query: Query,
  answer: QueryAnswer,
  published: Published,
): Promise<QueryAnswer> {
  const { operation, limit, nth } = query;
  const [first] = answer.rows;
  const isOfFirst = operation === 'rank' && limit === 1 && nth === undefined;
  if (!isOfFirst || !first || answer.total < 2 || first.value === null) return answer;
  const { rows } = await answerQuery({ ...query, limit: MAX_TIES }, published);
  const level = rows.filter(({ value }) => value === first.value).length;
  if (level < 2) return answer;
  return answerQuery({ ...query, limit: level }, published);
}

/** The answer with those of the further queries. */
async function saidTogether(
  asked: Asked,
  answer: QueryAnswer,
  also: readonly WrittenQuery[],
  published: Published,
): Promise<string[]> {
  const others: { query: WrittenQuery; answer: QueryAnswer }[] = [];
  for (const query of also)
    others.push({ query, answer: await answerQuery(QueryInput.parse(query), published) });
  const [other] = others;
  if (other && (asked.reads === 'entered' || asked.reads === 'left'))
    return [saidOfTwo(asked, answer, other.answer)];
  if (other && asked.reads === 'orElse') {
    if (answer.total > 0 || other.answer.total === 0) return [said(asked, answer)];
    const plainly = { ...asked, isYesNo: false, checks: [], query: other.query };
    return [said(asked, answer), said(plainly, other.answer)];
  }
  if (asked.reads === 'found' || asked.reads === 'firstFound') {
    const full = [{ query: asked.query, answer }, ...others].filter((one) => one.answer.total > 0);
    const told = asked.reads === 'found' ? full : full.slice(0, 1);
    if (told.length > 0) return told.map((one) => said({ ...asked, query: one.query }, one.answer));
    return [saidOfNothing(asked, answer)];
  }
  return [
    ...(other ? [movedBetween(asked, answer, other.answer)] : []),
    said(asked, answer),
    ...others.map((one) => said({ ...asked, timeText: undefined, query: one.query }, one.answer)),
  ];
}

/** Of named startups that the current week does not cover: what they had when they were covered last. */
async function lastKnown(
  asked: Asked,
  answer: QueryAnswer,
  published: Published,
): Promise<string[]> {
  const { subject, operation = 'get', metric, period, from, to } = asked.query;
  const isNow = period === undefined || period === published.editions.latest;
  if (subject !== 'startup' || !isNow || from !== undefined || to !== undefined) return [];
  if (operation !== 'get' && operation !== 'compare') return [];
  const field = metric === undefined ? undefined : fieldOf('startup', metric);
  if (metric !== undefined && field?.isWeekly !== true && metric !== 'description') return [];
  const history = await published.editions.history();
  const covered = await published.editions.startups(published.editions.latest);
  const missing = answer.rows.flatMap(({ slug }) =>
    slug !== null && !covered.has(slug) ? [slug] : [],
  );
  const texts: string[] = [];
  for (const slug of missing) {
    const last = coveredPeriods(history, slug).at(-1);
    if (last === undefined) continue;
    const { operation: _, ...rest } = asked.query;
    const query = { ...rest, operation: 'get' as const, names: [slug], period: last };
    const then = await answerQuery(QueryInput.parse(query), published);
    const plainly = { ...asked, isYesNo: false, timeText: undefined, query };
    texts.push(`It was last covered in ${weekName(last)}. ${said(plainly, then)}`);
  }
  return texts;
}
