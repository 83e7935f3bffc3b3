/** The commits of two to four startups over a year, on one axis. */
import { type Html, html } from '../../lib/html.ts';
import { listed } from '../../lib/prose.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import { comparedSlugs } from '../../published/compared.ts';
import { count, plainName } from '../components/format.ts';
import { PATHS, periodHref } from '../components/links.ts';
import { type Chart, chart } from './chart.ts';
import { rowOf, weeksUpTo } from './line-charts.ts';
import { LOOKS, weeklyChart } from './weekly-chart.ts';

export default chart({
  path: '/charts/compare/{names}',
  draw: async ({ published, params: { names = '' }, period }) => {
    const slugs = await comparedSlugs(names, published);
    if (!slugs) return undefined;
    const { editions, companies } = published;
    const startups = slugs.map((slug) => ({
      slug,
      name: plainName(companies.get(slug)?.name ?? slug),
    }));
    return drawCompared(startups, await editions.history(), period, editions.latest);
  },
});

const WEEKS = 52;

/** The line of a startup as a key next to its name. @param index its place among those compared */
export function lineSwatch(index: number): Html {
  const { color, dashes } = LOOKS[index] ?? LOOKS[0];
  return html`<svg class="swatch" viewBox="0 0 42 10" aria-hidden="true"><path d="M0 5h42" stroke="${color}"${dashes === '' ? null : html` stroke-dasharray="${dashes}"`}/></svg>`;
}

type Named = { slug: string; name: string };
type Series = Named & { values: (number | null)[] };

async function drawCompared(
  startups: readonly Named[],
  history: HistoryTable,
  period: string,
  latest: string,
): Promise<Chart | undefined> {
  const { weeks, of } = weeksUpTo(history, period, WEEKS);
  const series = startups.map((startup) => ({
    ...startup,
    values: of(rowOf(history, startup.slug)?.velocity),
  }));
  if (series.every(({ values }) => values.every((value) => value === null))) return undefined;
  const names = startups.map(({ name }) => name);
  return weeklyChart({
    ...{ id: 'compared', weeks, unit: 'Commits in 14 days', series },
    title: `${listed(names)}: commits in 14 days`,
    summary: summaryOf(series),
    page: periodHref(PATHS.comparison(...startups.map(({ slug }) => slug)), period, { latest }),
  });
}

function summaryOf(series: readonly Series[]): string {
  const last = series.map(({ name, values }) => {
    const value = values.at(-1);
    if (typeof value === 'number') return `${name} ${count(value)}`;
    return `${name} not covered${values.every((one) => one === null) ? ' all year' : ''}`;
  });
  return `In the last week: ${last.join(', ')}.`;
}
