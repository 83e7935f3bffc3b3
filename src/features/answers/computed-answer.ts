/**
 * The one generator of answers from data: a query with the way in which it is asked becomes a text, its
 * facts and the page that shows them, whether a question was read or an edition's own is filled in.
 */
import { BellwetherError } from '../../lib/errors.ts';
import { percent } from '../../lib/prose.ts';
import { notCoveredIn } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';
import { agentShareOf, coveredPeriods } from '../../published/startup-numbers.ts';
import { answerQuery } from '../query/answer-query.ts';
import type { QueryAnswer } from '../query/answer-schema.ts';
import {
  listedConditions,
  MAX_ROWS,
  type Query,
  QueryInput,
  type WrittenQuery,
} from '../query/query.ts';
import { fieldOf } from '../query/query-fields.ts';
import { refused } from '../query/refusals.ts';
import type { Parts } from '../reader/parts.ts';
import { claimsOf, tell } from '../reader/say/tell.ts';
import { Telling } from '../reader/say/telling.ts';
import { type Claim, named, weekName } from '../reader/say/voice.ts';
import { PROFILE } from '../reader/shapes/of-startups.ts';
import { type Draft, equals } from '../reader/shapes/shape.ts';
import { countedCommits } from './counted-commits.ts';
import { currentNumbers } from './current-numbers.ts';
import { pageOf, sectorIn } from './page-of.ts';
import { partialCounts } from './partial-answers.ts';

const CURRENCIES = ['EUR', 'GBP'];

/** A query, and how it is asked; without parts, no words asked it. */
export type Asked = Draft & { question?: string; parts?: Parts };

export type Computed = {
  text: string;
  readAs: string;
  query: QueryAnswer['query'];
  /** The page that shows it. */
  url: string;
  claims: readonly Claim[];
  /** Nothing was found, or what is asked is not known. */
  isNegative: boolean;
};

/**
 * Undefined where there is nothing to say.
 *
 * @throws BellwetherError as `answerQuery` does
 */
export async function computedAnswer(
  asked: Asked,
  published: Published,
): Promise<Computed | undefined> {
  const query = QueryInput.parse(asked.query);
  const partial = await partialCounts(asked.query, published);
  if (partial) {
    const claims = [{ claim: partial.text, sourceUrl: partial.url }];
    return { ...partial, claims, isNegative: false };
  }
  const answer = await withTies(query, await inKnownCurrency(query, published), published);
  if (isOfOtherMoney(answer))
    throw refused(
      'unknown-value',
      `Amounts are in the currencies of their sources and are never converted: none of these is known in ${query.currency}.`,
    );
  const share = await agentsAnswer(asked, answer, published);
  if (share) return share;
  const telling = await tellingOf(asked, answer, published);
  const ofDays = await countedCommits(asked, published);
  const others: Telling[] = [];
  for (const also of asked.also ?? []) {
    const more = await answerQuery(QueryInput.parse(also), published);
    // The absence of deals is worth a sentence only if the question asked for them.
    if (more.total === 0 && !asked.parts) continue;
    others.push(new Telling({ ...telling, query: also, answer: more }));
  }
  const shown = [telling, ...others];
  const sentences = shown.map(tell);
  const last = await Promise.all(shown.map((one) => lastKnown(one, published)));
  const text = [
    ofDays?.text,
    ...(ofDays && answer.rows.length === 1 ? [] : [...sentences, ...last.flat()]),
    await withoutData(telling, published),
  ]
    .filter(Boolean)
    .join(' ');
  if (text === '') return undefined;
  const url = pageOf(answer, published.addresses, asked.question);
  const readAs = ofDays
    ? answer.readAs.replace(/^Read as: /, `Read as: ${ofDays.readAs}, and `)
    : answer.readAs;
  return {
    text,
    readAs,
    url,
    query: answer.query,
    claims: shown.flatMap((one, index) => claimsOf(one, sentences[index] ?? text, url)),
    isNegative: isNegative(answer, asked.expected),
  };
}

