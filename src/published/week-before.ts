/** The full period before a given one. */
import type { Editions } from './editions.ts';

/** Its slug; undefined for the first published period. */
export function weekBefore(period: string, { periods }: Pick<Editions, 'periods'>) {
  const at = periods.findIndex(({ slug }) => slug === period);
  return at < 0 ? undefined : periods[at + 1]?.slug;
}
