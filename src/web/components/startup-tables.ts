/** The two tables of startups: one with every number, one as narrow as a phone. */
import type { Listed } from '../../features/selection/listed-week.ts';
import { type Order, SORTINGS, type SortName } from '../../features/selection/orders.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import type { PartialStartup, Startup } from '../../pipeline/edition/record.ts';
import { statusWords } from '../../published/company-words.ts';
import { SIGNAL_TITLES, signalKey, standingWords } from '../../published/signal-words.ts';
import { sparkline } from '../charts/line-charts.ts';
import { signalMark } from '../charts/signal-marks.ts';
import { type Column, dataTable } from './data-table.ts';
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

type Shape = {
  heading: string;
  className: string;
  sort?: SortName;
  cell: (listed: Listed, table: FullTable) => HtmlValue;
};

/** A column has the heading of its term, and the term's key as its class in the stylesheet. */
function column(className: keyof typeof TERMS, cell: Shape['cell'], sort?: SortName): Shape {
  return { heading: TERMS[className].name, className, cell, ...(sort && { sort }) };
}

const SECTOR: Shape = {
  heading: 'Sector',
  className: 'sector',
  sort: 'sector',
  cell: ({ startup: { sector }, sectorName }, table) =>
    html`<a href="${hrefOf(PATHS.sector(sector), table)}">${sectorName}</a>`,
};

/** The columns that the order rests on come first. */
const COLUMNS: readonly Shape[] = [
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
function checked(number: string, value: (startup: Startup) => HtmlValue): Shape['cell'] {
  return ({ startup }, table) =>
    html`<a class="check" href="${hrefOf(checkPath(startup.slug, number), table)}">${value(startup)}</a>`;
}

/** The page that shows how a number was counted. */
export function checkPath(slug: string, number: string): string {
  return `${PATHS.startup(slug)}/check/${number}`;
}

/** The observation, with the specification's name, strength and age; without evidence there is no type to show. */
export function signal(startup: Startup | PartialStartup): Html {
  const { signalType, signalStrength } = startup;
  if (signalStrength === 'none') return html`<span class="quiet">no signal</span>`;
  const words = [signalType, signalStrength, ...standingWords(startup)].join(', ');
  return html`${signalMark(signalKey(startup))} ${SIGNAL_TITLES[signalType]} <small>${words}</small>`;
}

/** Every number of the given startups; narrow screens show each row as a card. */
export function fullTable(table: FullTable): Html {
  const { name, caption, rows, place = ({ rank }) => rank, hasSector = true } = table;
  const { action = watchLink } = table;
  const columns = hasSector ? [SECTOR, ...COLUMNS] : COLUMNS;
  return dataTable({
    name,
    caption,
    isCaptionUnseen: true,
    className: 'full',
    headerIndex: 1,
    columns: [
      { title: 'Rank', className: 'rank' },
      { title: sortable('Startup', 'name', table), className: 'name', ...sortedBy('name', table) },
      ...columns.map(({ heading, className, sort }) => ({
        title: sort ? sortable(heading, sort, table) : heading,
        className,
        label: heading,
        ...(sort && sortedBy(sort, table)),
      })),
      { title: html`<span class="unseen" data-aside="">Watch</span>`, className: 'watch' },
    ],
    attributes: rows.map(({ startup }) => html` data-slug="${startup.slug}"`),
    rows: rows.map((listed) => [
      place(listed) ?? '–',
      nameLink(listed.startup, table),
      ...columns.map(({ cell }) => cell(listed, table)),
      action(listed.startup),
    ]),
  });
}

function sortedBy(sort: SortName, { sorting }: FullTable): Pick<Column, 'sortedBy'> {
  if (sorting?.by !== sort) return {};
  return { sortedBy: sorting.order === 'highest' ? 'descending' : 'ascending' };
}

/** A heading that sorts by its column, or turns the order round. */
function sortable(text: string, sort: SortName, { sorting }: FullTable): HtmlValue {
  if (!sorting) return text;
  const { by, order, hrefOf: sortHref } = sorting;
  if (by !== sort)
    return html`<a data-instant="" href="${sortHref(sort, SORTINGS[sort].first)}">${text}</a>`;
  const other = order === 'highest' ? 'lowest' : 'highest';
  return html`<a data-instant="" href="${sortHref(sort, other)}">${text}<span aria-hidden="true">${order === 'highest' ? ' ↓' : ' ↑'}</span></a>`;
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
