/** Commits of a startup on average, week by week, up to one week: how busy it was against others. */
import { mean } from '../../lib/averages.ts';
import { counted } from '../../lib/prose.ts';
import { PATHS } from '../components/links.ts';
import type { ChartDefinition } from './chart.ts';
import { weeksUpTo } from './line-charts.ts';
import { weeklyChart } from './weekly-chart.ts';

const YEAR_WEEKS = 53;

export const weekOfAll: ChartDefinition = {
  path: '/charts/weeks/{period}',
  chart: async ({ published, params: { period = '' } }) => {
    const history = await published.editions.history();
    if (history.periods.indexOf(period) < 1) return undefined;
    const { weeks, of } = weeksUpTo(history, period, YEAR_WEEKS);
    const all = Object.values(history.startups).map(({ velocity }) => of(velocity));
    const counts = weeks.map((_, index) => all.flatMap((values) => values[index] ?? []));
    const means = counts.map((values) => (values.length === 0 ? null : Math.round(mean(values))));
    const known = means.flatMap((mean) => mean ?? []);
    const name = 'Commits per startup';
    return weeklyChart({
      id: 'week-of-all',
      title: 'Commits per startup in 14 days, on average',
      summary: `${counted(weeks.length, 'week')} to ${period}: ${means.at(-1) ?? 0} last, between ${Math.min(...known)} and ${Math.max(...known)}.`,
      weeks,
      unit: 'Commits per covered startup',
      series: [{ name, values: means }],
      more: [{ name: 'Startups covered', values: counts.map(({ length }) => length) }],
      page: PATHS.post(period),
    });
  },
};
