/** What validates a scout's eye: later rounds, billion valuations and acquisitions. */
import type { Published } from '../published/published.ts';
import { foldKey } from '../registry/fold.ts';

export const EVENT_KINDS = ['funding', 'valuation', 'acquisition'] as const;

export type ValidatingEvent = {
  /** Slug of the tracked company. */
  company: string;
  kind: (typeof EVENT_KINDS)[number];
  /** When it was announced, an ISO date. */
  date: string;
  sourceUrl: string;
};

/** The events of tracked companies that the registry documents, oldest first. */
export function validatingEvents({ registry }: Published): ValidatingEvent[] {
  const { acquisitions, rounds, valuations } = registry.deals;
  const slugs = new Map(
    registry.companies.flatMap(({ slug, name, aliases }) =>
      [name, ...aliases].map((text) => [foldKey(text), slug] as const),
    ),
  );
  const event = (
    organization: string,
    kind: ValidatingEvent['kind'],
    { announcedOn: date, sources }: { announcedOn: string; sources: readonly { url: string }[] },
  ) => {
    const company = slugs.get(foldKey(organization));
    return company === undefined ? [] : [{ company, kind, date, sourceUrl: sources[0]?.url ?? '' }];
  };
  return [
    ...rounds.flatMap((round) => event(round.company, 'funding', round)),
    ...valuations.flatMap((valuation) => event(valuation.company, 'valuation', valuation)),
    ...acquisitions.flatMap((deal) => event(deal.acquired, 'acquisition', deal)),
  ].sort((a, b) => (a.date < b.date ? -1 : 1));
}
