/** The two tables of startups: one with every number, one as narrow as a phone. */
import type { Listed } from '../../features/selection/listed-week.ts';
import { type Order, SORTINGS, type SortName } from '../../features/selection/orders.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import type { PartialStartup, Startup } from '../../pipeline/edition/record.ts';
import { statusWords } from '../../published/company-words.ts';
import { SIGNAL_TITLES, signalKey, standingWords } from '../../published/signal-words.ts';
import { sparkline } from '../charts/line-charts.ts';
import { signalMark } from '../charts/signal-marks.ts';
import { recordTable } from '../page/table-data.ts';
import { bdi, change, count, share, signedDecimal } from './format.ts';
import { PATHS, periodHref } from './links.ts';
import type { EditionView } from './periods.ts';
import { TERMS, type Term } from './terms.ts';

type Shown = {
  /** For readers who do not see the heading above the table. */
  caption: string;
  edition: EditionView;
};
export type FullTable = Shown & {
  /** Its name in the address of its files; lists without one have files of their own. */
  name?: string;
  rows: readonly Listed[];
  /** What stands in the first column; the place by score without it. */
  place?: (listed: Listed) => number | null;
  /** Left out where all rows are of one sector. */
  hasSector?: boolean;
  /** Where headings lead that sort the list, and what it is sorted by. */
  sorting?: { by: SortName; order: Order; hrefOf: (sort: SortName, order: Order) => string };
  /** What stands in the last column; a link that adds the startup to a watch list without it. */
  action?: (startup: Startup) => Html;
};

type Column = {
  heading: string;
  className: string;
  sort?: SortName;
  cell: (listed: Listed, table: FullTable) => HtmlValue;
};

/** A column has the heading of its term, and the term's key as its class in the stylesheet. */
function column(className: keyof typeof TERMS, cell: Column['cell'], sort?: SortName): Column {
  return { heading: TERMS[className].name, className, cell, ...(sort && { sort }) };
}

const SECTOR: Column = {
  heading: 'Sector',
  className: 'sector',
  sort: 'sector',
  cell: ({ startup: { sector }, sectorName }, table) =>
    html`<a href="${hrefOf(PATHS.sector(sector), table)}">${sectorName}</a>`,
};

/** What the order rests on comes first. */
const COLUMNS: readonly Column[] = [
  column(
    'score',
    checked('score', ({ scores }) => scores.composite),
    'score',
  ),
  column(
    'acceleration',
    ({ acceleration }) => (acceleration === null ? '–' : signedDecimal(acceleration)),
    'acceleration',
  ),
  column('trend', ({ startup: { slug } }, { edition: { history, signals } }) =>
    sparkline(history, slug, signals.meta.period.slug),
  ),
  column(
    'commits',
    checked('commits', ({ commitVelocity14d }) => count(commitVelocity14d)),
    'commits',
  ),
  column('change', ({ startup }) => change(startup.commitVelocityChange), 'change'),
  column(
    'contributors',
    checked('contributors', ({ contributors }) => count(contributors)),
    'contributors',
  ),
  column('growth', ({ startup }) => change(startup.contributorGrowth), 'growth'),
  column('signal', ({ startup }) => signal(startup), 'signal'),
  column('agents', ({ startup }) => share(startup.agentShare), 'agents'),
];

/** A number that leads to how it was counted. */
function checked(number: string, value: (startup: Startup) => HtmlValue): Column['cell'] {
  return ({ startup }, table) =>
    html`<a class="check" href="${hrefOf(checkPath(startup.slug, number), table)}">${value(startup)}</a>`;
}

/** The page that shows how a number was counted. */
export function checkPath(slug: string, number: string): string {
  return `${PATHS.startup(slug)}/check/${number}`;
}

/** What was seen, with the specification's name, strength and age; without evidence there is no type to show. */
export function signal(startup: Startup | PartialStartup): Html {
  const { signalType, signalStrength } = startup;
  if (signalStrength === 'none') return html`<span class="quiet">no signal</span>`;
  const words = [signalType, signalStrength, ...standingWords(startup)].join(', ');
  return html`${signalMark(signalKey(startup))} ${SIGNAL_TITLES[signalType]} <small>${words}</small>`;
}

