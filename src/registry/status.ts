/** Whether a company is still an independent private one on a day, and if not, what became of it. */
import type { EXIT_KINDS, Exit } from './deals.ts';
import { firstDay, lastDay } from './partial-date.ts';
import type { Company } from './schema.ts';

export const STATUSES = [
  'active',
  'acquired',
  'merged',
  'closed',
  'public',
] as const satisfies readonly ['active', ...typeof EXIT_KINDS];
export type Status = (typeof STATUSES)[number];

/** `exit` is undefined while it is active. */
export type KnownStatus = { status: Status; exit: Exit | undefined };

/**
 * From the day on which an exit was announced; of several the latest counts. Agreements that were
 * called off are none.
 *
 * @param day an ISO date; without it, whatever is known now
 */
export function statusOf({ exits }: Pick<Company, 'exits'>, day = '9999-12-31'): KnownStatus {
  const exit = exits
    .filter((one) => knownBy(one) <= day)
    .toSorted((a, b) => (firstDay(dateOf(a)) < firstDay(dateOf(b)) ? 1 : -1))[0];
  return { status: exit?.kind ?? 'active', exit };
}

/** Whether there is no startup of its own any more; one that went public still is one. */
export function hasEnded(status: Status): boolean {
  return status === 'acquired' || status === 'merged' || status === 'closed';
}

/**
 * The day by which a deal had certainly been announced: the last day of its date or, without one, the
 * first day on which a source told of it.
 */
export function knownBy(deal: Pick<Exit, 'announcedOn' | 'closedOn' | 'sources'>): string {
  const date = deal.announcedOn ?? deal.closedOn;
  if (date !== null) return lastDay(date);
  return firstTold(deal);
}

function dateOf(deal: Exit): string {
  return deal.announcedOn ?? deal.closedOn ?? firstTold(deal);
}

function firstTold({ sources }: Pick<Exit, 'sources'>): string {
  const told = sources.map(({ publishedOn, checked }) =>
    publishedOn === null ? checked : lastDay(publishedOn),
  );
  return told.toSorted()[0] ?? '9999-12-31';
}
