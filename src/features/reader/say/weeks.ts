/** Sentences about several weeks: changes, series, peaks, and what is read off them. */

import { changeInPercent, counted, figure } from '../../../lib/prose.ts';
import type { Field } from '../../query/query-fields.ts';
import { inWords } from './many.ts';
import type { Telling } from './telling.ts';
import { capital, possessive, type Row, satisfies, titleOf, weekName } from './voice.ts';

/** Weeks that are listed one by one. */
const MAX_WEEKS = 16;

export function changes(telling: Telling): string {
  const { rows, period } = telling.answer;
  const metric = telling.metric;
  if (!metric || !period) return '';
  const span = `from ${weekName(period.against ?? '')} to ${weekName(period.last)}`;
  if (rows.length === 0) return `Nothing changed ${span}.`;
  const [first] = rows;
  const each = rows.map((row) => change(telling, metric, row)).join('; ');
  if (rows.length > 1 || !first) return `${capital(titleOf(metric))} ${span}: ${each}.`;
  return `${telling.yesNo(hasMoved(telling, first))}${oneChange(telling, metric, first, span)}.`;
}

/** `Deno lost 24 contributors: 61 to 37`, `Langfuse’s share of … went from 2% to 16%` */
function oneChange(telling: Telling, metric: Field, row: Row, span: string): string {
  const [then, now] = [row.before ?? null, row.value].map((value) => telling.brief(metric, value));
  const name = `${possessive(row.name)} ${titleOf(metric)}`;
  if (row.value === null || row.before == null)
    return `We have no ${titleOf(metric)} for ${row.name} in both weeks, ${span}: ${then} then, ${now} now`;
  if (row.difference === 0) return `${name} did not change ${span}: ${now}`;
  if (typeof row.difference !== 'number') return `${name} went from ${then} to ${now}, ${span}`;
  const size = difference(metric, row, row.difference);
  if (metric.name !== 'contributors')
    return `${name} went from ${then} to ${now} (${size}), ${span}`;
  const people = counted(Math.abs(row.difference), 'contributor');
  const percent = typeof row.ratio === 'number' ? ` (${changeInPercent(row.ratio)})` : '';
  return `${row.name} ${row.difference < 0 ? 'lost' : 'gained'} ${people} ${span}: ${then} to ${now}${percent}`;
}

/** Whether a row moved as the question asks; undefined where it asks for no direction. */
function hasMoved({ reads, checks, direction }: Telling, row: Row): boolean | undefined {
  const isAsked = reads === 'move' || direction !== undefined;
  if (!isAsked || typeof row.difference !== 'number') return undefined;
  const [check] = checks;
  if (check) return satisfies(row.difference, check);
  return direction === 'lowest' ? row.difference < 0 : row.difference > 0;
}

/** The same of one among several. */
function change(telling: Telling, metric: Field, row: Row): string {
  const [then, now] = [row.before ?? null, row.value].map((value) => telling.brief(metric, value));
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
  const metric = telling.metric;
  const known = rows.filter(({ value, period }) => value !== null && period !== null);
  const [first, last] = [known[0], known.at(-1)];
  const name = rows[0]?.name ?? '';
  if (!first || !last || !metric) {
    return name === ''
      ? `We have no weeks of that: ${inWords(telling)}.`
      : `We have no data for ${name}.`;
  }
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
    return `${name}${titleOf(metric)}: ${known.map(({ period, value }) => `${period} ${telling.brief(metric, value)}`).join(', ')}.`;
  const at = ({ value, period }: Row) =>
    `${telling.brief(metric, value)} in ${weekName(period ?? '')}`;
  const sorted = known.toSorted((one, other) => Number(one.value) - Number(other.value));
  const [low, high] = [sorted[0] ?? first, sorted.at(-1) ?? last];
  return `${capital(`${name}${titleOf(metric)}`)} went from ${at(first)} to ${at(last)}; lowest ${at(low)}, highest ${at(high)}.`;
}

export function extremes(telling: Telling): string {
  const metric = telling.metric;
  const { rows, period } = telling.answer;
  if (!metric || rows.length === 0) return `No value is known: ${inWords(telling)}.`;
  const isLow = telling.query.order === 'lowest';
  const since = period ? ` since ${weekName(period.first)}` : '';
  return rows
    .map((row) =>
      row.value === null
        ? `We have no data for ${row.name}.`
        : `${possessive(row.name)} ${isLow ? 'low' : 'peak'}${since}: ${telling.brief(metric, row.value)}${metric.kind === 'count' ? ` ${titleOf(metric)}` : ` (${titleOf(metric)})`} in ${weekName(row.period ?? '')}.`,
    )
    .join(' ');
}
