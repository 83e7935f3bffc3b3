/** The prediction markets and their list. */

import { marketOf } from '../features/markets/market.ts';
import type { MarketRecord } from '../features/markets/market-record.ts';
import { compareCodeUnits } from '../lib/compare.ts';
import { type Html, html } from '../lib/html.ts';
import { today as currentDay } from '../lib/period.ts';
import type { Publisher } from '../published/published.ts';
import { type Market, marketState } from '../registry/markets.ts';
import { dataTable, numeric } from './components/data-table.ts';
import { factList } from './components/facts.ts';
import { filteredList, LIST_PARAMETERS, type ListItem } from './components/filtered-list.ts';
import { bdi, change, count, decimal } from './components/format.ts';
import type { Content } from './components/layout.ts';
import { onThisSite, PATHS } from './components/links.ts';
import { section } from './components/section.ts';
import { page } from './page/page.ts';

export default [
  page({
    path: '/markets',
    // The clock closes markets.
    isLive: true,
    takes: LIST_PARAMETERS,
    render: async ({ published, query }) => {
      const { registry } = published;
      const today = currentDay();
      const byClose = registry.markets.toSorted((x, y) => compareCodeUnits(x.closes, y.closes));
      const byKind = Map.groupBy(byClose, (market) => kindOf(market, today));
      const items: ListItem[] = [];
      for (const { value: kind } of KINDS)
        for (const market of byKind.get(kind) ?? []) {
          const { slug, question, closes } = market;
          const { forecast } = await marketOf(slug, published);
          const answer = marketState(market, today).ruling?.outcome ?? null;
          const cells = { forecast: oneDecimal(forecast.probability), answer, closes };
          items.push({ name: question, href: PATHS.market(slug), kind, cells });
        }
      return {
        title: 'Prediction markets',
        description:
          'Questions about tracked startups that public documents decide, with logged forecasts.',
        address: published.addresses.at('/markets'),
        isWide: true,
        takes: { 'Log of the forecasts': '/api/markets.jsonl' },
        lead: 'Each question is decided by a public document: an announcement, a filing, or a published edition. A logged forecast never changes. No money is involved.',
        main: html`${filteredList({
          path: '/markets',
          label: 'Filter questions',
          one: 'question',
          many: 'questions',
          nameTitle: 'Question',
          kinds: KINDS,
          columns: [
            { name: 'forecast', title: 'Forecast of yes', holds: 'text' },
            { name: 'closes', title: 'Closes', holds: 'date' },
            { name: 'answer', title: 'Answer', holds: 'text' },
          ],
          items,
          query,
        })}
<p>The <a href="/api/markets.jsonl">log of the forecasts</a> is append-only. A back-test of such a model <a href="/research#null-results">showed no skill</a> beyond the base rate of a startup’s stage. The questions called back-tests were opened after their outcome was known, to show how rulings are made. They were chosen by hand, so they say nothing about skill and count in no record.</p>`,
      };
    },
  }),
  page({
    path: '/markets/{slug}',
    isLive: true,
    render: async ({ params: { slug = '' }, published }) =>
      marketPage(await marketOf(slug, published), published),
    addresses: async ({ registry, addresses }) =>
      registry.markets.map(({ slug }) => addresses.market(slug)),
  }),
];

/** Open questions come first. */
const KINDS = [
  { value: 'open', label: 'Open' },
  { value: 'waiting', label: 'Waiting for a ruling' },
  { value: 'decided', label: 'Decided' },
  { value: 'back-test', label: 'Back-tests' },
] as const;

function kindOf(market: Market, today: string): (typeof KINDS)[number]['value'] {
  if (market.backtest) return 'back-test';
  const { status } = marketState(market, today);
  if (status === 'open') return 'open';
  return status === 'resolved' || status === 'void' ? 'decided' : 'waiting';
}

const STATUS_WORDS: Readonly<Record<MarketRecord['status'], string>> = {
  open: 'Open',
  locked: 'Locked, waiting for a ruling',
  disputed: 'Disputed: the rulings disagree, so there is no outcome yet',
  resolved: 'Resolved',
  void: 'Void',
};

