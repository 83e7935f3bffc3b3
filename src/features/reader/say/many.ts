/** Sentences about orders, lists and measures: the first few by name, all of them as facts. */
import { count, counted, figure, listed, ordinal, percent } from '../../../lib/prose.ts';
import type { Field } from '../../query/field.ts';
import { deal } from './deal.ts';
import {
  brief,
  capital,
  metricOf,
  named,
  phrase,
  type Row,
  readAs,
  shownIn,
  type Telling,
  titleOf,
  whenOf,
} from './voice.ts';

/** Rows of a list that a sentence names. */
const MAX_NAMED = 3;
/** Rows of an order that it names. */
const MAX_RANKED = 20;
const MAX_DEALS = 12;
const DEALS: ReadonlySet<string> = new Set([
  'round',
  'backing',
  'valuation',
  'acquisition',
  'exit',
]);
const NOUNS: Readonly<Record<string, readonly [string, string]>> = {
  startup: ['startup', 'startups'],
  sector: ['sector', 'sectors'],
  company: ['company', 'companies'],
  fund: ['investor', 'investors'],
  acquirer: ['acquirer', 'acquirers'],
  round: ['round', 'rounds'],
  backing: ['investment', 'investments'],
  valuation: ['valuation', 'valuations'],
  acquisition: ['acquisition', 'acquisitions'],
  exit: ['exit', 'exits'],
  market: ['market', 'markets'],
  finding: ['finding', 'findings'],
};

export const isDeal = (subject: string): boolean => DEALS.has(subject);
const nounsOf = ({ answer }: Telling): readonly [string, string] =>
  NOUNS[answer.subject] ?? ['row', 'rows'];
/** The query in words, as the answer states it. */
export const inWords = ({ answer }: Telling): string =>
  readAs(answer).replace(/, (?:in alphabetical order|the latest first)$/, '');

const withoutOrder = (words: string): string =>
  words.replace(/, the (?:highest|lowest) first.*$/, '');

/** The rows alone: `covered startups in the sector Security`. */
const rowsInWords = (telling: Telling): string =>
  inWords(telling)
    .replace(/^(?:the number of )/, '')
    .replace(/ by [^,]*? in (week \d+ of \d+)/, ' in $1')
    .replace(/, the .*$/, '');

export function ranking(telling: Telling): string {
  const { answer, query, reads } = telling;
  const metric = metricOf(telling);
  const [first] = answer.rows;
  if (!first) return `None: ${inWords(telling)}.`;
  if (reads === 'place') return place(telling, metric);
  if (reads === 'than') return beyond(telling, metric);
  if (isDeal(answer.subject) && query.groupBy === undefined) return rankedDeals(telling, metric);
  const valueText = (row: Row) =>
    metric && !(query.measure === 'count')
      ? brief(telling, metric, row.value)
      : query.measure === 'share' && typeof row.value === 'number'
        ? percent(row.value)
        : figure(Number(row.value));
  if (metric?.name === 'trendingRank' && answer.rows.length > 1) return trending(telling);
  const isTied = query.limit === 1 && answer.rows.length > 1;
  const lead = expectation(telling);
  if (answer.rows.length === 1 || isTied) {
    const names = answer.rows.map(({ name }) => name);
    const who =
      names.length > MAX_RANKED ? `${count(names.length)} ${nounsOf(telling)[1]}` : listed(names);
    const more = isTied
      ? ''
      : shownIn(telling, first)
          .filter(([field]) => !isFixed(telling, field))
          .map(([field, cell]) => `; ${phrase(telling, field, cell)}`)
          .join('');
    return `${lead}${who} ${isTied ? 'have' : 'has'} ${extreme(telling, metric)}${among(telling)}: ${valueText(first)}${more}${whenOf(telling, first)}.`;
  }
  const shown = answer.rows.slice(0, MAX_RANKED);
  const each = shown.map((row) => {
    const more = shownIn(telling, row)
      .filter(([field]) => !isFixed(telling, field))
      .map(([field, cell]) => `, ${phrase(telling, field, cell)}`);
    return `${row.name} (${valueText(row)}${more.join('')})`;
  });
  return `${lead}${capital(headOf(telling, metric))}: ${each.join(', ')}.`;
}

