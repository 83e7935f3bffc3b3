/**
 * The Scout Score: how many companies were starred before an event validated them, which is a later
 * round, a valuation or an acquisition.
 */
import type { Published } from '../../published/published.ts';
import type { Acquisition } from '../../registry/deals.ts';
import { lastDay } from '../../registry/partial-date.ts';

export const EVENT_KINDS = ['funding', 'valuation', 'acquisition'] as const;

export type ValidatingEvent = {
  /** Slug of the tracked company. */
  company: string;
  kind: (typeof EVENT_KINDS)[number];
  /** When it was announced, an ISO date. */
  date: string;
  sourceUrl: string;
};

export type Hit = {
  company: string;
  starredOn: string;
  event: ValidatingEvent;
  /** Days from the star to the event; at least 1. */
  leadDays: number;
};

/** A rarer event weighs more. */
const WEIGHTS: Readonly<Record<ValidatingEvent['kind'], number>> = {
  funding: 1,
  acquisition: 2,
  valuation: 3,
};
/** A lead of a year counts in full, a shorter one in proportion. */
const FULL_LEAD_DAYS = 365;
/** The weighted hits that give a score of 63. */
const SCALE = 5;

/**
 * The events of tracked companies that the registry documents, oldest first. Only those with a known
 * day: a lead cannot be measured against a month.
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

/** For each starred company the heaviest event after its star, the earliest of equal ones. */
export function hits(
  starred: readonly { slug: string; starredOn: string }[],
  events: readonly ValidatingEvent[],
): Hit[] {
  return starred.flatMap(({ slug, starredOn }) => {
    const [best] = events
      .filter(({ company, date }) => company === slug && date > starredOn)
      .sort((a, b) => WEIGHTS[b.kind] - WEIGHTS[a.kind] || (a.date < b.date ? -1 : 1));
    if (!best) return [];
    return [{ company: slug, starredOn, event: best, leadDays: daysBetween(starredOn, best.date) }];
  });
}

/**
 * 100 · (1 − e^(−w / 5)), w the sum over all hits of the event's weight times min(1, lead / 365).
 *
 * @returns a whole number, 0 to 100
 */
export function scoutScore(all: readonly Hit[]): number {
  const weight = all.reduce(
    (sum, { event, leadDays }) =>
      sum + WEIGHTS[event.kind] * Math.min(1, leadDays / FULL_LEAD_DAYS),
    0,
  );
  return Math.round(100 * (1 - Math.exp(-weight / SCALE)));
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
