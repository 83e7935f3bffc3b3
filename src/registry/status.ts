/** Whether a company is independent and private on a day, and if not, what happened to it. */
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

/** `exit` is undefined if the company is active. */
export type KnownStatus = { status: Status; exit: Exit | undefined };

/**
 * An exit counts from the day it was announced; the latest one decides. Terminated agreements do not
 * count.
 *
 * @param day an ISO date; by default, everything known is considered
 */
export function statusOf({ exits }: Pick<Company, 'exits'>, day = '9999-12-31'): KnownStatus {
  const exit = exits
    .filter((one) => knownBy(one) <= day)
    .toSorted((a, b) => (firstDay(dateOf(a)) < firstDay(dateOf(b)) ? 1 : -1))[0];
  return { status: exit?.kind ?? 'active', exit };
}

/** Whether the startup no longer exists on its own. A public company still does. */
export function hasEnded(status: Status): boolean {
  return status === 'acquired' || status === 'merged' || status === 'closed';
}

/** The last day on which exits were looked for, or a source of one was read; null if never. */
export function exitsCheckedOn({
  exits,
  exitsChecked,
}: Pick<Company, 'exits' | 'exitsChecked'>): string | null {
  const read = exits.flatMap(({ sources }) => sources.map(({ checked }) => checked));
  return (exitsChecked ? [...read, exitsChecked.checked] : read).toSorted().at(-1) ?? null;
}

/**
 * The day by which a deal had certainly been announced: the last day of its partial date or, without
 * a date, the earliest day on which a source was published.
 */
export function knownBy(deal: Pick<Exit, 'announcedOn' | 'closedOn' | 'sources'>): string {
  const date = deal.announcedOn ?? deal.closedOn;
  if (date !== null) return lastDay(date);
  return firstPublished(deal);
}

function dateOf(deal: Exit): string {
  return deal.announcedOn ?? deal.closedOn ?? firstPublished(deal);
}

function firstPublished({ sources }: Pick<Exit, 'sources'>): string {
  const told = sources.map(({ publishedOn, checked }) =>
    publishedOn === null ? checked : lastDay(publishedOn),
  );
  return told.toSorted()[0] ?? '9999-12-31';
}