function headOf(telling: Telling, metric: Field | undefined): string {
  const order = telling.query.order === 'lowest' ? 'lowest first' : 'highest first';
  const what =
    telling.query.groupBy === undefined && metric
      ? titleOf(metric)
      : withoutOrder(inWords(telling));
  return telling.query.where === undefined
    ? `by ${what}, ${order}${whenOf(telling)}`
    : `${withoutOrder(inWords(telling))}, ${order}`;
}

/** `the most commits in two weeks`, `the lowest growth score` */
function extreme({ query, answer }: Telling, metric: Field | undefined): string {
  const { order = 'highest', nth = 1, measure } = query;
  const place = nth === 1 ? '' : `${ordinal(nth)} `;
  if (!metric || measure === 'count')
    return `the ${place}${order === 'highest' ? 'most' : 'fewest'}`;
  if (metric.name === 'trendingRank') return `place ${nth} in the top 20`;
  const of = answer.subject === 'sector' && measure !== undefined ? `${measure} of ` : '';
  if (metric.kind === 'count' && of === '')
    return `the ${place}${order === 'highest' ? 'most' : 'fewest'} ${titleOf(metric)}`;
  return `the ${place}${order} ${of}${titleOf(metric)}`;
}

/** ` of the 133 startups with data`, which superlatives are among. */
function among(telling: Telling): string {
  const { answer, query } = telling;
  const [, many] = nounsOf(telling);
  if (query.groupBy !== undefined || answer.total < 2)
    return query.where === undefined ? '' : ` (${rowsInWords(telling)})`;
  if (query.where === undefined) return ` of the ${count(answer.total)} ${many} with data`;
  return ` of ${count(answer.total)} (${rowsInWords(telling)})`;
}

function isFixed({ query: { where } }: Telling, { name }: Field): boolean {
  return (
    Array.isArray(where) &&
    where.some(({ field, op, values }) => field === name && op === '=' && values.length === 1)
  );
}

function expectation({ expected, answer: { rows }, isYesNo }: Telling): string {
  if (expected === undefined || !isYesNo) return '';
  return rows.some(({ slug }) => slug === expected) ? 'Yes. ' : 'No. ';
}

function trending(telling: Telling): string {
  const { rows, total } = telling.answer;
  const shown = rows.slice(0, MAX_RANKED);
  const isAll = rows.length >= 20 || rows.length === total;
  return `${isAll ? 'The top 20' : `The first ${rows.length} of the top 20`}${telling.query.where === undefined ? '' : ` (${inWords(telling).replace(/, the .*$/, '')})`}${whenOf(telling)}: ${shown.map(({ name, value }) => `${figure(Number(value))}. ${name}`).join(', ')}.`;
}

function place(telling: Telling, metric: Field | undefined): string {
  const { rows, total } = telling.answer;
  const row = rows.find(({ slug }) => slug === telling.expected);
  if (!row || !metric) return `It has no place in this order: ${inWords(telling)}.`;
  const tied = rows.filter(({ rank }) => rank === row.rank).length - 1;
  const isFirst =
    telling.isYesNo && telling.direction !== undefined ? (row.rank === 1 ? 'Yes. ' : 'No. ') : '';
  const [first] = rows;
  const leader =
    isFirst === 'No. ' && first
      ? ` First is ${first.name} (${brief(telling, metric, first.value)}).`
      : '';
  return `${isFirst}${row.name} is number ${row.rank ?? ''} of ${count(total)} by ${titleOf(metric)} (${rowsInWords(telling)})${tied > 0 ? `, level with ${tied} more` : ''}: ${brief(telling, metric, row.value)}${whenOf(telling, row)}.${leader}`;
}

/** Those before the one that is compared with, in the order. */
function beyond(telling: Telling, metric: Field | undefined): string {
  const { rows } = telling.answer;
  const at = rows.findIndex(({ slug }) => slug === telling.expected);
  const row = rows[at];
  if (!row || !metric) return `It has no known value to compare with: ${inWords(telling)}.`;
  const before = rows.filter(
    ({ value }) => value !== row.value && compare(telling, value, row.value),
  );
  const own = `${row.name} has ${brief(telling, metric, row.value)}`;
  const more = telling.query.order === 'lowest' ? 'less' : 'more';
  if (before.length === 0)
    return `${telling.isYesNo ? 'No. ' : ''}None has ${more}: ${own} (${titleOf(metric)}${whenOf(telling)}).`;
  return `${telling.isYesNo ? 'Yes. ' : ''}${counted(before.length, 'startup')} with ${more} ${titleOf(metric)} than ${row.name} (${brief(telling, metric, row.value)}): ${named(
    before.map((one) => `${one.name} (${brief(telling, metric, one.value)})`),
    5,
  )}${whenOf(telling)}.`;
}

