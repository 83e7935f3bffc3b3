/**
 * Finds the times that a question speaks of: weeks, months, quarters, years and days, one by one, as a
 * range, or counted back from the current period.
 */
import { type Day, type Period, periodOf } from '../../../lib/period.ts';
import type { Token } from '../tokens.ts';
import { daysOf, type FoundTime, type Unit, unitOf } from './calendar.ts';
import { Clock, type Read } from './clock.ts';
import { bareMonthAt, bareYearAt, dateAt, daysOfMonthAt, monthAt } from './months.ts';
import { nextOfList, partAt, quarterAt } from './parts-of-years.ts';
import { agoAt, relativeAt, unitAt } from './relative.ts';
import { seasonAt } from './seasons.ts';
import {
  AGAINST,
  EDITIONS,
  ENDS,
  IN_FRONT,
  NEWEST,
  ONWARDS,
  OVER,
  PAST,
  RANGE_WORDS,
  RELATIONS,
  textOf,
  unitCount,
  unitNamed,
  wordAt,
} from './time-words.ts';
import { editionAt, isoAt, weekAt, weekOfAt, weeksAt } from './weeks.ts';
import { windowAt } from './windows.ts';

/** Up to the time in `than it was in May`. */
const BEHIND_THAN = /^(?:it|they|was|were|did|had|in|the|what|with|to)$/;
const WINDOW_ENDS = new Set(['to', 'ending', 'ended', 'until', 'up']);
/** In the order in which they are tried. */
const RULES = [
  windowAt,
  isoAt,
  weekOfAt,
  editionAt,
  partAt,
  weeksAt,
  weekAt,
  daysOfMonthAt,
  dateAt,
  monthAt,
  quarterAt,
  seasonAt,
  agoAt,
  relativeAt,
];

export class TimeReader {
  readonly #clock: Clock;
  readonly #lastWeekDay: Day;
  readonly #lastDay: Day;
  /** What was read at each place of a question: as a point, as an end of a range, behind other words. */
  readonly #known = new WeakMap<readonly Token[], (Read | undefined)[]>();

  /**
   * @param current the period that "this week" and "now" mean
   * @param latest the last one of which anything is published
   * @param until the last day of which anything is known, where that is not the current period's
   */
  constructor(current: Period, latest: Period = current, until: Day = current.lastDay) {
    this.#clock = new Clock(current);
    this.#lastWeekDay = Math.max(latest.lastDay, until);
    this.#lastDay = until;
  }

