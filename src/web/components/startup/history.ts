/** A startup's history: one chart at a time, with plain links to the others. */
import { type Html, html } from '../../../lib/html.ts';
import type { Chart, ChartDefinition } from '../../charts/chart.ts';
import { chartFigure } from '../../charts/figure.ts';
import { startupAgents, startupCommits, startupContributors } from '../../charts/startup-line.ts';
import { periodHref } from '../links.ts';
import { section } from '../section.ts';

/** Views by the value of `?show=`; the first by default. */
const VIEWS: readonly { show: string; name: string; chart: ChartDefinition }[] = [
  { show: 'commits', name: 'Commits', chart: startupCommits },
  { show: 'people', name: 'Contributors', chart: startupContributors },
  { show: 'agents', name: 'Agents', chart: startupAgents },
];

export type History = { show: string; chart: Chart | undefined };

/** @param show as the address has it; anything else means the first */
export async function historyOf(
  show: string | undefined,
  request: Parameters<ChartDefinition['chart']>[0],
): Promise<History> {
  const view = VIEWS.find((one) => one.show === show) ?? VIEWS[0];
  return { show: view?.show ?? '', chart: await view?.chart.chart(request) };
}

/** @param path of the startup's page */
export function historySection(
  { show, chart }: History,
  path: string,
  period: string,
  edition: { latest: string },
): Html | null {
  if (!chart && show === VIEWS[0]?.show) return null;
  const hrefOf = (view: (typeof VIEWS)[number]) => {
    const own = periodHref(path, period, edition);
    if (view === VIEWS[0]) return `${own}#history`;
    return `${own}${own.includes('?') ? '&' : '?'}show=${view.show}#history`;
  };
  const address = VIEWS.find((view) => view.show === show)?.chart.path ?? '';
  const own = address.replace('{slug}', path.slice(path.lastIndexOf('/') + 1));
  return section('history', 'History', 'history')`
<nav class="views" aria-label="What the chart shows">
${VIEWS.map((view) => (view.show === show ? html`<a href="${hrefOf(view)}" aria-current="true" data-view="">${view.name}</a>\n` : html`<a href="${hrefOf(view)}" data-view="">${view.name}</a>\n`))}</nav>
${chart ? chartFigure(chart, periodHref(own, period, edition)) : html`<p>Nothing is known of this.</p>`}`;
}
