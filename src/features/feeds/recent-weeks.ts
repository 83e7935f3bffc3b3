/** The newest periods, each with the one before it, for feeds of sectors and startups. */

import { endOfPeriod } from '../../lib/period.ts';
import { counted } from '../../lib/prose.ts';
import type { Sector, Startup } from '../../pipeline/edition/record.ts';
import { computation } from '../../published/computation.ts';
import type { Published } from '../../published/published.ts';
import { type FeedDocument, type FeedEntry, MAX_ENTRIES } from './feed.ts';

export type RecentWeek = {
  period: string;
  /** `Week 31, 2026 (27 July – 2 August)` */
  name: string;
  /** When it ended. */
  endedAt: Date;
  /** When its numbers were computed, as a sentence. */
  computation: string;
  /** By slug; startups are sorted by rank. */
  sectors: ReadonlyMap<string, Sector>;
  startups: ReadonlyMap<string, Startup>;
};

/**
 * Newest first, with one more than the entries in a feed, so that each has a predecessor. Shared by
 * all feeds: about 10 MB for 200 startups.
 */
export async function recentWeeks({ editions }: Published): Promise<RecentWeek[]> {
  const weeks: RecentWeek[] = [];
  for (const { slug: period, name } of editions.periods.slice(0, MAX_ENTRIES + 1)) {
    const { meta, sectors } = await editions.signals(period);
    weeks.push({
      period,
      name,
      endedAt: endOfPeriod(period),
      computation: computation(meta),
      sectors: new Map(sectors.map((sector) => [sector.slug, sector])),
      startups: new Map(
        sectors.flatMap(({ startups }) => startups.map((startup) => [startup.slug, startup])),
      ),
    });
  }
  return weeks;
}

/**
 * A feed's entries and update time.
 *
 * @param entryOf the entry for a week, given the week before it; undefined if there is none
 */
export function weeklyEntries(
  weeks: readonly RecentWeek[],
  entryOf: (week: RecentWeek, before: RecentWeek | undefined) => FeedEntry | undefined,
): Pick<FeedDocument, 'updated' | 'entries'> {
  const entries = weeks
    .slice(0, MAX_ENTRIES)
    .flatMap((week, index) => entryOf(week, weeks[index + 1]) ?? []);
  return { updated: entries[0]?.date ?? weeks[0]?.endedAt ?? new Date(0), entries };
}

/** `7 commits in 14 days (-12%), 3 contributors in 30 (0%)` */
export function activity(startup: Startup): string {
  const { commitVelocity14d, commitVelocityChange, contributors, contributorGrowth } = startup;
  return `${counted(commitVelocity14d, 'commit')} in 14 days (${commitVelocityChange}), ${counted(contributors, 'contributor')} in 30 (${contributorGrowth})`;
}
