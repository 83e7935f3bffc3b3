/** Two startups side by side. */
import type { EvidenceRecord, HistoryTable, Startup } from '../../pipeline/edition/record.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import { bdi, change, count, decimal, plainName, share } from '../../web/components/format.ts';
import { historyChart } from './history-chart.ts';
import { layout } from '../../web/components/layout.ts';
import { startupPath } from './links.ts';

export type Compared = { startup: Startup; evidence: EvidenceRecord | undefined };

export function comparisonPage(
  pair: readonly [Compared, Compared],
  summary: string,
  history: HistoryTable,
  canonical: string,
): string {
  const [one, other] = pair;
  const title = `${plainName(one.startup.name)} vs ${plainName(other.startup.name)}`;
  return layout({
    title: `${title}: engineering signals – Bellwether`,
    description: summary.slice(0, 300),
    canonical,
    home: '/',
    main: html`<header class="page">
<h1>${bdi(one.startup.name)} vs ${bdi(other.startup.name)}</h1>
<p class="period">Generated from the edition of ${one.startup.period}</p>
<p class="lead">${summary}</p>
</header>
${table(pair)}
<section class="history" aria-labelledby="history-heading">
<h2 id="history-heading">Commits in 14 days</h2>
<p>Each has its own scale.</p>
<div class="charts">
${pair.map(({ startup }) =>
  historyChart({
    label: plainName(startup.name),
    periods: history.periods,
    values: history.startups[startup.slug]?.velocity ?? [],
    marked: startup.period,
  }),
)}
</div>
</section>`,
  });
}

function table(pair: readonly [Compared, Compared]): Html {
  const row = (label: string, value: (compared: Compared) => HtmlValue) =>
    html`<tr><th scope="row">${label}</th>${pair.map((each) => html`<td class="number">${value(each)}</td>`)}</tr>\n`;
  return html`<section aria-labelledby="numbers-heading">
<h2 id="numbers-heading">Side by side</h2>
<table class="plain">
<caption>Numbers of ${pair[0].startup.period}</caption>
<thead><tr><th scope="col">Number</th>${pair.map(({ startup }) => html`<th scope="col" class="number"><a href="${startupPath(startup.slug)}">${bdi(startup.name)}</a></th>`)}</tr></thead>
<tbody>
${row('Composite score', ({ startup }) => startup.scores.composite)}${row('Commits, 14 days', ({ startup }) => count(startup.commitVelocity14d))}${row('Change', ({ startup }) => change(startup.commitVelocityChange))}${row('Contributors, 30 days', ({ startup }) => count(startup.contributors))}${row('Contributor growth', ({ startup }) => change(startup.contributorGrowth))}${row('Commits by or with agents', ({ startup }) => share(startup.agentShare))}${row('New repositories', ({ startup }) => count(startup.newRepos))}${row('Signal', ({ startup }) => `${startup.signalType}, ${startup.signalStrength}`)}${row('Evidence of it', ({ startup, evidence }) => decimal(evidence?.evidence[startup.signalType] ?? 0))}${row('Repositories counted', ({ startup }) => count(startup.repositories.length))}</tbody>
</table>
</section>
<section aria-labelledby="what-heading">
<h2 id="what-heading">What they do</h2>
<dl>${pair.map(({ startup }) => html`<dt>${bdi(startup.name)}</dt><dd>${startup.description}</dd>\n`)}</dl>
</section>`;
}

export function comparisonsPage(
  sectors: readonly { name: string; pairs: readonly (readonly [Startup, Startup])[] }[],
  canonical: string,
): string {
  return layout({
    title: 'Comparisons – Bellwether',
    description: 'Startups that stand next to each other in their sector, side by side.',
    canonical,
    home: '/',
    main: html`<header class="page">
<h1>Comparisons</h1>
<p class="lead">Startups that stand next to each other in their sector’s ranking. Any other two can be compared at <code>/compare/&lt;one&gt;-vs-&lt;other&gt;</code>, with their slugs in the order of the alphabet.</p>
</header>
${sectors.map(
  ({ name, pairs }, index) => html`<section aria-labelledby="sector-${index}">
<h2 id="sector-${index}">${name}</h2>
<ul class="jump">${pairs.map(([one, other]) => html`<li><a href="/compare/${one.slug}-vs-${other.slug}">${bdi(one.name)} vs ${bdi(other.name)}</a></li>\n`)}</ul>
</section>`,
)}`,
  });
}
