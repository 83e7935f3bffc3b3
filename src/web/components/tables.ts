/** The two tables of startups: one with every number, one as narrow as a phone. */
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import type { Startup } from '../../pipeline/edition/record.ts';
import { statusWords } from '../../published/company-words.ts';
import { sparkline } from '../charts/line-charts.ts';
import { bdi, change, count, share } from './format.ts';
import { PATHS, periodHref } from './links.ts';
import type { EditionView } from './periods.ts';
import { TERMS, type Term } from './terms.ts';

export type StartupTable = {
  startups: readonly Startup[];
  /** For readers who do not see the heading above the table. */
  caption: string;
  edition: EditionView;
};

type Column = {
  heading: string;
  className: string;
  cell: (startup: Startup, table: StartupTable) => HtmlValue;
};

/** A column has the heading of its term, and the term's key as its class in the stylesheet. */
function column(className: keyof typeof TERMS, cell: Column['cell']): Column {
  return { heading: TERMS[className].name, className, cell };
}

const TREND = column('trend', ({ slug }, { edition: { history, signals } }) =>
  sparkline(history, slug, signals.meta.period.slug),
);
const COMMITS = column('commits', ({ commitVelocity14d }) => count(commitVelocity14d));
const CHANGE = column('change', ({ commitVelocityChange }) => change(commitVelocityChange));
const SCORE = column('score', ({ scores }) => scores.composite);

const BRIEF: readonly Column[] = [TREND, COMMITS, CHANGE, SCORE];
const FULL: readonly Column[] = [
  TREND,
  COMMITS,
  CHANGE,
  column('contributors', ({ contributors }) => count(contributors)),
  column('growth', ({ contributorGrowth }) => change(contributorGrowth)),
  column('signal', ({ signalType, signalStrength }) => signal(signalType, signalStrength)),
  column('agents', ({ agentShare }) => share(agentShare)),
  SCORE,
];

/** A signal type with its strength; without evidence there is no type to show. */
export function signal(type: string, strength: Startup['signalStrength']): Html {
  if (strength === 'none') return html`<span class="weak">none</span>`;
  return html`<span class="${strength}">${type}</span> <small>${strength}</small>`;
}

/**
 * Every number of ranked startups. Narrow screens show each row as a card: the roles keep it a table
 * for assistive technology there, and `data-label` repeats the heading that is hidden.
 */
export function fullTable(table: StartupTable, sectorNames?: ReadonlyMap<string, string>): Html {
  const sector: Column = {
    heading: 'Sector',
    className: 'sector',
    cell: ({ sector }) =>
      html`<a href="${hrefOf(PATHS.sector(sector), table)}">${sectorNames?.get(sector) ?? sector}</a>`,
  };
  const columns = sectorNames ? [sector, ...FULL] : FULL;
  return html`<table class="full" role="table">
<caption class="unseen">${table.caption}</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="rank">Rank</th><th role="columnheader" scope="col" class="name">Startup</th>${columns.map(({ heading, className }) => html`<th role="columnheader" scope="col" class="${className}">${heading}</th>`)}</tr></thead>
<tbody role="rowgroup">
${table.startups.map(
  (startup, index) =>
    html`<tr role="row"><td role="cell" class="rank">${index + 1}</td><th role="rowheader" scope="row" class="name">${nameLink(startup, table)}</th>${columns.map(({ heading, className, cell }) => html`<td role="cell" class="${className}" data-label="${heading}">${cell(startup, table)}</td>`)}</tr>
`,
)}</tbody>
</table>`;
}

/** Name, trend, commits, change and score. */
export function briefTable(table: StartupTable): Html {
  return html`<table class="brief">
<caption class="unseen">${table.caption}</caption>
<thead><tr><th scope="col" class="name">Startup</th>${BRIEF.map(({ heading, className }) => html`<th scope="col" class="${className}">${heading}</th>`)}</tr></thead>
<tbody>
${table.startups.map(
  (startup) =>
    html`<tr><th scope="row" class="name">${nameLink(startup, table)}</th>${BRIEF.map(({ className, cell }) => html`<td class="${className}">${cell(startup, table)}</td>`)}</tr>
`,
)}</tbody>
</table>`;
}

function nameLink(startup: Startup, table: StartupTable): Html {
  const { name, slug, status } = startup;
  const mark = statusWords(startup) === '' ? null : html` <small>${status}</small>`;
  return html`<a href="${hrefOf(PATHS.startup(slug), table)}">${bdi(name)}</a>${mark}`;
}

function hrefOf(path: string, { edition }: StartupTable): string {
  return periodHref(path, edition.signals.meta.period.slug, edition);
}

const DEFINED: readonly Term[] = [
  TERMS.trend,
  TERMS.commits,
  TERMS.change,
  TERMS.contributors,
  TERMS.growth,
  TERMS.signal,
  TERMS.signalTypes,
  TERMS.agents,
  TERMS.score,
];

/** What the columns mean, on the page that has the full table. */
export const COLUMN_DEFINITIONS: Html = html`<section class="definitions" id="columns" aria-labelledby="columns-heading">
<h2 id="columns-heading">What the columns mean</h2>
<dl>
${DEFINED.map(({ name, meaning }) => html`<div><dt>${name}</dt><dd>${meaning}</dd></div>\n`)}</dl>
<p><a href="/methodology">The whole method</a>, <a href="/glossary">the glossary</a></p>
</section>`;
