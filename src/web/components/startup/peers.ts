/** Those ranked next to a startup in its sector, each with a comparison. */
import { type Html, html } from '../../../lib/html.ts';
import type { Sector, Startup } from '../../../pipeline/edition/record.ts';
import { bdi, change, count } from '../format.ts';
import { PATHS, periodHref } from '../links.ts';
import type { EditionView } from '../periods.ts';

const MAX_PEERS = 6;

export function peersSection(startup: Startup, sector: Sector, edition: EditionView): Html | null {
  const { startups } = sector;
  const own = startups.findIndex(({ slug }) => slug === startup.slug);
  const from = Math.max(0, Math.min(own - MAX_PEERS / 2, startups.length - MAX_PEERS - 1));
  const near = startups
    .map((one, index) => ({ one, rank: index + 1 }))
    .slice(from, from + MAX_PEERS + 1);
  if (near.length < 2) return null;
  const period = edition.signals.meta.period.slug;
  // Comparisons show the latest period only.
  const isCompared = period === edition.latest;
  return html`<section aria-labelledby="peers-heading">
<h2 id="peers-heading">Next to it in ${sector.name}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Peers">
<table class="plain peers" data-table="peers">
<caption class="unseen">Startups ranked next to it in ${sector.name}, by score</caption>
<thead><tr><th scope="col" class="number">Rank</th><th scope="col">Startup</th><th scope="col" class="number">Commits</th><th scope="col" class="number">Change</th><th scope="col" class="number">Score</th>${isCompared ? html`<th scope="col"><span class="unseen" data-aside="">Compare</span></th>` : null}</tr></thead>
<tbody>
${near.map(({ one, rank }) => {
  const isOwn = one.slug === startup.slug;
  const name = isOwn
    ? html`<strong>${bdi(one.name)}</strong>`
    : html`<a href="${periodHref(PATHS.startup(one.slug), period, edition)}">${bdi(one.name)}</a>`;
  return html`<tr${isOwn ? html` class="own"` : null}><td class="number">${rank}</td><th scope="row">${name}</th><td class="number">${count(one.commitVelocity14d)}</td><td class="number">${change(one.commitVelocityChange)}</td><td class="number">${one.scores.composite}</td>${isCompared ? html`<td>${isOwn ? null : html`<a href="${PATHS.comparison(startup.slug, one.slug)}">Compare<span class="unseen"> with ${one.name}</span></a>`}</td>` : null}</tr>\n`;
})}</tbody>
</table>
</div>
</section>`;
}