function marketPage(market: MarketRecord, site: Publisher): Content {
  const { question, status, isBackTest, opened, closes, sourceOfTruth } = market;
  return {
    title: question,
    description: `${question} ${market.forecast.method}`.slice(0, 300),
    canonical: market.url,
    json: `/api/markets/${market.slug}`,
    side: factList([
      ['State', `${isBackTest ? 'Back-test. ' : ''}${STATUS_WORDS[status]}`],
      ['Opened', opened],
      ['Closes', closes],
      ['Source of truth', html`<a href="${onThisSite(sourceOfTruth, site)}">${sourceOfTruth}</a>`],
    ]),
    lead: market.resolver,
    main: html`${outcome(market, site)}
${forecastOf(market)}
${candidatesOf(market, site)}
${section('rules', 'Rules')`
<ul class="results">${market.rules.map((rule) => html`<li>${rule}</li>\n`)}</ul>`}
${rulingsOf(market)}`,
  };
}

function forecastOf({ forecast, isBackTest }: MarketRecord): Html {
  const { probability, madeOn, isLogged, method, note, history, logHead } = forecast;
  const made = isBackTest
    ? `as of ${madeOn}, computed afterwards from what had been announced by then`
    : isLogged
      ? `logged on ${madeOn}`
      : `as of ${madeOn}; not in the log yet`;
  return section('forecast', 'Forecast')`
<p><strong>${oneDecimal(probability)}</strong> that the answer is yes, ${made}.</p>
<p>${method}</p>
<p>${note}</p>
${
  history.length === 0
    ? null
    : html`${dataTable({
        caption: 'Every logged forecast',
        headerIndex: null,
        columns: [numeric('Entry'), 'Made at (UTC)', numeric('Yes')],
        rows: history.map(({ number, madeAt, probability: then }) => [
          count(number),
          madeAt.slice(0, 16).replace('T', ' '),
          oneDecimal(then),
        ]),
      })}
<p><a href="/api/markets.jsonl">The log</a> ends with the entry of SHA-256 <code>${logHead.slice(0, 16)}…</code></p>`
}`;
}

function candidatesOf({ candidates, asks }: MarketRecord, site: Publisher): Html | null {
  if (asks === 'coverage') return null;
  return section('candidates', html`${candidates.length === 1 ? 'Candidate' : 'Candidates'}`)`
${dataTable({
  caption: `${candidates.length === 1 ? 'With' : 'The likeliest first, with'} what the current edition says`,
  columns: ['Startup', numeric('Forecast'), 'Stage, last deal', numeric('Commits, change')],
  rows: candidates.map(({ name, url, probability, stage, lastEventOn, signal, status }) => [
    html`${url === null ? bdi(name) : html`<a href="${onThisSite(url, site)}">${bdi(name)}</a>`}${status === 'active' ? null : ` (${status})`}`,
    oneDecimal(probability),
    lastEventOn === null ? 'none with a date' : `${stage}, ${lastEventOn}`,
    signal
      ? html`${count(signal.commitVelocity14d)} ${change(signal.commitVelocityChange)}`
      : 'not covered',
  ]),
})}`;
}

function outcome({ resolution }: MarketRecord, site: Publisher): Html | null {
  if (!resolution) return null;
  const { outcome: answer, on, reason, sources, brier } = resolution;
  return section('outcome', html`Outcome: ${answer}`)`
<p>${reason} Ruled on ${on}.</p>
<ul>${sources.map(({ url, title, publisher }) => html`<li><a href="${onThisSite(url, site)}">${title}</a>, ${publisher}</li>\n`)}</ul>
${brier === null ? null : html`<p>Brier score of the first forecast: ${decimal(brier)} (0 is perfect, 1 the worst).</p>`}`;
}

function rulingsOf({ rulings, status }: MarketRecord): Html | null {
  const isPlain = rulings.length <= 1 && rulings.every(({ withdrawn }) => withdrawn === null);
  if (isPlain && status !== 'disputed') return null;
  return section('rulings', 'Rulings')`
<ul>${rulings.map(
    ({ outcome: answer, on, resolver, reason, isFinal, withdrawn }) =>
      html`<li>${on}, ${resolver}: ${answer}${isFinal ? ' (final)' : null}. ${reason}${withdrawn ? ` Taken back on ${withdrawn.on}: ${withdrawn.reason}` : null}</li>\n`,
  )}</ul>`;
}

/** `4.3%` */
function oneDecimal(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
