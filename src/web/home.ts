/** The overview of one period. */

import { type Html, html } from '../lib/html.ts';
import { parsePeriod } from '../lib/period.ts';
import type { SignalsResponse } from '../pipeline/edition/record.ts';
import { bdi, count, counted, longDate, shortPeriodName } from './components/format.ts';
import { layout } from './components/layout.ts';
import { dataHref, onThisSite, PATHS, periodHref } from './components/links.ts';
import {
  type EditionView,
  editionView,
  periodLine,
  periodLinks,
  periodNotice,
} from './components/periods.ts';
import { briefTable, COLUMN_DEFINITIONS, fullTable } from './components/tables.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

export default page({
  path: '/',
  shownPeriod: CURRENT_PERIOD,
  render: async ({ period, published }) => homePage(await editionView(period, published)),
});

/** With more startups, sectors show their first ones, so that the page stays small. */
const MAX_LISTED_IN_FULL = 400;
const FIRST_OF_SECTOR = 5;
const MAX_NOT_COVERED = 250;

const BY_NAME = new Intl.Collator('en');

export function homePage(edition: EditionView): string {
  const { signals, baseUrl } = edition;
  const { slug: period, name } = signals.meta.period;
  const home = periodHref('/', period, edition);
  return layout({
    title: `Engineering signals of startups, ${shortPeriodName(name)}`,
    description: `${counted(signals.meta.totalStartups, 'startup')} in ${counted(signals.meta.totalSectors, 'sector')}, ranked by how their public engineering accelerated in ${name}.`,
    canonical: `${baseUrl}${home}`,
    json: dataHref('/api/signals.json', period),
    subject: { kind: 'dataset', period, publishedAt: signals.meta.lastUpdated },
    home,
    main: html`${periodNotice('/', edition)}
<header class="page">
<h1>Engineering-acceleration signals of startups</h1>
${periodLine(signals)}
${introduction(signals)}
${periodLinks('/', edition)}
</header>
${topStartups(edition)}
${COLUMN_DEFINITIONS}
${sectors(edition)}
${notCovered(edition)}
${downloads(edition)}`,
  });
}

function introduction({ meta, sectors }: SignalsResponse): Html {
  const startups = sectors.flatMap((sector) => sector.startups);
  const repositories = startups.reduce((sum, startup) => sum + startup.repositories.length, 0);
  const end = parsePeriod(meta.period.slug);
  return html`<p class="lead">Computed from the git history of ${counted(repositories, 'public repository', 'public repositories')} of ${counted(startups.length, 'startup')}: how many commits landed in the 14 days${end && html` to ${longDate(end.lastDay)}`}, compared with the 14 days before, and how the pace of the last weeks compares with each startup’s own past year. Each startup’s page shows what its numbers were computed from.</p>`;
}

function topStartups(edition: EditionView): Html {
  const { trending: startups, sectors } = edition.signals;
  const sectorNames = new Map(sectors.map(({ slug, name }) => [slug, name]));
  const caption = `Top ${startups.length}, highest score first`;
  return html`<section id="top-startups" aria-labelledby="top-heading">
<h2 id="top-heading">Top ${startups.length === 0 ? 'startups' : startups.length}</h2>
${
  startups.length === 0
    ? html`<p>No startup had enough commits and contributors to be ranked.</p>`
    : html`<p class="about">Highest scores among startups with at least 20 commits and 3 contributors that were neither acquired nor merged nor closed. <a href="#columns">What the columns mean</a></p>
${fullTable({ startups, caption, edition }, sectorNames)}`
}
</section>`;
}

function sectors(edition: EditionView): Html {
  const { sectors, meta } = edition.signals;
  const shown = meta.totalStartups > MAX_LISTED_IN_FULL ? FIRST_OF_SECTOR : MAX_LISTED_IN_FULL;
  const sectorHref = (slug: string) => periodHref(PATHS.sector(slug), meta.period.slug, edition);
  return html`<section id="sectors" aria-labelledby="sectors-heading">
<h2 id="sectors-heading">Sectors</h2>
<ul class="jump">${sectors.map(({ slug, name, startupCount }) => html`<li><a href="#sector-${slug}">${name}</a> ${startupCount}</li>\n`)}</ul>
<div class="sectors">
${sectors.map(
  ({ slug, name, description, startups, startupCount }) => html`<section id="sector-${slug}">
<h3><a href="${sectorHref(slug)}">${name}</a></h3>
<p class="about">${description}</p>
${briefTable({
  startups: startups.slice(0, shown),
  caption:
    startupCount > shown
      ? `First ${shown} of ${counted(startupCount, 'startup')} in ${name}, highest score first`
      : `${counted(startupCount, 'startup')} in ${name}, highest score first`,
  edition,
})}${
  startupCount > shown
    ? html`
<p><a href="${sectorHref(slug)}">All ${counted(startupCount, 'startup')} in ${name}</a></p>`
    : null
}
</section>
`,
)}</div>
</section>`;
}

function notCovered(edition: EditionView): Html | null {
  const { notCovered, period } = edition.signals.meta;
  if (notCovered.length === 0) return null;
  const sorted = notCovered.toSorted((a, b) => BY_NAME.compare(a.name, b.name));
  const file = `/editions/${period.slug}/not-covered.jsonl`;
  return html`<section id="not-covered" aria-labelledby="not-covered-heading">
<h2 id="not-covered-heading">Not covered in this period</h2>
<p>Startups of whose repositories too little is held in this period are left out, since unknown is not zero.</p>
<details><summary>${counted(notCovered.length, 'startup')} with reasons</summary>
<ul class="list">${sorted
    .slice(0, MAX_NOT_COVERED)
    .map((startup) => html`<li>${pageOf(startup, edition)}: ${startup.reason}.</li>\n`)}</ul>${
    sorted.length > MAX_NOT_COVERED
      ? html`
<p>These are the first ${MAX_NOT_COVERED} by name; <a href="${file}">the file</a> has all ${count(sorted.length)}.</p>`
      : null
  }
</details>
</section>`;
}

/** The name, linked to the startup's page in this period, which says what is known. */
function pageOf({ slug, name }: { slug: string; name: string }, edition: EditionView): Html {
  const period = edition.signals.meta.period.slug;
  return html`<a href="${periodHref(PATHS.startup(slug), period, edition)}">${bdi(name)}</a>`;
}

function downloads({ signals: { meta }, baseUrl }: EditionView): Html {
  const period = meta.period.slug;
  return html`<section id="data" aria-labelledby="data-heading">
<h2 id="data-heading">Data of this period</h2>
<ul class="list">
<li><a href="${dataHref('/api/signals.json', period)}">signals.json</a>: this page as JSON</li>
<li><a href="${dataHref('/api/signals.csv', period)}">signals.csv</a>: one line a startup, for spreadsheets</li>
<li><a href="${dataHref('/api/dataset.jsonl', period)}">dataset.jsonl</a>: one JSON record a line</li>
<li><a href="${PATHS.post(period)}">The digest of this week</a>, generated from these numbers</li>
<li><a href="${onThisSite(meta.manifest, { baseUrl })}">manifest.json</a>: the signed list of this edition’s files</li>
</ul>
<p>Revision ${count(meta.revision)}, method version ${count(meta.methodVersion)}. Licence: <a rel="license" href="${meta.license}">CC BY 4.0</a>.</p>
<p class="cite">Cite as: ${meta.citation}</p>
</section>`;
}
