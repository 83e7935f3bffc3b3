/** The weekly feed: the full digest of each period. */

import { endOfPeriod } from '../../lib/period.ts';
import type { Published } from '../../published/published.ts';
import { digest } from '../digests/digest.ts';
import { type FeedDocument, type FeedEntry, MAX_ENTRIES } from './feed.ts';

/** Shared by all formats; use as `published.derived(weeklyFeed)`. */
export async function weeklyFeed(published: Published): Promise<FeedDocument> {
  const { addresses, editions } = published;
  const entries: FeedEntry[] = [];
  // Sequentially, so that only one edition is in memory at a time.
  for (const { slug } of editions.periods.slice(0, MAX_ENTRIES)) {
    const { title, url, summary, body } = await digest(published, slug);
    entries.push({ title, url, summary, content: body, date: endOfPeriod(slug) });
  }
  return {
    title: 'Bellwether: engineering signals of startups, weekly',
    description:
      'What the public git history of startups shows, one digest a week, computed from the published edition.',
    page: addresses.home(),
    address: addresses.feed(),
    updated: entries[0]?.date ?? new Date(0),
    entries,
  };
}
