/**
 * The time in which an event can come to a startup: from its founding until it is no startup of its own
 * any more. Every star, every forecast and every estimate of a base rate is about such time alone.
 */
import { type Day, parseDay } from '../../lib/period.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { knownBy } from '../../registry/status.ts';
import { joined } from './announcements.ts';
import { type DatedEvent, datedEvents } from './events.ts';
import type { Standing } from './hazard.ts';

/** How a startup stopped being one that can still be validated. */
export type End = { day: Day; kind: Company['exits'][number]['kind'] };

/** Days in which a startup stands in one way, up to an event, an end, or the day of which nothing is known. */
export type Span = {
  standing: Standing;
  from: Day;
  /** Not included. */
  to: Day;
  /** What happened on the day `to`. */
  endsWith: DatedEvent | undefined;
};

/**
 * Where no founding year is known, the median year of the others is taken, and at the latest so many
 * days before the first event, the median of the others.
 */
const DAYS_TO_FIRST_EVENT = 730;
/** For a registry that knows of no founding at all. */
const FIRST_YEAR = 2015;
/** A startup is there for a while before its first event, whatever its founding year says. */
const MIN_DAYS_TO_EVENT = 90;

export class Life {
  readonly slug: string;
  /** The day from which an event can come. */
  readonly entry: Day;
  /** Oldest first; none after the end. */
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

  /** Whether the end is an acquisition that has a date. */
  get endsWithEvent(): boolean {
    return this.events.at(-1)?.kind === 'acquisition';
  }

  /** The first day on which no event can come any more. */
  endsBefore(until: Day): Day {
    return Math.min(until, this.end?.day ?? until);
  }

  /** Whether something can still come to it after a day. */
  isAliveAfter(day: Day): boolean {
    return this.entry <= day && !(this.end && this.end.day <= day);
  }

  /** How it stands on a day: after the events of earlier days. */
  standing(day: Day): Standing {
    const before = this.events.filter((event) => event.day < day);
    const last = before.at(-1);
    if (!last) return { stage: 'no event yet', since: Math.min(this.entry, day) };
    const shown = before.findLast((event) => event.stage !== undefined)?.stage;
    return { stage: shown ?? 'stage unknown', since: last.day };
  }

  /** Its whole life until a day, cut at the events. */
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

/** Of all tracked startups, by slug. */
export function livesOf(
  registry: Pick<Registry, 'companies' | 'deals' | 'organizations'>,
): ReadonlyMap<string, Life> {
  const events = Map.groupBy(datedEvents(registry), ({ company }) => company);
  const years = registry.companies.flatMap(({ founded }) => founded ?? []).map(Number);
  const usual = years.toSorted((a, b) => a - b)[Math.floor(years.length / 2)];
  const entryOf = ({ slug, founded }: Company): Day => {
    if (founded != null) return middleOf(Number(founded));
    const first = events.get(slug)?.[0]?.from ?? Number.POSITIVE_INFINITY;
    return Math.min(middleOf(usual ?? FIRST_YEAR), first - DAYS_TO_FIRST_EVENT);
  };
  return new Map(
    registry.companies.map((company) => [
      company.slug,
      new Life(company, entryOf(company), joined(events.get(company.slug) ?? [])),
    ]),
  );
}

function middleOf(year: number): Day {
  return parseDay(`${year}-07-01`);
}
