/** The startups that lead a week across all sectors, with what their place rests on. */
import { html } from '../lib/html.ts';
import type { Startup } from '../pipeline/edition/record.ts';
import { statusWords } from '../published/company-words.ts';
import { signalBasis, signalWords } from '../published/signal-words.ts';
import { bdi, change, counted, shortPeriodName } from './components/format.ts';
import { layout } from './components/layout.ts';
import { dataHref, PATHS, periodHref } from './components/links.ts';
import { editionView, periodLine, periodLinks, periodNotice } from './components/periods.ts';
import { CURRENT_PERIOD, page } from './page/page.ts';

export default page({
  path: '/trending',
  shownPeriod: CURRENT_PERIOD,
  render: async ({ period, published }) => {
    const edition = await editionView(period, published);
    const { signals, addresses } = edition;
    const { trending, meta, sectors } = signals;
    const sectorNames = new Map(sectors.map(({ slug, name }) => [slug, name]));
    const entry = (startup: Startup) => {
      const { slug, name, sector, commitVelocity14d, commitVelocityChange, scores } = startup;
      const basis = signalBasis(startup);
      const status = statusWords(startup);
      return html`<li><a href="${periodHref(PATHS.startup(slug), period, edition)}">${bdi(name)}</a> <small>${sectorNames.get(sector) ?? sector}</small>
<p>Score ${scores.composite} of 100; ${counted(commitVelocity14d, 'commit')} in 14 days, ${change(commitVelocityChange)}. ${startup.signalStrength === 'none' ? 'No signal' : `Signal: ${signalWords(startup)}`}.${status === '' ? null : ` ${status}.`}</p>
${basis === '' ? null : html`<p><small>${basis}</small></p>`}</li>
`;
    };
    return layout({
      title: `Trending startups, ${shortPeriodName(meta.period.name)}`,
      description: `The ${counted(trending.length, 'startup')} whose public engineering sped up most in ${meta.period.name}.`,
      canonical: addresses.at(periodHref('/trending', period, edition)),
      json: `${dataHref('/api/trending', period)}&limit=20`,
      subject: { kind: 'dataset', period, publishedAt: meta.lastUpdated },
      home: periodHref('/', period, edition),
      main: html`${periodNotice('/trending', edition)}
<header class="page">
<h1>Trending startups</h1>
${periodLine(signals)}
<p class="lead">The highest scores of the week, of startups with at least 20 commits in 14 days and 3 contributors in 30 days. Startups that were acquired are left out.</p>
${periodLinks('/trending', edition)}
</header>
${trending.length === 0 ? html`<p class="notice">No startup has that much activity in this week.</p>` : html`<ol class="results ranked">${trending.map(entry)}</ol>`}`,
    });
  },
});
