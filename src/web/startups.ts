/** One startup in one period: what is known, what was counted, and what to check it against. */
import { citationPath } from '../features/citations/files.ts';
import { NotFoundError } from '../lib/errors.ts';
import { type Html, type HtmlValue, html, safeHref } from '../lib/html.ts';
import type {
  EvidenceRecord,
  PartialStartup,
  Sector,
  Startup,
} from '../pipeline/edition/record.ts';
import { stageWords, statusWords } from '../published/company-words.ts';
import { notCoveredRecord, periodsInPart } from '../published/not-covered.ts';
import { coveredPeriods, standingIn } from '../published/startup-numbers.ts';
import { historyChart } from './charts/line-charts.ts';
import { evidenceSection } from './components/evidence.ts';
import {
  bdi,
  change,
  count,
  counted,
  decimal,
  plainName,
  share,
  shortPeriodName,
} from './components/format.ts';
import { layout } from './components/layout.ts';
import { dataHref, PATHS, periodHref } from './components/links.ts';
import { notCoveredPage } from './components/not-covered-page.ts';
import {
  type EditionView,
  editionView,
  periodLine,
  periodLinks,
  periodNotice,
} from './components/periods.ts';
import { briefTable, signal } from './components/tables.ts';
import { TERMS, type Term } from './components/terms.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

export default page({
  path: '/startups/{slug}',
  shownPeriod: CURRENT_PERIOD,
  hasPartialPeriods: true,
  render: async ({ params: { slug = '' }, period, published }) => {
    const { editions, companies } = published;
    const edition = await editionView(period, published);
    const full = (await editions.startups(period)).get(slug);
    const startup = full ?? (await editions.partialStartups(period)).get(slug);
    const evidence = (await editions.evidence(period)).get(slug);
    if (startup && evidence) return startupPage({ startup, evidence, edition });
    const company = companies.get(slug);
    if (company) {
      const missing = await notCoveredRecord(company, period, published);
      const inPart = (await published.derived(periodsInPart)).get(slug);
      return notCoveredPage({ company, missing, inPart, edition });
    }
    throw new NotFoundError(
      'not-found',
      `No tracked startup has the address ${JSON.stringify(slug)}.`,
    );
  },
  addresses: async ({ editions, addresses }) => {
    const startups = await editions.startups(editions.latest);
    const others = await editions.notCovered(editions.latest);
    return [...startups.keys(), ...others.keys()].map((slug) => addresses.startup(slug));
  },
});

export type StartupView = {
  startup: Startup | PartialStartup;
  evidence: EvidenceRecord;
  edition: EditionView;
};

export function startupPage({ startup, evidence, edition }: StartupView): string {
  const { signals, history, baseUrl } = edition;
  const { slug: period, name: periodName } = signals.meta.period;
  const path = PATHS.startup(startup.slug);
  const name = plainName(startup.name);
  const own = history.startups[startup.slug];
  const shown = new Set([period, ...coveredPeriods(history, startup.slug)]);
  const covered = edition.periods.filter(({ slug }) => shown.has(slug));
  const charted = { periods: history.periods, marked: period };
  const sector = signals.sectors.find(({ slug }) => slug === startup.sector);
  const ranked = 'scores' in startup ? startup : undefined;
  const sectorHref = periodHref(
    PATHS.sector(startup.sector),
    ranked ? period : edition.latest,
    edition,
  );
  // Comparisons show the latest period only.
  const compared = period === edition.latest ? sector : undefined;
  const json = `/api/signal?company=${encodeURIComponent(startup.slug)}&period=${encodeURIComponent(period)}`;
  return layout({
    title: `${name}: engineering signal, ${shortPeriodName(periodName)}`,
    description: `${name}: ${counted(startup.commitVelocity14d, 'commit')} in 14 days (${startup.commitVelocityChange}), ${counted(startup.contributors, 'contributor')} in 30 days (${startup.contributorGrowth})${'scores' in startup ? `, score ${startup.scores.composite} of 100` : ''}.`,
    canonical: `${baseUrl}${periodHref(path, period, edition)}`,
    json,
    subject: {
      kind: 'dataset',
      period,
      publishedAt: signals.meta.lastUpdated,
      organization: {
        name,
        website: startup.websiteUrl,
        profiles: [startup.githubUrl, startup.linkedinUrl],
      },
    },
    ...(sector && { parent: { name: sector.name, path: sectorHref } }),
    feed: { title: `${name}, weekly`, path: `${path}/feed` },
    home: periodHref('/', ranked ? period : edition.latest, edition),
    main: html`${periodNotice(path, edition, covered)}
<header class="page">
<h1>${bdi(startup.name)}</h1>
${periodLine(signals)}
<p class="lead">${startup.description}</p>
${facts(startup, html`<a href="${sectorHref}">${sector?.name ?? startup.sector}</a>`)}
${periodLinks(path, edition, covered)}
</header>
${numbers(startup, evidence, sector)}
<section class="history" aria-labelledby="history-heading">
<h2 id="history-heading">History</h2>
<p>One point a week; the dot is this period. A gap is a time that is not covered.</p>
<div class="charts">
${historyChart({ ...charted, label: 'Commits in 14 days', values: own?.velocity ?? [] })}
${historyChart({ ...charted, label: 'Contributors in 30 days', values: own?.contributors ?? [] })}
</div>
</section>
${evidenceSection(evidence, startup.repositoryRoles)}
${ranked && sector && others(ranked, sector, edition)}
<section id="data" aria-labelledby="data-heading">
<h2 id="data-heading">Data</h2>
<ul class="list">
<li><a href="${json}">This startup’s signal as JSON</a></li>
<li><a href="${PATHS.diligence(startup.slug)}">Diligence dossier</a></li>
<li><a href="${PATHS.startupFeed(startup.slug, 'xml')}">Weekly feed</a></li>
${ranked && html`<li><a href="${dataHref(citationPath('apa', startup.slug), period)}">Cite</a></li>\n`}${ranked && compared && neighbourLinks(ranked, compared)}</ul>
</section>`,
  });
}

