/** The dossier of one entity as a timeline with sources, and the list of all dossiers. */
import { dossierBySlug } from '../features/diligence/compile.ts';
import type { Dossier } from '../features/diligence/dossier.ts';
import { type Entity, entitiesOf } from '../features/diligence/entities.ts';
import { backedBy, boughtBy } from '../features/diligence/portfolio.ts';
import {
  headLines,
  noticeLines,
  sourceDate,
  sourceKind,
  timelineOf,
} from '../features/diligence/sentences.ts';
import { diligenceUsage } from '../features/diligence/usage.ts';
import { listedWeek } from '../features/selection/listed-week.ts';
import { type Html, html, safeHref } from '../lib/html.ts';
import type { Published } from '../published/published.ts';
import { figures } from './components/dossier/figures.ts';
import { portfolioSection } from './components/dossier/portfolio.ts';
import { filteredList, LIST_PARAMETERS } from './components/filtered-list.ts';
import { bdi, change, count, counted, plainName } from './components/format.ts';
import { layout } from './components/layout.ts';
import { onThisSite, PATHS } from './components/links.ts';
import { editionView } from './components/periods.ts';
import { timeline } from './components/timeline.ts';
import { page } from './page/page.ts';

const LISTS = [
  { id: 'startup', name: 'Tracked startups' },
  { id: 'company', name: 'Acquirers and other companies' },
  { id: 'fund', name: 'Funds and other investors' },
] as const;

export default [
  page({
    path: '/diligence',
    takes: LIST_PARAMETERS,
    render: async ({ published, query }) => {
      const { all: entities } = await published.derived(entitiesOf);
      const { coverage } = await diligenceUsage(published);
      return layout({
        title: 'Diligence dossiers',
        description: 'What is publicly known of companies and funds, each fact with its source.',
        ...(Object.keys(query).length === 0 && { canonical: published.addresses.diligence() }),
        modules: ['filter'],
        json: '/api/diligence.json',
        main: html`<header class="page">
<h1>Diligence dossiers</h1>
<p class="lead">Who acquired a company, who backed it, and how its engineering is doing. Behind every deal stands a press release of a party, a regulatory filing, or a disclosure by both sides.</p>
<p>${counted(coverage.answerableEntities, 'dossier')}: ${counted(coverage.trackedCompanies, 'tracked startup')}, ${counted(coverage.documentedAcquisitions, 'acquisition')} by ${counted(coverage.acquirers, 'acquirer')}, ${counted(coverage.fundsWithPortfolio, 'fund')} with a portfolio.</p>
</header>
${filteredList({
  path: '/diligence',
  label: 'Filter companies and funds',
  one: 'dossier',
  many: 'dossiers',
  kinds: LISTS,
  items: entities.map(({ slug, name, kind, formerly }) => ({
    name,
    href: PATHS.diligence(slug),
    kind,
    also: formerly,
  })),
  query,
})}`,
      });
    },
  }),
  page({
    path: '/diligence/{slug}',
    render: async ({ params: { slug = '' }, published }) => {
      const entity = (await published.derived(entitiesOf)).get(slug);
      if (!entity) return undefined;
      return dossierPage(await dossierBySlug(slug, published), entity, published);
    },
    addresses: async (published) =>
      (await published.derived(entitiesOf)).all.map(({ slug }) =>
        published.addresses.diligence(slug),
      ),
  }),
];

async function dossierPage(record: Dossier, known: Entity, published: Published): Promise<string> {
  const { dossier, citation } = record;
  const { entity } = dossier;
  const { slug } = known;
  const { editions, companies } = published;
  const followed = [...new Set([...backedBy(known), ...boughtBy(known)])].filter((other) =>
    companies.get(other),
  );
  const edition = await editionView(editions.latest, published);
  const listed = (await listedWeek(editions.latest, published)).filter(({ startup }) =>
    followed.includes(startup.slug),
  );
  const json = `/api/diligence.json?company=${encodeURIComponent(slug)}`;
  const files = `${PATHS.diligence(slug)}/dossier`;
  const events = timelineOf(record);
  return layout({
    title: `${plainName(entity)}: diligence dossier`,
    description: `What is publicly known of ${plainName(entity)}, each fact with its source.`,
    canonical: record.url,
    subject: { kind: 'organization', organization: { name: plainName(entity) } },
    json,
    modules: ['watch'],
    main: html`<div class="dossier">
<header class="page">
<h1>${bdi(entity)}</h1>
<p class="period">Diligence dossier${known.company && html` · <a href="${PATHS.startup(slug)}">its engineering, week by week</a>`}</p>
<p class="lead">Only facts with a public source stand here. What is missing is unknown to this service, not untrue.</p>
<ul class="list">${headLines({ ...record, dossier: { ...dossier, signal: null, notes: [] } }).map((line) => html`<li>${bdi(line)}</li>\n`)}</ul>
</header>
${figures(known, followed.length)}
${portfolioSection(listed, followed, edition)}
<section aria-labelledby="timeline-heading">
<h2 id="timeline-heading">Timeline</h2>
${events.length > 0 ? timeline(events) : html`<p>No documented fact.</p>`}
</section>
${list('notices', 'Disputed, corrected, withdrawn', noticeLines(record))}
${list('unknown', 'Not known', dossier.notKnown)}
${signal(dossier, published)}
<section aria-labelledby="sources-heading">
<h2 id="sources-heading">Sources</h2>
<ul class="list">${citation.map(
      (source) =>
        html`<li><a href="${safeHref(onThisSite(source.url, published))}" rel="noopener nofollow">${source.title}</a> (${kindOf(source)}, ${sourceDate(source)})</li>\n`,
    )}</ul>
</section>
<section id="data" aria-labelledby="data-heading">
<h2 id="data-heading">Data</h2>
<ul class="jump">
<li><a href="${json}">JSON</a></li>
<li><a href="${files}.md">Markdown</a></li>
<li><a href="${files}.pdf">PDF</a></li>
</ul>
</section>
</div>`,
  });
}

/** What is not the original leads to it, where its address is known. */
function kindOf(source: Dossier['citation'][number]): Html | string {
  const { originalUrl } = source;
  return originalUrl === undefined
    ? sourceKind(source)
    : html`<a href="${safeHref(originalUrl)}" rel="noopener nofollow">${sourceKind(source)}</a>`;
}

function list(id: string, heading: string, lines: readonly string[]): Html | null {
  if (lines.length === 0) return null;
  return html`<section aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}</h2>
<ul class="list">${lines.map((line) => html`<li>${bdi(line)}</li>\n`)}</ul>
</section>`;
}

function signal({ signal: startup, notes }: Dossier['dossier'], site: { baseUrl: string }): Html {
  return html`<section aria-labelledby="signal-heading">
<h2 id="signal-heading">Engineering signal</h2>
${
  startup &&
  html`<p>In <a href="${onThisSite(startup.evidenceUrl, site)}">${startup.period}</a>: ${count(startup.commitVelocity14d)} commits in 14 days (${change(startup.commitVelocityChange)}), ${count(startup.contributors)} contributors in 30 days (${change(startup.contributorGrowth)}), score ${startup.scores.composite} of 100.</p>`
}
${notes.map((note) => html`<p>${note}</p>\n`)}</section>`;
}
