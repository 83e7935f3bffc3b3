/** Commits of startups on the days that a question asks about, unless it asks for a pace. */
import { type Day, isoDay, lastDayNamed, parsePeriod } from '../../lib/period.ts';
import { counted, dayAndMonth, listed } from '../../lib/prose.ts';
import { commitsOnDays, type Span } from '../../published/commits-on-days.ts';
import type { Editions } from '../../published/editions.ts';
import type { Published } from '../../published/published.ts';
import { rangeOf } from '../query/query-time.ts';
import type { Parts } from '../reader/parts.ts';
import { satisfies } from '../reader/say/voice.ts';
import type { Draft } from '../reader/shapes/shape.ts';

export type CountedCommits = {
  /** A sentence for each startup. */
  text: string;
  /** The things counted, for the sentence that says how the question was read. */
  readAs: string;
};

/** Undefined if the question asks for no such count, or if some day's count is not published. */
export async function countedCommits(
  { query, checks = [], parts }: Draft & { parts?: Parts },
  { companies, editions }: Published,
): Promise<CountedCommits | undefined> {
  const names = [query.names ?? []].flat();
  const span = parts && spanIn(query, parts, editions);
  if (!span || names.length === 0) return undefined;
  const days = daysNamed(span);
  const known = names.map((slug) => companies.get(slug)?.name ?? slug);
  const texts: string[] = [];
  for (const [index, slug] of names.entries()) {
    const { commits, counted: stretches } = await commitsOnDays(slug, span, editions);
    const [whole] = stretches;
    if (whole?.first !== span.first || whole.last !== span.last) return undefined;
    const holds = checks.every((check) => satisfies(commits, check) === true);
    const verdict = parts.isYesNo && checks.length > 0 ? (holds ? 'Yes. ' : 'No. ') : '';
    texts.push(`${verdict}${known[index]} had ${counted(commits, 'commit')} ${days}.`);
  }
  return { text: texts.join(' '), readAs: `commits of ${listed(known)} ${days}` };
}

/** The days that a question means, if it asks for commits and not for a pace. */
function spanIn(query: Draft['query'], parts: Parts, editions: Editions): Span | undefined {
  const { subject, metric, operation = 'get', measure, over } = query;
  const { time } = parts;
  const isOfCommits = subject === 'startup' && metric === 'commitVelocity14d';
  const isOfPace =
    (measure ?? over) !== undefined || parts.has('measure:mean') || parts.has('measure:median');
  const isOfDays =
    time?.kind === 'span' || time?.kind === 'since' || (time?.kind === 'point' && time.isCalendar);
  const isPlain = operation === 'get' || operation === 'compare';
  if (!isOfCommits || isOfPace || !isOfDays || !isPlain) return undefined;
  const days = rangeOf(query, editions.periods.map(({ slug }) => slug).toReversed());
  const oldest = parsePeriod(editions.periods.at(-1)?.slug ?? '')?.firstDay;
  if (!days || oldest === undefined) return undefined;
  const first = Math.max(days.first, oldest);
  const last = Math.min(days.last, lastDayNamed(editions.latest));
  return first <= last ? { first, last } : undefined;
}

/** `on 5 July 2026`, `from 1 June 2025 to 31 July 2025` */
function daysNamed({ first, last }: Span): string {
  const dated = (day: Day) => `${dayAndMonth(day)} ${isoDay(day).slice(0, 4)}`;
  return first === last ? `on ${dated(first)}` : `from ${dated(first)} to ${dated(last)}`;
}
