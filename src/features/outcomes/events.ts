/**
 * What stars, picks and forecasts are judged by: priced rounds, valuations of a billion or more, and
 * acquisitions of tracked startups, as the registry documents them. The one place that decides it.
 */
import { type Day, parseDay } from '../../lib/period.ts';
import type { FundingRound } from '../../registry/deals.ts';
import { firstDay, lastDay } from '../../registry/partial-date.ts';
import type { Registry } from '../../registry/schema.ts';
import { stageOfRound } from '../../registry/stage.ts';

/** A rarer kind names an event that is of several kinds. */
export const EVENT_KINDS = ['funding', 'valuation', 'acquisition'] as const;
type EventKind = (typeof EVENT_KINDS)[number];

/**
 * Stages as peers are told apart: rounds before Series A are too few for two groups, and those whose
 * name shows no stage are a group of their own.
 */
export const STAGE_GROUPS = [
  'no event yet',
  'stage unknown',
  'Seed',
  'Series A/B',
  'Growth',
] as const;
export type StageGroup = (typeof STAGE_GROUPS)[number];

export type DatedEvent = {
  /** Slug of the tracked startup. */
  company: string;
  kind: EventKind;
  /** What happened, like `Series A` or `acquired by ClickHouse`. */
  what: string;
  /** As far as the source gives it: a day, a month or a year. */
  date: string;
  /** The first day that the date can mean, and the last, by which it had certainly happened. */
  from: Day;
  day: Day;
  /** The stage that the startup has from then on; undefined if the event shows none. */
  stage: StageGroup | undefined;
  source: { url: string; title: string; publisher: string };
};

/** Nobody buys new shares at a price in these. */
const NOT_PRICED =
  /^(?:accelerator|incubator|angel|tender)\b|\b(?:secondary|bridge|convertible|notes?|safe|debt|loan|grant)\b/i;

/** Whether a round of that name sold new shares at a price, as far as its name tells. */
export function isPriced({ round }: Pick<FundingRound, 'round'>): boolean {
  return !NOT_PRICED.test(round);
}

/** Whether it can be told that it came within so many days of another day. */
export function isDayKnown({ from, day }: DatedEvent): boolean {
  return from === day;
}

type Facts = Pick<Registry, 'companies' | 'deals' | 'organizations'>;
type Sourced = { sources: readonly DatedEvent['source'][] };

/** Everything that has a date, of tracked startups; oldest first, those of one day by startup. */
export function datedEvents({ companies, deals, organizations }: Facts): DatedEvent[] {
  const names = new Map([...organizations, ...companies].map(({ slug, name }) => [slug, name]));
  const tracked = new Set(companies.map(({ slug }) => slug));
  return [
    ...deals.rounds.filter(isPriced).flatMap((one) =>
      event(one.company, 'funding', one.round, one.announcedOn ?? one.closedOn, one, {
        stage: groupOf(one),
      }),
    ),
    ...deals.valuations.flatMap((one) =>
      event(one.company, 'valuation', 'valued at a billion or more', one.announcedOn, one, {
        stage: 'Growth',
      }),
    ),
    ...companies.flatMap(({ slug, exits }) =>
      exits
        .filter(({ kind }) => kind === 'acquired')
        .flatMap((exit) => {
          const by = exit.by === null ? undefined : names.get(exit.by);
          const what = by === undefined ? 'acquired' : `acquired by ${by}`;
          return event(slug, 'acquisition', what, exit.announcedOn ?? exit.closedOn, exit);
        }),
    ),
  ]
    .filter(({ company }) => tracked.has(company))
    .sort((a, b) => a.day - b.day || a.from - b.from || (a.company < b.company ? -1 : 1));
}

/** Slugs of tracked startups of which any event is known, dated or not. */
export function everValidated({ companies, deals }: Pick<Registry, 'companies' | 'deals'>) {
  return new Set([
    ...deals.rounds.filter(isPriced).map(({ company }) => company),
    ...deals.valuations.map(({ company }) => company),
    ...companies
      .filter(({ exits }) => exits.some(({ kind }) => kind === 'acquired'))
      .map(({ slug }) => slug),
  ]);
}

function event(
  company: string,
  kind: EventKind,
  what: string,
  date: string | null,
  { sources }: Sourced,
  { stage }: { stage?: StageGroup | undefined } = {},
): DatedEvent[] {
  const [source] = sources;
  if (date === null || !source) return [];
  const { url, title, publisher } = source;
  const [from, day] = [parseDay(firstDay(date)), parseDay(lastDay(date))];
  return [{ company, kind, what, date, from, day, stage, source: { url, title, publisher } }];
}

function groupOf({ round }: FundingRound): StageGroup | undefined {
  const stage = stageOfRound(round);
  return stage === 'Pre-seed' ? 'Seed' : stage;
}
