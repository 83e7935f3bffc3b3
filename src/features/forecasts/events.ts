/**
 * What forecasts and picks are graded by: rounds, valuations of a billion or more, and acquisitions
 * of tracked startups, as the registry documents them. Only those whose day is known: whether
 * something happened within 90 days cannot be told of a month or a year.
 */
import { type Day, parseDay } from '../../lib/period.ts';
import type { FundingRound } from '../../registry/deals.ts';
import type { Registry } from '../../registry/schema.ts';

export type EventKind = 'round' | 'valuation' | 'acquisition';

export type DatedEvent = {
  /** Slug of the tracked startup. */
  company: string;
  kind: EventKind;
  /** When it was announced, an ISO date, and the same as a number. */
  on: string;
  day: Day;
  /** `Series B`, `acquired by clickhouse`. */
  what: string;
  /** Address of the first source. */
  sourceUrl: string;
};

/** Nobody buys new shares at a price in these. */
const NOT_PRICED =
  /^(?:accelerator|incubator|angel|secondary|tender)\b|\b(?:bridge|convertible|notes?|safe|debt|loan|grant)\b/i;

/** Whether a round of that name sold new shares at a price, as far as its name tells. */
export function isPriced({ round }: Pick<FundingRound, 'round'>): boolean {
  return !NOT_PRICED.test(round);
}

type Dated = { announcedOn: string | null; sources: readonly { url: string }[] };

/** Oldest first; those of one day in the order of their startups. */
export function datedEvents({ companies, deals }: Pick<Registry, 'companies' | 'deals'>) {
  const tracked = new Set(companies.map(({ slug }) => slug));
  const event = (company: string, kind: EventKind, what: string, deal: Dated): DatedEvent[] => {
    const { announcedOn: on, sources } = deal;
    if (!tracked.has(company) || on === null || on.length !== 10) return [];
    return [{ company, kind, on, day: parseDay(on), what, sourceUrl: sources[0]?.url ?? '' }];
  };
  return [
    ...deals.rounds
      .filter(isPriced)
      .flatMap((round) => event(round.company, 'round', round.round, round)),
    ...deals.valuations.flatMap((valuation) =>
      event(valuation.company, 'valuation', 'a valuation of a billion or more', valuation),
    ),
    ...companies.flatMap(({ slug, exits }) =>
      exits
        .filter(({ kind }) => kind === 'acquired' || kind === 'merged')
        .flatMap((exit) =>
          event(
            slug,
            'acquisition',
            exit.by === null ? exit.kind : `${exit.kind}: ${exit.by}`,
            exit,
          ),
        ),
    ),
  ].sort((a, b) => a.day - b.day || (a.company < b.company ? -1 : 1));
}
