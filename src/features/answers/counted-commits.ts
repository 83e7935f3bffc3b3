/** Says how many commits fell on the days that a question asks about, and which days these are. */

import { type Day, isoDay, lastDayNamed, parsePeriod, periodOf } from '../../lib/period.ts';
import { count, counted, dayAndMonth, listed } from '../../lib/prose.ts';
import { commitsOnDays, type Span } from '../../published/commits-on-days.ts';
import type { Editions } from '../../published/editions.ts';
import type { Published } from '../../published/published.ts';
import { answerQuery } from '../query/answer-query.ts';
import { QueryInput, type WrittenQuery } from '../query/query.ts';
import { rangeOf } from '../query/query-time.ts';
import type { Parts } from '../reader/parts.ts';
import { satisfies } from '../reader/say/voice.ts';
import type { Draft } from '../reader/shapes/shape.ts';

export type CountedCommits = {
  /** What is said before the numbers of the weeks. */
  text: string;
  /** Nothing is to be said behind it: those numbers are of more days than are asked about. */
  isAll: boolean;
  /** What was counted, for the sentence that says how the question was read. */
  readAs: string;
};

const DAYS_A_WEEK = 7;
const FORTNIGHT = 14;
const MAX_NAMED = 5;

type Reading = Draft & { parts: Parts };

/** Undefined where the question asks for no such count. */
export async function countedCommits(
  { parts, ...draft }: Draft & { parts?: Parts },
  published: Published,
): Promise<CountedCommits | undefined> {
  if (!parts) return undefined;
  const reading = { ...draft, parts };
  const { query } = draft;
  const { editions } = published;
  const spans = spansIn(reading, editions);
  const [span] = spans;
  const names = [query.names ?? []].flat();
  if (!span || names.length > MAX_NAMED) return undefined;
  if (names.length === 0)
    return query.measure === 'sum' ? ofAll(query, spans, published) : undefined;
  const told: Told[] = [];
  for (const slug of names) told.push(await ofOne(slug, span, published));
  return {
    text: said(reading, names, told),
    isAll: told.every(({ commits }) => commits !== undefined),
    readAs: `commits of ${listed(names.map((slug) => nameOf(slug, published)))} ${listed(spans.map(daysNamed))}`,
  };
}

/** The days that a question means by its time, where it asks for commits and for no pace. */
function spansIn({ query, parts }: Reading, editions: Editions): Span[] {
  const { subject, metric, operation, measure, over } = query;
  const { time } = parts;
  if (
    subject !== 'startup' ||
    metric !== 'commitVelocity14d' ||
    over !== undefined ||
    time === undefined
  )
    return [];
  if (operation !== undefined && operation !== 'get' && operation !== 'compare') return [];
  if (
    (measure !== undefined && measure !== 'sum') ||
    parts.has('measure:mean') ||
    parts.has('measure:median')
  )
    return [];
  if (time.kind !== 'span' && time.kind !== 'since' && !(time.kind === 'point' && time.isCalendar))
    return [];
  const weeks = editions.periods.map(({ slug }) => slug).toReversed();
  const days = rangeOf(query, weeks);
  if (!days) return [];
  const today = lastDayNamed(editions.latest);
  const oldest = firstDayOf(editions) ?? today;
  return [{ first: Math.max(days.first, oldest), last: Math.min(days.last, today) }].filter(
    ({ first, last }) => first <= last,
  );
}

type Told = { name: string; text: string; commits: number | undefined };

/** With a verdict, a sum or an order, where the question asks for one. */
function said(
  { query, checks = [], parts }: Reading,
  names: readonly string[],
  told: readonly Told[],
): string {
  const texts = told.map(({ text }) => text).join(' ');
  const totals = told.flatMap(({ commits }) => commits ?? []);
  const [total] = totals;
  if (total === undefined || totals.length < told.length) return texts;
  if (names.length === 1) {
    if (!parts.isYesNo || checks.length === 0) return texts;
    return `${checks.every((check) => satisfies(total, check) === true) ? 'Yes' : 'No'}. ${texts}`;
  }
  if (query.measure === 'sum' || parts.has('measure:sum'))
    return `${texts} Together: ${count(totals.reduce((all, commits) => all + commits, 0))}.`;
  if (parts.direction === undefined) return texts;
  const [least = 0, most = 0] = [Math.min(...totals), Math.max(...totals)];
  const isFewer = parts.direction === 'lowest';
  const holds = least !== most && total === (isFewer ? least : most);
  return `${parts.isYesNo ? (holds ? 'Yes. ' : 'No. ') : ''}${orderOf(told, isFewer)} ${texts}`;
}

