/** The weekly feed of a sector: its ranking, and what moved in it. */
import type { Sector, Startup } from '../../pipeline/edition/record.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { type Html, html } from '../../lib/html.ts';
import { counted, listed } from '../../lib/prose.ts';
import type { Published } from '../../published/published.ts';
import type { FeedDocument, FeedEntry } from './feed.ts';
import { type RecentWeek, recentWeeks, withTheWeekBefore } from '../../feeds/recent-weeks.ts';

/** Startups that the summary names. */
const NAMED = 3;

/** @throws BellwetherError `unknown-sector` */
export async function sectorFeed(slug: string, published: Published): Promise<FeedDocument> {
  const { addresses, registry } = published;
  const sector = registry.sectors.find((candidate) => candidate.slug === slug);
  if (!sector)
    throw new BellwetherError('unknown-sector', `There is no sector ${JSON.stringify(slug)}.`, {
      details: { available: registry.sectors.map(({ name, slug }) => ({ name, slug })) },
    });
  const weeks = await published.derived(recentWeeks);
  const entries = withTheWeekBefore(weeks).flatMap(({ week, before }) => {
    const ranking = week.sectors.get(slug);
    return ranking ? [entryOf(ranking, week, before?.sectors.get(slug), published)] : [];
  });
  return {
    title: `${sector.name}: engineering signals, weekly`,
    description: `Ranking of the tracked startups in ${sector.name}, one entry a week. ${sector.description}`,
    // A sector without startups has no page at present.
    page: weeks[0]?.sectors.has(slug) ? addresses.sector(slug) : addresses.home(),
    addresses: {
      xml: addresses.sectorFeed(slug, 'xml'),
      atom: addresses.sectorFeed(slug, 'atom'),
      json: addresses.sectorFeed(slug, 'json'),
    },
    updated: entries[0]?.date ?? weeks[0]?.completeAt ?? new Date(0),
    entries,
  };
}

function entryOf(
  { slug, name, startups, startupCount }: Sector,
  { period, name: week, completeAt }: RecentWeek,
  before: Sector | undefined,
  { addresses }: Published,
): FeedEntry {
  const first = startups.slice(0, NAMED).map((startup) => startup.name);
  const rankBefore = new Map(before?.startups.map((startup, index) => [startup.slug, index + 1]));
  const url = addresses.sector(slug, period);
  return {
    title: `${name}: ${week}`,
    url,
    summary: `${counted(startupCount, 'covered startup')}; highest scores: ${listed(first)}.`,
    content: html`<p>${counted(startupCount, 'covered startup')} in ${name}, ${week}, highest score first:</p>
<ol>
${startups.map(
  (startup) =>
    html`<li><a href="${addresses.startup(startup.slug, period)}">${startup.name}</a>: ${numbers(startup)}${before && `; ${place(rankBefore.get(startup.slug))}`}</li>\n`,
)}</ol>
${left(before, startups)}`,
    date: completeAt,
  };
}

function numbers({
  commitVelocity14d,
  commitVelocityChange,
  contributors,
  contributorGrowth,
  scores,
}: Startup): string {
  return `score ${scores.composite}, ${counted(commitVelocity14d, 'commit')} in 14 days (${commitVelocityChange}), ${counted(contributors, 'contributor')} in 30 (${contributorGrowth})`;
}

function place(rank: number | undefined): string {
  return rank === undefined ? 'not covered the week before' : `rank ${rank} the week before`;
}

/** Startups of the week before that are not covered any more. */
function left(before: Sector | undefined, startups: readonly Startup[]): Html | null {
  const now = new Set(startups.map(({ slug }) => slug));
  const gone = before?.startups.filter(({ slug }) => !now.has(slug)) ?? [];
  if (gone.length === 0) return null;
  return html`<p>Covered the week before, and not now: ${listed(gone.map(({ name }) => name))}.</p>\n`;
}
