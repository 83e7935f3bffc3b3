/** The house entry: its latest forecasts, its record, the back-test and the model. */

import type { ForecastModel } from '../features/forecasts/chances.ts';
import {
  backTest,
  currentModel,
  type GradedPart,
  houseRecord,
} from '../features/forecasts/house-record.ts';
import { incompletenessNote } from '../features/forecasts/incompleteness.ts';
import type { HouseEntry } from '../features/forecasts/log.ts';
import { stageRows } from '../features/forecasts/model-table.ts';
import { MIN_IN_BIN } from '../features/forecasts/scores.ts';
import { oneDecimal, verdictOf, withInterval } from '../features/forecasts/verdict.ts';
import { type Html, html } from '../lib/html.ts';
import { dayOf } from '../lib/period.ts';
import { percent } from '../lib/prose.ts';
import type { Published } from '../published/published.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { bdi, count, counted } from './components/format.ts';
import { layout } from './components/layout.ts';
import { PATHS } from './components/links.ts';
import { page } from './page/page.ts';

const MAX_SHOWN = 20;

export default page({
  path: '/forecasts',
  // Forecasts are graded as days go by.
  isLive: true,
  prepares: [backTest],
  render: async ({ published }) => {
    const today = dayOf(Date.now() / 1000);
    const record = await houseRecord(published, today);
    const tested = await published.derived(backTest);
    const verdict = verdictOf(tested);
    return layout({
      title: 'The house entry',
      description: `What Bellwether itself forecasts of every covered startup, and how good it was. ${verdict}`,
      canonical: published.addresses.at('/forecasts'),
      json: '/api/forecasts.json',
      main: html`<header class="page">
<h1>The house entry</h1>
<p class="lead">For every covered startup, each week: the probability that a round, a valuation of a billion or an acquisition is announced within 90 days.</p>
</header>
<section aria-labelledby="skill-heading">
<h2 id="skill-heading">Is it any good?</h2>
<p>${verdict}</p>
<p>${incompletenessNote(published.registry)}</p>
</section>
${latestOf(record.latest, published)}
<section aria-labelledby="live-heading">
<h2 id="live-heading">Live record</h2>
<p>${liveWords(record.live)}</p>
${scoresTable('live', record.live)}
${reliabilityOf('live', record.live)}
${record.backfilled.editions === 0 ? null : html`<p>${counted(record.backfilled.editions, 'entry', 'entries')} in the log ${record.backfilled.editions === 1 ? 'was' : 'were'} made too late to count as live, and ${record.backfilled.editions === 1 ? 'is' : 'are'} marked as a back-test.</p>`}
</section>
<section aria-labelledby="backtest-heading">
<h2 id="backtest-heading">Back-test</h2>
<p>What today’s model would have forecast at the end of each week from ${tested.from} to ${tested.to}, each time from what had been announced by then. The registry is used as it is known today, so a round that was found later counts on the day of its announcement. None of this was forecast at the time, and the live record does not count it.</p>
${scoresTable('tested', tested)}
${reliabilityOf('tested', tested)}
</section>
${modelOf(await currentModel(published))}
<section aria-labelledby="log-heading">
<h2 id="log-heading">The log</h2>
<p>${counted(record.log.entries, 'entry', 'entries')} in <a href="/api/forecasts.jsonl">the log of forecasts</a>, which is only added to; its last line has the SHA-256 <code>${record.log.head.slice(0, 16)}…</code> Keep it, and you can tell later that nothing before it was changed.</p>
<p><a href="/api/forecasts.json">All of this as JSON</a>, <a href="/markets">the markets</a>, <a href="/members">the cohort</a></p>
</section>`,
    });
  },
});