function compare({ query }: Telling, one: Row['value'], other: Row['value']): boolean {
  return query.order === 'lowest' ? Number(one) < Number(other) : Number(one) > Number(other);
}

function rankedDeals(telling: Telling, metric: Field | undefined): string {
  const { rows } = telling.answer;
  const deals = rows
    .slice(0, MAX_DEALS)
    .map((row) => deal(telling, row))
    .join(' ');
  if (rows.length > 1) return `By ${metric ? titleOf(metric) : 'date'}: ${deals}`;
  const isLow = telling.query.order === 'lowest';
  const which =
    metric?.kind === 'date' ? (isLow ? 'first' : 'latest') : isLow ? 'smallest' : 'largest';
  return `The ${which} on record: ${deals}`;
}

export function list(telling: Telling): string {
  const { answer, isYesNo } = telling;
  const { rows, total, subject } = answer;
  const [one, many] = nounsOf(telling);
  if (total === 0)
    return `${isYesNo && telling.reads !== 'owner' ? 'No. ' : ''}${isDeal(subject) || subject === 'company' || subject === 'fund' ? `None on record: ${inWords(telling)}.` : `None${subject === 'startup' ? ' of the startups with data' : ''}: ${inWords(telling)}.`}`;
  const isCalledOff = rows.every(({ fields }) => fields['state'] === 'called-off');
  const lead = isYesNo && telling.reads !== 'owner' ? (isCalledOff ? 'No. ' : 'Yes. ') : '';
  if (isDeal(subject)) {
    const shown = rows.slice(0, MAX_DEALS);
    const head =
      total === 1
        ? ''
        : shown.length === total
          ? `${counted(total, one, many)}. `
          : shown.length === 1
            ? `The latest of ${counted(total, one, many)}: `
            : `The latest ${shown.length} of ${counted(total, one, many)}: `;
    return `${lead}${head}${shown.map((row) => deal(telling, row)).join(' ')}`;
  }
  const items = rows.map((row) => {
    const parts = shownIn(telling, row).filter(
      ([field]) =>
        !isFixed(telling, field) &&
        !['sector', 'kind', 'status', 'stage', 'description'].includes(field.name),
    );
    const own = metricOf(telling);
    const texts = [
      ...(own ? [phrase(telling, own, row.value)] : []),
      ...parts.map(([field, cell]) => phrase(telling, field, cell)),
    ];
    return subject === 'startup' || subject === 'sector'
      ? `${row.name}${texts.length === 0 ? '' : ` (${texts.slice(0, 3).join(', ')})`}`
      : row.name;
  });
  const words = inWords(telling);
  if (total === 1) return `${lead}One: ${items[0]} (${words}).`;
  const most = subject === 'sector' || total <= 6 ? 30 : MAX_NAMED;
  return `${lead}${capital(`${count(total)} ${words}`)}: ${named(items, most, total)}.`;
}

export function whole(telling: Telling): string {
  const { query, answer } = telling;
  const metric = metricOf(telling);
  const [row] = answer.rows;
  const [one, many] = nounsOf(telling);
  if (!row || row.value === null) return `No ${one} has a known value: ${inWords(telling)}.`;
  const words = inWords(telling);
  if (query.measure === 'count') {
    const of = words.replace(/^the number of /, '');
    return `${count(Number(row.value))} ${of}.`;
  }
  const value =
    query.measure === 'share' ? percent(Number(row.value)) : brief(telling, metric, row.value);
  return `${capital(words)}: ${value}${row.rows === undefined ? '' : ` (of ${counted(row.rows, one, many)} with data)`}.`;
}

export function groups(telling: Telling): string {
  const { query, answer } = telling;
  const metric = metricOf(telling);
  if (answer.rows.length === 0) return `None: ${inWords(telling)}.`;
  const each = answer.rows.map((row) => {
    return `${row.name} ${query.measure === 'count' ? count(Number(row.value)) : query.measure === 'share' && !metric ? percent(Number(row.value)) : brief(telling, metric, row.value)}`;
  });
  return `${capital(withoutOrder(inWords(telling)))}: ${each.join(', ')}.`;
}
