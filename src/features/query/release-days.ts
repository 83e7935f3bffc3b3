/** Days with a release in the four weeks to a period, added up from the weeks of `history.json`. */
import type { HistoryTable } from '../../pipeline/edition/record.ts';

/** The field that is not in a week's `signals.csv`. */
export const RELEASE_DAYS = 'releaseDays';
const WEEKS = 4;

export class ReleaseDays {
  readonly #startups: HistoryTable['startups'];
  readonly #places: ReadonlyMap<string, number>;

  constructor({ periods, startups }: HistoryTable) {
    this.#startups = startups;
    this.#places = new Map(periods.map((slug, place) => [slug, place]));
  }

  /** NaN where one of the weeks is not known. */
  of(startup: string, period: string): number {
    const own = Object.hasOwn(this.#startups, startup) ? this.#startups[startup] : undefined;
    const place = this.#places.get(period) ?? -1;
    const weeks = own?.releaseDays?.slice(Math.max(0, place - WEEKS + 1), place + 1) ?? [];
    return weeks.length < WEEKS
      ? Number.NaN
      : weeks.reduce<number>((days, week) => days + (week ?? Number.NaN), 0);
  }
}
