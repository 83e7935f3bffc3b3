/** The Scout Score: how many companies were starred before an event validated them. */
import type { ValidatingEvent } from '../../scout/events.ts';

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

/** For each starred company the heaviest event after its star, on ties the earliest. */
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