/** The same; undefined as well where the query cannot be answered. */
export async function computedIfAny(
  asked: Asked,
  published: Published,
): Promise<Computed | undefined> {
  try {
    return await computedAnswer(asked, published);
  } catch (error) {
    if (!(error instanceof BellwetherError)) throw error;
    return undefined;
  }
}

export async function tellingOf(
  { query, reads, checks = [], expected, parts }: Asked,
  answer: QueryAnswer,
  published: Published,
): Promise<Telling> {
  const current = await published.derived(currentNumbers);
  return new Telling({
    query,
    answer,
    reads,
    checks,
    expected,
    current,
    isYesNo: parts?.isYesNo ?? false,
    direction: parts?.direction,
    sectors: new Map(published.registry.sectors.map(({ slug, name }) => [slug, name])),
  });
}

/** The share of all commits, or of a sector's, which is not the mean of the startups' shares. */
async function agentsAnswer(
  { query: { subject, metric, measure, names, operation }, reads, parts }: Asked,
  { period, readAs, query }: QueryAnswer,
  { editions, addresses, registry }: Published,
): Promise<Computed | undefined> {
  const { where } = query;
  const sector = sectorIn(where);
  const isAll = sector !== undefined || listedConditions(where).length === 0;
  const isMean = parts?.has('measure:mean') === true && reads !== 'agents';
  const isShare = subject === 'startup' && metric === 'agentShare' && measure === 'mean' && !isMean;
  if (!isShare || !isAll || names !== undefined || query['groupBy'] !== undefined || !period)
    return undefined;
  const shareIn = async (week: string) => {
    const startups = [...(await editions.startups(week)).values()];
    return agentShareOf(startups.filter((one) => sector === undefined || one.sector === sector));
  };
  const now = period.last;
  const then = period.against ?? (operation === 'series' ? period.first : undefined);
  if (then === undefined && period.first !== now) return undefined;
  const share = await shareIn(now);
  const name = registry.sectors.find(({ slug }) => slug === sector)?.name;
  const of = name === undefined ? '' : ` in ${name}`;
  const isNow = now === editions.latest && !editions.isOld;
  let text = `Across all commits${of}${isNow ? '' : ` in ${weekName(now)}`}, ${percent(share)} were written by or with coding agents. Agents that leave no mark are not seen.`;
  if (then !== undefined) {
    const before = await shareIn(then);
    const holds = parts?.move?.to === 'down' ? share < before : share > before;
    const verdict = parts?.isYesNo ? (holds ? 'Yes. ' : 'No. ') : '';
    text = `${verdict}Across all commits${of}, agents' share went from ${percent(before)} to ${percent(share)} (${weekName(then)} to ${weekName(now)}).`;
  }
  const url =
    sector === undefined ? addresses.answer('agent-share-this-week') : addresses.sector(sector);
  const shows = sector === undefined ? addresses.home(isNow ? undefined : now) : url;
  const claims = [{ claim: text, sourceUrl: shows }];
  return { text, readAs, query, url, claims, isNegative: false };
}

/** Amounts of what is named in dollars, or in the only other currency in which they are known. */
async function inKnownCurrency(query: Query, published: Published): Promise<QueryAnswer> {
  const answer = await answerQuery(query, published);
  if (query.currency !== undefined || query.names === undefined || amountsIn(answer) !== 'unknown')
    return answer;
  for (const currency of CURRENCIES) {
    const other = await answerQuery({ ...query, currency }, published).catch(() => undefined);
    if (other && amountsIn(other) === 'known') return other;
  }
  return answer;
}

/** `how much did it raise in euros`, of amounts that are all in dollars. */
function isOfOtherMoney(answer: QueryAnswer): boolean {
  return answer.query['currency'] !== undefined && amountsIn(answer) !== 'known';
}

/** Whether any of the amounts that an answer shows is known; undefined if it shows none. */
function amountsIn({ columns, rows }: QueryAnswer): 'known' | 'unknown' | undefined {
  const amounts = columns.filter(({ unit }) => /^[A-Z]{3}$/.test(unit)).map(({ field }) => field);
  if (amounts.length === 0 || rows.length === 0) return undefined;
  const isKnown = rows.some(({ value, fields }) =>
    amounts.some((field) => typeof (field === 'value' ? value : fields[field]) === 'number'),
  );
  return isKnown ? 'known' : 'unknown';
}

