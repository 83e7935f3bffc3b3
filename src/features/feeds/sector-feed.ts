/** The weekly feed of a sector: its ranking and the changes in it. */

import { NotFoundError } from '../../lib/errors.ts';
import { type Html, html } from '../../lib/html.ts';
import { counted, listed } from '../../lib/prose.ts';
import type { Sector, Startup } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { absentFrom } from '../../published/startup-numbers.ts';
import type { FeedDocument, FeedEntry } from './feed.ts';
import { activity, type RecentWeek, recentWeeks, weeklyEntries } from './recent-weeks.ts';

/** Maximum number of startups named in a summary. */
const MAX_NAMED = 3;

/** @throws BellwetherError `unknown-sector` */
export async function sectorFeed(slug: string, published: Published): Promise<FeedDocument> {
  const { addresses, registry } = published;
  const sector = registry.sectors.find((candidate) => candidate.slug === slug);
  if (!sector)
    throw new NotFoundError('unknown-sector', `There is no sector ${JSON.stringify(slug)}.`, {
      details: { available: registry.sectors.map(({ name, slug }) => ({ name, slug })) },
    });
  const weeks = await published.derived(recentWeeks);
  return {
    title: `${sector.name}: engineering signals, weekly`,
    description: `Ranking of the tracked startups in ${sector.name}, one entry a week. ${sector.description}`,
    // A sector without startups has no page.
    page: weeks[0]?.sectors.has(slug) ? addresses.sector(slug) : addresses.home(),
    addressAs: (format) => addresses.sectorFeed(slug, format),
    ...weeklyEntries(weeks, (week, before) => {
      const ranking = week.sectors.get(slug);
      return ranking && entryOf(ranking, week, before?.sectors.get(slug), published);
    }),
  };
}

function entryOf(
  { slug, name, startups, startupCount }: Sector,
  { period, name: week, endedAt, computation }: RecentWeek,
  before: Sector | undefined,
  { addresses }: Published,
): FeedEntry {
  const first = startups.slice(0, MAX_NAMED).map((startup) => startup.name);
  const rankBefore = new Map(before?.startups.map((startup, index) => [startup.slug, index + 1]));
  return {
    title: `${name}: ${week}`,
    url: addresses.sector(slug, period),
    summary: `${counted(startupCount, 'covered startup')}; highest scores: ${listed(first)}.`,
    content: html`<p>${counted(startupCount, 'covered startup')} in ${name}, ${week}, highest score first:</p>
<ol>
${startups.map(
  (startup) =>
    html`<li><a href="${addresses.startup(startup.slug, period)}">${startup.name}</a>: score ${startup.scores.composite}, ${activity(startup)}${before && `; ${rankText(rankBefore.get(startup.slug))}`}</li>\n`,
)}</ol>
${dropped(before, startups)}<p>${computation}</p>
`,
    date: endedAt,
  };
}

function rankText(rank: number | undefined): string {
  return rank === undefined ? 'not covered the week before' : `rank ${rank} the week before`;
}

/** Startups that were covered the week before and no longer are. */
function dropped(before: Sector | undefined, startups: readonly Startup[]): Html | null {
  const gone = absentFrom(startups, before?.startups ?? []);
  if (gone.length === 0) return null;
  return html`<p>Covered the week before, and not now: ${listed(gone.map(({ startup }) => startup.name))}.</p>\n`;
}
