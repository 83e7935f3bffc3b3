/** Sentences about orders, lists and measures: the first few by name, all of them as facts. */

import {
  count,
  counted,
  figure,
  listed,
  numberWord,
  ordinal,
  percent,
} from '../../../lib/prose.ts';
import { measureOfSector } from '../../query/measures.ts';
import { type Condition, listedConditions, type Subject } from '../../query/query.ts';
import { type Field, fieldOf, TIME } from '../../query/query-fields.ts';
import { deal } from './deal.ts';
import { predicate } from './predicate.ts';
import type { Telling } from './telling.ts';
import { capital, named, nounOf, type Row, readAs, titleOf } from './voice.ts';

/** Rows that a sentence names, where the question does not say how many. */
const MAX_NAMED = 3;
/** Rows of an order that it names, as many as the question asks for. */
const MAX_RANKED = 20;
/** Rows whose noun is not the name of their subject. */
const NOUNS: Readonly<Record<string, string>> = { fund: 'investor', backing: 'investment' };

export const isDeal = (subject: Subject): boolean => TIME[subject] === 'dated';

function nounsOf({ answer: { subject } }: Telling): readonly [one: string, many: string] {
  const one = NOUNS[subject] ?? subject;
  return [one, one === 'company' ? 'companies' : `${one}s`];
}

/** The query in words, as the answer states it, without its order. */
export const inWords = ({ answer }: Telling): string =>
  readAs(answer)
    .replace(/, (?:in alphabetical order|the latest first)$/, '')
    .replace(/, the (?:highest|lowest) first.*$/, '');

/** The rows alone: `acquisitions, announced from 2026-01-01 to 2026-12-31`. */
const rowsInWords = (telling: Telling): string =>
  inWords(telling)
    .replace(/^the number of /, '')
    .replace(` by ${telling.metric?.title} in week `, ' in week ')
    .replace(/, the .*$/, '');

/** The conditions of a query, as they are in its answer: names are slugs. */
function conditionsOf({ answer }: Telling): readonly Condition[] {
  return listedConditions(answer.query['where']);
}

/** `131 startups with data this week`: the rows that an answer is among. */
function extent(telling: Telling): string {
  return `${count(telling.answer.considered)} startups with data${telling.inWeeks()}`;
}

/** The predicate of `some` of the rows, in the week's tense; undefined where the rows are no startups of a week. */
function predicateOf(telling: Telling, some: number): string | undefined {
  const { subject, period } = telling.answer;
  if (subject !== 'startup' || !period) return undefined;
  const isPresent = period.last === telling.current.period && period.first === period.last;
  return predicate(
    telling,
    conditionsOf(telling),
    isPresent ? (some === 1 ? 'one' : 'many') : 'past',
  );
}

/** `Of the 131 startups with data this week, five show a signal`; undefined as the predicate is. */
function matching(telling: Telling, some: number, who = numberWord(some)): string | undefined {
  const doing = predicateOf(telling, some === 0 ? 1 : some);
  if (doing === undefined) return undefined;
  if (some === 0) return `None of the ${extent(telling)} ${doing}`;
  return `Of the ${extent(telling)}, ${who} ${doing}`;
}

export function ranking(telling: Telling): string {
  const { answer, query, reads } = telling;
  const metric = telling.metric;
  const [first] = answer.rows;
  if (!first) return `None on record: ${rowsInWords(telling)}.`;
  if (reads === 'place' || reads === 'beyond') return place(telling, metric);
  if (isDeal(answer.subject) && query.groupBy === undefined) return rankedDeals(telling, metric);
  const valueText = (row: Row) => groupValue(telling, metric, row);
  if (metric?.name === 'trendingRank' && answer.rows.length > 1) return trending(telling);
  const isTied = query.limit === 1 && answer.rows.length > 1;
  if (answer.rows.length === 1 || isTied) {
    if (answer.rows.length > MAX_RANKED)
      return `${count(answer.rows.length)}${among(telling)} are level: ${metric ? telling.phrase(metric, first.value) : valueText(first)}${telling.whenOf(first)}.`;
    const who = listed(answer.rows.map(({ name }) => name));
    const more = isTied ? [] : telling.further(first, ...fixedIn(telling));
    if (metric?.name === 'commitVelocity14d' && !isTied && telling.isOverWeeks)
      return `${who}, with about ${count(Math.round(Number(first.value)))} commits a fortnight${telling.inWeeks()}, ${extreme(telling, metric).replace(/ commits in two weeks$/, '')}${among(telling)}.`;
    return `${who} ${isTied ? 'have' : 'has'} ${extreme(telling, metric)}${among(telling)}: ${[valueText(first), ...more].join('; ')}${telling.whenOf(first)}.`;
  }
  const most = query.limit === undefined ? MAX_NAMED : MAX_RANKED;
  const each = answer.rows
    .slice(0, MAX_RANKED)
    .map(
      (row) =>
        `${row.name} (${[valueText(row), ...telling.further(row, ...fixedIn(telling))].join(', ')})`,
    );
  return `${capital(headOf(telling, metric))}: ${named(each, most, answer.rows.length)}.`;
}

