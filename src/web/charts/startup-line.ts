/** One number of a startup week by week: a line, the windows that are compared, and its releases. */
import { type Day, isoDay, lastDayNamed, parsePeriod } from '../../lib/period.ts';
import { count } from '../../lib/prose.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import { PATHS, periodHref } from '../components/links.ts';
import type { Chart, ChartDefinition } from './chart.ts';
import { chart } from './chart.ts';
import { axisTop } from './line-charts.ts';
import { drawPlot } from './plot.ts';

type Row = HistoryTable['startups'][string];

export type StartupLine = {
  /** The last part of the address, and the chart's id. */
  name: string;
  /** What is counted: `Commits in 14 days` */
  label: string;
  /** Undefined in what was published before the number was. */
  values: (row: Row) => readonly (number | null)[] | undefined;
  /** Days of the window that a value is over, and whether the one before is compared with it. */
  window: { days: number; isCompared: boolean };
  /** A value in a sentence or a cell. */
  say: (value: number) => string;
  /** Where the axis ends, for a number with a fixed scale. */
  top?: number;
};

/** The address and the drawing of one such chart. */
export function startupLine(line: StartupLine): ChartDefinition {
  return chart({
    path: `/charts/startups/{slug}/${line.name}`,
    draw: async ({ published, params: { slug = '' }, period }) => {
      const { editions, companies } = published;
      const company = companies.get(slug);
      const history = await editions.history();
      const row = Object.hasOwn(history.startups, slug) ? history.startups[slug] : undefined;
      const values = row && line.values(row);
      if (!company || !row || !values) return undefined;
      return draw(line, company, { ...history, row, values }, period, editions.latest);
    },
  });
}

const SIZE = { width: 640, height: 290, marginLeft: 46, marginRight: 12, marginBottom: 34 };

type Course = { periods: readonly string[]; row: Row; values: readonly (number | null)[] };

async function draw(
  { name: id, label, window, say, top: fixedTop }: StartupLine,
  { name, slug }: { name: string; slug: string },
  { periods, row, values }: Course,
  period: string,
  latest: string,
): Promise<Chart | undefined> {
  const points = periods.flatMap((week, index) =>
    week <= period
      ? [
          {
            week,
            date: dateOf(parsePeriod(week)?.lastDay ?? 0),
            value: values[index] ?? null,
            releases: row.releaseDays?.[index] ?? null,
          },
        ]
      : [],
  );
  const known = points.flatMap(({ value }) => value ?? []);
  const last = points.at(-1);
  if (!last || known.length === 0) return undefined;
  const highest = Math.max(...known);
  const top = fixedTop ?? axisTop(highest);
  const title = `${name}: ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  const now = last.value === null ? 'not covered last' : `${say(last.value)} last`;
  const released = points.filter(({ releases }) => (releases ?? 0) > 0).length;
  const summary = `${points.length} weeks to ${last.week}: ${now}, ${say(Math.min(...known))} at least, ${say(highest)} at most. Released in ${count(released)} of these weeks.`;
  const end = lastDayNamed(last.week);
  const spans = [
    ...(window.isCompared ? [{ from: end - 2 * window.days, opacity: 0.35 }] : []),
    { from: end - window.days, opacity: 0.75 },
  ].map(({ from, opacity }) => ({
    from: dateOf(from + 1),
    to: dateOf(from + window.days + 1),
    opacity,
  }));
  // Counts stay numbers, for whoever takes the rows as a file.
  const cell = (value: number) => (fixedTop === undefined ? value : say(value));
  const svg = await drawPlot({ id, title, summary }, (Plot) => ({
    ...SIZE,
    y: { label: null, domain: [-0.09 * top, top] },
    x: { label: null },
    marks: [
      Plot.rect(spans, {
        x1: 'from',
        x2: 'to',
        y1: 0,
        y2: top,
        fill: 'var(--area)',
        fillOpacity: 'opacity',
      }),
      Plot.gridY([top / 2, top]),
      Plot.axisY([0, top / 2, top], { label: null, tickFormat: say, tickSize: 0 }),
      Plot.axisX({ label: null, ticks: 6 }),
      Plot.ruleY([0], { stroke: 'var(--rule)' }),
      Plot.ruleX(
        points.flatMap(({ date, releases }) => (releases ? [{ date, releases }] : [])),
        {
          x: 'date',
          y1: -0.015 * top,
          y2: ({ releases }) => -(0.02 + 0.01 * releases) * top,
          stroke: 'var(--deploy)',
          strokeWidth: 1.5,
        },
      ),
      Plot.lineY(points, { x: 'date', y: 'value', stroke: 'var(--link)', strokeWidth: 1.75 }),
      Plot.dot(points.slice(-1), { x: 'date', y: 'value', fill: 'var(--link)', r: 4 }),
    ],
  }));
  return {
    title,
    summary,
    svg,
    table: {
      columns: ['Week', label, 'Days with a release'],
      rows: points
        .toReversed()
        .map(({ week, value, releases }) => [week, value === null ? null : cell(value), releases]),
    },
    page: periodHref(PATHS.startup(slug), period, { latest }),
    course: { left: SIZE.marginLeft, right: SIZE.width - SIZE.marginRight },
  };
}

function dateOf(day: Day): Date {
  return new Date(isoDay(day));
}