function latestOf(latest: HouseEntry | null, { registry }: Published): Html {
  if (!latest)
    return html`<section><h2>Latest forecasts</h2><p>Nothing has been logged here yet. The weekly publication logs the first entry.</p></section>`;
  const names = new Map(registry.companies.map(({ slug, name }) => [slug, name]));
  const rows = Object.entries(latest.forecasts)
    .sort(([a, [one]], [b, [other]]) => other - one || (a < b ? -1 : 1))
    .slice(0, MAX_SHOWN);
  const kind =
    latest.timing === 'live' ? 'Live' : 'Back-test: the edition was made too late to count as live';
  return html`<section aria-labelledby="latest-heading">
<h2 id="latest-heading">Latest forecasts</h2>
<p>${kind}. Entry ${count(latest.number)}, for ${latest.period}: events in the ${latest.days} days after ${latest.after}.</p>
${dataTable({
  name: 'latest',
  caption: `The first ${rows.length} of ${Object.keys(latest.forecasts).length} startups, the likeliest first`,
  columns: ['Startup', numeric('Forecast'), numeric('Base rate')],
  rows: rows.map(([slug, [probability, base]]) => [
    html`<a href="${PATHS.startup(slug)}">${bdi(names.get(slug) ?? slug)}</a>`,
    oneDecimal(probability),
    oneDecimal(base),
  ]),
})}
</section>`;
}

function liveWords({ editions, graded }: GradedPart): string {
  if (editions === 0) return 'No live edition has been logged yet, so there is nothing to grade.';
  if (graded === 0)
    return `${counted(editions, 'live edition')} logged; the 90 days of none of them are over yet.`;
  return `${count(graded)} of ${counted(editions, 'live edition')} graded.`;
}

type GradedName = 'live' | 'tested';

function scoresTable(name: GradedName, { scores }: GradedPart): Html | null {
  if (!scores) return null;
  const { forecasts, companies, hits, brier, log, skill } = scores;
  const rows = [
    ['Brier', brier, skill?.brier],
    ['Log', log, skill?.log],
  ] as const;
  return dataTable({
    name: `${name}-scores`,
    caption: `${counted(forecasts, 'forecast')} of ${counted(companies, 'startup')}; ${count(hits)} came true`,
    columns: [
      ...['Score', numeric('Forecast'), numeric('Base rate by stage')],
      'Skill (95% interval)',
    ],
    rows: rows.map(([score, { forecast, base }, interval]) => [
      ...[score, forecast.toFixed(4), base.toFixed(4)],
      interval ? withInterval(interval) : 'unknown',
    ]),
  });
}

function reliabilityOf(name: GradedName, { reliability, scores }: GradedPart): Html | null {
  if (!scores) return null;
  const bins = reliability.filter(({ forecasts }) => forecasts > 0);
  return dataTable({
    name: `${name}-reliability`,
    caption: `Reliability: of forecasts of about this much, how many came true; shown from ${MIN_IN_BIN} forecasts`,
    columns: ['Forecast', ...['Forecasts', 'Mean', 'Came true'].map(numeric)],
    rows: bins.map(({ from, to, forecasts, meanProbability, share }) => [
      `${percent(from)} to ${percent(to)}`,
      count(forecasts),
      meanProbability === null ? 'too few' : oneDecimal(meanProbability),
      share === null ? 'too few' : oneDecimal(share),
    ]),
  });
}

function modelOf(model: ForecastModel): Html {
  const withinAYear = (rate: number) => oneDecimal(1 - Math.exp(-rate));
  return html`<section aria-labelledby="model-heading">
<h2 id="model-heading">The model</h2>
<p>How often startups raise or are acquired, given their stage, the time since their last round or valuation, and calendar time. It is the base rate that <a href="/scouts">stars</a> are compared with, fitted to the same events. It has no other inputs: it uses neither commits nor signals.</p>
${dataTable({
  name: 'stages',
  caption:
    'By stage alone: how many did, as the registry documents it, and what share is expected to within a year',
  columns: ['Stage', ...['Startup-years', 'Raised', 'Acquired'].map(numeric)],
  rows: stageRows(model).map(({ stage, years, raises, acquisitions, rates }) => [
    stage,
    count(Math.round(years)),
    `${count(raises)}, ${withinAYear(rates.raise)}`,
    `${count(acquisitions)}, ${withinAYear(rates.acquisition)}`,
  ]),
})}
</section>`;
}
