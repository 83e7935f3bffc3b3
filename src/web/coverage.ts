/** The tracked startups that are not covered now, with the reason and what would help. */
import {
  type Coverage,
  coverage,
  GAP_WORDS,
  type Uncovered,
} from '../features/coverage/coverage.ts';
import { type Html, html } from '../lib/html.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { bdi, count, counted, share } from './components/format.ts';
import { layout } from './components/layout.ts';
import { dataHref, PATHS } from './components/links.ts';
import { offsetLinks } from './components/paging.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

const PAGE_LENGTH = 100;

export default page({
  path: '/coverage',
  takes: ['offset'],
  render: async ({ published, query, isWhole }) => {
    const known = await published.derived(coverage);
    const offset = /^\d{1,7}$/.test(query['offset'] ?? '') ? Number(query['offset']) : 0;
    const { period, tracked, covered } = known;
    return layout({
      title: 'Coverage',
      description: `${count(covered)} of ${counted(tracked, 'tracked startup')} are covered in ${period.name}; of the others, what is missing.`,
      canonical: published.addresses.at('/coverage'),
      json: '/api/coverage.json',
      main: coverageDocument(
        known,
        isWhole ? 0 : offset,
        isWhole ? known.items.length : PAGE_LENGTH,
      ),
    });
  },
});

/** @param offset of the startups that are listed */
export function coverageDocument(known: Coverage, offset: number, length = PAGE_LENGTH): Html {
  const { period, tracked, covered, items } = known;
  return html`<header class="page">
<h1>Coverage</h1>
<p class="period">${period.name}</p>
<p class="lead">${count(covered)} of ${counted(tracked, 'tracked startup')} are covered. Unknown is not zero: of the others nothing is said about this week, and each is listed here with what is missing.</p>
</header>
${reasons(known)}
${list(items, offset, length)}
<p><a href="/api/coverage.json">The same as JSON</a>, with the command that would help</p>`;
}

function reasons({ byGap }: Coverage): Html {
  return section('reasons', 'Why')`
${dataTable({
  name: 'reasons',
  caption: 'Startups by reason',
  columns: ['Reason', numeric('Startups')],
  rows: byGap.map(({ gap, startups }) => [GAP_WORDS[gap], count(startups)]),
})}`;
}

function list(items: readonly Uncovered[], offset: number, length: number): Html {
  const shown = items.slice(offset, offset + length);
  return section('startups', 'Not covered')`
${dataTable({
  name: 'startups',
  caption: `${count(shown.length)} of ${counted(items.length, 'startup')}`,
  columns: [
    ...['Startup', 'Reason', 'Repository', 'Held through'],
    numeric('Weight held'),
    ...['Last covered', 'What would help'],
  ],
  rows: shown.map(
    ({ slug, name, gap, repository, heldThrough, weightHeld, lastCovered, remedy }) => [
      html`<a href="${PATHS.startup(slug)}">${bdi(name)}</a>`,
      ...[GAP_WORDS[gap], repository ?? '–', heldThrough ?? 'never', share(weightHeld)],
      lastCovered === null
        ? 'never'
        : html`<a href="${dataHref(PATHS.startup(slug), lastCovered)}">${lastCovered}</a>`,
      remedy,
    ],
  ),
  scrolls: 'Startups',
})}
${offsetLinks('/coverage', { offset, length: PAGE_LENGTH, total: items.length }, ['Before', 'More'])}`;
}