/** The value of a row or group: `98`, `12%`, `USD 4 million`. */
function groupValue(telling: Telling, metric: Field | undefined, row: Row): string {
  const { measure } = telling.query;
  if (measure === 'share' && typeof row.value === 'number') return percent(row.value);
  if (!metric || measure === 'count') return figure(Number(row.value));
  return telling.brief(metric, row.value);
}

/** `highest composite scores of the 131 startups with data`, `highest mean contributors` */
function headOf(telling: Telling, metric: Field | undefined): string {
  if (!metric) return inWords(telling);
  const rows = telling.answer.subject === 'sector' ? '' : among(telling);
  return `${superlative(telling, metric, true)}${rows}${telling.whenOf()}`;
}

/** `most commits in two weeks`, `lowest growth score`, `highest mean contributors` */
function superlative({ query, answer }: Telling, metric: Field, isPlural = false): string {
  const isOfSectors = answer.subject === 'sector' && metric.name !== 'startups';
  const measure = isOfSectors ? measureOfSector(metric.name, query.measure) : 'sum';
  const isLow = query.order === 'lowest';
  if (metric.kind === 'count' && measure === 'sum')
    return `${isLow ? 'fewest' : 'most'} ${nounOf(metric, 2)}`;
  const title = titleOf(metric);
  const plural = isPlural && /score$|share$/.test(title) ? `${title}s` : title;
  return `${isLow ? 'lowest' : 'highest'} ${measure === 'sum' ? '' : `${measure} `}${plural}`;
}

/** `the most commits in two weeks`, `the second lowest growth score` */
function extreme(telling: Telling, metric: Field | undefined): string {
  const { order, nth = 1, measure } = telling.query;
  const place = nth === 1 ? '' : `${ordinal(nth)} `;
  if (!metric || measure === 'count')
    return `the ${place}${order === 'lowest' ? 'fewest' : 'most'}`;
  if (metric.name === 'trendingRank') return `place ${nth} in the top 20`;
  return `the ${place}${superlative(telling, metric)}`;
}

/** ` of the 133 startups with data`, which superlatives are among. */
function among(telling: Telling): string {
  const { answer, query } = telling;
  if (query.groupBy !== undefined || answer.total < 2)
    return query.where === undefined ? '' : ` (${rowsInWords(telling)})`;
  const of = withData(telling);
  return of === undefined
    ? ` of ${count(answer.total)} (${rowsInWords(telling)})`
    : ` of the ${of}`;
}

/** `133 startups with data in Security`; undefined where the conditions have no such words. */
function withData(telling: Telling): string | undefined {
  const [, many] = nounsOf(telling);
  const rows = `${count(telling.answer.total)} ${many} with data`;
  if (conditionsOf(telling).length === 0) return rows;
  const doing = predicateOf(telling, telling.answer.total);
  if (doing === undefined) return undefined;
  return doing.startsWith('are in ') ? `${rows} ${doing.slice(4)}` : `${rows} that ${doing}`;
}

/** Fields that a condition gives one value. */
function fixedIn(telling: Telling): string[] {
  return conditionsOf(telling).flatMap(({ field, op, values }) =>
    op === '=' && values.length === 1 ? [field] : [],
  );
}

