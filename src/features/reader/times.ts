/** Reads times: a week, a month, a span, `since March`, `three weeks ago`. A row is a form of words. */
import { type Day, isoDay, type Period } from '../../lib/period.ts';
import { dayAndMonth } from '../../lib/prose.ts';
import { Calendar, type Groups, NOW } from './calendar.ts';
import type { Of, Time } from './meaning.ts';
import { NUMBER_PATTERN } from './numbers.ts';
import type { Token } from './tokens.ts';

type Read = { to: number; time: Time };
type FoundTime = { to: number; meaning: Of<'time'> };
type Builder = Exclude<keyof Calendar, 'days' | 'checked'>;
/** Words, the time that they name or the method that makes one of their groups, and groups of all. */
type Form = readonly [words: string, Builder | Time, groups?: Groups];

const YEAR = '(?<year>20[12]\\d|(?:the )?(?:this|current|last|previous) year)';
const OF_YEAR = `(?: (?:of |in )?${YEAR})?`;
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const WEEK_OF = '(?:week (?:of|ending|beginning|starting) (?:the )?)?';
const COUNT = `(?<count>\\d{1,3}|an?|(?:a )?couple(?: of)?|(?:a )?few|half an?|${NUMBER_PATTERN})`;
const UNIT = '(?<unit>day|week|wk|fortnight|month|quarter|year)(?<plural>s?)';
const PART = '(?<part>start|beginning|end|middle|mid|early|late) (?:of )?';
const EDITION = '(?:edition|period|window|data|numbers|figures)';

const FORMS: readonly Form[] = [
  ['now|today', NOW],
  [`(?:this|current|latest|last|most recent) ${EDITION}`, NOW],
  ['(?:previous|prior) (?:edition|period)', 'ago'],
  // `2026-w20`, `week 20 of 2026`, `the first week of June`
  ['(?<year>\\d{4})-?w(?<week>\\d{1,2})', 'week'],
  [`w(?:eeks? |k )?(?<week>\\d{1,2})${OF_YEAR}`, 'week'],
  [`first week (?:of|in) ${MONTH}${OF_YEAR}`, 'part'],
  [`first week of ${YEAR}`, 'week', { week: '1' }],
  [`${PART}${MONTH}${OF_YEAR}`, 'part'],
  [`${PART}${YEAR}`, 'part'],
  ['(?:start|beginning) of the year', 'part'],
  // `10 November 2025`, `the week of March 9`
  [`${WEEK_OF}(?<date>\\d{4}-\\d{2}-\\d{2})`, 'date'],
  [`${WEEK_OF}${DAY} (?:of )?${MONTH}${OF_YEAR}`, 'day'],
  [`${WEEK_OF}${MONTH} ${DAY}${OF_YEAR}`, 'day'],
  // `three weeks ago`, `this quarter`, `the past six weeks`
  [`${COUNT} ${UNIT} (?:ago|back|earlier)`, 'ago'],
  ['(?<unit>week|year) (?:before|earlier)', 'ago'],
  ['this time last year', 'ago', { unit: 'year' }],
  [`(?:this|current|present|latest|most recent) (?:${COUNT} )?${UNIT}`, 'current'],
  [`(?<last>last|past|previous|prior|preceding|recent) (?:full )?(?:${COUNT} )?${UNIT}`, 'last'],
  [`(?:next|coming|following) (?:${COUNT} )?${UNIT}`, { kind: 'future' }],
  ['ytd|year to date', 'year'],
  // `June`, `Q2 2026`, `2025`
  ['(?<when>\\d{4}-(?:\\d{2}|q[1-4]))', 'written'],
  [`${MONTH}${OF_YEAR}`, 'month'],
  [`(?:q(?<quarter>[1-4])|(?<nth>first|second|third|fourth) quarter)${OF_YEAR}`, 'quarter'],
  [`${YEAR} q(?<quarter>[1-4])`, 'quarter'],
  [YEAR, 'year'],
];

/** Words that lead up to a time. */
const LEAD =
  '(?:(?:in|during|on|at|for|of|over|within|across|by|around|as|the|about|your|all) ){0,3}';
