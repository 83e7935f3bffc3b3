/** The commits of two to four startups over a year, on one axis. */
import { type Html, html } from '../../lib/html.ts';
import { listed } from '../../lib/prose.ts';
import { comparedSlugs } from '../../published/compared.ts';
import { count, plainName } from '../components/format.ts';
import { PATHS, periodHref } from '../components/links.ts';
import type { ChartDefinition } from './chart.ts';
import { rowOf, weeksUpTo } from './line-charts.ts';
import { LOOKS, weeklyChart } from './weekly-chart.ts';

const WEEKS = 52;

export const compareCommits: ChartDefinition = {
  path: '/charts/compare/{names}',
  chart: async ({ published, params: { names = '' }, period }) => {
    const slugs = await comparedSlugs(names, published);
    if (!slugs) return undefined;
    const { editions, companies } = published;
    const history = await editions.history();
    const { weeks, of } = weeksUpTo(history, period, WEEKS);
    const series = slugs.map((slug) => ({
      name: plainName(companies.get(slug)?.name ?? slug),
      values: of(rowOf(history, slug)?.velocity),
    }));
    if (series.every(({ values }) => values.every((value) => value === null))) return undefined;
    const last = series.map(({ name, values }) => {
      const value = values.at(-1);
      if (typeof value === 'number') return `${name} ${count(value)}`;
      return `${name} not covered${values.every((one) => one === null) ? ' all year' : ''}`;
    });
    return weeklyChart({
      id: 'compared',
      weeks,
      unit: 'Commits in 14 days',
      series,
      title: `${listed(series.map(({ name }) => name))}: commits in 14 days`,
      summary: `In the last week: ${last.join(', ')}.`,
      page: periodHref(PATHS.comparison(...slugs), period, editions),
    });
  },
};

/** The line of a startup as a key next to its name. @param index its place among those compared */
export function lineSwatch(index: number): Html {
  const { color, dashes } = LOOKS[index] ?? LOOKS[0];
  return html`<svg class="swatch" viewBox="0 0 42 10" aria-hidden="true"><path d="M0 5h42" stroke="${color}"${dashes === '' ? null : html` stroke-dasharray="${dashes}"`}/></svg>`;
}
