/** One startup in one period: what is known, what was counted, and what to check it against. */
import type { Sector, Startup } from '../../pipeline/edition/record.ts';
import { type Html, type HtmlValue, html, safeHref } from '../../lib/html.ts';
import { comparisonSlug } from '../../lib/addresses.ts';
import { evidenceSection } from '../../web/components/evidence.ts';
import {
  bdi,
  change,
  count,
  counted,
  decimal,
  plainName,
  share,
  shortPeriodName,
} from '../../web/components/format.ts';
import { historyChart } from './history-chart.ts';
import { layout } from '../../web/components/layout.ts';
import { periodHref, sectorPath, startupPath } from './links.ts';
import type { StartupModel } from './model.ts';
import { periodLinks, periodNotice } from './periods.ts';
import { briefTable, signal } from '../../web/components/tables.ts';
import { TERMS, type Term } from '../../web/components/terms.ts';

export function startupPage(model: StartupModel): string {
  const { startup, signals, history, baseUrl } = model;
  const { slug: period, name: periodName } = signals.meta.period;
  const path = startupPath(startup.slug);
  const name = plainName(startup.name);
  const own = history.startups[startup.slug];
  const isCovered = (slug: string) =>
    typeof own?.velocity[history.periods.indexOf(slug)] === 'number';
  const periods = model.periods.filter(({ slug }) => slug === period || isCovered(slug));
  const pages = { path, period, periods, site: model };
  const charted = { periods: history.periods, marked: period };
  const json = `/api/signal?company=${encodeURIComponent(startup.slug)}&period=${encodeURIComponent(period)}`;
  return layout({
    title: `${name}: engineering signal, ${shortPeriodName(periodName)} – Bellwether`,
    description: `${name}: ${counted(startup.commitVelocity14d, 'commit')} in 14 days (${startup.commitVelocityChange}), ${counted(startup.contributors, 'contributor')} in 30 days (${startup.contributorGrowth}), score ${startup.scores.composite} of 100.`,
    canonical: `${baseUrl}${periodHref(path, period, model)}`,
    json,
    feed: { title: `${name}, weekly`, path: `${path}/feed` },
    home: periodHref('/', period, model),
    main: html`${periodNotice(pages)}
<header class="page">
<h1>${bdi(startup.name)}</h1>
<p class="period">${periodName}</p>
<p class="lead">${startup.description}</p>
${facts(model)}
${periodLinks(pages)}
</header>
${numbers(model)}
<section class="history" aria-labelledby="history-heading">
<h2 id="history-heading">History</h2>
<p>One point a week; the dot is this period. A gap is a time that is not covered.</p>
<div class="charts">
${historyChart({ ...charted, label: 'Commits in 14 days', values: own?.velocity ?? [] })}
${historyChart({ ...charted, label: 'Contributors in 30 days', values: own?.contributors ?? [] })}
</div>
</section>
${evidenceSection(model.evidence, signals.meta.period)}
${others(model)}
<section id="data" aria-labelledby="data-heading">
<h2 id="data-heading">Data</h2>
<ul class="list">
<li><a href="${json}">This startup’s signal as JSON</a></li>
<li><a href="/diligence/${startup.slug}">Diligence dossier</a></li>
<li><a href="/startups/${startup.slug}/feed.xml">Weekly feed</a></li>
<li><a href="/api/cite/apa/${startup.slug}?period=${period}">Cite</a></li>
${neighbourLinks(model)}</ul>
</section>`,
  });
}

