/** Sentences about several weeks: changes, series, peaks, and what is read off them. */
import { changeInPercent, counted, figure } from '../../../lib/prose.ts';
import type { Field } from '../../query/field.ts';
import { OPERATORS } from '../../query/operators.ts';
import type { Condition } from '../../query/query.ts';
import { inWords } from './many.ts';
import {
  brief,
  capital,
  metricOf,
  named,
  possessive,
  type Row,
  satisfies,
  type Telling,
  titleOf,
  weekName,
} from './voice.ts';

/** Weeks that are listed one by one. */
const MAX_WEEKS = 16;

export function changes(telling: Telling): string {
  const { rows, period } = telling.answer;
  const metric = metricOf(telling);
  if (!metric || !period) return '';
  const span = `from ${weekName(period.against ?? '')} to ${weekName(period.last)}`;
  if (rows.length === 0) return `Nothing changed ${span}.`;
  const [first] = rows;
  const isMeasure = telling.query.measure !== undefined;
  if (rows.length === 1 && first)
    return `${movement(telling, first)}${oneChange(telling, metric, first, isMeasure, span)}.`;
  return `${capital(titleOf(metric))} ${span}: ${rows.map((row) => change(telling, metric, row)).join('; ')}.`;
}

/** `Deno lost 24 contributors: 61 to 37`, `Langfuse’s share of … went from 2% to 16%` */
function oneChange(
  telling: Telling,
  metric: Field,
  row: Row,
  isMeasure: boolean,
  span: string,
): string {
  const [then, now] = [row.before ?? null, row.value].map((value) => brief(telling, metric, value));
  const name = isMeasure
    ? capital(
        inWords(telling)
          .replace(/^how /, '')
          .replace(/ changed from .*$/, ''),
      )
    : `${possessive(row.name)} ${titleOf(metric)}`;
  if (row.value === null || row.before == null)
    return `We have no ${titleOf(metric)} for ${row.name} in both weeks, ${span}: ${then} then, ${now} now`;
  if (row.difference === 0) return `${name} did not change ${span}: ${now}`;
  if (typeof row.difference !== 'number') return `${name} went from ${then} to ${now}, ${span}`;
  const change = difference(metric, row, row.difference);
  if (isMeasure || metric.name !== 'contributors')
    return `${name} went from ${then} to ${now} (${change}), ${span}`;
  const size = counted(Math.abs(row.difference), 'contributor');
  const percent = typeof row.ratio === 'number' ? ` (${changeInPercent(row.ratio)})` : '';
  return `${row.name} ${row.difference < 0 ? 'lost' : 'gained'} ${size} ${span}: ${then} to ${now}${percent}`;
}

function movement({ isYesNo, reads, checks, direction }: Telling, row: Row): string {
  if (!isYesNo || typeof row.difference !== 'number') return '';
  const isUp = row.difference > 0;
  const [check] = checks;
  const wantsUp = check ? check.op !== '<' : direction !== 'lowest';
  if (reads !== 'move' && direction === undefined) return '';
  return (wantsUp ? isUp : row.difference < 0) ? 'Yes. ' : 'No. ';
}

function change(telling: Telling, metric: Field, row: Row): string {
  const [then, now] = [row.before ?? null, row.value].map((value) => brief(telling, metric, value));
  if (row.value === null || row.before == null || typeof row.difference !== 'number')
    return `${row.name} ${then} then, ${now} now`;
  return `${row.name} ${then} to ${now} (${difference(metric, row, row.difference)})`;
}

/** `+12, +8%`; `-3 points` */
function difference({ kind }: Field, { ratio }: Row, change: number): string {
  const size = Math.abs(change);
  const text =
    kind === 'share' || kind === 'ratio' ? `${Math.round(size * 100)} points` : figure(size);
  const inPercent =
    typeof ratio === 'number' && kind === 'count' ? `, ${changeInPercent(ratio)}` : '';
  return `${change < 0 ? '-' : '+'}${text}${inPercent}`;
}

export function series(telling: Telling): string {
  const { rows } = telling.answer;
  const metric = metricOf(telling);
  const known = rows.filter(({ value, period }) => value !== null && period !== null);
  const [first, last] = [known[0], known.at(-1)];
  const name = rows[0]?.name ?? '';
  if (!first || !last || !metric) {
    if (telling.reads === 'weeks' || telling.reads === 'last' || telling.reads === 'first')
      return `${telling.isYesNo ? 'No. ' : ''}In no week (0): ${inWords(telling)}.`;
    return name === ''
      ? `We have no weeks of that: ${inWords(telling)}.`
      : `We have no data for ${name}${telling.reads === 'coverage' ? ': it was never covered' : ''}.`;
  }
  if (telling.reads === 'coverage')
    return `We have data for ${first.name} in ${counted(known.length, 'week')}, from ${weekName(first.period ?? '')} to ${weekName(last.period ?? '')}; in the last it had ${brief(telling, metric, last.value)} ${titleOf(metric)}.`;
  if (telling.reads === 'streak')
    return streak(telling, metric, metric.name === 'trendingRank' ? rows : known);
  if (telling.reads === 'weeks' || telling.reads === 'first' || telling.reads === 'last')
    return satisfying(telling, metric, known);
  const names = new Set(rows.map(({ slug, name }) => slug ?? name));
  if (names.size > 1)
    return [...Map.groupBy(known, ({ name }) => name)]
      .map(([, own]) => told(telling, metric, own))
      .join(' ');
  return told(telling, metric, known);
}

