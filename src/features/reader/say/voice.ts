/** Values of an answer in words, each as its field is written. */
import { changeInPercent, figure, listed, money, percent } from '../../../lib/prose.ts';
import type { QueryAnswer } from '../../query/answer-schema.ts';
import type { Field } from '../../query/field.ts';
import type { Condition, WrittenQuery } from '../../query/query.ts';
import { fieldOf } from '../../query/query-fields.ts';
import type { Asked, Row, Value } from './asked.ts';
import { ofOne } from './ordinals.ts';

export class Voice {
  readonly asked: Asked;
  readonly answer: QueryAnswer;

  constructor(asked: Asked, answer: QueryAnswer) {
    this.asked = asked;
    this.answer = answer;
  }

  get query(): WrittenQuery {
    return this.asked.query;
  }

  get rows(): readonly Row[] {
    return this.answer.rows;
  }

  get metric(): Field | undefined {
    const { metric, subject } = this.answer;
    return metric === null ? undefined : fieldOf(subject, metric);
  }

  /** The query in words, as the answer states it. */
  get readAs(): string {
    return this.answer.readAs.replace(/^Read as: /, '').replace(/\.$/, '');
  }

  /** `commits in 14 days`, with what a sector's value is of. */
  titleOf(field: Field): string {
    const { measure } = this.query;
    const isOfSector = this.answer.subject === 'sector' && field.name !== 'startups';
    return isOfSector && measure !== undefined ? `${measure} of ${field.title}` : field.title;
  }

  /** `number of commits in 14 days`, `growth score` */
  nounOf(field: Field): string {
    const title = this.titleOf(field);
    return field.kind === 'count' && title === field.title ? `number of ${title}` : title;
  }

  /** `the most commits in 14 days`, `the lowest growth score`: what somebody has who comes first. */
  extremeOf(field: Field): string {
    const { order = 'highest', measure } = this.query;
    const isCounted = field.kind === 'count' && (measure === undefined || measure === 'sum');
    if (!isCounted) return `the ${order} ${this.titleOf(field)}`;
    return `the ${order === 'highest' ? 'most' : 'fewest'} ${field.title}`;
  }

  /** `162 commits in 14 days`, `growth score 71 of 100`. */
  phrase(field: Field, value: Value): string {
    if (value === null)
      return field.name === 'trendingRank'
        ? 'not among the trending 20'
        : field.name === 'formerNames'
          ? 'no other name is known'
          : `${field.title} not known`;
    if (field.name === 'formerNames') return `formerly ${textOf(value)}`;
    if (field.kind === 'count')
      return `${this.brief(field, value)} ${value === 1 ? ofOne(field.title) : field.title}`;
    if (field.name === 'tracked' || field.name === 'covered')
      return value === 'yes' ? field.title : `not ${field.title}`;
    if (field.name === 'kind') return textOf(value);
    if (field.name === 'raised') return `${this.brief(field, value)} raised in documented rounds`;
    if (field.name === 'description') return textOf(value).replace(/\.$/, '');
    if (field.name === 'valuation') return `valued at ${this.brief(field, value)}`;
    if (field.name === 'valuedOn') return `as of ${textOf(value)}`;
    return `${field.title} ${this.brief(field, value)}`;
  }

