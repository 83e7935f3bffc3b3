/**
 * The events that stars, picks and forecasts are graded by: priced rounds, valuations of a billion or
 * more, and acquisitions of tracked startups, as documented in the registry. Only this file defines
 * them.
 */
import { type Day, parseDay } from '../../lib/period.ts';
import type { FundingRound } from '../../registry/deals.ts';
import { firstDay, lastDay } from '../../registry/partial-date.ts';
import type { Registry } from '../../registry/schema.ts';
import { stageOfRound } from '../../registry/stage.ts';

/** An event of several kinds is named after the rarest, which comes last. */
export const EVENT_KINDS = ['funding', 'valuation', 'acquisition'] as const;
type EventKind = (typeof EVENT_KINDS)[number];

/**
 * Groups of stages that count as peers. Rounds before Series A are too few to split, and rounds whose
 * name shows no stage form their own group.
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
  company: string;
  kind: EventKind;
  /** A description of the event, such as `Series A` or `acquired by ClickHouse`. */
  what: string;
  /** As precise as the source: a day, a month or a year. */
  date: string;
  /** The first and last day that the date can mean. By `day`, the event had certainly happened. */
  from: Day;
  day: Day;
  /** The startup's stage after the event; undefined if the event shows none. */
  stage: StageGroup | undefined;
  source: { url: string; title: string; publisher: string };
};

/** Names of rounds in which no new shares are sold at a price. */
const NOT_PRICED =
  /^(?:accelerator|incubator|angel|tender)\b|\b(?:secondary|bridge|convertible|notes?|safe|debt|loan|grant)\b/i;

/** Whether a round sold new shares at a price, judging by its name. */
export function isPriced({ round }: Pick<FundingRound, 'round'>): boolean {
  return !NOT_PRICED.test(round);
}

/** Whether the exact day is known, so that the event can be assigned to a window. */
export function isDayKnown({ from, day }: DatedEvent): boolean {
  return from === day;
}

type Facts = Pick<Registry, 'companies' | 'deals' | 'organizations'>;
type Sourced = { sources: readonly DatedEvent['source'][] };

/** All dated events of tracked startups, oldest first, then by startup. */
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

/** Slugs of tracked startups with any event, dated or not. */
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