/** All rows with the same value as the first, for an order with one row. */
async function withTies(
  query: Query,
  answer: QueryAnswer,
  published: Published,
): Promise<QueryAnswer> {
  const { operation, limit, nth } = query;
  const value = answer.rows[0]?.value ?? null;
  if (operation !== 'rank' || limit !== 1 || nth !== undefined || value === null) return answer;
  if (answer.total < 2) return answer;
  const { rows } = await answerQuery({ ...query, limit: MAX_ROWS }, published);
  const level = rows.filter((row) => row.value === value).length;
  return level < 2 ? answer : answerQuery({ ...query, limit: level }, published);
}

function isNegative({ rows, total, metric }: QueryAnswer, expected: string | undefined): boolean {
  return (
    total === 0 ||
    (expected !== undefined && rows.every(({ slug }) => slug !== expected)) ||
    rows.every(({ value, fields }) => value === null && Object.keys(fields).length === 0) ||
    (metric !== null && rows.every(({ value }) => value === null))
  );
}

/** Named startups that the current week does not cover, as they were when last covered. */
export async function lastKnown(telling: Telling, published: Published): Promise<string[]> {
  const { subject, operation = 'get', metric, period, from, to } = telling.query;
  const isOfNow = subject === 'startup' && (period ?? from ?? to) === undefined;
  const isOfNames = operation === 'get' || operation === 'compare';
  const isWeekly = metric === undefined || fieldOf('startup', metric)?.isWeekly === true;
  if (!isOfNow || !isOfNames || !isWeekly) return [];
  const history = await published.editions.history();
  const { latest } = published.editions;
  const texts: string[] = [];
  for (const { slug } of telling.answer.rows) {
    const company = slug === null ? undefined : published.companies.get(slug);
    if (slug === null || !company || telling.current.startups.has(slug)) continue;
    const last = coveredPeriods(history, slug).at(-1);
    if (last !== undefined)
      texts.push(
        `Last covered in ${weekName(last)}: ${await toldIn(last, slug, telling, published)}`,
      );
    else if (operation === 'get' && metric === undefined)
      texts.push((await notCoveredIn(company, latest, published)).notes.join(' '));
  }
  return texts;
}

const PROFILE_FIELDS: ReadonlySet<string> = new Set(
  'sector stage status geography founded'.split(' '),
);
const MAX_NAMED = 3;

/** Startups without data at the stage that a list asks for, if none with data is at it. */
async function withoutData(
  { answer: { subject, query, total, period } }: Telling,
  published: Published,
): Promise<string | undefined> {
  const where = listedConditions(query['where']);
  const isOfProfile = where.every(({ field }) => PROFILE_FIELDS.has(field));
  const asksStage = where.some(({ field }) => field === 'stage');
  if (subject !== 'startup' || total > 0 || !isOfProfile || !asksStage || !period) return undefined;
  const uncovered = [...where, equals('covered', 'no')];
  const asked = { subject, where: uncovered, period: period.last };
  const found = await answerQuery(QueryInput.parse(asked), published);
  const names = found.rows.map(({ name }) => name);
  if (names.length === 0) return undefined;
  return `Tracked, but without data: ${named(names, MAX_NAMED, found.total)}.`;
}

/** Told of the startup itself, and not of a week. */
const NOT_OF_WEEK: ReadonlySet<string> = new Set(['description', 'stage', 'status']);

async function toldIn(period: string, slug: string, telling: Telling, published: Published) {
  const { operation: _, show: __, ...rest } = telling.query;
  const show = PROFILE.filter((name) => !NOT_OF_WEEK.has(name));
  const query: WrittenQuery = {
    ...rest,
    operation: 'get',
    names: [slug],
    period,
    ...(rest.metric === undefined && { show }),
  };
  const answer = await answerQuery(QueryInput.parse(query), published);
  return tell(new Telling({ ...telling, isYesNo: false, query, answer }));
}
