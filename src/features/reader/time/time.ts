/**
 * Finds the times that a question speaks of: weeks, months, quarters, years and days, one by one, as a
 * range, or counted back from the current period.
 */
import { type Day, isoDay, type Period, periodOf } from '../../../lib/period.ts';
import type { Token } from '../tokens.ts';
import {
  dayNamed,
  daysOf,
  type FoundTime,
  monthOf,
  quarterOf,
  type Time,
  two,
  type Unit,
  unitOf,
  weekOf,
  yearOf,
} from './calendar.ts';
import {
  AGAINST,
  countNumber,
  dayNumber,
  ENDS,
  IN_FRONT,
  MONTHS,
  monthNumber,
  NOW,
  ONWARDS,
  ORDINALS,
  OVER,
  PAST,
  RANGE_WORDS,
  RELATIONS,
  THIS,
  unitCount,
  unitNamed,
  WHOLE,
  wordAt,
  yearAfter,
  yearNumber,
} from './words.ts';

type Read = { time: Time; to: number; relation?: FoundTime['relation'] };

const DAYS_A_WEEK = 7;

/** A year among the words of a time. */
function yearIn(tokens: readonly Token[], from: number, to: number): number | undefined {
  return tokens
    .slice(from, to)
    .map(({ word }) => yearNumber(word))
    .find((year) => year !== undefined);
}

export class TimeReader {
  readonly #current: Period;
  readonly #lastWeekDay: Day;
  readonly #lastDay: Day;

  /**
   * @param current the period that "this week" and "now" mean
   * @param latest the last one of which anything is published
   * @param until the last day of which anything is known, where that is not the current period's
   */
  constructor(current: Period, latest: Period = current, until: Day = current.lastDay) {
    this.#current = current;
    this.#lastWeekDay = Math.max(latest.lastDay, until);
    this.#lastDay = until;
  }

  /** The times of a question, in their order; of two at one place, the longer. */
  find(tokens: readonly Token[]): FoundTime[] {
    const found: FoundTime[] = [];
    for (let at = 0; at < tokens.length; ) {
      const span = this.#spanAt(tokens, at);
      const read = span && this.#notAfterNow(span, tokens, at);
      if (read) found.push({ relation: undefined, ...read, from: at });
      at = read?.to ?? at + 1;
    }
    return found;
  }