/** `Astral had the most, by 24.` */
function orderOf(told: readonly Told[], isFewer: boolean): string {
  const sorted = told.toSorted(
    (one, other) => (isFewer ? 1 : -1) * ((one.commits ?? 0) - (other.commits ?? 0)),
  );
  const [first, second] = sorted;
  const lead = Math.abs((first?.commits ?? 0) - (second?.commits ?? 0));
  if (lead === 0) return `${first?.name} and ${second?.name} had the same.`;
  return `${first?.name} had the ${isFewer ? 'fewest' : 'most'}, by ${count(lead)}.`;
}

async function ofOne(slug: string, span: Span, published: Published): Promise<Told> {
  const { editions } = published;
  const name = nameOf(slug, published);
  const { commits, counted: stretches } = await commitsOnDays(slug, span, editions);
  const [first] = stretches;
  if (!first)
    return {
      name,
      text: `How many commits ${name} had ${daysNamed(span)} is not published: it was not covered then.`,
      commits: undefined,
    };
  if (stretches.length > 1 || first.first !== span.first || first.last !== span.last)
    return {
      name,
      text: `${name} had ${counted(commits, 'commit')} ${listed(stretches.map(daysNamed))}; of other days ${daysNamed(span)} none are published, since it was not covered then.`,
      commits: undefined,
    };
  const weeks = isOfCalendar(span) ? wholeWeeks(span) : undefined;
  const isWhole = weeks?.first === span.first && weeks.last === span.last;
  const own = weeks && !isWhole ? await commitsOnDays(slug, weeks, editions) : undefined;
  const ofWeeks =
    weeks && own
      ? ` In the whole weeks that end in these days, ${between(weeks)}: ${count(own.commits)}.`
      : '';
  return {
    name,
    text: `${name} had ${counted(commits, 'commit')} ${daysNamed(span)}.${ofWeeks}`,
    commits,
  };
}

/** Of the oldest week that is published. */
function firstDayOf({ periods }: Editions): Day | undefined {
  return parsePeriod(periods.at(-1)?.slug ?? '')?.firstDay;
}

function nameOf(slug: string, { companies }: Published): string {
  return companies.get(slug)?.name ?? slug;
}

/** A stretch from the first day of a month, as months, quarters and years are. */
function isOfCalendar({ first }: Span): boolean {
  return isoDay(first).endsWith('-01');
}

/** The weeks that end in a stretch of a fortnight or more. */
function wholeWeeks({ first, last }: Span): Span | undefined {
  if (last - first + 1 < FORTNIGHT) return undefined;
  const end = periodOf(last);
  return {
    first: periodOf(first).firstDay,
    last: end.lastDay === last ? last : end.firstDay - 1,
  };
}

/** All covered startups together: windows of 14 days, of every second week, fill an even number of weeks. */
async function ofAll(
  query: WrittenQuery,
  spans: readonly Span[],
  published: Published,
): Promise<CountedCommits | undefined> {
  const [span, ...others] = spans;
  const weeks = span && others.length === 0 ? evenWeeks(span, published) : undefined;
  if (!weeks) return undefined;
  const { period: _, from: __, to: ___, ...rest } = query;
  let total = 0;
  for (let day = weeks.last; day > weeks.first; day -= FORTNIGHT) {
    const week = QueryInput.parse({ ...rest, period: periodOf(day).slug });
    total += Number((await answerQuery(week, published)).rows[0]?.value ?? 0);
  }
  const number = (weeks.last - weeks.first + 1) / DAYS_A_WEEK;
  return {
    text: `${count(total)} commits in the ${number} weeks ${daysNamed(weeks)}, of the startups that each of these fortnights covers.`,
    isAll: false,
    readAs: `commits ${daysNamed(weeks)}`,
  };
}

/** The published weeks that end in a stretch, without the first if their number is odd. */
function evenWeeks(span: Span, { editions }: Published): Span | undefined {
  const oldest = firstDayOf(editions) ?? span.first;
  const weeks = wholeWeeks({ first: Math.max(span.first, oldest), last: span.last });
  if (!weeks) return undefined;
  const isOdd = ((weeks.last - weeks.first + 1) / DAYS_A_WEEK) % 2 === 1;
  const first = isOdd ? weeks.first + DAYS_A_WEEK : weeks.first;
  return first < weeks.last ? { first, last: weeks.last } : undefined;
}

/** `on 5 July 2026`, `from 1 to 31 July 2025` */
function daysNamed({ first, last }: Span): string {
  return first === last ? `on ${dated(first)}` : `from ${between({ first, last })}`;
}

function between({ first, last }: Span): string {
  const [one, other] = [first, last].map((day) => isoDay(day));
  if (one?.slice(0, 7) === other?.slice(0, 7)) return `${Number(one?.slice(8))} to ${dated(last)}`;
  const isOneYear = one?.slice(0, 4) === other?.slice(0, 4);
  return `${isOneYear ? dayAndMonth(first) : dated(first)} to ${dated(last)}`;
}

function dated(day: Day): string {
  return `${dayAndMonth(day)} ${isoDay(day).slice(0, 4)}`;
}
