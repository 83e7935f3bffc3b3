/** Publications with their dates, corrections with their reasons, and changes of the method. */
import { type Html, html } from '../lib/html.ts';
import type { Changelog } from '../pipeline/edition/all-periods.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { count, counted } from './components/format.ts';
import { periodHref } from './components/links.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

export default page({
  path: '/changelog',
  render: async ({ published: { editions } }) => {
    const changelog = await editions.changelog();
    const { periods, methodChanges } = changelog;
    return {
      title: 'Changelog',
      description:
        'Which weeks were published when, what was corrected and why, and how the method changed.',
      json: '/api/changelog.json',
      lead: 'A published week does not change silently. A correction is a new revision with its reason, and the revision before it stays readable.',
      main: html`${section('corrections', 'Corrections')`
${corrections(periods)}`}
${section('method', 'The method')`
<dl>${methodChanges.map(
  ({
    version,
    date,
    change,
  }) => html`<dt>Version ${version}, <time datetime="${date}">${date}</time></dt>
<dd>${change}</dd>
`,
)}</dl>
<p><a href="/methodology">The method as it is now</a></p>`}
${section('weeks', 'Weeks')`
${weeks(changelog)}`}`,
    };
  },
});

type Period = Changelog['periods'][number];

/** One reason is often that of many weeks. */
function corrections(periods: readonly Period[]): Html {
  const all = periods.flatMap(({ slug, corrections: own }) =>
    own.map(({ correction }) => ({ slug, reason: correction })),
  );
  if (all.length === 0) return html`<p>No published week has been corrected so far.</p>`;
  return html`<dl>${[...Map.groupBy(all, ({ reason }) => reason)].map(([reason, corrected]) => {
    const slugs = [...new Set(corrected.map(({ slug }) => slug))];
    const [newest = '', oldest = newest] = [slugs[0], slugs.at(-1)];
    const which =
      newest === oldest ? newest : `${oldest} to ${newest} (${counted(slugs.length, 'week')})`;
    return html`<dt>${which}</dt>
<dd>${sentence(reason)}</dd>
`;
  })}</dl>`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

function weeks({ periods, latestPeriod }: Changelog): Html {
  return dataTable({
    caption: `${counted(periods.length, 'week')}, newest first`,
    columns: [
      'Week',
      { title: 'Published', cellClass: 'date' },
      ...['Startups', 'Not covered', 'Revision'].map(numeric),
    ],
    rows: periods.map((period) => {
      const { slug, name, refreshedAt, totalStartups, notCovered, revision, isPartial } = period;
      const week = isPartial
        ? html`${name} <small>in part: no ranking</small>`
        : html`<a href="${periodHref('/', slug, { latest: latestPeriod ?? '' })}">${name}</a>`;
      const published = html`<time datetime="${refreshedAt}">${refreshedAt.slice(0, 10)}</time>`;
      return [week, published, count(totalStartups), count(notCovered), revision];
    }),
    scrolls: 'Published weeks',
  });
}