  /** The times of a question, in their order; of two at one place, the longer. */
  find(tokens: readonly Token[]): FoundTime[] {
    const found: FoundTime[] = [];
    for (let at = 0; at < tokens.length; ) {
      const span = nextOfList(this.#clock, tokens, at, found.at(-1)) ?? this.#spanAt(tokens, at);
      const read = span && this.#notAfterNow(beforeThat(span, tokens, found.at(-1)), tokens, at);
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
    const window = this.#windowAt(tokens, at);
    if (window) return window;
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
        (of === at + 1 ? unitAt(this.#clock, tokens, at + 2, 0) : undefined);
      const days = whole && daysOf(whole.time);
      if (!whole || !days) return undefined;
      const day = word === 'end' ? Math.min(days[1], this.#clock.current.lastDay) : days[0];
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
      const whole = isBack && skipped === at + 2 ? this.#wholeUnitAt(tokens, skipped) : undefined;
      if (whole) return whole;
      if (unit) return { time: this.#clock.past(1, unit), to: skipped + 2, relation: 'past' };
      const read =
        this.#rangeAt(tokens, skipped) ??
        this.#timeAt(tokens, skipped) ??
        bareMonthAt(this.#clock, tokens, skipped) ??
        bareYearAt(this.#clock, tokens, skipped);
      if (read) return read;
    }
    return this.#rangeAt(tokens, at) ?? this.#timeAt(tokens, at);
  }

  /** Behind "over the": `month`, and not `month of May`. */
  #wholeUnitAt(tokens: readonly Token[], at: number): Read | undefined {
    const unit = unitNamed(wordAt(tokens, at));
    const isNamed = ['of', 'to', 'before', 'after', 'ending', 'earlier'].includes(
      wordAt(tokens, at + 1),
    );
    if (!unit || isNamed || wordAt(tokens, at).endsWith('s')) return undefined;
    return { time: this.#clock.past(1, unit), to: at + 1, relation: 'past' };
  }

  /** `in the fortnight to 2 August`, `the 14 days ending on Sunday 2 August`: the week of that day. */
  #windowAt(tokens: readonly Token[], at: number): Read | undefined {
    let next = at;
    while (['in', 'over', 'during', 'for', 'within', 'the'].includes(wordAt(tokens, next))) next++;
    const isWeek = ['fortnight', 'week'].includes(wordAt(tokens, next));
    const counted = isWeek ? undefined : unitCount(tokens, next);
    if (!isWeek && !counted) return undefined;
    next = counted?.to ?? next + 1;
    if (!WINDOW_ENDS.has(wordAt(tokens, next))) return undefined;
    while (
      WINDOW_ENDS.has(wordAt(tokens, next)) ||
      /^(?:on|the|\w+day)$/.test(wordAt(tokens, next))
    )
      next++;
    const end = this.#pointAt(tokens, next);
    const days = end && daysOf(end.time);
    return end && days?.[0] === days?.[1] && days
      ? { time: { kind: 'week', period: periodOf(days[1]) }, to: end.to }
      : undefined;
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
    while (BEHIND_THAN.test(wordAt(tokens, next))) next++;
    const point = this.#pointAt(tokens, next);
    // "against the 14 days before" is what the published changes are against.
    const isWindow =
      point?.relation === 'past' ||
      (wordAt(tokens, next - 1) === 'the' &&
        wordAt(tokens, next) !== 'week' &&
        point?.relation === 'ago' &&
        wordAt(tokens, point.to - 1) !== 'ago');
    if (isWindow) return undefined;
    return point && point.time.kind !== 'ever' ? { ...point, relation: 'against' } : undefined;
  }

  #unitsApart(unit: Unit | undefined, to: number): Read | undefined {
    return unit && { time: this.#clock.back(1, unit), to, relation: 'against' };
  }

  /** `March and May`, `2026-w10 to 2026-w20`. */
  #rangeAt(tokens: readonly Token[], at: number): Read | undefined {
    const first = this.#pointAt(tokens, at);
    if (!first || !RANGE_WORDS.has(wordAt(tokens, first.to))) return undefined;
    const last = this.#endAt(tokens, first.to + 1);
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

  /** `to week 25`, `and the latest week`. */
  #endAt(tokens: readonly Token[], at: number): Read | undefined {
    const next = wordAt(tokens, at) === 'the' ? at + 1 : at;
    const isMost = wordAt(tokens, next) === 'most';
    const behind = isMost ? next + 2 : next + 1;
    const newest = tokens.slice(next, behind).map(({ word }) => word);
    return NEWEST.has(newest.join(' ')) && EDITIONS.has(wordAt(tokens, behind))
      ? { time: this.#clock.now(), to: behind + 1 }
      : this.#pointAt(tokens, next);
  }

  #pointAt(tokens: readonly Token[], at: number): Read | undefined {
    return (
      this.#timeAt(tokens, at) ??
      bareMonthAt(this.#clock, tokens, at) ??
      bareYearAt(this.#clock, tokens, at)
    );
  }

  #timeAt(tokens: readonly Token[], at: number): Read | undefined {
    const known = this.#known.getOrInsertComputed(tokens, () => []);
    if (!(at in known)) known[at] = this.#readAt(tokens, at);
    return known[at];
  }

  #readAt(tokens: readonly Token[], at: number): Read | undefined {
    for (const read of RULES) {
      const found = read(this.#clock, tokens, at, (_, all, from) => this.#pointAt(all, from));
      if (found) return this.#notAfterNow(found, tokens, at);
    }
    return undefined;
  }

  /** A time that begins after the current period is the future. */
  #notAfterNow(read: Read, tokens: readonly Token[], at: number): Read {
    const days = daysOf(read.time);
    const lastDay = read.time.kind === 'week' ? this.#lastWeekDay : this.#lastDay;
    if (!days || days[0] <= lastDay) return read;
    return { ...read, time: { kind: 'future', words: textOf(tokens, at, read.to) } };
  }
}

/** `more last week than in the week before`: before the week that is named in front. */
function beforeThat(read: Read, tokens: readonly Token[], named: FoundTime | undefined): Read {
  const words = [wordAt(tokens, read.to - 2), wordAt(tokens, read.to - 1)];
  const isBefore = words[0] === 'week' && /^(?:before|earlier|prior)$/.test(words[1] ?? '');
  if (!isBefore || named?.time.kind !== 'week' || read.time.kind !== 'week') return read;
  return { ...read, time: { kind: 'week', period: periodOf(named.time.period.firstDay - 1) } };
}
