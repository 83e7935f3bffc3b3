/** The two tables of startups: one with every number, one as narrow as a phone. */
import type { CheckedNumber } from '../../features/checks/check.ts';
import type { Listed } from '../../features/selection/listed-week.ts';
import { SORTINGS } from '../../features/selection/orders.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import type { PartialStartup, Startup } from '../../pipeline/edition/record.ts';
import { statusWords } from '../../published/company-words.ts';
import { signalKey, signalTitle, standingWords } from '../../published/signal-words.ts';
import { sparkline } from '../charts/line-charts.ts';
import { signalMark } from '../charts/signal-marks.ts';
import { type Chosen, sortHeading } from './chosen-list.ts';
import { dataTable } from './data-table.ts';
import { bdi, change, count, plainName, share, signedDecimal } from './format.ts';
import { PATHS } from './links.ts';
import { type EditionView, hrefIn, periodField } from './periods.ts';
import { TERMS, type Term } from './terms.ts';

type Shown = {
  /** For readers who do not see the heading above the table. */
  caption: string;
  edition: EditionView;
};
export type FullTable = Shown & {
  rows: readonly Listed[];
  /** Value of the first column; the place by score by default. */
  place?: (listed: Listed) => number | null;
  /** False if all rows are of one sector. */
  hasSector?: boolean;
  /** The list that its headings sort. */
  chosen?: Chosen<Listed>;
  /** Whether the rows are ticked already. */
  isTicked?: boolean;
};

/** By the key of the column's term, its class and, where it has one, its order; those that the order rests on first. */
const CELLS = {
  sector: ({ startup: { sector }, sectorName }, table) =>
    html`<a href="${hrefIn(table.edition, PATHS.sector(sector))}">${sectorName}</a>`,
  score: checked('score', ({ scores }) => scores.composite),
  acceleration: ({ acceleration }) => (acceleration === null ? '–' : signedDecimal(acceleration)),
  trend: ({ startup: { slug } }, { edition: { history, signals } }) =>
    sparkline(history, slug, signals.meta.period.slug),
  commits: checked('commits', ({ commitVelocity14d }) => count(commitVelocity14d)),
  change: ({ startup }) => change(startup.commitVelocityChange),
  contributors: checked('contributors', ({ contributors }) => count(contributors)),
  growth: ({ startup }) => change(startup.contributorGrowth),
  signal: ({ startup }) => signal(startup),
  agents: ({ startup }) => share(startup.agentShare),
} as const satisfies Partial<Record<keyof typeof TERMS, Cell>>;

type Cell = (listed: Listed, table: Pick<FullTable, 'edition'>) => HtmlValue;
type Column = { name: string; term: Term; cell: Cell };

export const COLUMNS = Object.entries(CELLS).map(
  // The keys of an object literal, in order.
  ([name, cell]): Column => ({ name, cell, term: TERMS[name as keyof typeof CELLS] }),
);

/** A number that leads to how it was counted. */
function checked(number: CheckedNumber, value: (startup: Startup) => HtmlValue): Cell {
  return ({ startup }, table) =>
    html`<a class="check" href="${hrefIn(table.edition, PATHS.check(startup.slug, number))}">${value(startup)}</a>`;
}

/** The observation, with the specification's name, strength and age; without evidence there is no type to show. */
export function signal(startup: Startup | PartialStartup): Html {
  const { signalType, signalStrength } = startup;
  if (signalStrength === 'none') return html`<span class="quiet">no signal</span>`;
  const words = [signalType, signalStrength, ...standingWords(startup)].join(', ');
  return html`${signalMark(signalKey(startup))} ${signalTitle(signalType)} <small>${words}</small>`;
}

/**
 * Every number of the given startups, each to be ticked for a comparison or a watch list; narrow screens
 * show each row as a card. What the columns mean follows. A page has one such table.
 */
export function fullTable(table: FullTable): Html {
  const { caption, rows, place = ({ rank }) => rank, hasSector = true } = table;
  const columns = COLUMNS.filter(({ name }) => hasSector || name !== 'sector');
  const { edition, isTicked } = table;
  const markup = dataTable({
    caption,
    isCaptionUnseen: true,
    className: 'full',
    headerIndex: 1,
    columns: [
      { title: 'Rank', className: 'rank' },
      { ...headingOf('Startup', 'name', table), className: 'name' },
      ...columns.map(({ name, term }) => ({
        ...headingOf(term.name, name, table),
        className: name,
        label: term.name,
      })),
      { title: html`<span class="unseen">Tick</span>`, className: 'tick' },
    ],
    attributes: rows.map(({ startup }) => html` data-slug="${startup.slug}"`),
    rows: rows.map((listed) => [
      place(listed) ?? '–',
      nameLink(listed.startup, table),
      ...columns.map(({ cell }) => cell(listed, table)),
      tick(listed.startup, isTicked),
    ]),
  });
  return html`${markup}
<form id="ticked" class="ticked" action="/watch">${periodField(edition)}<span>Ticked:</span> <button formaction="/compare">Compare</button> <button>Watch</button></form>
${COLUMN_DEFINITIONS}`;
}

function headingOf(title: string, sort: string, { chosen }: FullTable) {
  return chosen && sort in SORTINGS ? sortHeading(title, sort, chosen) : { title };
}

/** A box that adds a startup to those that are compared or watched. */
export function tick({ slug, name }: Pick<Startup, 'slug' | 'name'>, isTicked = false): Html {
  return html`<input type="checkbox" form="ticked" name="s" value="${slug}" aria-label="Tick ${plainName(name)}"${isTicked ? html` checked=""` : null}>`;
}

function nameLink(startup: Startup, table: Shown): Html {
  const { name, slug, status } = startup;
  const mark = statusWords(startup) === '' ? null : html` <small>${status}</small>`;
  return html`<a href="${hrefIn(table.edition, PATHS.startup(slug))}">${bdi(name)}</a>${mark}`;
}

/** Folded away: what each column means is wanted once. */
export const COLUMN_DEFINITIONS: Html = html`<details id="columns" class="definitions"><summary>What the numbers mean</summary>
<dl>
${[...COLUMNS.map(({ term }) => term), TERMS.signalTypes].map(({ name, meaning }) => html`<div><dt>${name}</dt><dd>${meaning}</dd></div>\n`)}</dl>
<p>The <a href="/methodology">method</a> has the details. A number with a dotted underline opens its check.</p>
</details>`;
