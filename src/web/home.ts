/** The overview of one period. */
import type { SignalsResponse } from '../pipeline/edition/record.ts';
import { type Html, html } from '../lib/html.ts';
import { parsePeriod } from '../lib/period.ts';
import { COLUMN_DEFINITIONS } from '../faces/site/definitions.ts';
import { bdi, count, counted, longDate, shortPeriodName } from './components/format.ts';
import { layout } from './components/layout.ts';
import { dataHref, onThisSite, periodHref, sectorPath, startupPath } from '../faces/site/links.ts';
import type { HomeModel } from '../faces/site/model.ts';
import { periodLinks, periodNotice } from '../faces/site/periods.ts';
import { briefTable, fullTable } from './components/tables.ts';

const BY_NAME = new Intl.Collator('en');
const TITLE = 'Engineering-acceleration signals of startups';

export function homePage(model: HomeModel): string {
  const { signals, baseUrl } = model;
  const { slug: period, name } = signals.meta.period;
  const home = periodHref('/', period, model);
  const pages = { path: '/', period, periods: model.periods, site: model };
  return layout({
    title: `Engineering signals of startups, ${shortPeriodName(name)} – Bellwether`,
    description: `${counted(signals.meta.totalStartups, 'startup')} in ${counted(signals.meta.totalSectors, 'sector')}, ranked by how their public engineering accelerated in ${name}.`,
    canonical: `${baseUrl}${home}`,
    json: dataHref('/api/signals.json', period),
    home,
    main: html`${periodNotice(pages)}
<header class="page">
<h1>${TITLE}</h1>
<p class="period">${name}</p>
${introduction(signals)}
${periodLinks(pages)}
</header>
${topStartups(model)}
${COLUMN_DEFINITIONS}
${sectors(model)}
${notCovered(model)}
${downloads(model)}`,
  });
}

function introduction({ meta, sectors }: SignalsResponse): Html {
  const startups = sectors.flatMap((sector) => sector.startups);
  const repositories = startups.reduce((sum, startup) => sum + startup.repositories.length, 0);
  const end = parsePeriod(meta.period.slug);
  return html`<p class="lead">Computed from the git history of ${counted(repositories, 'public repository', 'public repositories')} of ${counted(startups.length, 'startup')}: how many commits landed in the 14 days${end && html` to ${longDate(end.lastDay)}`}, compared with the 14 days before and with each startup’s own past half year. Each startup’s page shows what its numbers were computed from.</p>`;
}

function topStartups({ signals, history, latest }: HomeModel): Html {
  const names = new Map(signals.sectors.map(({ slug, name }) => [slug, name]));
  const startups = signals.trending;
  const period = signals.meta.period.slug;
  const caption = `Top ${startups.length}, highest score first`;
  const table = { startups, caption, period, history, site: { latest } };
  return html`<section id="top-startups" aria-labelledby="top-heading">
<h2 id="top-heading">Top ${startups.length === 0 ? 'startups' : startups.length}</h2>
${
  startups.length === 0
    ? html`<p>No startup had enough commits and contributors to be ranked.</p>`
    : html`<p class="about">Highest scores among startups with at least 20 commits and 3 contributors. <a href="#columns">What the columns mean</a></p>
${fullTable(table, names)}`
}
</section>`;
}

function sectors({ signals, history, latest }: HomeModel): Html {
  const period = signals.meta.period.slug;
  return html`<section id="sectors" aria-labelledby="sectors-heading">
<h2 id="sectors-heading">Sectors</h2>
<ul class="jump">${signals.sectors.map(({ slug, name, startupCount }) => html`<li><a href="#sector-${slug}">${name}</a> ${startupCount}</li>\n`)}</ul>
<div class="sectors">
${signals.sectors.map(
  ({ slug, name, description, startups, startupCount }) => html`<section id="sector-${slug}">
<h3><a href="${periodHref(sectorPath(slug), period, { latest })}">${name}</a></h3>
<p class="about">${description}</p>
${briefTable({
  startups,
  caption: `${counted(startupCount, 'startup')} in ${name}, highest score first`,
  period,
  history,
  site: { latest },
})}
</section>
`,
)}</div>
</section>`;
}

function notCovered(model: HomeModel): Html | null {
  const { notCovered, period } = model.signals.meta;
  if (notCovered.length === 0) return null;
  return html`<section id="not-covered" aria-labelledby="not-covered-heading">
<h2 id="not-covered-heading">Not covered in this period</h2>
<p>Startups whose recorded history does not span the period are left out, since unknown is not zero.</p>
<details><summary>${counted(notCovered.length, 'startup')} with reasons</summary>
<ul class="list">${notCovered
    .toSorted((a, b) => BY_NAME.compare(a.name, b.name))
    .map(
      ({ name, slug, reason }) =>
        html`<li>${lastCovered(model, slug, name, period.slug)}: ${reason}.</li>\n`,
    )}</ul>
</details>
</section>`;
}

/** The name, linked to the page of the last period up to this one that has the startup. */
function lastCovered(
  { history, latest }: HomeModel,
  slug: string,
  name: string,
  until: string,
): Html {
  const velocity = history.startups[slug]?.velocity ?? [];
  const last = history.periods.findLast(
    (period, index) => period <= until && typeof velocity[index] === 'number',
  );
  if (last === undefined) return bdi(name);
  return html`<a href="${periodHref(startupPath(slug), last, { latest })}">${bdi(name)}</a>`;
}

function downloads(model: HomeModel): Html {
  const { meta } = model.signals;
  const period = meta.period.slug;
  return html`<section id="data" aria-labelledby="data-heading">
<h2 id="data-heading">Data of this period</h2>
<ul class="list">
<li><a href="${dataHref('/api/signals.json', period)}">signals.json</a>: this page as JSON</li>
<li><a href="${dataHref('/api/signals.csv', period)}">signals.csv</a>: one line a startup, for spreadsheets</li>
<li><a href="${dataHref('/api/dataset.jsonl', period)}">dataset.jsonl</a>: one JSON record a line</li>
<li><a href="/blog/${period}">The digest of this week</a>, generated from these numbers</li>
<li><a href="${onThisSite(meta.manifest, model)}">manifest.json</a>: the signed list of this edition’s files</li>
</ul>
<p>Revision ${count(meta.revision)}, method version ${count(meta.methodVersion)}. Licence: <a rel="license" href="${meta.license}">CC BY 4.0</a>.</p>
<p class="cite">Cite as: ${meta.citation}</p>
</section>`;
}
