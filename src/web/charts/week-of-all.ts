/** Commits of a startup on average, week by week, up to one week: how busy it was against others. */
import { isoDay, parsePeriod } from '../../lib/period.ts';
import { counted } from '../../lib/prose.ts';
import { PATHS } from '../components/links.ts';
import { chart } from './chart.ts';
import { drawPlot } from './plot.ts';

const YEAR_WEEKS = 53;
const SIZE = { width: 560, height: 220, marginLeft: 40, marginRight: 20 };

export const weekOfAll = chart({
  path: '/charts/weeks/{period}',
  draw: async ({ published, params: { period = '' } }) => {
    const history = await published.editions.history();
    const at = history.periods.indexOf(period);
    if (at < 1) return undefined;
    const all = Object.values(history.startups);
    const points = history.periods
      .slice(0, at + 1)
      .map((week, index) => {
        const values = all.flatMap(({ velocity }) => velocity[index] ?? []);
        const total = values.reduce((sum, value) => sum + value, 0);
        const date = new Date(isoDay(parsePeriod(week)?.lastDay ?? 0));
        return {
          week,
          date,
          covered: values.length,
          mean: values.length === 0 ? null : total / values.length,
        };
      })
      .slice(-YEAR_WEEKS);
    const known = points.flatMap(({ mean }) => mean ?? []);
    const last = points.at(-1);
    const title = 'Commits per startup in 14 days, on average';
    const summary = `${counted(points.length, 'week')} to ${period}: ${Math.round(last?.mean ?? 0)} last, between ${Math.round(Math.min(...known))} and ${Math.round(Math.max(...known))}.`;
    const svg = await drawPlot({ id: 'week-of-all', title, summary }, (Plot) => ({
      ...SIZE,
      x: { label: null, ticks: 5 },
      y: { label: null, grid: true, ticks: 4, zero: true },
      marks: [
        Plot.ruleY([0], { stroke: 'var(--rule)' }),
        Plot.lineY(points, { x: 'date', y: 'mean', stroke: 'var(--link)', strokeWidth: 1.75 }),
        Plot.dot(points.slice(-1), { x: 'date', y: 'mean', fill: 'var(--link)', r: 4 }),
      ],
    }));
    return {
      title,
      summary,
      svg,
      table: {
        columns: ['Week', 'Commits per startup', 'Startups covered'],
        rows: points
          .toReversed()
          .map(({ week, mean, covered }) => [
            week,
            mean === null ? null : Math.round(mean),
            covered,
          ]),
      },
      page: PATHS.post(period),
      course: { left: SIZE.marginLeft, right: SIZE.width - SIZE.marginRight },
    };
  },
});
