/** Those ranked next to a startup in its sector, each with a comparison. */
import { html } from '../../../lib/html.ts';
import type { Sector, Startup } from '../../../pipeline/edition/record.ts';
import { dataTable, numeric } from '../data-table.ts';
import { bdi, change, count } from '../format.ts';
import { PATHS } from '../links.ts';
import { type EditionView, hrefIn } from '../periods.ts';
import { type Section, section } from '../section.ts';

const MAX_PEERS = 6;

export function peersSection(
  startup: Startup,
  sector: Sector,
  edition: EditionView,
): Section | null {
  const { startups } = sector;
  const own = startups.findIndex(({ slug }) => slug === startup.slug);
  const from = Math.max(0, Math.min(own - MAX_PEERS / 2, startups.length - MAX_PEERS - 1));
  const near = startups
    .map((one, index) => ({ one, rank: index + 1 }))
    .slice(from, from + MAX_PEERS + 1);
  if (near.length < 2) return null;
  return section('peers', html`Next to it in ${sector.name}`)`
${dataTable({
  className: 'plain peers',
  caption: `Startups ranked next to it in ${sector.name}, by score`,
  isCaptionUnseen: true,
  headerIndex: 1,
  columns: [
    numeric('Rank'),
    'Startup',
    ...['Commits', 'Change', 'Score'].map(numeric),
    html`<span class="unseen">Compare</span>`,
  ],
  attributes: near.map(({ one }) => (one === startups[own] ? html` class="own"` : null)),
  rows: near.map(({ one, rank }) => {
    const isOwn = one === startups[own];
    const name = isOwn
      ? html`<strong>${bdi(one.name)}</strong>`
      : html`<a href="${hrefIn(edition, PATHS.startup(one.slug))}">${bdi(one.name)}</a>`;
    const comparison = isOwn
      ? null
      : html`<a href="${hrefIn(edition, PATHS.comparison(startup.slug, one.slug))}">Compare<span class="unseen"> with ${one.name}</span></a>`;
    const commits = count(one.commitVelocity14d);
    return [
      rank,
      name,
      commits,
      change(one.commitVelocityChange),
      one.scores.composite,
      comparison,
    ];
  }),
  scrolls: 'Peers',
})}`;
}
