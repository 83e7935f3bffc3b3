/**
 * The feed of a watch list: the numbers of named startups, or the startups that newly match a
 * selection, each week.
 */
import { BellwetherError } from '../../lib/errors.ts';
import { type Html, html } from '../../lib/html.ts';
import { counted, listed as listing } from '../../lib/prose.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { isNews, signalWords } from '../../published/signal-words.ts';
import { absentFrom } from '../../published/startup-numbers.ts';
import { type AddressQuery, pickRows } from '../selection/choices.ts';
import { type WatchList, watchAddress, watchList } from '../selection/watch-list.ts';
import type { FeedDocument, FeedEntry } from './feed.ts';
import { activity, type RecentWeek, recentWeeks, weeklyEntries } from './recent-weeks.ts';

/** Maximum number of startups named in a title or summary. */
const MAX_NAMED = 3;
/** Maximum number of startups listed in an entry. */
const MAX_LISTED = 200;

/** @throws BellwetherError `nothing-watched` */
export async function watchFeed(query: AddressQuery, published: Published): Promise<FeedDocument> {
  const { addresses } = published;
  const list = await watchList(query, published);
  if (list.kind === 'nothing' || (list.kind === 'startups' && list.companies.length === 0))
    throw new BellwetherError(
      'nothing-watched',
      'Say what to watch: startups in s, such as s=langfuse,posthog, or facets, such as sector=security. No tracked startup and no facet was named.',
      { status: 400 },
    );
  const weeks = await published.derived(recentWeeks);
  return {
    title: `${nameOf(list)}: engineering signals, weekly`,
    description:
      list.kind === 'startups'
        ? `${counted(list.companies.length, 'startup')}, one entry a week with the numbers of each.`
        : 'One entry a week: who came into this selection of startups, and who left it.',
    page: addresses.at(watchAddress('/watch', list)),
    address: addresses.at(watchAddress('/watch/feed.xml', list)),
    ...weeklyEntries(weeks, (week, before) =>
      list.kind === 'startups'
        ? namedEntry(list, week, before, published)
        : selectionEntry(list, week, before, published),
    ),
  };
}

function nameOf(list: Exclude<WatchList, { kind: 'nothing' }>): string {
  if (list.kind === 'selection') return list.words;
  return someOf(list.companies.map(({ name }) => name));
}

function someOf(names: readonly string[]): string {
  if (names.length <= MAX_NAMED + 1) return listing(names);
  return listing([...names.slice(0, MAX_NAMED), `${names.length - MAX_NAMED} more`]);
}

/** Undefined if the week covers none of them. */
function namedEntry(
  list: Extract<WatchList, { kind: 'startups' }>,
  week: RecentWeek,
  before: RecentWeek | undefined,
  published: Published,
): FeedEntry | undefined {
  const { addresses } = published;
  const covered = list.companies.flatMap(({ slug }) => week.startups.get(slug) ?? []);
  if (covered.length === 0) return undefined;
  const missing = list.companies.filter(({ slug }) => !week.startups.has(slug));
  const changed = covered.filter(isNews);
  return {
    title: `${nameOf(list)}: ${week.name}`,
    url: addresses.at(watchAddress('/watch', list, week.period)),
    summary: `${counted(covered.length, 'startup')} covered${changed.length === 0 ? '; no new signal' : `; new signals: ${someOf(changed.map(({ name }) => name))}`}.`,
    content: html`<ul>
${covered.slice(0, MAX_LISTED).map((startup) => item(startup, week, before?.startups.get(startup.slug), published))}</ul>
${missing.length === 0 ? null : html`<p>Not covered in this week: ${listing(missing.map(({ name }) => name))}.</p>\n`}<p>${week.computation}</p>
`,
    date: week.endedAt,
  };
}

function selectionEntry(
  list: Extract<WatchList, { kind: 'selection' }>,
  week: RecentWeek,
  before: RecentWeek | undefined,
  published: Published,
): FeedEntry | undefined {
  // The first week has nothing to compare with.
  if (!before) return undefined;
  const { words, picked } = list;
  const members = (of: RecentWeek) => {
    const rows = [...of.startups.values()].map((startup) => ({ startup }));
    return pickRows(rows, list.facets, picked).map(({ startup }) => startup);
  };
  const [now, then] = [members(week), members(before)];
  const came = absentFrom(then, now).map(({ startup }) => startup);
  const left = absentFrom(now, then).map(({ startup }) => startup);
  const names = (startups: readonly Startup[]) => startups.map(({ name }) => name);
  return {
    title: `${words}: ${came.length === 0 ? 'no startup came in' : `${someOf(names(came))} came in`}, ${week.name}`,
    url: published.addresses.at(watchAddress('/watch', list, week.period)),
    summary: `${counted(now.length, 'startup')} in it: ${came.length} came in, ${left.length} left.`,
    content: html`${
      came.length === 0
        ? html`<p>No startup came in.</p>\n`
        : html`<p>Came in:</p>
<ul>
${came.slice(0, MAX_LISTED).map((startup) => item(startup, week, before.startups.get(startup.slug), published))}</ul>
`
    }${left.length === 0 ? null : html`<p>Left: ${listing(names(left))}.</p>\n`}<p>${counted(now.length, 'startup')} in it now. ${week.computation}</p>
`,
    date: week.endedAt,
  };
}

function item(
  startup: Startup,
  { period }: RecentWeek,
  then: Startup | undefined,
  { addresses }: Published,
): Html {
  const { slug, name, scores } = startup;
  const past = then
    ? `, ${then.scores.composite} the week before`
    : ', not covered the week before';
  return html`<li><a href="${addresses.startup(slug, period)}">${name}</a>: ${activity(startup)}, score ${scores.composite}${past}; ${signalWords(startup)}.</li>
`;
}