/**
 * Every number of the given startups. Narrow screens show each row as a card: the roles keep it a table
 * for assistive technology there, and `data-label` repeats the heading that is hidden.
 */
export function fullTable(table: FullTable): Html {
  const { caption, rows, place = ({ rank }) => rank, hasSector = true } = table;
  const { action = watchLink } = table;
  const named = table.name === undefined ? null : html` data-table="${table.name}"`;
  const columns = hasSector ? [SECTOR, ...COLUMNS] : COLUMNS;
  const lines = rows.map((listed) => ({
    ...{ listed, rank: place(listed) ?? '–', name: nameLink(listed.startup, table) },
    cells: columns.map(({ cell }) => cell(listed, table)),
  }));
  const markup = html`<table class="full" role="table"${named}>
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="rank">Rank</th>${heading({ heading: 'Startup', className: 'name', sort: 'name' }, table)}${columns.map((one) => heading(one, table))}<th role="columnheader" scope="col" class="watch"><span class="unseen" data-aside="">Watch</span></th></tr></thead>
<tbody role="rowgroup">
${lines.map(
  ({ listed: { startup }, rank, name, cells }) =>
    html`<tr role="row" data-slug="${startup.slug}"><td role="cell" class="rank">${rank}</td><th role="rowheader" scope="row" class="name">${name}</th>${columns.map(({ heading, className }, index) => html`<td role="cell" class="${className}" data-label="${heading}">${cells[index]}</td>`)}<td role="cell" class="watch">${action(startup)}</td></tr>
`,
)}</tbody>
</table>`;
  return recordTable({
    ...{ name: table.name, caption, markup },
    headings: ['Rank', 'Startup', ...columns.map(({ heading }) => heading)],
    rows: lines.map(({ rank, name, cells }) => [rank, name, ...cells]),
  });
}

function heading(
  { heading: text, className, sort }: Pick<Column, 'heading' | 'className' | 'sort'>,
  { sorting }: FullTable,
): Html {
  if (sorting === undefined || sort === undefined)
    return html`<th role="columnheader" scope="col" class="${className}">${text}</th>`;
  const { by, order, hrefOf: sortHref } = sorting;
  if (by !== sort)
    return html`<th role="columnheader" scope="col" class="${className}"><a data-instant="" href="${sortHref(sort, SORTINGS[sort].first)}">${text}</a></th>`;
  const other = order === 'highest' ? 'lowest' : 'highest';
  const direction = order === 'highest' ? 'descending' : 'ascending';
  return html`<th role="columnheader" scope="col" class="${className}" aria-sort="${direction}"><a data-instant="" href="${sortHref(sort, other)}">${text}<span aria-hidden="true">${order === 'highest' ? ' ↓' : ' ↑'}</span></a></th>`;
}

/** Adds a startup to a watch list; a module makes it a switch that the browser remembers. */
export function watchLink({ slug, name }: Pick<Startup, 'slug' | 'name'>): Html {
  return html`<a class="watched" rel="nofollow" href="/watch?s=${encodeURIComponent(slug)}" data-watch="${slug}">Watch<span class="unseen"> ${bdi(name)}</span></a>`;
}

function nameLink(startup: Startup, table: Shown): Html {
  const { name, slug, status } = startup;
  const mark = statusWords(startup) === '' ? null : html` <small>${status}</small>`;
  return html`<a href="${hrefOf(PATHS.startup(slug), table)}">${bdi(name)}</a>${mark}`;
}

function hrefOf(path: string, { edition }: Shown): string {
  return periodHref(path, edition.signals.meta.period.slug, edition);
}

const DEFINED: readonly Term[] = [
  TERMS.score,
  TERMS.acceleration,
  TERMS.trend,
  TERMS.commits,
  TERMS.change,
  TERMS.contributors,
  TERMS.growth,
  TERMS.signal,
  TERMS.signalTypes,
  TERMS.agents,
];

/** Folded away: what each column means is wanted once. */
export const COLUMN_DEFINITIONS: Html = html`<details id="columns" class="definitions"><summary>What the columns mean</summary>
<dl>
${DEFINED.map(({ name, meaning }) => html`<div><dt>${name}</dt><dd>${meaning}</dd></div>\n`)}</dl>
<p>The <a href="/methodology">method</a> says it in full. A number with a dotted line leads to how it was counted.</p>
</details>`;
