/** The prediction markets and their list. */
import { apportion } from '../features/markets/forecast.ts';
import { type MarketRecord, marketOf } from '../features/markets/market.ts';
import { type Html, html } from '../lib/html.ts';
import { bdi, change, count, decimal } from './components/format.ts';
import { layout } from './components/layout.ts';
import { onThisSite, PATHS } from './components/links.ts';
import { page } from './page/page.ts';

export default [
  page({
    path: '/markets',
    render: async ({ published: { registry, addresses } }) =>
      layout({
        title: 'Prediction markets',
        description:
          'Open questions that a published edition will decide, with a forecast for each.',
        canonical: addresses.at('/markets'),
        main: html`<header class="page">
<h1>Prediction markets</h1>
<p class="lead">Each question is decided by an edition to come, which anyone can compute again. No money is involved.</p>
</header>
<ul class="list">${registry.markets.map(({ slug, question }) => html`<li><a href="${PATHS.market(slug)}">${question}</a></li>\n`)}</ul>`,
      }),
  }),
  page({
    path: '/markets/{slug}',
    render: async ({ params: { slug = '' }, published }) =>
      marketPage(await marketOf(slug, published), published),
    addresses: async ({ registry, addresses }) =>
      registry.markets.map(({ slug }) => addresses.market(slug)),
  }),
];

/** How many candidates the page lists; the data has all of them. */
const MAX_SHOWN = 20;

function marketPage(market: MarketRecord, site: { baseUrl: string }): string {
  const json = `/api/markets/${market.slug}`;
  const { forecast, candidates } = market;
  /** In hundredths of a percent. */
  const shares = apportion(
    candidates.map(({ probability }) => probability),
    4,
  ).map((share) => Math.round(share * 10_000));
  const others = shares.slice(MAX_SHOWN).reduce((sum, share) => sum + share, 0);
  return layout({
    title: market.question,
    description: `${market.question} ${candidates.length} candidates with a forecast.`,
    canonical: market.url,
    json,
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
<caption>The first ${Math.min(MAX_SHOWN, candidates.length)} of ${candidates.length} candidates, by ${market.metric}</caption>
<thead><tr><th scope="col">Startup</th><th scope="col" class="number">${market.metric}</th><th scope="col" class="number">Forecast</th><th scope="col" class="number">Commits, change</th></tr></thead>
<tbody>
${candidates
  .slice(0, MAX_SHOWN)
  .map(
    ({ name, url, value, signal }, index) =>
      html`<tr><th scope="row"><a href="${onThisSite(url, site)}">${bdi(name)}</a></th><td class="number">${count(value)}</td><td class="number">${percent(shares[index] ?? 0)}%</td><td class="number">${count(signal.commitVelocity14d)} ${change(signal.commitVelocityChange)}</td></tr>\n`,
  )}${candidates.length > MAX_SHOWN ? html`<tr><th scope="row">All others</th><td></td><td class="number">${percent(others)}%</td><td></td></tr>\n` : null}</tbody>
</table>
</section>
<section id="data" aria-labelledby="data-heading">
<h2 id="data-heading">Data</h2>
<p><a href="${json}">This market as JSON</a>; source of truth: <a href="${onThisSite(market.sourceOfTruth, site)}">${market.sourceOfTruth}</a></p>
</section>`,
  });
}

/** `1234` hundredths as `12.34` */
function percent(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

function outcome({ resolution }: MarketRecord): Html | null {
  if (!resolution) return null;
  const { winner, value, brier } = resolution;
  return html`<section aria-labelledby="outcome-heading">
<h2 id="outcome-heading">Outcome</h2>
<p><a href="${PATHS.startup(winner)}">${winner}</a> with ${count(value)}.${brier === null ? null : ` Brier score of the forecast at the opening: ${decimal(brier)} (0 is perfect, 2 the worst).`}</p>
</section>`;
}
