/** The dossier of one company: what is known, who says so, and its signal. */
import type { Dossier } from '../../diligence/dossier.ts';
import { type Html, html, safeHref } from '../../html.ts';
import { bdi, change, count, plainName } from './format.ts';
import { layout } from './layout.ts';
import { onThisSite } from './links.ts';

type Deal = Dossier['dossier']['acquiredBy'][number];

export function dossierPage(record: Dossier, slug: string, baseUrl: string): string {
  const { dossier, citation } = record;
  const json = `/api/diligence.json?company=${encodeURIComponent(slug)}`;
  return layout({
    title: `${plainName(dossier.entity)}: diligence dossier – Bellwether`,
    description: `What is publicly known of ${plainName(dossier.entity)}, each fact with its source.`,
    canonical: record.url,
    json,
    home: '/',
    main: html`<header class="page">
<h1>${bdi(dossier.entity)}</h1>
<p class="period">Diligence dossier</p>
<p class="lead">Only facts with a public source stand here. What is missing is unknown to this service, not untrue.</p>
</header>
${deals('Acquired by', dossier.acquiredBy)}
${deals('Acquisitions made', dossier.acquisitionsMade)}
${deals('Backed by', dossier.backedBy)}
${deals('Portfolio', dossier.portfolio)}
${signal(dossier, baseUrl)}
<section aria-labelledby="sources-heading">
<h2 id="sources-heading">Sources</h2>
<ul class="list">${citation.map(
      ({ url, title, kind, date }) =>
        html`<li><a href="${safeHref(onThisSite(url, { baseUrl }))}" rel="noopener nofollow">${title}</a> (${kind}, ${date})</li>\n`,
    )}</ul>
</section>
<section id="data" aria-labelledby="data-heading">
<h2 id="data-heading">Data</h2>
<p><a href="${json}">This dossier as JSON</a></p>
</section>`,
  });
}

function deals(heading: string, list: readonly Deal[]): Html {
  const id = heading.toLowerCase().replaceAll(' ', '-');
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${
  list.length === 0
    ? html`<p>No documented fact.</p>`
    : html`<ul class="list">${list.map(
        (deal) =>
          html`<li>${deal.announcedOn}: <strong>${bdi(deal.organization)}</strong>${deal.round && html`, ${deal.round}`}${deal.role && html` (${deal.role})`}${amount(deal)}${deal.sources.map(({ url, publisher }) => html` <a href="${safeHref(url)}" rel="noopener nofollow">${publisher}</a>`)}</li>\n`,
      )}</ul>`
}
</section>`;
}

function amount({ amount: sum, currency }: Deal): string {
  return sum == null ? '' : `, ${currency ?? ''} ${count(sum)}`;
}

function signal({ signal: startup, notes }: Dossier['dossier'], baseUrl: string): Html {
  return html`<section aria-labelledby="signal-heading">
<h2 id="signal-heading">Engineering signal</h2>
${
  startup &&
  html`<p>In <a href="${onThisSite(startup.evidenceUrl, { baseUrl })}">${startup.period}</a>: ${count(startup.commitVelocity14d)} commits in 14 days (${change(startup.commitVelocityChange)}), ${count(startup.contributors)} contributors in 30 days (${change(startup.contributorGrowth)}), score ${startup.scores.composite} of 100.</p>`
}
${notes.map((note) => html`<p>${note}</p>\n`)}</section>`;
}
