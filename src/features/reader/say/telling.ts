/** An answer that is to be told, and the words for its values. */

import { changeInPercent, figure, money, percent } from '../../../lib/prose.ts';
import type { Editions } from '../../../published/editions.ts';
import type { QueryAnswer } from '../../query/answer-schema.ts';
import type { Condition, WrittenQuery } from '../../query/query.ts';
import { type Field, fieldOf } from '../../query/query-fields.ts';
import type { Reads } from '../shapes/shape.ts';
import {
  calendarName,
  directed,
  nounOf,
  type Row,
  satisfies,
  textOf,
  titleOf,
  uncapital,
  type Value,
  weekName,
} from './voice.ts';

/** A date that is given in brackets after the preceding field. */
const DATES: ReadonlySet<string> = new Set(['lastRoundOn', 'valuedOn']);

type CurrentWeek = {
  period: string;
  /** By slug, as is the evidence. */
  startups: Awaited<ReturnType<Editions['startups']>>;
  evidence: Awaited<ReturnType<Editions['evidence']>>;
  sectors: readonly { slug: string; startupCount: number }[];
};

/** An answer, and how the question asks for it. */
type Given = 'query' | 'answer' | 'checks' | 'isYesNo' | 'direction' | 'sectors' | 'current';
type Asked = Pick<Telling, Given> & Partial<Pick<Telling, 'reads' | 'expected'>>;

export class Telling {
  declare readonly query: WrittenQuery;
  declare readonly answer: QueryAnswer;
  declare readonly reads: Reads | undefined;
  declare readonly checks: readonly Condition[];
  declare readonly expected: string | undefined;
  declare readonly isYesNo: boolean;
  declare readonly direction: 'highest' | 'lowest' | undefined;
  /** Names of sectors by their slugs. */
  declare readonly sectors: ReadonlyMap<string, string>;
  /** The records of the latest week, which say more than rows do. */
  declare readonly current: CurrentWeek;
  readonly metric: Field | undefined;

  constructor(asked: Asked) {
    Object.assign(this, asked);
    const { subject, metric } = asked.answer;
    this.metric = metric === null ? undefined : fieldOf(subject, metric);
  }

  /** The record that a row is of, where the row is of the latest week. */
  recordOf({ slug, period }: Row) {
    const { current } = this;
    return period === current.period && slug !== null ? current.startups.get(slug) : undefined;
  }

  /** Whether a named startup has no record in the week that is asked about. */
  isUncovered(row: Row): boolean {
    if (row.slug === null || this.answer.subject !== 'startup') return false;
    if (row.period === this.current.period) return !this.current.startups.has(row.slug);
    return row.value === null && !this.#shownIn(row).some(([{ isWeekly }]) => isWeekly === true);
  }

  /** Nothing for the latest week, ` (week 31 of 2026)` for another or an old one, or the weeks that a mean is of. */
  whenOf(row?: Row): string {
    const { answer, query } = this;
    const { period } = answer;
    const own = row?.period ?? (period && period.first === period.last ? period.last : null);
    if (own !== null && own !== undefined) return this.isNow(own) ? '' : ` (${weekName(own)})`;
    if (!period) return '';
    const over = query.over === undefined || query.over === 'mean' ? 'average' : query.over;
    const named = calendarName(query.period);
    return ` (${named === undefined ? '' : `${named}, `}${over} of the weeks from ${weekName(period.first)} to ${weekName(period.last)})`;
  }

  /** Whether a value is the mean or median of several weeks. */
  get isOverWeeks(): boolean {
    const { period } = this.answer;
    return period !== null && period.first !== period.last && !/est$/.test(this.query.over ?? '');
  }

  /** Whether a week is the latest one, and no old one. */
  isNow(week: string): boolean {
    return week === this.current.period && this.answer.period?.isOld === false;
  }

  /** ` this week`, ` in week 31 of 2026`, ` in January 2026` */
  inWeeks(): string {
    const { answer, query } = this;
    const { period } = answer;
    if (!period) return '';
    if (period.first === period.last)
      return this.isNow(period.last) ? ' this week' : ` in ${weekName(period.last)}`;
    const named = calendarName(query.period);
    if (named !== undefined) return ` in ${named}`;
    return ` from ${weekName(period.first)} to ${weekName(period.last)}`;
  }