/** What is publicly known; the rest is left out. */
function facts(startup: Startup | PartialStartup, sector: Html): Html {
  const { geography, websiteUrl, githubUrl, linkedinUrl, statusBasis, stageBasis, lastRound } =
    startup;
  const link = (url: string | null, text: string) =>
    url === null ? null : html`<a href="${safeHref(url)}" rel="noopener nofollow">${text}</a>`;
  const known: [string, Html | string | null][] = [
    ['Status', sourced(statusWords(startup), statusBasis)],
    ['Sector', sector],
    ['Stage', sourced(stageWords(startup), stageBasis ?? lastRound)],
    ['Geography', geography],
    ['Website', link(websiteUrl, host(websiteUrl))],
    ['Code', link(githubUrl, githubUrl.replace(/^https?:\/\//, ''))],
    ['LinkedIn', link(linkedinUrl, 'Company page')],
  ];
  return html`<dl class="facts">${known.map(([fact, value]) =>
    value === null ? null : html`<div><dt>${fact}</dt><dd>${value}</dd></div>\n`,
  )}</dl>`;
}

/** Words with a link to what they were read in; null without any. */
function sourced(words: string, basis: { sourceUrl: string } | null | undefined): Html | null {
  if (words === '') return null;
  return basis
    ? html`${words} <small><a href="${safeHref(basis.sourceUrl)}" rel="noopener nofollow">source</a></small>`
    : html`${words}`;
}

function host(url: string | null): string {
  return url === null || !URL.canParse(url) ? '' : new URL(url).host.replace(/^www\./, '');
}

function numbers(
  startup: Startup | PartialStartup,
  evidence: EvidenceRecord,
  sector: Sector | undefined,
): Html {
  const scores = 'scores' in startup ? startup.scores : undefined;
  return html`<section aria-labelledby="numbers-heading">
<h2 id="numbers-heading">The numbers</h2>
<dl class="numbers">
${'scores' in startup ? tile(TERMS.score, html`${startup.scores.composite} <small>of 100${sector && rank(startup, sector)}</small>`) : null}
${tile(TERMS.signal, signal(startup.signalType, startup.signalStrength))}
${tile(TERMS.commits, html`${count(startup.commitVelocity14d)} <small>${change(startup.commitVelocityChange)} from ${count(evidence.priorVelocity)}</small>`)}
${tile(TERMS.contributors, html`${count(startup.contributors)} <small>${change(startup.contributorGrowth)} from ${count(evidence.priorContributors)}</small>`)}
${scores && tile(TERMS.percentiles, html`<ul><li>${scores.velocity} <small>commits</small></li><li>${scores.growth} <small>growth</small></li><li>${scores.novelty} <small>novelty</small></li></ul>`)}
${tile(TERMS.paceGrowth, decimal(evidence.paceGrowth))}
${tile(TERMS.newcomerShare, share(evidence.newcomerShare))}
${tile(TERMS.agents, share(startup.agentShare))}
${tile(TERMS.newRepositories, count(startup.newRepos))}
</dl>
</section>`;
}

function tile({ name, meaning }: Term, value: HtmlValue): Html {
  return html`<div><dt>${name}</dt><dd class="value">${value}</dd><dd>${meaning}</dd></div>`;
}

function rank(startup: Startup, sector: Sector): string {
  const standing = standingIn([sector], startup);
  return standing ? `, ${standing.rank} of ${sector.startupCount} in its sector` : '';
}

function others(startup: Startup, sector: Sector, edition: EditionView): Html | null {
  const startups = sector.startups.filter(({ slug }) => slug !== startup.slug);
  if (startups.length === 0) return null;
  return html`<section aria-labelledby="others-heading">
<h2 id="others-heading">Others in ${sector.name}</h2>
${briefTable({
  startups,
  caption: `Other startups in ${sector.name}, highest score first`,
  edition,
})}
</section>`;
}

/** Comparisons with the startups ranked just above and below in the sector. */
function neighbourLinks(startup: Startup, { startups }: Sector): Html[] {
  const index = startups.findIndex(({ slug }) => slug === startup.slug);
  return [startups[index - 1], startups[index + 1]]
    .filter((other) => other !== undefined)
    .map(
      ({ slug, name }) =>
        html`<li><a href="${PATHS.comparison(startup.slug, slug)}">Compare with ${bdi(name)}</a></li>\n`,
    );
}