  #spanAt(tokens: readonly Token[], at: number): Read | undefined {
    const word = wordAt(tokens, at);
    if (word === 'between' || word === 'from') {
      const range = this.#rangeAt(tokens, at + 1);
      if (range) return range;
    }
    const compared = this.#againstAt(tokens, at);
    if (compared) return compared;
    if (['from', 'starting', 'beginning'].includes(word)) {
      const skipped = ['in', 'from', 'with'].includes(wordAt(tokens, at + 1)) ? at + 2 : at + 1;
      const point = this.#pointAt(tokens, skipped);
      if (point && ONWARDS.has(wordAt(tokens, point.to)))
        return { ...point, to: point.to + 1, relation: 'since' };
      if (point && word !== 'from') return { ...point, relation: 'since' };
    }
    if (ENDS.has(word) && wordAt(tokens, at + 1) === 'of') {
      const of = wordAt(tokens, at + 2) === 'the' ? at + 1 : at + 2;
      const whole =
        this.#pointAt(tokens, at + 2) ??
        (of === at + 1 ? this.#unitAt(tokens, at + 2, 0) : undefined);
      const days = whole && daysOf(whole.time);
      if (!whole || !days) return undefined;
      const day = word === 'end' ? Math.min(days[1], this.#current.lastDay) : days[0];
      return { time: { kind: 'week', period: periodOf(day) }, to: whole.to };
    }
    const relation = RELATIONS.get(word);
    if (relation) {
      const skipped = wordAt(tokens, at + 1) === 'the' ? at + 2 : at + 1;
      const read = ENDS.has(wordAt(tokens, skipped))
        ? this.#spanAt(tokens, skipped)
        : this.#pointAt(tokens, skipped);
      if (read && read.relation === undefined) return { ...read, relation };
      if (read?.relation === 'ago') return { ...read, relation };
    }
    if (IN_FRONT.has(word)) {
      const skipped = wordAt(tokens, at + 1) === 'the' ? at + 2 : at + 1;
      const end = ENDS.has(wordAt(tokens, skipped)) ? this.#spanAt(tokens, skipped) : undefined;
      if (end) return end;
      const isBack = word === 'over' || word === 'within';
      const unit =
        isBack && PAST.has(wordAt(tokens, skipped))
          ? unitNamed(wordAt(tokens, skipped + 1))
          : undefined;
      if (unit) return { time: this.#past(1, unit), to: skipped + 2, relation: 'past' };
      const read =
        this.#rangeAt(tokens, skipped) ??
        this.#timeAt(tokens, skipped) ??
        this.#bareMonthAt(tokens, skipped) ??
        this.#bareYearAt(tokens, skipped);
      if (read) return read;
    }
    return this.#rangeAt(tokens, at) ?? this.#timeAt(tokens, at);
  }

  /** `year over year`, `yoy`, `compared to a year ago`, `than last week`. */
  #againstAt(tokens: readonly Token[], at: number): Read | undefined {
    const word = wordAt(tokens, at);
    const [, one, other] = /^(\w+)-(?:over|on|to)-(\w+)$/.exec(word) ?? [];
    if (one !== undefined && one === other) return this.#unitsApart(unitNamed(one), at + 1);
    const own = OVER.get(word);
    if (own) return this.#unitsApart(own, at + 1);
    const unit = unitNamed(word);
    if (unit && ['over', 'on'].includes(wordAt(tokens, at + 1)))
      if (unitNamed(wordAt(tokens, at + 2)) === unit) return this.#unitsApart(unit, at + 3);
    const opening = AGAINST.find((text) =>
      text.split(' ').every((part, index) => wordAt(tokens, at + index) === part),
    );
    if (opening === undefined) return undefined;
    let next = at + opening.split(' ').length;
    while (['it', 'was', 'in', 'the', 'what', 'with', 'to'].includes(wordAt(tokens, next))) next++;
    const point = this.#pointAt(tokens, next);
    // "against the 14 days before" is what the published changes are against.
    const isWindow =
      point?.relation === 'past' ||
      (wordAt(tokens, next - 1) === 'the' &&
        point?.relation === 'ago' &&
        wordAt(tokens, point.to - 1) !== 'ago');
    if (isWindow) return undefined;
    return point && point.time.kind !== 'ever' ? { ...point, relation: 'against' } : undefined;
  }

  #unitsApart(unit: Unit | undefined, to: number): Read | undefined {
    return unit && { time: this.#back(1, unit), to, relation: 'against' };
  }

  /** `March and May`, `2026-w10 to 2026-w20`. */
  #rangeAt(tokens: readonly Token[], at: number): Read | undefined {
    const first = this.#pointAt(tokens, at);
    if (!first || !RANGE_WORDS.has(wordAt(tokens, first.to))) return undefined;
    const last = this.#pointAt(tokens, first.to + 1);
    if (!last) return undefined;
    const [from, to] = [daysOf(first.time), daysOf(last.time)];
    if (!from || !to) return first;
    // "March and May" alone are two times; only "from", "between" and "to" make a range of them.
    const opened = ['between', 'from'].includes(wordAt(tokens, at - 1));
    if (wordAt(tokens, first.to) === 'and' && !opened) return undefined;
    const [start, end] = from[0] <= to[0] ? [from[0], to[1]] : [to[0], from[1]];
    return {
      time: { kind: 'range', first: start, last: end, unit: unitOf(last.time) },
      to: last.to,
    };
  }