const patternOf = (words: string) => new RegExp(`^${LEAD}(?:${words})(?= |$)`);
const PATTERNS = FORMS.map(([words, ...build]) => [patternOf(words), ...build] as const);
const ANY = patternOf(FORMS.map(([words]) => words).join('|'));
/** May is a month after one of them; else it is a verb, if it has no capital. */
const BEFORE_MAY = /^(?:in|during|of|since|until|till|before|after|from|to|by|between|and|last)$/;
const MAX_WORDS = 10;

export class Times {
  readonly #calendar: Calendar;
  /** `27 July to 2 August` */
  readonly latestWeek: string;

  /** @param until the last day of which anything is known */
  constructor(current: Period, until: Day = current.lastDay) {
    this.#calendar = new Calendar(current, until);
    this.latestWeek = `${dayAndMonth(current.firstDay)} to ${dayAndMonth(current.lastDay)}`;
  }

  /** The times that begin at a place. */
  at(tokens: readonly Token[], from: number): FoundTime[] {
    const plain = this.#plain(tokens, from);
    return [this.#related(tokens, from, plain), plain].flatMap((read) =>
      read
        ? [{ to: read.to, meaning: { kind: 'time', time: this.#calendar.checked(read.time) } }]
        : [],
    );
  }

  /** `since March`, `from week 3 to week 9`, `before 2026`. */
  #related(tokens: readonly Token[], from: number, plain: Read | undefined): Read | undefined {
    const word = tokens[from]?.word ?? '';
    const isBound = /^(?:since|starting|after|before|until|till)$/.test(word);
    const isRange = /^(?:from|between)$/.test(word);
    const begin = isBound || isRange ? this.#plain(tokens, from + 1) : plain;
    if (!begin || !isDated(begin.time)) return undefined;
    const { to, time } = begin;
    if (isBound) return { to, time: this.#bounded(word, time) };
    const joint = tokens[to]?.word ?? '';
    const since: Time = { from: time.from ?? 'latest', kind: 'since' };
    if (isRange && /^onwards?$/.test(joint)) return { to: to + 1, time: since };
    const isJoined = /^(?:to|until|till|through)$/.test(joint) || (isRange && joint === 'and');
    const end = isJoined ? this.#plain(tokens, to + 1) : undefined;
    if (!end || !isDated(end.time)) return undefined;
    if (end.time.kind === 'now') return { to: end.to, time: since };
    const last = end.time.to ?? end.time.from ?? '';
    return { to: end.to, time: { ...time, to: last, kind: 'span' } };
  }

  #bounded(word: string, time: Time): Time {
    const days = time.isCalendar ? this.#calendar.days(time) : undefined;
    const { from = 'latest', to = from } = time;
    if (word === 'after') return { from: days ? isoDay(days.last + 1) : from, kind: 'since' };
    if (word === 'before') {
      const first = this.#calendar.days(time)?.first;
      return { to: first === undefined ? 'latest' : isoDay(first - 1), kind: 'until' };
    }
    return /till$/.test(word) ? { to, kind: 'until' } : { from, kind: 'since' };
  }

  /** The longest form that begins at a place. */
  #plain(tokens: readonly Token[], from: number): Read | undefined {
    const words = tokens.slice(from, from + MAX_WORDS).map(({ word }) => word);
    const [first = '', next = ''] = words;
    const isVerb = first === 'may' && !tokens[from]?.isCapital && !/^20\d\d$/.test(next);
    if (isVerb && !BEFORE_MAY.test(tokens[from - 1]?.word ?? '')) return undefined;
    const text = words.join(' ');
    let longest = '';
    let time: Time | undefined;
    if (!ANY.test(text)) return undefined;
    for (const [pattern, build, groups] of PATTERNS) {
      const found = pattern.exec(text);
      if (!found || found[0].length <= longest.length) continue;
      [longest] = found;
      time =
        typeof build === 'string' ? this.#calendar[build]({ ...found.groups, ...groups }) : build;
    }
    return time && { to: from + longest.split(' ').length, time };
  }
}

const isDated = ({ from, kind }: Time): boolean => from !== undefined || kind === 'now';
