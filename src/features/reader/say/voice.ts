/** Values of an answer in words, each as an analyst would say it. */
import { weekName } from '../../../lib/period.ts';
import {
  changeInPercent,
  count,
  figure,
  listed,
  money,
  ordinal,
  percent,
} from '../../../lib/prose.ts';
import type { Editions } from '../../../published/editions.ts';
import type { QueryAnswer } from '../../query/answer-schema.ts';
import type { Field } from '../../query/field.ts';
import { OPERATORS } from '../../query/operators.ts';
import type { Condition, WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Reads } from '../shapes/shape.ts';

export { weekName };

export type Row = QueryAnswer['rows'][number];
export type Value = Row['value'];
export type Claim = { claim: string; sourceUrl: string };

/** The answer that is to be told, and how the question asks for it. */
export type Telling = {
  query: WrittenQuery;
  answer: QueryAnswer;
  reads?: Reads | undefined;
  checks: readonly Condition[];
  expected?: string | undefined;
  isYesNo: boolean;
  direction: 'highest' | 'lowest' | undefined;
  /** Names of sectors by their slugs. */
  sectors: ReadonlyMap<string, string>;
  /** The records of the latest week, which say more than rows do. */
  current: CurrentWeek;
};

type Startups = Awaited<ReturnType<Editions['startups']>>;
type CurrentWeek = {
  period: string;
  /** By slug, as is the evidence. */
  startups: Startups;
  evidence: Awaited<ReturnType<Editions['evidence']>>;
  sectors: readonly { slug: string; startupCount: number }[];
};

/** The record that a row is of, where the row is of the latest week. */
export const recordOf = ({ current }: Telling, { slug, period }: Row) =>
  period === current.period && slug !== null ? current.startups.get(slug) : undefined;

/** Whether a named startup has no record in the week that is asked about. */
export function isUncovered(telling: Telling, row: Row): boolean {
  if (row.slug === null || telling.answer.subject !== 'startup') return false;
  if (row.period === telling.current.period) return !telling.current.startups.has(row.slug);
  const weekly = shownIn(telling, row).some(([{ isWeekly }]) => isWeekly === true);
  return row.value === null && !weekly;
}

export const metricOf = ({ answer }: Telling): Field | undefined =>
  answer.metric === null ? undefined : fieldOf(answer.subject, answer.metric);