/** `This week’s top ten: CopilotKit, Unsloth, …` */
function trending(telling: Telling): string {
  const { rows } = telling.answer;
  const names = rows.slice(0, MAX_RANKED).map(({ name }) => name);
  const top = `top ${numberWord(names.length)}`;
  const head = telling.whenOf() === '' ? `This week’s ${top}` : `The ${top}${telling.inWeeks()}`;
  return `${head}: ${names.join(', ')}.`;
}

function place(telling: Telling, metric: Field | undefined): string {
  const { rows, total } = telling.answer;
  const row = rows.find(({ slug }) => slug === telling.expected);
  if (!row || !metric) return `It has no place in this order: ${rowsInWords(telling)}.`;
  const tied = rows.filter(({ rank }) => rank === row.rank).length - 1;
  const isAhead = (row.rank === 1) === (telling.reads === 'place');
  const verdict = telling.yesNo(telling.direction === undefined ? undefined : isAhead);
  const of = withData(telling) ?? `${count(total)} (${rowsInWords(telling)})`;
  return `${verdict}${row.name} is ${ordinal(row.rank ?? 0)} of ${of} by ${titleOf(metric)}${tied > 0 ? `, level with ${tied} more` : ''}: ${telling.brief(metric, row.value)}${telling.whenOf(row)}.`;
}

function rankedDeals(telling: Telling, metric: Field | undefined): string {
  const { order, limit } = telling.query;
  const [ofDate, ofSize] = order === 'lowest' ? ['first', 'smallest'] : ['latest', 'largest'];
  const most = limit === undefined ? MAX_NAMED : MAX_RANKED;
  return listOfDeals(telling, metric?.kind === 'date' ? ofDate : ofSize, most);
}

export function list(telling: Telling): string {
  const { rows, total, subject } = telling.answer;
  const isCalledOff = rows.every(({ fields }) => fields['state'] === 'called-off');
  const lead = telling.reads === 'owner' ? '' : telling.yesNo(!isCalledOff);
  if (total === 0) return `${lead}${none(telling)}`;
  if (isDeal(subject)) return `${lead}${listOfDeals(telling)}`;
  if (telling.reads === 'both' && subject === 'fund' && conditionsOf(telling).length === 2)
    return `${lead}${named(
      rows.map(({ name }) => name),
      MAX_NAMED,
      total,
    )} backed both.`;
  const own = telling.metric;
  const asked = new Set(conditionsOf(telling).map(({ field }) => field));
  const fixed = new Set(fixedIn(telling));
  const varying = [...asked].filter((name) => !fixed.has(name) && !ATTRIBUTES.has(name));
  const items = rows.map((row) => {
    const values = varying.map((name): [Field | undefined, Row['value']] => [
      fieldOf(subject, name),
      row.fields[name] ?? null,
    ]);
    const texts = [
      ...(own ? [telling.brief(own, row.value)] : []),
      ...values.flatMap(([field, cell]) =>
        field === undefined || cell === null
          ? []
          : varying.length === 1
            ? telling.brief(field, cell)
            : telling.phrase(field, cell),
      ),
    ];
    const hasValue = subject === 'startup' || subject === 'sector' || own !== undefined;
    return hasValue && texts.length > 0 ? `${row.name} (${texts.join(', ')})` : row.name;
  });
  const most = subject === 'sector' ? MAX_RANKED : MAX_NAMED;
  const [first] = rows;
  const found = matching(telling, total, total === 1 ? `only ${first?.name}` : undefined);
  const words = inWords(telling);
  if (total === 1)
    return found === undefined
      ? `${lead}One on record: ${items[0]} (${words}).`
      : `${lead}${found}${items[0]?.slice(first?.name.length)}.`;
  return `${lead}${found ?? capital(`${count(total)} ${words}`)}: ${named(items, most, total)}.`;
}

/** They say what a row is, and not how much. */
const ATTRIBUTES: ReadonlySet<string> = new Set(
  'sector kind status stage geography description signalType signalStrength'.split(' '),
);

