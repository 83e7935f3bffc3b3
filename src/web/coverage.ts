/** The tracked startups that are not covered now, with the reason and what would help. */
import { type Coverage, coverage, GAP_WORDS } from '../features/coverage/coverage.ts';
import { type Html, html } from '../lib/html.ts';
import { type FilteredList, filteredList, LIST_PARAMETERS } from './components/filtered-list.ts';
import { count, counted } from './components/format.ts';
import { dataHref, PATHS } from './components/links.ts';
import { page } from './page/page.ts';

export default page({
  path: '/coverage',
  takes: LIST_PARAMETERS,
  render: async ({ published, query }) => {
    const { addresses } = published;
    const known = await published.derived(coverage);
    const { period, tracked, covered } = known;
    return {
      title: 'Coverage',
      description: `${count(covered)} of ${counted(tracked, 'tracked startup')} are covered in ${period.name}; of the others, what is missing.`,
      address: addresses.at('/coverage'),
      json: '/api/coverage.json',
      isWide: true,
      dated: html`<p class="period">${period.name}</p>`,
      lead: `${count(covered)} of ${counted(tracked, 'tracked startup')} are covered. Nothing is claimed about the others this week: each is listed here with what is missing.`,
      main: coverageDocument(known, query),
    };
  },
});

export function coverageDocument({ items }: Coverage, query: FilteredList['query']): Html {
  return html`${filteredList({
    query,
    path: '/coverage',
    label: 'Filter startups that are not covered',
    one: 'startup',
    many: 'startups',
    nameTitle: 'Startup',
    kinds: Object.entries(GAP_WORDS).map(([value, label]) => ({ value, label })),
    columns: [
      { name: 'reason', title: 'Reason', holds: 'text' },
      { name: 'repository', title: 'Repository', holds: 'text' },
      { name: 'held', title: 'Held through', holds: 'date' },
      { name: 'last', title: 'Last covered', holds: 'date' },
      { name: 'remedy', title: 'What would help', holds: 'text' },
    ],
    items: items.map(({ slug, name, gap, repository, heldThrough, ...one }) => ({
      name,
      slug,
      href: PATHS.startup(slug),
      kind: gap,
      cells: {
        reason: GAP_WORDS[gap],
        repository,
        held: heldThrough,
        last: one.lastCovered && {
          text: one.lastCovered,
          href: dataHref(PATHS.startup(slug), one.lastCovered),
        },
        remedy: one.remedy,
      },
    })),
  })}`;
}
