/** What validates a scout's eye: later rounds, billion valuations and acquisitions. */
import type { Published } from '../published/published.ts';
import type { Acquisition } from '../registry/deals.ts';
import { lastDay } from '../registry/partial-date.ts';

export const EVENT_KINDS = ['funding', 'valuation', 'acquisition'] as const;

export type ValidatingEvent = {
  /** Slug of the tracked company. */
  company: string;
  kind: (typeof EVENT_KINDS)[number];
  /** When it was announced, an ISO date. */
  date: string;
  sourceUrl: string;
};

/**
 * The events of tracked companies that the registry documents, oldest first. Only those that a day is
 * known of: a lead cannot be measured against a month.
 */
export function validatingEvents({ registry }: Published): ValidatingEvent[] {
  const { acquisitions, rounds, valuations } = registry.deals;
  const tracked = new Set(registry.companies.map(({ slug }) => slug));
  const event = (
    company: string,
    kind: ValidatingEvent['kind'],
    { announcedOn, sources }: Pick<Acquisition, 'announcedOn' | 'sources'>,
  ): ValidatingEvent[] =>
    tracked.has(company) && announcedOn !== null && announcedOn === lastDay(announcedOn)
      ? [{ company, kind, date: announcedOn, sourceUrl: sources[0]?.url ?? '' }]
      : [];
  return [
    ...rounds.flatMap((round) => event(round.company, 'funding', round)),
    ...valuations.flatMap((valuation) => event(valuation.company, 'valuation', valuation)),
    ...acquisitions
      .filter(({ terminatedOn }) => terminatedOn === null)
      .flatMap((deal) => event(deal.acquired, 'acquisition', deal)),
  ].sort((a, b) => (a.date < b.date ? -1 : 1));
}