/** Nothing on record is not the same as nothing. */
function none(telling: Telling): string {
  const { query, answer } = telling;
  const found = matching(telling, 0);
  if (found !== undefined) return `${found}.`;
  const isPlain = query.where === undefined && query.period === undefined;
  if (isDeal(answer.subject) && query.names !== undefined && isPlain && query.from === undefined)
    return `None on record for ${rowsInWords(telling).replace(/^[a-z ]+? of /, '')}.`;
  return `None on record: ${inWords(telling)}.`;
}

function listOfDeals(telling: Telling, first = 'latest', most = MAX_NAMED): string {
  const { rows, total } = telling.answer;
  const [one, many] = nounsOf(telling);
  const shown = rows.slice(0, total <= most + 1 ? total : most);
  const text = shown.map((row) => deal(telling, row)).join(' ');
  if (total === 1) return text;
  if (shown.length === total) return `${capital(numberWord(total))} ${many} on record. ${text}`;
  const of = `${counted(total, one, many)} on record`;
  return shown.length === 1
    ? `The ${first} of ${of}: ${text}`
    : `${capital(of)}, the ${first}: ${text} And ${count(total - shown.length)} more.`;
}

export function whole(telling: Telling): string {
  const { query, answer } = telling;
  const metric = telling.metric;
  const [row] = answer.rows;
  const [one, many] = nounsOf(telling);
  if (!row || row.value === null) return `No ${one} has a known value: ${inWords(telling)}.`;
  const words = inWords(telling);
  const number = Number(row.value);
  if (query.measure === 'count' && !metric) return countOf(telling, number);
  if (query.measure === 'count') return `${count(number)}: ${words}.`;
  const of = row.rows === undefined ? '' : ` (${counted(row.rows, one, many)} with data)`;
  if (query.measure === 'share') {
    const which = listedConditions(answer.query['which']);
    const doing = answer.subject === 'startup' ? predicate(telling, which, 'many') : undefined;
    return doing === undefined
      ? `${capital(words)}: ${percent(number)}${of}.`
      : `${percent(number)} of the ${count(row.rows ?? 0)} ${membersOf(telling)}${answer.period ? ' with data' : ''}${telling.inWeeks()} ${doing}.`;
  }
  if (!metric || answer.subject !== 'startup')
    return `${capital(words)}: ${telling.brief(metric, row.value)}${of}.`;
  const who = membersOf(telling);
  const text =
    metric.kind === 'count'
      ? `${rounded(number)} ${nounOf(metric, 2)}`
      : `a ${titleOf(metric)} of ${telling.brief(metric, row.value)}`;
  const verb = { mean: 'average', median: 'have a median of', sum: 'have together' };
  const when = telling.whenOf() === '' ? '' : telling.inWeeks();
  return `${capital(who)} ${verb[query.measure as keyof typeof verb]} ${text}${when}${of}.`;
}

/** Whole from ten on. */
function rounded(value: number): string {
  return value >= 10 ? count(Math.round(value)) : figure(value);
}

/** `startups`, `startups in Databases`, `startups that are based in the EU` */
function membersOf(telling: Telling): string {
  if (conditionsOf(telling).length === 0) return 'startups';
  const doing = predicateOf(telling, 2);
  if (doing === undefined) return rowsInWords(telling).replace(/^the \w+ of .*? of /, '');
  return `startups ${doing.startsWith('are in ') ? doing.slice(4) : `that ${doing}`}`;
}

function countOf(telling: Telling, number: number): string {
  const { query, answer } = telling;
  const words = rowsInWords(telling);
  if (answer.subject === 'startup') {
    if (conditionsOf(telling).length === 0 && query.names === undefined)
      return `${count(number)} startups have data${telling.inWeeks()}.`;
    const found = matching(telling, number);
    if (found !== undefined) return `${found}.`;
  }
  if (words === 'tracked companies') return `${count(number)} startups are tracked.`;
  return number === 0
    ? `None on record: ${words}.`
    : `${count(number)} ${number === 1 ? words.replace(/^(\w+)s\b/, '$1') : words}.`;
}

export function groups(telling: Telling): string {
  const { answer } = telling;
  const metric = telling.metric;
  if (answer.rows.length === 0) return `None on record: ${inWords(telling)}.`;
  const each = answer.rows.map((row) => `${row.name} ${groupValue(telling, metric, row)}`);
  return `${capital(inWords(telling))}: ${each.join(', ')}.`;
}