  #pointAt(tokens: readonly Token[], at: number): Read | undefined {
    return (
      this.#timeAt(tokens, at) ?? this.#bareMonthAt(tokens, at) ?? this.#bareYearAt(tokens, at)
    );
  }

  #timeAt(tokens: readonly Token[], at: number): Read | undefined {
    for (const rule of [
      this.#isoAt,
      this.#weekOfAt,
      this.#partAt,
      this.#weekAt,
      this.#dateAt,
      this.#monthAt,
      this.#quarterAt,
      this.#agoAt,
      this.#relativeAt,
    ]) {
      const read = rule.call(this, tokens, at);
      if (read) return this.#notAfterNow(read, tokens, at);
    }
    return undefined;
  }

  /** `2026-w20`, `2026-06`, `2026-06-15`, `2026-q2`, `2026q2`. */
  #isoAt(tokens: readonly Token[], at: number): Read | undefined {
    const word = wordAt(tokens, at);
    const week = /^(\d{4})-?w(\d{1,2})$/.exec(word);
    if (week) return { time: weekOf(Number(week[1]), Number(week[2]), word), to: at + 1 };
    const quarter = /^(?:(\d{4})-?q([1-4])|q([1-4])-?(\d{4}))$/.exec(word);
    if (quarter)
      return {
        time: quarterOf(Number(quarter[1] ?? quarter[4]), Number(quarter[2] ?? quarter[3])),
        to: at + 1,
      };
    const month = /^(\d{4})-(\d{2})$/.exec(word);
    if (month)
      return Number(month[2]) >= 1 && Number(month[2]) <= 12
        ? { time: monthOf(Number(month[1]), Number(month[2]) - 1), to: at + 1 }
        : { time: { kind: 'impossible', words: word }, to: at + 1 };
    if (!/^\d{4}-\d{2}-\d{2}$/.test(word)) return undefined;
    return { time: dayNamed(word), to: at + 1 };
  }

  /** `week 20`, `w20`, `week 20 of 2025`, `week twenty` is not read. */
  #weekAt(tokens: readonly Token[], at: number): Read | undefined {
    let next = at;
    if (wordAt(tokens, next) === 'calendar' || wordAt(tokens, next) === 'iso') next++;
    const short = /^(?:w|wk|cw|kw)(\d{1,2})$/.exec(wordAt(tokens, next));
    const isWeek = ['week', 'wk', 'weeks', 'cw'].includes(wordAt(tokens, next));
    if (!short && !isWeek) return undefined;
    if (isWeek && ['number', 'no', 'nr'].includes(wordAt(tokens, next + 1))) next++;
    const number = short?.[1] ?? /^\d{1,2}$/.exec(wordAt(tokens, next + 1))?.[0];
    if (number === undefined) return undefined;
    const to = short ? next + 1 : next + 2;
    const { year, to: end } = yearAfter(tokens, to);
    const words = tokens
      .slice(at, end)
      .map(({ text }) => text)
      .join(' ');
    return {
      time: weekOf(year ?? this.#yearOfWeek(Number(number)), Number(number), words),
      to: end,
    };
  }

  /** `the week of 15 June`, `week ending June 28`, `first week of May`, `the last week of 2025`. */
  #weekOfAt(tokens: readonly Token[], at: number): Read | undefined {
    const first = wordAt(tokens, at);
    const ordinal = first === 'last' ? -1 : ORDINALS.indexOf(first);
    const isOrdinal = first === 'last' || ordinal >= 0;
    const named = isOrdinal ? at + 1 : at;
    const isShort = wordAt(tokens, named) === 'w/c';
    if (wordAt(tokens, named) !== 'week' && !isShort) return undefined;
    const isPrior = ['before', 'earlier', 'prior'].includes(wordAt(tokens, named + 1));
    if (
      isPrior &&
      !isOrdinal &&
      wordAt(tokens, named - 1) === 'the' &&
      wordAt(tokens, named + 2) !== 'last'
    )
      return { time: this.#back(1, 'week'), to: named + 2 };
    const isBefore = wordAt(tokens, named + 1) === 'before' && wordAt(tokens, named + 2) === 'last';
    if (isBefore && !isOrdinal) return { time: this.#back(2, 'week'), to: named + 3 };
    const opening = ['of', 'ending', 'starting', 'beginning', 'commencing', 'in'];
    const isNamed = opening.includes(wordAt(tokens, named + 1));
    if (!isNamed && !isShort) return undefined;
    const behind = isShort ? named + 1 : named + 2;
    const point = this.#pointAt(tokens, wordAt(tokens, behind) === 'the' ? behind + 1 : behind);
    const days = point && daysOf(point.time);
    if (!point || !days) return undefined;
    const isDay = days[0] === days[1];
    if (isOrdinal === isDay) return undefined;
    if (isDay) return { time: { kind: 'week', period: periodOf(days[0]) }, to: point.to };
    // A week is of the month that has its Thursday; day 0 was one.
    const thursday =
      first === 'last'
        ? days[1] - (days[1] % DAYS_A_WEEK)
        : Math.ceil(days[0] / DAYS_A_WEEK) * DAYS_A_WEEK;
    const day = first === 'last' ? thursday : thursday + ordinal * DAYS_A_WEEK;
    return day > days[1]
      ? undefined
      : { time: { kind: 'week', period: periodOf(day) }, to: point.to };
  }

  /** `early June`, `late 2025`, `the month of May`, `the whole of 2026`. */
  #partAt(tokens: readonly Token[], at: number): Read | undefined {
    const word = wordAt(tokens, at);
    if (WHOLE.has(word)) {
      if (wordAt(tokens, at + 1) !== 'of') return undefined;
      const whole = this.#pointAt(tokens, wordAt(tokens, at + 2) === 'the' ? at + 3 : at + 2);
      return whole && daysOf(whole.time) ? whole : undefined;
    }
    if (word === 'ytd') return this.#sinceNewYear(at + 1);
    if (word === 'year' && wordAt(tokens, at + 1) === 'to')
      return wordAt(tokens, at + 2) === 'date' ? this.#sinceNewYear(at + 3) : undefined;
    if (word !== 'early' && word !== 'late') return undefined;
    const whole = this.#bareMonthAt(tokens, at + 1) ?? this.#bareYearAt(tokens, at + 1);
    if (whole?.time.kind !== 'range') return undefined;
    const { first, last, unit } = whole.time;
    const third = Math.ceil((last - first + 1) / (unit === 'year' ? 4 : 3));
    const part = word === 'early' ? { last: first + third - 1 } : { first: last - third + 1 };
    return { ...whole, time: { ...whole.time, ...part } };
  }

  #sinceNewYear(to: number): Read {
    const { lastDay } = this.#current;
    const year = Number(isoDay(lastDay).slice(0, 4));
    return { time: yearOf(year), to };
  }

  /** `15 June 2026`, `June 15`, `the 15th of June`. */
  #dateAt(tokens: readonly Token[], at: number): Read | undefined {
    const dayFirst = dayNumber(wordAt(tokens, at));
    if (dayFirst !== undefined) {
      const of = wordAt(tokens, at + 1) === 'of' ? at + 2 : at + 1;
      const month = monthNumber(wordAt(tokens, of));
      if (month === undefined) return undefined;
      return this.#dayOfMonth(tokens, of + 1, dayFirst, month);
    }
    const month = monthNumber(wordAt(tokens, at));
    const day = dayNumber(wordAt(tokens, at + 1));
    if (month === undefined || day === undefined) return undefined;
    return this.#dayOfMonth(tokens, at + 2, day, month);
  }

  #dayOfMonth(tokens: readonly Token[], to: number, day: number, month: number): Read {
    const { year, to: end } = yearAfter(tokens, to);
    const iso = `${year ?? this.#yearOfMonth(month)}-${two(month + 1)}-${two(day)}`;
    return { time: dayNamed(iso), to: end };
  }

  /** `June 2026`, `mid June`; a month without a year needs a word in front, since May is also a verb. */
  #monthAt(tokens: readonly Token[], at: number): Read | undefined {
    const month = monthNumber(wordAt(tokens, at));
    if (month === undefined) return undefined;
    const { year, to } = yearAfter(tokens, at + 1);
    if (year !== undefined) return { time: monthOf(year, month), to };
    return MONTHS[month] === 'may' || MONTHS[month] === 'march'
      ? undefined
      : this.#bareMonthAt(tokens, at);
  }

  #bareMonthAt(tokens: readonly Token[], at: number): Read | undefined {
    const month = monthNumber(wordAt(tokens, at));
    if (month === undefined) return undefined;
    const { year, to } = yearAfter(tokens, at + 1);
    return { time: monthOf(year ?? this.#yearOfMonth(month), month), to };
  }

  #bareYearAt(tokens: readonly Token[], at: number): Read | undefined {
    const year = yearNumber(wordAt(tokens, at));
    return year === undefined ? undefined : { time: yearOf(year), to: at + 1 };
  }

  /** `Q2`, `Q2 2026`, `the second quarter of 2026`, `H1 2026`, `first half of 2026`. */
  #quarterAt(tokens: readonly Token[], at: number): Read | undefined {
    const leading = yearNumber(wordAt(tokens, at));
    if (leading !== undefined) {
      const behind =
        this.#quarterAt(tokens, at + 1) ??
        this.#monthAt(tokens, at + 1) ??
        this.#weekAt(tokens, at + 1);
      const own = behind && yearIn(tokens, at + 1, behind.to) === undefined ? behind : undefined;
      return own && this.#inYear(own, leading);
    }
    const short = /^([qh])([1-4])$/.exec(wordAt(tokens, at));
    const ordinal = ORDINALS.findIndex((word, index) =>
      [word, `${index + 1}${['st', 'nd', 'rd', 'th'][index]}`].includes(wordAt(tokens, at)),
    );
    const named = wordAt(tokens, at + 1);
    const isNamed = ordinal >= 0 && (named === 'quarter' || named === 'half');
    if (!short && !isNamed) return undefined;
    const number = short ? Number(short[2]) : ordinal + 1;
    const isHalf = short ? short[1] === 'h' : named === 'half';
    if (isHalf && number > 2) return undefined;
    const { year, to } = yearAfter(tokens, short ? at + 1 : at + 2);
    const months = isHalf ? 6 : 3;
    const chosen = year ?? this.#yearOfMonth((number - 1) * months);
    if (!isHalf) return { time: quarterOf(chosen, number), to };
    const [first, last] = [monthOf(chosen, (number - 1) * 6), monthOf(chosen, number * 6 - 1)];
    return { time: { ...first, last: last.last, unit: 'quarter' }, to };
  }

  /** The same quarter, month or week of another year: `2026 Q1`. */
  #inYear(read: Read, year: number): Read | undefined {
    const days = daysOf(read.time);
    if (!days) return undefined;
    if (read.time.kind === 'week') {
      const number = Number(read.time.period.slug.split('-w')[1]);
      return { ...read, time: weekOf(year, number, `week ${number}`) };
    }
    const month = new Date(isoDay(days[0])).getUTCMonth();
    const months = Math.round((days[1] - days[0]) / 30);
    const last = monthOf(year, month + months - 1);
    return {
      ...read,
      time: { ...last, first: monthOf(year, month).first, unit: unitOf(read.time) },
    };
  }

  /** `three weeks ago`, `a month earlier`. */
  #agoAt(tokens: readonly Token[], at: number): Read | undefined {
    const counted = unitCount(tokens, at);
    if (!counted) return undefined;
    const { count, unit, to } = counted;
    if (!['ago', 'earlier', 'before', 'back', 'prior'].includes(wordAt(tokens, to)))
      return undefined;
    return { time: this.#back(count, unit), to: to + 1, relation: 'ago' };
  }

  /** `this week`, `last month`, `the past six weeks`, `yesterday`, `ever`, `next year`. */
  #relativeAt(tokens: readonly Token[], at: number): Read | undefined {
    const word = wordAt(tokens, at);
    const next = wordAt(tokens, at + 1);
    if (NOW.has(word)) return { time: this.#now(), to: at + 1 };
    if (word === 'right' && next === 'now') return { time: this.#now(), to: at + 2 };
    if (word === 'at' && next === 'present') return { time: this.#now(), to: at + 2 };
    if (word === 'at' && next === 'the' && wordAt(tokens, at + 2) === 'moment')
      return { time: this.#now(), to: at + 3 };
    if (word === 'ever') return { time: { kind: 'ever' }, to: at + 1 };
    const ofAllTime = word === 'of' && next === 'all' ? at + 1 : at;
    if (/^all-?time$/.test(wordAt(tokens, ofAllTime)))
      return { time: { kind: 'ever' }, to: ofAllTime + 1 };
    if (wordAt(tokens, ofAllTime) === 'all' && wordAt(tokens, ofAllTime + 1) === 'time')
      return { time: { kind: 'ever' }, to: ofAllTime + 2 };
    if (word === 'tomorrow') return { time: { kind: 'future', words: 'tomorrow' }, to: at + 1 };
    if (word === 'yesterday')
      return {
        time: {
          kind: 'range',
          first: this.#current.lastDay,
          last: this.#current.lastDay,
          unit: 'day',
        },
        to: at + 1,
      };
    if ((word === 'this' || word === 'same') && ['time', 'week', 'point'].includes(next)) {
      const then = this.#timeAgo(tokens, at + 2);
      if (then) return then;
    }
    if (THIS.has(word)) return this.#unitAt(tokens, at, 0);
    if (word === 'next' || word === 'coming') {
      const unit = unitNamed(countNumber(next) === undefined ? next : wordAt(tokens, at + 2));
      if (!unit) return undefined;
      const to = countNumber(next) === undefined ? at + 2 : at + 3;
      return { time: { kind: 'future', words: `next ${unit}` }, to };
    }
    if (!PAST.has(word)) return undefined;
    const counted = unitCount(tokens, at + 1);
    if (!counted) {
      if (/^fortnight$/.test(next))
        return { time: this.#past(2, 'week'), to: at + 2, relation: 'past' };
      const unit = unitNamed(next);
      // "recent weeks", "the last months"
      if (unit && next.endsWith('s') && word !== 'previous')
        return { time: this.#past(unit === 'week' ? 4 : 3, unit), to: at + 2, relation: 'past' };
      // "past week" is the one before.
      if (unit && word === 'past' && unit !== 'week')
        return { time: this.#past(1, unit), to: at + 2, relation: 'past' };
      return this.#unitAt(tokens, at, 1);
    }
    const { count, unit, to } = counted;
    return { time: this.#past(count, unit), to, relation: 'past' };
  }

  /** Behind "this time": `last year`, `a month ago`. */
  #timeAgo(tokens: readonly Token[], at: number): Read | undefined {
    const ago = this.#agoAt(tokens, at);
    if (ago) return ago;
    const unit = wordAt(tokens, at) === 'last' ? unitNamed(wordAt(tokens, at + 1)) : undefined;
    return unit && { time: this.#back(1, unit), to: at + 2, relation: 'ago' };
  }

  /** The unit that holds the current period, or an earlier one. */
  #unitAt(tokens: readonly Token[], at: number, back: number): Read | undefined {
    const unit = unitNamed(wordAt(tokens, at + 1));
    if (!unit || wordAt(tokens, at + 1).endsWith('s')) return undefined;
    const day = this.#current.lastDay;
    const date = new Date(isoDay(day));
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const to = at + 2;
    if (unit === 'week') return { time: this.#back(back, 'week'), to };
    if (unit === 'day') return { time: this.#now(), to };
    if (unit === 'year') return { time: yearOf(year - back), to };
    if (unit === 'quarter') return { time: quarterOf(year, Math.floor(month / 3) + 1 - back), to };
    return { time: monthOf(year, month - back), to };
  }

  #now(): Time {
    return { kind: 'week', period: this.#current };
  }

  /** The week that lies so far behind the current one. */
  #back(count: number, unit: Unit): Time {
    return { kind: 'week', period: periodOf(this.#daysBack(count, unit)) };
  }

  /** All days since so long ago, with those of the current period. */
  #past(count: number, unit: Unit): Time {
    return {
      kind: 'range',
      first: this.#daysBack(count, unit) + 1,
      last: this.#current.lastDay,
      unit,
    };
  }

  #daysBack(count: number, unit: Unit): Day {
    const { lastDay } = this.#current;
    if (unit === 'day') return lastDay - count;
    if (unit === 'week') return lastDay - count * DAYS_A_WEEK;
    const date = new Date(isoDay(lastDay));
    const months = { month: 1, quarter: 3, year: 12 }[unit] * count;
    const target = monthOf(date.getUTCFullYear(), date.getUTCMonth() - months);
    return Math.min(target.first + date.getUTCDate() - 1, target.last);
  }

  /** A time that begins after the current period is the future. */
  #notAfterNow(read: Read, tokens: readonly Token[], at: number): Read {
    const days = daysOf(read.time);
    const lastDay = read.time.kind === 'week' ? this.#lastWeekDay : this.#lastDay;
    if (!days || days[0] <= lastDay) return read;
    const words = tokens
      .slice(at, read.to)
      .map(({ text }) => text)
      .join(' ');
    return { ...read, time: { kind: 'future', words } };
  }

  /** The year of the latest such week that has ended. */
  #yearOfWeek(number: number): number {
    const [year = 0, week = 0] = this.#current.slug.split('-w').map(Number);
    return number <= week ? year : year - 1;
  }

  /** The year of the latest such month that has begun. */
  #yearOfMonth(month: number): number {
    const date = new Date(isoDay(this.#current.lastDay));
    return month <= date.getUTCMonth() ? date.getUTCFullYear() : date.getUTCFullYear() - 1;
  }
}