/** Few weeks one by one; of many the ends, the lowest and the highest. */
function told(telling: Telling, metric: Field, known: readonly Row[]): string {
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return '';
  const name = first.slug === null ? '' : `${possessive(first.name)} `;
  if (known.length <= MAX_WEEKS)
    return `${name}${titleOf(metric)}: ${known.map(({ period, value }) => `${period} ${brief(telling, metric, value)}`).join(', ')}.`;
  const at = ({ value, period }: Row) =>
    `${brief(telling, metric, value)} in ${weekName(period ?? '')}`;
  const sorted = known.toSorted((one, other) => Number(one.value) - Number(other.value));
  const [low, high] = [sorted[0] ?? first, sorted.at(-1) ?? last];
  return `${capital(`${name}${titleOf(metric)}`)} went from ${at(first)} to ${at(last)}; lowest ${at(low)}, highest ${at(high)}.`;
}

function streak(telling: Telling, metric: Field, rows: readonly Row[]): string {
  const { checks } = telling;
  const backwards = rows.toReversed();
  const end = backwards.findIndex(({ value }) =>
    checks.some((check) => satisfies(value, check) !== true),
  );
  const length = end === -1 ? rows.length : end;
  const [check] = checks;
  const what = check ? claim(telling, metric, check) : titleOf(metric);
  const begin = length > 0 ? `, since ${weekName(backwards[length - 1]?.period ?? '')}` : '';
  return `${backwards[0]?.name ?? ''} has had ${what} for ${counted(length, 'week')} in a row${begin}, up to ${weekName(backwards[0]?.period ?? '')} (${brief(telling, metric, backwards[0]?.value ?? null)}).`;
}

function satisfying(telling: Telling, metric: Field, known: readonly Row[]): string {
  const [check] = telling.checks;
  const name = `${telling.isYesNo ? 'Yes. ' : ''}${known[0]?.name ?? ''}`;
  const at = (row: Row | undefined) =>
    row ? `${weekName(row.period ?? '')} (${brief(telling, metric, row.value)})` : '';
  const had = `had ${check ? claim(telling, metric, check) : titleOf(metric)}`;
  if (telling.reads === 'last') return `${name} last ${had} in ${at(known.at(-1))}.`;
  if (telling.reads === 'first') return `${name} first ${had} in ${at(known[0])}.`;
  if (known.length > MAX_WEEKS)
    return `${name} ${had} in ${counted(known.length, 'week')}, first in ${at(known[0])} and last in ${at(known.at(-1))}.`;
  return `${name} ${had} in ${counted(known.length, 'week')}: ${known.map(at).join(', ')}.`;
}

function claim(telling: Telling, metric: Field, { op, values: [value = null] }: Condition): string {
  if (metric.name === 'trendingRank' && op === '>=' && value === 1) return 'a place in the top 20';
  if (typeof value === 'string')
    return `${titleOf(metric)} ${op === '!=' ? 'other than ' : ''}${value}`;
  const text = brief(telling, metric, value);
  const { counted: bound } = OPERATORS[op];
  return metric.kind === 'count'
    ? `${bound} ${text} ${titleOf(metric)}`
    : `a ${titleOf(metric)} of ${bound} ${text}`;
}

export function extremes(telling: Telling): string {
  const metric = metricOf(telling);
  const { rows, period } = telling.answer;
  if (!metric || rows.length === 0) return `No value is known: ${inWords(telling)}.`;
  const isLow = telling.query.order === 'lowest';
  const since = period ? ` since ${weekName(period.first)}` : '';
  return rows
    .map((row) =>
      row.value === null
        ? `We have no data for ${row.name}.`
        : `${possessive(row.name)} ${isLow ? 'low' : 'peak'}${since}: ${brief(telling, metric, row.value)}${metric.kind === 'count' ? ` ${titleOf(metric)}` : ` (${titleOf(metric)})`} in ${weekName(row.period ?? '')}.`,
    )
    .join(' ');
}

/** The rows of one list that the other lacks. */
export function rowsOnlyIn(telling: Telling, before: Telling): Row[] {
  const [now, then] = telling.reads === 'left' ? [before, telling] : [telling, before];
  const others = new Set(then.answer.rows.map(({ slug }) => slug));
  return now.answer.rows.filter(({ slug }) => !others.has(slug));
}

export function newOnList(telling: Telling, before: Telling): string {
  const rows = rowsOnlyIn(telling, before);
  const span = `from ${weekName(before.answer.period?.last ?? '')} to ${weekName(telling.answer.period?.last ?? '')}`;
  const verb = telling.reads === 'left' ? 'left' : 'entered';
  if (rows.length === 0) return `Nobody ${verb} the top 20 ${span}.`;
  return `${counted(rows.length, 'startup')} ${verb} the top 20 ${span}: ${named(
    rows.map(({ name, value }) => `${name} (number ${figure(Number(value))})`),
    20,
  )}.`;
}
