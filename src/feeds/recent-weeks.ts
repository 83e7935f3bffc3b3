/** The newest periods side by side, as the feeds of sectors and startups need them. */
import type { Sector, Startup } from '../pipeline/edition/record.ts';
import type { Published } from '../published/published.ts';
import { ENTRIES } from '../features/feeds/feed.ts';

export type RecentWeek = {
  period: string;
  /** `Week 31, 2026 (27 July – 2 August)` */
  name: string;
  /** When it was complete. */
  completeAt: Date;
  /** By slug; startups are in the order of their rank. */
  sectors: ReadonlyMap<string, Sector>;
  startups: ReadonlyMap<string, Startup>;
};

/**
 * Newest first, one more than a feed has entries, so that each has the week before it. Made once
 * for all feeds (`published.derived`): about 10 MB for 200 startups.
 */
export async function recentWeeks({ editions }: Published): Promise<RecentWeek[]> {
  const weeks: RecentWeek[] = [];
  for (const { slug: period, name } of editions.periods.slice(0, ENTRIES + 1)) {
    const { meta, sectors } = await editions.signals(period);
    weeks.push({
      period,
      name,
      completeAt: new Date(meta.lastUpdated),
      sectors: new Map(sectors.map((sector) => [sector.slug, sector])),
      startups: new Map(
        sectors.flatMap(({ startups }) => startups.map((startup) => [startup.slug, startup])),
      ),
    });
  }
  return weeks;
}

/** Each week of a feed with the one before it, if there is one. */
export function withTheWeekBefore(
  weeks: readonly RecentWeek[],
): { week: RecentWeek; before: RecentWeek | undefined }[] {
  return weeks.slice(0, ENTRIES).map((week, index) => ({ week, before: weeks[index + 1] }));
}
