/** Reads times: a week, a month, a span, `since March`, `three weeks ago`. */
import { type Day, isoDay, type Period, parsePeriod, periodOf } from '../../lib/period.ts';
import { dayAndMonth } from '../../lib/prose.ts';
import {
  dayAfter,
  dayBefore,
  daysOf,
  dayTime,
  isDated,
  monthBefore,
  monthOf,
  pointAt,
  quarterOf,
  spanIn,
  startOf,
} from './calendar.ts';
import type { Of, Time } from './meaning.ts';
import { countAt, ordinalAt } from './numbers.ts';
import type { Token } from './tokens.ts';

type Read = { to: number; time: Time } | undefined;
export type FoundTime = { to: number; meaning: Of<'time'> };

/** Weeks in a unit. */
const WEEKS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    week: 1,
    wk: 1,
    fortnight: 2,
    month: 4.345,
    quarter: 13,
    year: 52,
    day: 1 / 7,
  }).flatMap(([unit, weeks]) => [unit, `${unit}s`].map((word) => [word, weeks])),
);
const THIS: ReadonlySet<string> = new Set(['this', 'current', 'present', 'latest']);
const LAST: ReadonlySet<string> = new Set('last previous prior past preceding recent'.split(' '));
const LEAD: ReadonlySet<string> = new Set(
  'in during on at for of over within across throughout by around as the about'.split(' '),
);
const NOW =
  'right now | now | today | currently | at the moment | at present | as of now | these days | nowadays | rn | presently | so far this week | as of today | tonight | just now | atm | most recently | at this point'.split(
    ' | ',
  );
const ALL =
  'all time | ever | of all time | so far | to date | on record | since the beginning | since records began | in history | up to now | until now | all weeks | any week | since the start | in any week | the whole history | full history | in all the data'.split(
    ' | ',
  );
const WINDOWS =
  'fortnight | two weeks | 14 days | fourteen days | 30 days | thirty days | 14d | 30d'.split(
    ' | ',
  );
const TO_DATE = ['year to date'];
const FUTURE =
  'tomorrow | in the future | going forward | by year end | upcoming | in the coming months | in the coming weeks | soon'.split(
    ' | ',
  );

export class Times {
  readonly #current: Period;
  /** The last day of which anything is known. */
  readonly #until: Day;

  constructor(current: Period, until: Day = current.lastDay) {
    this.#current = current;
    this.#until = until;
  }

  /** `27 July to 2 August` */
  get latestWeek(): string {
    const { firstDay, lastDay } = this.#current;
    return `${dayAndMonth(firstDay)} to ${dayAndMonth(lastDay)}`;
  }

