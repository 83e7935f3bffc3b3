/**
 * The time during which a startup can have an event: from its founding until it ceases to exist on
 * its own. All stars, forecasts and base rates refer to this time only.
 */
import { type Day, parseDay } from '../../lib/period.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { knownBy } from '../../registry/status.ts';
import type { Standing } from './hazard.ts';
import { type DatedEvent, datedEvents, EVENT_KINDS, STAGE_GROUPS } from './outcome-events.ts';

/** How and when a startup ceased to exist on its own. */
export type End = { day: Day; kind: Company['exits'][number]['kind'] };

/**
 * A period in which a startup's state does not change, ended by an event, by the end of its life, or
 * by the last known day.
 */
export type Span = {
  standing: Standing;
  from: Day;
  /** Exclusive. */
  to: Day;
  endsWith: DatedEvent | undefined;
};

/**
 * If a founding year is unknown, the median year of the other startups is used, but no later than
 * this many days before the first event, which is the others' median.
 */
const DAYS_TO_FIRST_EVENT = 730;
/** Used if the registry has no founding year at all. */
const FIRST_YEAR = 2015;
/**
 * A startup exists for at least this long before its first event, even if its founding year says
 * otherwise.
 */
const MIN_DAYS_TO_EVENT = 90;

export class Life {
  readonly slug: string;
  readonly entry: Day;
  /** Oldest first; events after the end are omitted. */
  readonly events: readonly DatedEvent[];
  readonly end: End | undefined;

  constructor({ slug, exits }: Company, entry: Day, events: readonly DatedEvent[]) {
    const [first] = exits
      .map((exit) => ({ day: parseDay(knownBy(exit)), kind: exit.kind }))
      .sort((a, b) => a.day - b.day);
    this.slug = slug;
    this.end = first;
    this.events = events.filter(({ day }) => day <= (first?.day ?? Number.POSITIVE_INFINITY));
    const [event] = this.events;
    this.entry = event ? Math.min(entry, event.from - MIN_DAYS_TO_EVENT) : entry;
  }

  /** Whether its life ended with a dated acquisition. */
  get endsWithEvent(): boolean {
    return this.events.at(-1)?.kind === 'acquisition';
  }

  /** The first day on which no event can happen any more, at most `until`. */
  endsBefore(until: Day): Day {
    return Math.min(until, this.end?.day ?? until);
  }

  isAliveAfter(day: Day): boolean {
    return this.entry <= day && !(this.end && this.end.day <= day);
  }

  /** The state on a day, after the events of earlier days. */
  standing(day: Day): Standing {
    const before = this.events.filter((event) => event.day < day);
    const last = before.at(-1);
    if (!last) return { stage: 'no event yet', since: Math.min(this.entry, day) };
    const shown = before.findLast((event) => event.stage !== undefined)?.stage;
    return { stage: shown ?? 'stage unknown', since: last.day };
  }

  /** Its life until a day, split at events. */
  *spans(until: Day): Generator<Span> {
    let from = this.entry;
    const ended = this.endsBefore(until);
    for (const event of this.events) {
      if (event.day >= until) break;
      yield { standing: this.standing(event.day), from, to: event.day, endsWith: event };
      from = event.day;
    }
    if (from < ended)
      yield { standing: this.standing(from + 1), from, to: ended, endsWith: undefined };
  }
}

/** The lives of all tracked startups, by slug. */
export function livesOf(
  registry: Pick<Registry, 'companies' | 'deals' | 'organizations'>,
): ReadonlyMap<string, Life> {
  const events = Map.groupBy(datedEvents(registry), ({ company }) => company);
  const years = registry.companies.flatMap(({ founded }) => founded ?? []).map(Number);
  const usual = years.toSorted((a, b) => a - b)[Math.floor(years.length / 2)];
  const entryOf = ({ slug, founded }: Company): Day => {
    if (founded != null) return midYear(Number(founded));
    const first = events.get(slug)?.[0]?.from ?? Number.POSITIVE_INFINITY;
    return Math.min(midYear(usual ?? FIRST_YEAR), first - DAYS_TO_FIRST_EVENT);
  };
  return new Map(
    registry.companies.map((company) => [
      company.slug,
      new Life(company, entryOf(company), mergeAnnouncements(events.get(company.slug) ?? [])),
    ]),
  );
}

function midYear(year: number): Day {
  return parseDay(`${year}-07-01`);
}

/** A round and the valuation at which it was raised are announced within this many days. */
const TOGETHER_DAYS = 60;

/**
 * Merges events announced together into one of the rarest kind, with the most exact date.
 *
 * @param events of one startup
 */
function mergeAnnouncements(events: readonly DatedEvent[]): DatedEvent[] {
  const all: DatedEvent[] = [];
  for (const one of events.toSorted((a, b) => a.day - b.day || a.from - b.from)) {
    const last = all.at(-1);
    if (last && one.from - last.day <= TOGETHER_DAYS) all[all.length - 1] = join(last, one);
    else all.push(one);
  }
  return all;
}

function join(one: DatedEvent, other: DatedEvent): DatedEvent {
  const rank = ({ kind }: DatedEvent) => EVENT_KINDS.indexOf(kind);
  const named = rank(other) > rank(one) ? other : one;
  // Prefer the more exact date; if equally exact, the first.
  const dated = other.day - other.from < one.day - one.from ? other : one;
  const { date, from, day } = dated;
  const what = one.what === other.what ? one.what : `${one.what}, ${other.what}`;
  return { ...named, what, date, from, day, stage: laterStage(one.stage, other.stage) };
}

function laterStage(one: DatedEvent['stage'], other: DatedEvent['stage']): DatedEvent['stage'] {
  if (one === undefined || other === undefined) return one ?? other;
  return STAGE_GROUPS.indexOf(other) > STAGE_GROUPS.indexOf(one) ? other : one;
}