  /** The value with its unit alone. */
  brief(field: Field, value: Value): string {
    if (value === null) return field.name === 'trendingRank' ? 'not among them' : 'not known';
    if (field.name === 'sector') return this.asked.sectors.get(textOf(value)) ?? textOf(value);
    // As people write an address.
    if (field.name === 'website') return textOf(value).replace(/^https?:\/\/(?:www\.)?|\/$/g, '');
    if (typeof value !== 'number') return textOf(value);
    if (field.kind === 'ratio') return changeInPercent(value);
    if (field.kind === 'share') return percent(value);
    if (field.kind === 'money')
      return money({ amount: value, currency: this.#unitOf(field) }).trim();
    if (field.kind === 'score') return `${figure(value)} of 100`;
    if (field.kind === 'rank') return `number ${figure(value)}`;
    return field.kind === 'year' ? String(value) : figure(value);
  }

  value(value: Value): string {
    return this.metric ? this.brief(this.metric, value) : textOf(value);
  }

  shownFields(row: Row): [Field, Value][] {
    return Object.entries(row.fields).flatMap(([name, value]): [Field, Value][] => {
      const field = fieldOf(this.answer.subject, name);
      const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
      return field && !isEmpty && name !== 'name' ? [[field, value]] : [];
    });
  }

  /** ` (week 31 of 2026)` */
  when({ period }: Row): string {
    const { period: all } = this.answer;
    const { timeText } = this.asked;
    const named = timeText === undefined ? '' : `${timeText}, `;
    if (all && all.first !== all.last && period === null)
      return ` (${named}${this.query.over === 'median' ? 'the median' : 'on average'} over the weeks from ${weekName(all.first)} to ${weekName(all.last)})`;
    const slug = period ?? (all && all.first === all.last ? all.last : null);
    return slug === null ? '' : ` (${weekName(slug)})`;
  }

  /** Whether a week is told of that is not the latest. */
  isPast(period: string | null): boolean {
    const { period: own } = this.query;
    return own !== undefined && (period !== null || this.answer.period !== null) && !this.isLatest;
  }

  /** The week of the answer is the one that a question means that names none. */
  get isLatest(): boolean {
    const { timeText } = this.asked;
    return (
      timeText === undefined || /\b(?:this|now|current|today|latest|currently)\b/i.test(timeText)
    );
  }

  /** `Yes. ` or `No. `, where the question can be answered so. */
  verdict(row: Row): string {
    const { isYesNo, checks } = this.asked;
    const holds = isYesNo ? this.#holds(row, checks) : undefined;
    return holds === undefined ? '' : holds ? 'Yes. ' : 'No. ';
  }

  #holds(row: Row, checks: readonly Condition[]): boolean | undefined {
    const results = checks.map((check) => {
      const value =
        check.field === 'name'
          ? row.name
          : check.field === this.answer.metric
            ? row.value
            : row.fields[check.field];
      // Who is not on the trending list has no rank; everything else is not known.
      if (value === undefined || (value === null && check.field !== 'trendingRank'))
        return undefined;
      return satisfies(value, check);
    });
    if (results.length === 0 || results.some((result) => result === undefined)) return undefined;
    return results.every((result) => result === true);
  }

  /** What the amounts of a field are in. */
  #unitOf({ name }: Field): string {
    const own = name === this.answer.metric ? 'value' : name;
    return this.currencyOf(own);
  }

  currencyOf(column: string): string {
    return this.answer.columns.find(({ field }) => field === column)?.unit ?? 'USD';
  }
}

/** Whether a value satisfies a condition; undefined where it is not known. */
export function satisfies(value: Value, { op, values }: Condition): boolean | undefined {
  const [bound] = values;
  if (value === null) return op === '=' || op === '!=' ? undefined : false;
  if (typeof value === 'number' && typeof bound === 'number') {
    if (op === '>=') return value >= bound;
    if (op === '<=') return value <= bound;
    if (op === '>') return value > bound;
    if (op === '<') return value < bound;
    return op === '=' ? value === bound : value !== bound;
  }
  const text = textOf(value).toLowerCase();
  const isOneOf = values.some((one) => String(one).toLowerCase() === text);
  return op === '!=' ? !isOneOf : isOneOf;
}

export function textOf(value: Value): string {
  if (value === null) return '';
  if (Array.isArray(value)) return listed(namesOf(value));
  return typeof value === 'object' ? value.name : String(value);
}

export function namesOf(value: Value | undefined): string[] {
  if (!Array.isArray(value)) return value == null ? [] : [textOf(value)];
  return value.map((one) => (typeof one === 'string' ? one : one.name));
}

/** `2026-w31` → `week 31 of 2026` */
export function weekName(period: string): string {
  const [year = '', week = ''] = period.split('-w');
  return `week ${Number(week)} of ${year}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `Prowler’s`, `WorkOS’` */
export function possessive(name: string): string {
  return name.endsWith('s') ? `${name}'` : `${name}'s`;
}
