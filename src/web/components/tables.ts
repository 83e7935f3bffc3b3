/** The two tables of startups: one with every number, one in the width of a phone. */
import type { HistoryTable, Startup } from '../../pipeline/edition/record.ts';
import { type Html, type HtmlValue, html } from '../../lib/html.ts';
import { bdi, change, count, share } from './format.ts';
import { periodHref, sectorPath, startupPath } from '../../faces/site/links.ts';
import type { Site } from '../../faces/site/model.ts';
import { sparkline } from '../../faces/site/sparkline.ts';
import { TERMS } from './terms.ts';

export type StartupTable = {
  startups: readonly Startup[];
  /** What the table holds, for those who do not see what stands above it. */
  caption: string;
  period: string;
  history: HistoryTable;
  site: Pick<Site, 'latest'>;
};

type Column = {
  heading: string;
  className: string;
  cell: (startup: Startup, table: StartupTable) => HtmlValue;
};

const TREND: Column = {
  heading: TERMS.trend.name,
  className: 'trend',
  cell: ({ slug }, { history, period }) => sparkline(history, slug, period),
};
const COMMITS: Column = {
  heading: TERMS.commits.name,
  className: 'commits',
  cell: ({ commitVelocity14d }) => count(commitVelocity14d),
};
const CHANGE: Column = {
  heading: TERMS.change.name,
  className: 'change',
  cell: ({ commitVelocityChange }) => change(commitVelocityChange),
};
const SCORE: Column = {
  heading: TERMS.score.name,
  className: 'score',
  cell: ({ scores }) => scores.composite,
};
const BRIEF: readonly Column[] = [TREND, COMMITS, CHANGE, SCORE];
const FULL: readonly Column[] = [
  TREND,
  COMMITS,
  CHANGE,
  {
    heading: TERMS.contributors.name,
    className: 'contributors',
    cell: ({ contributors }) => count(contributors),
  },
  {
    heading: TERMS.growth.name,
    className: 'growth',
    cell: ({ contributorGrowth }) => change(contributorGrowth),
  },
  {
    heading: TERMS.signal.name,
    className: 'signal',
    cell: ({ signalType, signalStrength }) => signal(signalType, signalStrength),
  },
  {
    heading: TERMS.agents.name,
    className: 'agents',
    cell: ({ agentShare }) => share(agentShare),
  },
  SCORE,
];

/** A signal type with its strength, the way all pages write it. */
export function signal(type: string, strength: 'strong' | 'weak'): Html {
  return html`<span class="${strength}">${type}</span> <small>${strength}</small>`;
}

/**
 * Every number of ranked startups. Narrow screens show each row as a card: the roles keep it a table
 * for assistive technology there, and `data-label` names what the hidden heading row named.
 */
export function fullTable(table: StartupTable, sectorNames?: ReadonlyMap<string, string>): Html {
  const sector: Column = {
    heading: 'Sector',
    className: 'sector',
    cell: ({ sector }) =>
      html`<a href="${periodHref(sectorPath(sector), table.period, table.site)}">${sectorNames?.get(sector) ?? sector}</a>`,
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

/** Name, course, commits, change and score. */
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

function nameLink({ name, slug }: Startup, { period, site }: StartupTable): Html {
  return html`<a href="${periodHref(startupPath(slug), period, site)}">${bdi(name)}</a>`;
}