  /** The value with its unit alone: `43%`, `USD 12 million`, `98 of 100`. */
  brief(field: Field | undefined, value: Value): string {
    if (value === null) return field?.name === 'trendingRank' ? 'outside the top 20' : 'not known';
    if (field?.name === 'sector' && typeof value === 'string')
      return this.sectors.get(value) ?? value;
    if (field?.name === 'website') return textOf(value).replace(/^https?:\/\/(?:www\.)?|\/$/g, '');
    if (typeof value !== 'number' || !field)
      return typeof value === 'number' ? figure(value) : textOf(value);
    if (field.kind === 'ratio') return changeInPercent(value);
    if (field.kind === 'share') return percent(value);
    if (field.kind === 'money')
      return money({ amount: value, currency: this.#currencyOf(field) }).trim();
    if (field.kind === 'score') return figure(value);
    if (field.kind === 'rank') return `number ${figure(value)}`;
    return field.kind === 'year' ? String(value) : figure(value);
  }

  #currencyOf({ name }: Field): string {
    const own = name === this.answer.metric ? 'value' : name;
    return this.answer.columns.find(({ field }) => field === own)?.unit ?? 'USD';
  }

  /** `162 commits in two weeks`, `composite score 71`, `backed by Accel and GV`. */
  phrase(field: Field, value: Value): string {
    const { name } = field;
    if (value === null) {
      if (name === 'trendingRank') return 'outside the top 20';
      return name === 'formerNames' ? 'no other name is known' : `${titleOf(field)} not known`;
    }
    if (field.noun && typeof value === 'number') return `${figure(value)} ${nounOf(field, value)}`;
    if (name.startsWith('signal') && value === 'none') return 'no signal';
    if (name === 'tracked' || name === 'covered') return value === 'yes' ? name : `not ${name}`;
    if (name === 'status' && value === 'active') return 'independent';
    const plain = this.brief(field, value);
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

  /** Further values of a row that are known. */
  #shownIn(row: Row): [Field, Value][] {
    return Object.entries(row.fields).flatMap(([name, value]): [Field, Value][] => {
      const field = fieldOf(this.answer.subject, name);
      const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
      return field && !isEmpty && name !== 'name' ? [[field, value]] : [];
    });
  }

  /** The same in words, without the fields told already; a signal's type and strength count as one. */
  further(row: Row, ...told: readonly string[]): string[] {
    const shown = this.#shownIn(row).filter(([{ name }]) => !told.includes(name));
    const strength = textOf(row.fields['signalStrength']);
    const isTyped = shown.some(([{ name }]) => name === 'signalType');
    const texts: string[] = [];
    for (const [field, value] of shown) {
      const { name } = field;
      if (name === 'signalStrength' && isTyped) continue;
      if (name === 'signalType' && this.answer.metric === 'signalStrength') continue;
      const text = this.phrase(field, value);
      const before = DATES.has(name) ? texts.pop() : undefined;
      const isSignal = name === 'signalType' && value !== 'none' && strength !== '';
      if (before !== undefined) texts.push(`${before} (${textOf(value)})`);
      else texts.push(isSignal ? `${strength} ${text}` : text);
    }
    return texts;
  }

  /** `Yes. ` or `No. `, where the question can be answered so and it is known. */
  yesNo(holds: boolean | undefined): string {
    if (!this.isYesNo || holds === undefined) return '';
    return holds ? 'Yes. ' : 'No. ';
  }

  /** Whether a row satisfies all that is asked of it; undefined where nothing is, or it is not known. */
  passes(row: Row): boolean | undefined {
    const results = this.checks.map((check) => {
      const value = check.field === this.answer.metric ? row.value : row.fields[check.field];
      const isKnown = value !== undefined && (value !== null || check.field === 'trendingRank');
      return isKnown ? satisfies(value, check) : undefined;
    });
    return results.length === 0 || results.includes(undefined) ? undefined : results.every(Boolean);
  }
}
