/**
 * What validates a startup: a round, a valuation of a billion or more, an acquisition. Taken from the
 * registry's dated facts; what is told together counts once.
 */
import { type Day, parseDay } from '../../lib/period.ts';
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

export type ValidatingEvent = {
  /** Slug of the tracked company. */
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

/** What is announced within so many days is one event: a round and the valuation it was made at. */
const TOGETHER_DAYS = 60;
/** They bring money or a place, and nobody has put a price on the company. */
const NO_VALIDATION = /\b(?:accelerator|incubator|grant|debt|loan|secondary)\b/i;

/** Whether a round of that name puts a price on the company. */
function isValidatingRound(round: string): boolean {
  return !NO_VALIDATION.test(round);
}

type NamedParties = Pick<Registry, 'companies' | 'organizations'>;
type Sourced = { sources: readonly ValidatingEvent['source'][] };

/** The dated events of tracked companies by slug, oldest first. */
export function validatingEvents(
  registry: Pick<Registry, 'companies' | 'deals' | 'organizations'>,
): ReadonlyMap<string, readonly ValidatingEvent[]> {
  const { rounds, valuations } = registry.deals;
  const names = nameOf(registry);
  const all = [
    ...rounds
      .filter(({ round }) => isValidatingRound(round))
      .flatMap((one) =>
        event(one.company, 'funding', one.round, one.announcedOn ?? one.closedOn, one, {
          stage: groupOf(one.round),
        }),
      ),
    ...valuations.flatMap((one) =>
      event(one.company, 'valuation', 'valued at a billion or more', one.announcedOn, one, {
        stage: 'Growth',
      }),
    ),
    ...registry.companies.flatMap(({ slug, exits }) =>
      exits
        .filter(({ kind }) => kind === 'acquired')
        .flatMap((exit) => {
          const by = exit.by === null ? undefined : names.get(exit.by);
          const what = by === undefined ? 'acquired' : `acquired by ${by}`;
          return event(slug, 'acquisition', what, exit.announcedOn ?? exit.closedOn, exit);
        }),
    ),
  ];
  const tracked = new Set(registry.companies.map(({ slug }) => slug));
  const byCompany = Map.groupBy(
    all.filter(({ company }) => tracked.has(company)),
    ({ company }) => company,
  );
  return new Map([...byCompany].map(([slug, events]) => [slug, together(events)]));
}

/** Slugs of tracked companies of which any event is known, dated or not. */
export function everValidated({ companies, deals }: Pick<Registry, 'companies' | 'deals'>) {
  return new Set([
    ...deals.rounds.filter(({ round }) => isValidatingRound(round)).map(({ company }) => company),
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
): ValidatingEvent[] {
  const [source] = sources;
  if (date === null || !source) return [];
  const { url, title, publisher } = source;
  const [from, day] = [parseDay(firstDay(date)), parseDay(lastDay(date))];
  return [{ company, kind, what, date, from, day, stage, source: { url, title, publisher } }];
}

function groupOf(round: string): StageGroup | undefined {
  const stage = stageOfRound(round);
  return stage === 'Pre-seed' ? 'Seed' : stage;
}

/** One event of those that were told together: the rarest kind, dated by the best known date. */
function together(events: readonly ValidatingEvent[]): ValidatingEvent[] {
  const joined: ValidatingEvent[] = [];
  for (const one of events.toSorted((a, b) => a.day - b.day || a.from - b.from)) {
    const last = joined.at(-1);
    if (last && one.from - last.day <= TOGETHER_DAYS) joined[joined.length - 1] = join(last, one);
    else joined.push(one);
  }
  return joined;
}

function join(one: ValidatingEvent, other: ValidatingEvent): ValidatingEvent {
  const rank = ({ kind }: ValidatingEvent) => EVENT_KINDS.indexOf(kind);
  const named = rank(other) > rank(one) ? other : one;
  // Of two dates the one that leaves less open; of equally exact ones the first.
  const dated = other.day - other.from < one.day - one.from ? other : one;
  const { date, from, day } = dated;
  const what = one.what === other.what ? one.what : `${one.what}, ${other.what}`;
  return { ...named, what, date, from, day, stage: laterStage(one.stage, other.stage) };
}

function laterStage(one: StageGroup | undefined, other: StageGroup | undefined) {
  if (one === undefined || other === undefined) return one ?? other;
  return STAGE_GROUPS.indexOf(other) > STAGE_GROUPS.indexOf(one) ? other : one;
}

function nameOf({ companies, organizations }: NamedParties): ReadonlyMap<string, string> {
  return new Map([...organizations, ...companies].map(({ slug, name }) => [slug, name]));
}
