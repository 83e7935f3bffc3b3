/** The weekly feed of a startup: its numbers, beside those of the week before. */
import type { Startup } from '../../pipeline/edition/record.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { html } from '../../lib/html.ts';
import { count, counted, percent } from '../../lib/prose.ts';
import type { Published } from '../../published/published.ts';
import type { FeedDocument, FeedEntry } from './feed.ts';
import { type RecentWeek, recentWeeks, withTheWeekBefore } from '../../feeds/recent-weeks.ts';

/** Weeks that do not cover the startup have no entry. @throws BellwetherError `not-tracked` */
export async function startupFeed(slug: string, published: Published): Promise<FeedDocument> {
  const { addresses, companies } = published;
  const company = companies.get(slug);
  if (!company)
    throw new BellwetherError(
      'not-tracked',
      `No tracked startup is called ${JSON.stringify(slug)}.`,
    );
  const weeks = await published.derived(recentWeeks);
  const isCovered = weeks.some(({ startups }) => startups.has(slug));
  const entries = withTheWeekBefore(weeks).flatMap(({ week, before }) => {
    const startup = week.startups.get(slug);
    return startup ? [entryOf(startup, week, before, published)] : [];
  });
  return {
    title: `${company.name}: engineering signal, weekly`,
    description: `Commits, contributors and scores of ${company.name}, one entry for each week that is covered. ${company.description}`,
    page: isCovered ? addresses.startup(slug) : addresses.diligence(slug),
    addresses: {
      xml: addresses.startupFeed(slug, 'xml'),
      atom: addresses.startupFeed(slug, 'atom'),
      json: addresses.startupFeed(slug, 'json'),
    },
    updated: entries[0]?.date ?? weeks[0]?.completeAt ?? new Date(0),
    entries,
  };
}

function entryOf(
  startup: Startup,
  week: RecentWeek,
  before: RecentWeek | undefined,
  { addresses }: Published,
): FeedEntry {
  const { slug, name, commitVelocity14d, commitVelocityChange, contributors, scores } = startup;
  const then = before?.startups.get(slug);
  const url = addresses.startup(slug, week.period);
  return {
    title: `${name}: ${counted(commitVelocity14d, 'commit')} in 14 days (${commitVelocityChange}), ${week.name}`,
    url,
    summary: `${counted(commitVelocity14d, 'commit')} in 14 days (${commitVelocityChange}), ${counted(contributors, 'contributor')} in 30 (${startup.contributorGrowth}), score ${scores.composite} of 100.`,
    content: html`<p>${name} in ${week.name}:</p>
<ul>
${facts(startup, then, week, before).map((fact) => html`<li>${fact}</li>\n`)}</ul>
<p><a href="${startup.evidenceUrl}">What these numbers were computed from</a></p>
`,
    date: week.completeAt,
  };
}

/** One sentence for each number; each names the week before where that is covered too. */
function facts(
  startup: Startup,
  then: Startup | undefined,
  week: RecentWeek,
  before: RecentWeek | undefined,
): string[] {
  const { scores, signalType, signalStrength, newRepos } = startup;
  const sector = week.sectors.get(startup.sector);
  const rank = rankOf(startup, week);
  const rankThen = then && before && rankOf(then, before);
  return [
    `${counted(startup.commitVelocity14d, 'commit')} in 14 days, ${startup.commitVelocityChange} against the 14 days before${past(then?.commitVelocity14d)}`,
    `${counted(startup.contributors, 'contributor')} in 30 days, ${startup.contributorGrowth} against the 30 days before${past(then?.contributors)}`,
    `Score ${scores.composite} of 100${past(then?.scores.composite)}; percentiles: commits ${scores.velocity}, acceleration ${scores.growth}, novelty ${scores.novelty}`,
    `Rank ${rank} of ${sector?.startupCount ?? rank} in ${sector?.name ?? startup.sector}${past(rankThen)}`,
    `Signal: ${signalType}, ${signalStrength}${then && (then.signalType !== signalType || then.signalStrength !== signalStrength) ? ` (${then.signalType}, ${then.signalStrength}, the week before)` : ''}`,
    `${percent(startup.agentShare)} of the commits by or with coding agents`,
    ...(newRepos === 0
      ? []
      : [`${counted(newRepos, 'new repository', 'new repositories')} in 30 days`]),
  ];
}

function past(value: number | undefined): string {
  return value === undefined ? '' : ` (${count(value)} the week before)`;
}

/** From 1, in its sector. */
function rankOf({ slug, sector }: Startup, { sectors }: RecentWeek): number {
  return (sectors.get(sector)?.startups.findIndex((other) => other.slug === slug) ?? 0) + 1;
}