  /** The times that begin at a place; the longest is the likeliest. */
  at(tokens: readonly Token[], from: number): FoundTime[] {
    const word = tokens[from]?.word ?? '';
    const found = [this.#related(tokens, from, word), this.#plain(tokens, from)];
    return found.flatMap((read) =>
      read && read.to > from
        ? [{ to: read.to, meaning: { kind: 'time', time: this.#checked(read.time) } }]
        : [],
    );
  }

  /** `since March`, `from week 3 to week 9`, `before 2026`. */
  #related(tokens: readonly Token[], from: number, word: string): Read {
    const first = this.#plain(tokens, from + 1);
    if (
      word === 'since' ||
      word === 'starting' ||
      (word === 'as' && tokens[from + 1]?.word === 'of')
    )
      return first && isDated(first.time)
        ? { to: first.to, time: { ...startOf(first.time), kind: 'since' } }
        : undefined;
    if (word === 'after')
      return first && isDated(first.time)
        ? { to: first.to, time: { ...dayAfter(first.time, this.#days(first.time)), kind: 'since' } }
        : undefined;
    if (word === 'before' || word === 'until' || word === 'till')
      return first && isDated(first.time)
        ? {
            to: first.to,
            time: {
              to:
                word === 'before'
                  ? dayBefore(this.#days(first.time))
                  : (first.time.to ?? first.time.from ?? ''),
              kind: 'until',
            },
          }
        : undefined;
    const isRange = word === 'from' || word === 'between';
    const begin = isRange ? first : this.#plain(tokens, from);
    if (!begin || !isDated(begin.time)) return undefined;
    const joint = tokens[begin.to]?.word ?? '';
    if (isRange && (joint === 'on' || joint === 'onwards' || joint === 'onward'))
      return { to: begin.to + 1, time: { ...startOf(begin.time), kind: 'since' } };
    const isJoined =
      ['to', 'until', 'till', 'through', 'thru'].includes(joint) ||
      (isRange && ['and', '-'].includes(joint));
    if (!isJoined) return undefined;
    const end = this.#plain(tokens, begin.to + 1);
    if (!end || !isDated(end.time))
      return isRange && joint !== 'and' && /^(?:now|today)$/.test(tokens[begin.to + 1]?.word ?? '')
        ? { to: begin.to + 2, time: { ...startOf(begin.time), kind: 'since' } }
        : undefined;
    if (end.time.kind === 'now')
      return { to: end.to, time: { ...startOf(begin.time), kind: 'since' } };
    return {
      to: end.to,
      time: {
        from: begin.time.from ?? '',
        to: end.time.to ?? end.time.from ?? '',
        kind: 'span',
        ...(begin.time.isCalendar && { isCalendar: true }),
      },
    };
  }

  #plain(tokens: readonly Token[], start: number): Read {
    let from = start;
    while (LEAD.has(tokens[from]?.word ?? '') && from < start + 3) from++;
    for (const [phrases, kind] of [
      [ALL, 'all'],
      [NOW, 'now'],
      [FUTURE, 'future'],
    ] as const)
      for (const place of [start, from]) {
        const to = phraseAt(tokens, place, phrases);
        if (to !== undefined) return { to, time: { kind } };
      }
    return (
      this.#partOf(tokens, from) ??
      this.#week(tokens, from) ??
      this.#date(tokens, from) ??
      this.#ago(tokens, from) ??
      this.#relative(tokens, from) ??
      this.#calendar(tokens, from)
    );
  }

  /** `week 20 of 2026`, `2026-w20`, `w20`. */
  #week(tokens: readonly Token[], from: number): Read {
    const word = (place: number) => tokens[place]?.word ?? '';
    const written = /^(?:(\d{4})-?)?w(\d{1,2})$/.exec(word(from));
    const isNamed = /^(?:weeks?|wk|kw|cw)$/.test(word(from)) && /^\d{1,2}$/.test(word(from + 1));
    const nth = ordinalAt(tokens, from);
    const isNth =
      nth !== undefined &&
      nth.meaning.n > 0 &&
      word(nth.to) === 'week' &&
      (word(nth.to + 1) === 'of' || word(nth.to + 1) === 'in');
    const isFirst = word(from) === 'first' && word(from + 1) === 'week' && word(from + 2) === 'of';
    let number: number;
    let to: number;
    if (written) [number, to] = [Number(written[2]), from + 1];
    else if (isNamed) [number, to] = [Number(word(from + 1)), from + 2];
    else if (isFirst) [number, to] = [1, from + 2];
    else if (isNth && nth) [number, to] = [nth.meaning.n, nth.to + 1];
    else return undefined;
    let year = written?.[1] === undefined ? undefined : Number(written[1]);
    const skip = ['of', 'in'].includes(word(to)) ? 1 : 0;
    if (year === undefined) {
      const named = this.#yearAt(tokens, to + skip);
      if (named) [year, to] = [named.year, named.to];
      else if (isFirst || isNth) {
        const month = this.#calendar(tokens, to + skip);
        if (!month || month.time.from === undefined) return undefined;
        const days = this.#days(month.time);
        return days
          ? { to: month.to, time: pointAt(periodOf(days.first + (number - 1) * 7).slug) }
          : undefined;
      }
    }
    year ??= this.#yearOfWeek(number);
    const slug = `${year}-w${String(number).padStart(2, '0')}`;
    return { to, time: parsePeriod(slug) ? pointAt(slug) : { kind: 'impossible', from: slug } };
  }

  /** The newest year that has had the week. */
  #yearOfWeek(week: number): number {
    const [year = 0, current = 0] = this.#current.slug.split('-w').map(Number);
    return week <= current + 2 ? year : year - 1;
  }

  #yearAt(tokens: readonly Token[], from: number): { year: number; to: number } | undefined {
    const word = (place: number) => tokens[place]?.word ?? '';
    if (/^20[12]\d$/.test(word(from))) return { year: Number(word(from)), to: from + 1 };
    const year = Number(this.#current.slug.slice(0, 4));
    const skip = word(from) === 'the' ? 1 : 0;
    if (word(from + skip + 1) !== 'year') return undefined;
    if (THIS.has(word(from + skip))) return { year, to: from + skip + 2 };
    return LAST.has(word(from + skip)) ? { year: year - 1, to: from + skip + 2 } : undefined;
  }

  /** `2026-03-14`, `10 November 2025`, `the week of March 9`. */
  #date(tokens: readonly Token[], start: number): Read {
    const word = (place: number) => tokens[place]?.word ?? '';
    const isWeekOf =
      word(start) === 'week' &&
      ['of', 'ending', 'beginning', 'starting', 'around'].includes(word(start + 1));
    let from = isWeekOf ? start + 2 : start;
    while (isWeekOf && LEAD.has(word(from))) from++;
    if (/^\d{4}-\d{2}-\d{2}$/.test(word(from))) return { to: from + 1, time: dayTime(word(from)) };
    const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word(from));
    const skip = word(from + 1) === 'of' ? 1 : 0;
    const [monthPlace, dayText, end] =
      dayFirst && monthOf(word(from + 1 + skip)) > 0
        ? [from + 1 + skip, dayFirst[1], from + 2 + skip]
        : [from, /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word(from + 1))?.[1], from + 2];
    const month = monthOf(word(monthPlace));
    if (month === 0 || dayText === undefined) return undefined;
    const named = this.#yearAt(tokens, end);
    const year = named?.year ?? this.#yearOfMonth(month);
    return {
      to: named?.to ?? end,
      time: dayTime(`${year}-${String(month).padStart(2, '0')}-${dayText.padStart(2, '0')}`),
    };
  }

  /** `beginning of 2026`, `end of March`, `mid 2025`, `early June`. */
  #partOf(tokens: readonly Token[], from: number): Read {
    const word = (place: number) => tokens[place]?.word ?? '';
    const part = /^(?:beginning|start|end|middle|mid|early|late|close|turn)$/.exec(word(from))?.[0];
    if (part === undefined) return undefined;
    let place = from + 1;
    while (['of', 'the', 'in'].includes(word(place))) place++;
    if (word(place) === 'year') {
      const year = this.#current.slug.slice(0, 4);
      return part === 'end' || part === 'late'
        ? undefined
        : { to: place + 1, time: pointAt(`${year}-w01`) };
    }
    const whole = this.#relative(tokens, place) ?? this.#calendar(tokens, place);
    const days = whole && this.#days(whole.time);
    if (!whole || !days) return undefined;
    const day = /^(?:end|late|close)$/.test(part)
      ? days.last - 6
      : /^mid/.test(part)
        ? (days.first + days.last) >> 1
        : days.first + 6;
    return { to: whole.to, time: pointAt(periodOf(Math.min(day, this.#until)).slug) };
  }

  /** `three weeks ago`, `a year earlier`, `half a year back`. */
  #ago(tokens: readonly Token[], from: number): Read {
    const word = (place: number) => tokens[place]?.word ?? '';
    const isHalf = word(from) === 'half' && /^(?:a|an)$/.test(word(from + 1));
    const many = isHalf ? { to: from + 2, value: 0.5 } : countAt(tokens, from);
    const unit = many && WEEKS[word(many.to)];
    if (!many || unit === undefined) {
      if (
        word(from) === 'week' &&
        word(from + 1) === 'before' &&
        ['last', 'current', 'latest', 'this'].includes(word(from + 2))
      )
        return {
          to: from + 3 + (word(from + 3) === 'one' ? 1 : 0),
          time: { from: `latest-${word(from + 2) === 'last' ? 2 : 1}`, kind: 'ago' },
        };
      if (
        ['year', 'week', 'month'].includes(word(from)) &&
        /^(?:ago|before|earlier)$/.test(word(from + 1)) &&
        this.#yearAt(tokens, from + 2) === undefined
      )
        return {
          to: from + 2,
          time: { from: `latest-${Math.round(WEEKS[word(from)] ?? 1)}`, kind: 'ago' },
        };
      if (
        word(from) === 'this' &&
        word(from + 1) === 'time' &&
        word(from + 2) === 'last' &&
        word(from + 3) === 'year'
      )
        return { to: from + 4, time: { from: 'latest-52', kind: 'ago' } };
      return undefined;
    }
    const after = word(many.to + 1);
    if (!/^(?:ago|back|earlier|prior|before)$/.test(after)) return undefined;
    const weeks = Math.round(many.value * unit);
    const then = after === 'before' ? this.#plain(tokens, many.to + 2) : undefined;
    if (then?.time.kind === 'now')
      return { to: then.to, time: { from: `latest-${weeks}`, kind: 'ago' } };
    if (then) return undefined;
    return { to: many.to + 2, time: { from: `latest-${weeks}`, kind: 'ago' } };
  }

  /** `last week`, `the past three months`, `this quarter`, `last 14 days`. */
  #relative(tokens: readonly Token[], start: number): Read {
    const word = (place: number) => tokens[place]?.word ?? '';
    let from = start;
    while (['the', 'most', 'your', 'all', 'of'].includes(word(from)) && from < start + 3) from++;
    const isThis = THIS.has(word(from));
    const isLast =
      LAST.has(word(from)) ||
      word(from) === 'next' ||
      word(from) === 'coming' ||
      word(from) === 'following';
    if (!isThis && !isLast) {
      const window = phraseAt(tokens, from, WINDOWS);
      if (window !== undefined && /^(?:to|up|ending|ended|until)$/.test(word(window))) {
        const end =
          this.#date(tokens, window + 1) ??
          this.#date(tokens, window + 2) ??
          this.#week(tokens, window + 1);
        if (end)
          return {
            to: end.to,
            time: end.time.from === undefined ? end.time : pointAt(end.time.from),
          };
      }
      if (window !== undefined && !/^(?:ago|back|earlier|before|prior)$/.test(word(window)))
        return { to: window, time: { kind: 'now' } };
      if (word(from) === 'ytd' || phraseAt(tokens, from, TO_DATE) !== undefined)
        return {
          to: word(from) === 'ytd' ? from + 1 : from + 3,
          time: { from: this.#current.slug.slice(0, 4), kind: 'span', isCalendar: true },
        };
      return undefined;
    }
    let place = from + 1;
    while (
      ['full', 'published', 'available', 'few', 'couple', 'calendar', 'reporting'].includes(
        word(place),
      )
    )
      place++;
    const many = countAt(tokens, place);
    const unitPlace = many?.to ?? place;
    const unitWord = word(unitPlace);
    const unit = WEEKS[unitWord];
    const isEdition = /^(?:edition|period|window|data|numbers|figures|snapshot)s?$/.test(unitWord);
    if (unit === undefined)
      return isEdition && !many
        ? {
            to: unitPlace + 1,
            time:
              isThis || word(from) === 'last' ? { kind: 'now' } : { from: 'latest-1', kind: 'ago' },
          }
        : undefined;
    const to = unitPlace + 1;
    if (/^(?:next|coming|following)$/.test(word(from))) return { to, time: { kind: 'future' } };
    if (isThis) return { to, time: this.#thisUnit(unitWord) };
    if (!many && !/s$/.test(unitWord)) return { to, time: this.#lastUnit(unitWord, word(from)) };
    const weeks = Math.round((many?.value ?? 4) * unit);
    if (weeks === 1 && many)
      return { to, time: { ...this.#lastWeek(), kind: 'span', isCalendar: true } };
    if (weeks <= 2 || (many?.value === 30 && unit < 1)) return { to, time: { kind: 'now' } };
    return { to, time: { from: `latest-${weeks - 1}`, to: 'latest', kind: 'span' } };
  }

  #lastWeek(): Pick<Time, 'from' | 'to'> {
    const { lastDay } = this.#current;
    return { from: isoDay(lastDay - 6), to: isoDay(lastDay) };
  }

  #thisUnit(unit: string): Time {
    const day = isoDay(this.#current.lastDay);
    if (unit === 'month') return { kind: 'now' };
    if (unit === 'quarter') return { from: quarterOf(day), kind: 'span', isCalendar: true };
    if (unit === 'year') return { from: day.slice(0, 4), kind: 'span', isCalendar: true };
    return { kind: 'now' };
  }

  #lastUnit(unit: string, word: string): Time {
    const { lastDay } = this.#current;
    if (unit === 'week') return { from: 'latest-1', kind: 'ago' };
    if (unit === 'fortnight') return { kind: 'now' };
    if (unit === 'day') return { kind: 'now' };
    if (word === 'past') {
      const weeks = Math.round(WEEKS[unit] ?? 1);
      return {
        from: `latest-${weeks}`,
        to: 'latest',
        kind: 'span',
        ...(unit === 'month' && { isMonth: true }),
      };
    }
    if (unit === 'month')
      return { from: monthBefore(isoDay(lastDay)), kind: 'span', isCalendar: true, isMonth: true };
    if (unit === 'quarter') return { from: 'latest-12', to: 'latest', kind: 'span' };
    return {
      from: String(Number(isoDay(lastDay).slice(0, 4)) - 1),
      kind: 'span',
      isCalendar: true,
    };
  }

  /** `June`, `May 2026`, `2026-05`, `Q2 2026`, `second quarter`, `2025`. */
  #calendar(tokens: readonly Token[], from: number): Read {
    const word = (place: number) => tokens[place]?.word ?? '';
    if (/^\d{4}-(?:\d{2}|q[1-4])$/.test(word(from)))
      return { to: from + 1, time: spanIn(word(from)) };
    const nth = ordinalAt(tokens, from);
    const isQuarter = /^q[1-4]$/.test(word(from));
    const quarter = isQuarter
      ? Number(word(from)[1])
      : word(from) === 'first' && word(from + 1) === 'quarter'
        ? 1
        : nth && word(nth.to) === 'quarter'
          ? nth.meaning.n
          : 0;
    if (quarter >= 1 && quarter <= 4) {
      let to = isQuarter ? from + 1 : (nth?.to ?? from + 1) + 1;
      if (word(to) === 'of' || word(to) === 'in') to++;
      const named = this.#yearAt(tokens, to);
      const year = named?.year ?? Number(this.#current.slug.slice(0, 4));
      return { to: named?.to ?? (isQuarter ? from + 1 : to), time: spanIn(`${year}-q${quarter}`) };
    }
    const month = monthOf(word(from));
    if (
      month > 0 &&
      !(word(from) === 'may' && !tokens[from]?.isCapital && !LEAD.has(word(from - 1)))
    ) {
      const skip = word(from + 1) === 'of' ? 1 : 0;
      const named = this.#yearAt(tokens, from + 1 + skip);
      const year = named?.year ?? this.#yearOfMonth(month);
      return {
        to: named?.to ?? from + 1,
        time: spanIn(`${year}-${String(month).padStart(2, '0')}`),
      };
    }
    const year = this.#yearAt(tokens, from);
    if (year && /^q[1-4]$/.test(word(year.to)))
      return { to: year.to + 1, time: spanIn(`${year.year}-${word(year.to)}`) };
    return year && { to: year.to, time: spanIn(String(year.year)) };
  }

  #yearOfMonth(month: number): number {
    const day = isoDay(this.#until);
    return Number(day.slice(0, 4)) - (month > Number(day.slice(5, 7)) ? 1 : 0);
  }

  /** Times after the last known day are not known. */
  #checked(time: Time): Time {
    if (time.kind === 'future' || time.kind === 'impossible' || time.from === undefined)
      return time;
    const days = this.#days(time);
    if (!days) return { kind: 'impossible', from: time.from };
    return days.first > this.#until ? { kind: 'future', from: time.from } : time;
  }

  /** First and last day of what is written; undefined for what the calendar does not have. */
  #days({ from = '', to = from }: Time): { first: Day; last: Day } | undefined {
    const first = daysOf(from, this.#current);
    const last = daysOf(to === '' ? from : to, this.#current);
    return first && last && { first: first.first, last: last.last };
  }
}

const SPLIT = new WeakMap<readonly string[], ReadonlyMap<string, readonly (readonly string[])[]>>();

function phraseAt(
  tokens: readonly Token[],
  from: number,
  phrases: readonly string[],
): number | undefined {
  const byFirst = SPLIT.getOrInsertComputed(phrases, () =>
    Map.groupBy(
      phrases.map((phrase) => phrase.split(' ')),
      ([first = '']) => first,
    ),
  );
  const found = byFirst
    .get(tokens[from]?.word ?? '')
    ?.find((words) => words.every((one, index) => tokens[from + index]?.word === one));
  return found && from + found.length;
}
