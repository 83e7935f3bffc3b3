/** A prediction market and the list of them. */
import { type Html, html } from '../../lib/html.ts';
import type { MarketRecord } from '../../features/markets/market.ts';
import type { Market } from '../../registry/markets.ts';
import { bdi, change, count, decimal } from '../../web/components/format.ts';
import { layout } from '../../web/components/layout.ts';
import { onThisSite } from './links.ts';

/** Candidates that a page lists; the data has all of them. */
const SHOWN = 20;

export function marketsPage(markets: readonly Market[], canonical: string): string {
  return layout({
    title: 'Prediction markets – Bellwether',
    description: 'Open questions that a published edition will decide, with a forecast for each.',
    canonical,
    home: '/',
    main: html`<header class="page">
<h1>Prediction markets</h1>
<p class="lead">Each question is decided by an edition to come, which anyone can compute again. No money is involved.</p>
</header>
<ul class="list">${markets.map(({ slug, question }) => html`<li><a href="/markets/${slug}">${question}</a></li>\n`)}</ul>`,
  });
}

export function marketPage(market: MarketRecord, baseUrl: string): string {
  const json = `/api/markets/${market.slug}`;
  const { forecast, candidates } = market;
  return layout({
    title: `${market.question} – Bellwether`,
    description: `${market.question} ${candidates.length} candidates with a forecast.`,
    canonical: market.url,
    json,
    home: '/',
    main: html`<header class="page">
<h1>${market.question}</h1>
<p class="period">${market.status === 'open' ? `Open, closes ${market.closes}` : 'Resolved'}</p>
<p class="lead">${market.resolver}</p>
</header>
${outcome(market)}
<section aria-labelledby="candidates-heading">
<h2 id="candidates-heading">Candidates</h2>
<p>As they stand in ${forecast.period}. The forecast looks ${forecast.weeksAhead} weeks ahead and is counted over ${count(forecast.cases)} past cases. ${forecast.method}</p>
<table class="plain">
<caption>The first ${Math.min(SHOWN, candidates.length)} of ${candidates.length} candidates, by ${market.metric}</caption>
<thead><tr><th scope="col">Startup</th><th scope="col" class="number">${market.metric}</th><th scope="col" class="number">Forecast</th><th scope="col" class="number">Commits, change</th></tr></thead>
<tbody>
${candidates
  .slice(0, SHOWN)
  .map(
    ({ name, url, value, probability, signal }) =>
      html`<tr><th scope="row"><a href="${onThisSite(url, { baseUrl })}">${bdi(name)}</a></th><td class="number">${count(value)}</td><td class="number">${decimal(probability * 100)}%</td><td class="number">${count(signal.commitVelocity14d)} ${change(signal.commitVelocityChange)}</td></tr>\n`,
  )}</tbody>
</table>
</section>
<section id="data" aria-labelledby="data-heading">
<h2 id="data-heading">Data</h2>
<p><a href="${json}">This market as JSON</a>; source of truth: <a href="${onThisSite(market.sourceOfTruth, { baseUrl })}">${market.sourceOfTruth}</a></p>
</section>`,
  });
}

function outcome({ resolution }: MarketRecord): Html | null {
  if (!resolution) return null;
  const { winner, value, brier } = resolution;
  return html`<section aria-labelledby="outcome-heading">
<h2 id="outcome-heading">Outcome</h2>
<p><a href="/startups/${winner}">${winner}</a> with ${count(value)}.${brier === null ? null : ` Brier score of the forecast at the opening: ${decimal(brier)} (0 is perfect, 2 the worst).`}</p>
</section>`;
}
