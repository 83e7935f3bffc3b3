/** Commits of a startup on average, week by week, up to one week: how busy it was against others. */
import { counted } from '../../lib/prose.ts';
import { PATHS } from '../components/links.ts';
import { chart } from './chart.ts';
import { weeklyChart } from './weekly-chart.ts';

const YEAR_WEEKS = 53;

export const weekOfAll = chart({
  path: '/charts/weeks/{period}',
  draw: async ({ published, params: { period = '' } }) => {
    const history = await published.editions.history();
    const at = history.periods.indexOf(period);
    if (at < 1) return undefined;
    const from = Math.max(0, at + 1 - YEAR_WEEKS);
    const weeks = history.periods.slice(from, at + 1);
    const all = Object.values(history.startups);
    const counts = weeks.map((_, index) =>
      all.flatMap(({ velocity }) => velocity[from + index] ?? []),
    );
    const means = counts.map((values) =>
      values.length === 0
        ? null
        : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length),
    );
    const known = means.flatMap((mean) => mean ?? []);
    const name = 'Commits per startup';
    return weeklyChart({
      id: 'week-of-all',
      title: 'Commits per startup in 14 days, on average',
      summary: `${counted(weeks.length, 'week')} to ${period}: ${means.at(-1) ?? 0} last, between ${Math.min(...known)} and ${Math.max(...known)}.`,
      weeks,
      unit: 'Commits per covered startup in 14 days',
      series: [{ name, values: means }],
      table: {
        columns: ['Week', name, 'Startups covered'],
        rows: weeks
          .map((week, index) => [week, means[index] ?? null, counts[index]?.length ?? 0])
          .toReversed(),
      },
      page: PATHS.post(period),
    });
  },
});
