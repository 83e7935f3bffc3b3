/** The weekly feed of a startup: its numbers, compared with the week before. */

import { NotFoundError } from '../../lib/errors.ts';
import { html } from '../../lib/html.ts';
import { count, counted, percent } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { notCoveredIn } from '../../published/not-covered.ts';
import type { Published } from '../../published/published.ts';
import { signalWords } from '../../published/signal-words.ts';
import { standingIn } from '../../published/startup-numbers.ts';
import { evidenceSentence, plainText } from '../this-week/evidence-words.ts';
import type { FeedDocument, FeedEntry } from './feed.ts';
import { activity, type RecentWeek, recentWeeks, weeklyEntries } from './recent-weeks.ts';

/**
 * There are no entries for weeks that do not cover the startup.
 *
 * @throws BellwetherError `not-tracked`
 */
export async function startupFeed(slug: string, published: Published): Promise<FeedDocument> {
  const { addresses, companies } = published;
  const company = companies.get(slug);
  if (!company)
    throw new NotFoundError('not-tracked', `No tracked startup is called ${JSON.stringify(slug)}.`);
  const weeks = await published.derived(recentWeeks);
  const isCovered = weeks[0]?.startups.has(slug) ?? false;
  const [missing] = isCovered
    ? []
    : (await notCoveredIn(company, published.editions.latest, published)).notes;
  return {
    title: `${company.name}: engineering signal, weekly`,
    description: `Commits, contributors and scores of ${company.name}, one entry for each week that is covered. ${company.description}${missing === undefined ? '' : ` ${missing}`}`,
    page: addresses.startup(slug),
    addressAs: (format) => addresses.startupFeed(slug, format),
    ...weeklyEntries(weeks, (week, before) => {
      const startup = week.startups.get(slug);
      return startup && entryOf(startup, week, before, published);
    }),
  };
}

function entryOf(
  startup: Startup,
  week: RecentWeek,
  before: RecentWeek | undefined,
  { addresses }: Published,
): FeedEntry {
  const { slug, name, commitVelocity14d, commitVelocityChange, scores } = startup;
  const then = before?.startups.get(slug);
  return {
    title: `${name}: ${counted(commitVelocity14d, 'commit')} in 14 days (${commitVelocityChange}), ${week.name}`,
    url: addresses.startup(slug, week.period),
    summary: `${activity(startup)}, score ${scores.composite} of 100.`,
    content: html`<p>${name} in ${week.name}:</p>
<ul>
${facts(startup, then, week, before).map((fact) => html`<li>${fact}</li>\n`)}</ul>
<p><a href="${startup.evidenceUrl}">What these numbers were computed from</a></p>
<p>${week.computation}</p>
`,
    date: week.endedAt,
  };
}

/** A sentence for each number, with the previous week's if it is known. */
function facts(
  startup: Startup,
  then: Startup | undefined,
  week: RecentWeek,
  before: RecentWeek | undefined,
): string[] {
  const { scores, newRepos } = startup;
  const signal = signalWords(startup);
  const signalThen = then && bareSignal(then);
  const words = evidenceSentence(startup.signalType, startup.evidence ?? undefined);
  const basis = startup.signalStrength === 'none' || !words ? '' : ` ${plainText(words)}`;
  const standing = standingIn(week.sectors.values(), startup);
  const rankThen = then && before && standingIn(before.sectors.values(), then)?.rank;
  return [
    `${counted(startup.commitVelocity14d, 'commit')} in 14 days, ${startup.commitVelocityChange} against the 14 days before${past(then?.commitVelocity14d)}`,
    `${counted(startup.contributors, 'contributor')} in 30 days, ${startup.contributorGrowth} against the 30 days before${past(then?.contributors)}`,
    `Score ${scores.composite} of 100${past(then?.scores.composite)}; percentiles: commits ${scores.velocity}, growth ${scores.growth}, novelty ${scores.novelty}`,
    ...(standing === undefined
      ? []
      : [
          `Rank ${standing.rank} of ${standing.sector.startupCount} in ${standing.sector.name}${past(rankThen)}`,
        ]),
    `Signal: ${signal}${signalThen === undefined || signalThen === bareSignal(startup) ? '' : ` (${signalThen} the week before)`}${basis === '' ? '' : `.${basis}`}`,
    `${percent(startup.agentShare)} of the commits by or with coding agents`,
    ...(newRepos === 0
      ? []
      : [`${counted(newRepos, 'new repository', 'new repositories')} in 30 days`]),
  ];
}

/** Without how long it has stood. */
function bareSignal({ signalSince: _, ...startup }: Startup): string {
  return signalWords(startup);
}

function past(value: number | undefined): string {
  return value === undefined ? '' : ` (${count(value)} the week before)`;
}