/** What is publicly known; what is not known is left out. */
function facts({ startup, signals, latest }: StartupModel): Html {
  const sector = signals.sectors.find(({ slug }) => slug === startup.sector);
  const link = (url: string | null, text: string) =>
    url === null ? null : html`<a href="${safeHref(url)}" rel="noopener nofollow">${text}</a>`;
  const sectorLink = html`<a href="${periodHref(sectorPath(startup.sector), signals.meta.period.slug, { latest })}">${sector?.name ?? startup.sector}</a>`;
  const known: [string, Html | string | null][] = [
    ['Sector', sectorLink],
    ['Stage', startup.stage],
    ['Geography', startup.geography],
    ['Website', link(startup.websiteUrl, host(startup.websiteUrl))],
    ['Code', link(startup.githubUrl, startup.githubUrl.replace(/^https?:\/\//, ''))],
    ['LinkedIn', link(startup.linkedinUrl, 'Company page')],
  ];
  return html`<dl class="facts">${known.map(([fact, value]) =>
    value === null ? null : html`<div><dt>${fact}</dt><dd>${value}</dd></div>\n`,
  )}</dl>`;
}

function numbers({ startup, evidence, signals }: StartupModel): Html {
  const { scores } = startup;
  const strongest = Math.max(0, ...Object.values(evidence.evidence));
  const noted =
    strongest === 0
      ? html`<span class="weak">none</span> <small>no evidence of any kind</small>`
      : signal(startup.signalType, startup.signalStrength);
  return html`<section aria-labelledby="numbers-heading">
<h2 id="numbers-heading">The numbers</h2>
<dl class="numbers">
${tile(TERMS.score, html`${scores.composite} <small>of 100${rank(startup, signals.sectors)}</small>`)}
${tile(TERMS.signal, noted)}
${tile(TERMS.commits, html`${count(startup.commitVelocity14d)} <small>${change(startup.commitVelocityChange)} from ${count(evidence.priorVelocity)}</small>`)}
${tile(TERMS.contributors, html`${count(startup.contributors)} <small>${change(startup.contributorGrowth)} from ${count(evidence.priorContributors)}</small>`)}
${tile(TERMS.percentiles, html`<ul><li>${scores.velocity} <small>commits</small></li><li>${scores.growth} <small>acceleration</small></li><li>${scores.novelty} <small>novelty</small></li></ul>`)}
${tile(TERMS.acceleration, decimal(evidence.acceleration))}
${tile(TERMS.agents, share(startup.agentShare))}
${tile(TERMS.newRepositories, count(startup.newRepos))}
</dl>
</section>`;
}

function tile({ name, meaning }: Term, value: HtmlValue): Html {
  return html`<div><dt>${name}</dt><dd class="value">${value}</dd><dd>${meaning}</dd></div>`;
}

function rank(startup: Startup, sectors: readonly Sector[]): string {
  const sector = sectors.find(({ slug }) => slug === startup.sector);
  const index = sector?.startups.findIndex(({ slug }) => slug === startup.slug) ?? -1;
  return sector && index >= 0 ? `, ${index + 1} of ${sector.startups.length} in its sector` : '';
}

function others({ startup, signals, history, latest }: StartupModel): Html | null {
  const sector = signals.sectors.find(({ slug }) => slug === startup.sector);
  const startups = sector?.startups.filter(({ slug }) => slug !== startup.slug) ?? [];
  if (!sector || startups.length === 0) return null;
  return html`<section aria-labelledby="others-heading">
<h2 id="others-heading">Others in ${sector.name}</h2>
${briefTable({
  startups,
  caption: `Other startups in ${sector.name}, highest score first`,
  period: signals.meta.period.slug,
  history,
  site: { latest },
})}
</section>`;
}

/** Comparisons with the startups that stand next to this one in its sector. */
function neighbourLinks({ startup, signals, latest }: StartupModel): Html[] {
  // Comparisons show the current period alone.
  if (signals.meta.period.slug !== latest) return [];
  const startups = signals.sectors.find(({ slug }) => slug === startup.sector)?.startups ?? [];
  const index = startups.findIndex(({ slug }) => slug === startup.slug);
  return [startups[index - 1], startups[index + 1]].flatMap((other) =>
    other
      ? [
          html`<li><a href="/compare/${comparisonSlug(startup.slug, other.slug)}">Compare with ${bdi(other.name)}</a></li>\n`,
        ]
      : [],
  );
}

function host(url: string | null): string {
  return url === null || !URL.canParse(url) ? '' : new URL(url).host.replace(/^www\./, '');
}