/** The query as it was read, without the words that introduce it. */
export function readAs({ readAs: text }: QueryAnswer): string {
  return text.replace(/^Read as: /, '').replace(/\.$/, '');
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
export const an = (text: string): string => `${/^[aeiou]/i.test(text) ? 'an' : 'a'} ${text}`;
export const possessive = (name: string): string => (name.endsWith('s') ? `${name}’` : `${name}’s`);

/** Nothing for the latest week, ` (week 31 of 2026)` for another or an old one, or the weeks that a mean is of. */
export function whenOf(telling: Telling, row?: Row): string {
  const { answer, query } = telling;
  const { period } = answer;
  const own = row?.period ?? (period && period.first === period.last ? period.last : null);
  if (own !== null && own !== undefined) return isNow(telling, own) ? '' : ` (${weekName(own)})`;
  if (!period) return '';
  const over = query.over === undefined || query.over === 'mean' ? 'average' : query.over;
  const named = calendarName(query.period);
  return ` (${named === undefined ? '' : `${named}, `}${over} of the weeks from ${weekName(period.first)} to ${weekName(period.last)})`;
}

/** `June 2026`, `the second quarter of 2026`; undefined for other times */
function calendarName(period = ''): string | undefined {
  const [year = '', part = ''] = period.split('-');
  if (/^q[1-4]$/.test(part)) return `the ${ordinal(Number(part[1]))} quarter of ${year}`;
  return /^\d{2}$/.test(part) ? MONTHS.format(new Date(`${period}-01`)) : undefined;
}

const MONTHS = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Whether a value is the mean or median of several weeks. */
export function isOverWeeks({ answer: { period }, query: { over } }: Telling): boolean {
  return period !== null && period.first !== period.last && !/est$/.test(over ?? '');
}

/** Whether a week is the latest one, and no old one. */
export function isNow({ answer, current }: Telling, week: string): boolean {
  return week === current.period && answer.period?.isOld === false;
}

/** ` this week`, ` in week 31 of 2026`, ` in January 2026` */
export function inWeeks(telling: Telling): string {
  const { answer, query } = telling;
  const { period } = answer;
  if (!period) return '';
  if (period.first === period.last)
    return isNow(telling, period.last) ? ' this week' : ` in ${weekName(period.last)}`;
  const named = calendarName(query.period);
  if (named !== undefined) return ` in ${named}`;
  return ` from ${weekName(period.first)} to ${weekName(period.last)}`;
}

/** The value with its unit alone: `43%`, `USD 12 million`, `98 of 100`. */
export function brief(telling: Telling, field: Field | undefined, value: Value): string {
  if (value === null) return field?.name === 'trendingRank' ? 'outside the top 20' : 'not known';
  if (field?.name === 'sector' && typeof value === 'string')
    return telling.sectors.get(value) ?? value;
  if (field?.name === 'website') return textOf(value).replace(/^https?:\/\/(?:www\.)?|\/$/g, '');
  if (typeof value !== 'number' || !field)
    return typeof value === 'number' ? figure(value) : textOf(value);
  if (field.kind === 'ratio') return changeInPercent(value);
  if (field.kind === 'share') return percent(value);
  if (field.kind === 'money')
    return money({ amount: value, currency: currencyOf(telling, field) }).trim();
  if (field.kind === 'score') return figure(value);
  if (field.kind === 'rank') return `number ${figure(value)}`;
  return field.kind === 'year' ? String(value) : figure(value);
}

function currencyOf({ answer }: Telling, { name }: Field): string {
  const own = name === answer.metric ? 'value' : name;
  return answer.columns.find(({ field }) => field === own)?.unit ?? 'USD';
}

/** The noun of a count: `contributors`, `commits in two weeks`. */
export function nounOf(field: Field, value: number): string {
  return field.noun?.[value === 1 ? 0 : 1] ?? titleOf(field);
}

export const titleOf = ({ short, title }: Field): string => short ?? title;

/** `162 commits in two weeks`, `composite score 71`, `backed by Accel and GV`. */
export function phrase(telling: Telling, field: Field, value: Value): string {
  const { name } = field;
  if (value === null) {
    if (name === 'trendingRank') return 'outside the top 20';
    return name === 'formerNames' ? 'no other name is known' : `${titleOf(field)} not known`;
  }
  if (field.noun && typeof value === 'number') return `${figure(value)} ${nounOf(field, value)}`;
  if (name.startsWith('signal') && value === 'none') return 'no signal';
  if (name === 'tracked' || name === 'covered') return value === 'yes' ? name : `not ${name}`;
  if (name === 'status' && value === 'active') return 'independent';
  const plain = brief(telling, field, value);
  const { told } = field;
  if (told === undefined) return `${field.title} ${plain}`;
  const text =
    field.kind === 'ratio'
      ? directed(plain)
      : name === 'signalType'
        ? uncapital(plain)
        : plain.replace(/\.$/, '');
  return told.replace('…', () => text);
}

function directed(change: string): string {
  if (change.startsWith('+')) return `up ${change.slice(1)}`;
  return change.startsWith('-') ? `down ${change.slice(1)}` : 'unchanged (0%)';
}

/** Further values of a row that are known. */
function shownIn({ answer }: Telling, row: Row): [Field, Value][] {
  return Object.entries(row.fields).flatMap(([name, value]): [Field, Value][] => {
    const field = fieldOf(answer.subject, name);
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    return field && !isEmpty && name !== 'name' ? [[field, value]] : [];
  });
}

/** A date that is given in brackets after the preceding field. */
const DATES: ReadonlySet<string> = new Set(['lastRoundOn', 'valuedOn']);

/** The same in words, without the fields told already; a signal's type and strength count as one. */
export function further(telling: Telling, row: Row, ...told: readonly string[]): string[] {
  const shown = shownIn(telling, row).filter(([{ name }]) => !told.includes(name));
  const strength = textOf(row.fields['signalStrength']);
  const isTyped = shown.some(([{ name }]) => name === 'signalType');
  const texts: string[] = [];
  for (const [field, value] of shown) {
    const { name } = field;
    if (name === 'signalStrength' && isTyped) continue;
    if (name === 'signalType' && telling.answer.metric === 'signalStrength') continue;
    const text = phrase(telling, field, value);
    const before = DATES.has(name) ? texts.pop() : undefined;
    const isSignal = name === 'signalType' && value !== 'none' && strength !== '';
    if (before !== undefined) texts.push(`${before} (${textOf(value)})`);
    else texts.push(isSignal ? `${strength} ${text}` : text);
  }
  return texts;
}

export function textOf(value: Value | undefined): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return listed(value.map((one) => (typeof one === 'string' ? one : one.name)));
  return typeof value === 'object' ? value.name : String(value);
}

/** `Yes. ` or `No. `, where the question can be answered so and it is known. */
export function yesNo({ isYesNo }: Pick<Telling, 'isYesNo'>, holds: boolean | undefined): string {
  if (!isYesNo || holds === undefined) return '';
  return holds ? 'Yes. ' : 'No. ';
}

/** Whether a row satisfies all that is asked of it; undefined where nothing is, or it is not known. */
export function passes({ checks, answer }: Telling, row: Row): boolean | undefined {
  const results = checks.map((check) => {
    const value = check.field === answer.metric ? row.value : row.fields[check.field];
    const isKnown = value !== undefined && (value !== null || check.field === 'trendingRank');
    return isKnown ? satisfies(value, check) : undefined;
  });
  return results.length === 0 || results.includes(undefined) ? undefined : results.every(Boolean);
}

/** Whether a value satisfies a condition; undefined where it is not known. */
export function satisfies(value: Value, { op, values }: Condition): boolean | undefined {
  const [bound] = values;
  if (value === null) return op === '=' || op === '!=' ? undefined : false;
  if (typeof value === 'number' && typeof bound === 'number')
    return OPERATORS[op].holds(value, bound);
  const own = (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'object' && one !== null ? [one.slug, one.name] : [String(one)],
  );
  const isOneOf = values.some((one) =>
    own.some((text) => text.toLowerCase() === String(one).toLowerCase()),
  );
  return op === '!=' ? !isOneOf : isOneOf;
}

/** `A, B, C and 24 more` */
export function named(names: readonly string[], most: number, total = names.length): string {
  if (total <= most + 1 && names.length >= total) return listed(names);
  const shown = names.slice(0, most);
  return `${shown.join(', ')} and ${count(total - shown.length)} more`;
}
