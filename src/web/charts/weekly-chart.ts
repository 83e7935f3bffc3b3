/** Numbers week by week, described as data: one line or several, and what is marked beneath them. */
import type { Markish } from '@observablehq/plot';
import { isoDay, parsePeriod } from '../../lib/period.ts';
import { count } from '../../lib/prose.ts';
import { linesOf } from '../images/letters.ts';
import type { Chart } from './chart.ts';
import { axisTop } from './line-charts.ts';
import { drawPlot, type Plot } from './plot.ts';

/** Lines differ in colour, in dashes, and by the name at their end. */
export const LOOKS = [
  { color: 'var(--line-1)', dashes: '' },
  { color: 'var(--line-2)', dashes: '9 4' },
  { color: 'var(--line-3)', dashes: '2 4' },
  { color: 'var(--line-4)', dashes: '12 4 2 4' },
] as const;
type Look = { color: string; dashes: string };
const ONLY: Look = { color: 'var(--link)', dashes: '' };

/** One value a week, null where a week is not covered. */
type Series = { name: string; values: readonly (number | null)[] };

export type WeeklyChart = Pick<Chart, 'title' | 'summary' | 'page'> & {
  /** Distinguishes it from other charts of a page. */
  id: string;
  /** Slugs, oldest first. */
  weeks: readonly string[];
  /** Label of the axis: `Commits in 14 days` */
  unit: string;
  series: readonly Series[];
  /** A value on the axis. */
  say?: (value: number) => string;
  /** The end of the axis, for a number with a fixed scale. */
  top?: number;
  /** Room below zero, as a share of the axis. */
  below?: number;
  /** Marks beneath the lines. @param top where the axis ends */
  beneath?: (plot: Plot, top: number) => Markish[];
  /** Columns of its table after the lines; one value a week. */
  more?: readonly Series[];
};

const SIZE = { width: 640, height: 310, marginTop: 34, marginLeft: 50, marginBottom: 34 };
const MARGIN_RIGHT = 14;
/** For names at the ends of lines. */
const NAMES_WIDTH = 150;
const NAME = { size: 13, maxWidth: 118, maxLines: 1 } as const;
const LABEL_DISTANCE = 24;

export async function weeklyChart(chart: WeeklyChart): Promise<Chart> {
  const { id, title, summary, page, weeks, unit, series, more = [], beneath } = chart;
  const { say = count, below = 0 } = chart;
  const known = series.flatMap(({ values }) => values.flatMap((value) => value ?? []));
  const top = chart.top ?? axisTop(Math.max(1, ...known));
  const dates = weeks.map(weekEnd);
  const last = dates.at(-1) ?? new Date(0);
  const marginRight = series.length > 1 ? NAMES_WIDTH : MARGIN_RIGHT;
  const lines = series.map(({ name, values }, index) => ({
    name,
    values,
    look: series.length > 1 ? (LOOKS[index] ?? LOOKS[0]) : ONLY,
  }));
  const svg = await drawPlot({ id, title, summary }, (Plot) => ({
    ...SIZE,
    marginRight,
    y: { label: null, domain: [-below * top, top] },
    x: { label: null, domain: [dates[0] ?? last, last] },
    marks: [
      ...(beneath?.(Plot, top) ?? []),
      Plot.gridY([top / 2, top]),
      Plot.axisY([0, top / 2, top], { label: `↑ ${unit}`, tickFormat: say, tickSize: 0 }),
      Plot.axisX({ label: null, ticks: 6 }),
      Plot.ruleY([0], { stroke: 'var(--under)' }),
      ...lines.flatMap(({ values, look: { color, dashes } }) => {
        const points = dates.map((date, index) => ({ date, value: values[index] ?? null }));
        const at = { x: 'date', y: 'value' };
        const dashed = dashes === '' ? {} : { strokeDasharray: dashes };
        return [
          Plot.lineY(points, { ...at, ...dashed, stroke: color, strokeWidth: 1.75 }),
          Plot.dot(points.slice(-1), { ...at, fill: color, r: 4 }),
        ];
      }),
      ...(series.length < 2 ? [] : apart(lines, top)).map(({ name, value, look }) =>
        Plot.text([{ value, name }], {
          x: () => last,
          y: 'value',
          text: 'name',
          fill: look.color,
          fontWeight: 'bold',
          textAnchor: 'start',
          dx: 10,
        }),
      ),
    ],
  }));
  // Counts stay numbers for the files made from the rows.
  const cell = (value: number | null) =>
    value === null || chart.top === undefined ? value : say(value);
  const rows = weeks.map((week, at) => [
    week,
    ...series.map(({ values }) => cell(values[at] ?? null)),
    ...more.map(({ values }) => values[at] ?? null),
  ]);
  const columns = ['Week', ...[...series, ...more].map(({ name }) => name)];
  const table = { columns, rows: rows.toReversed() };
  const course = { left: SIZE.marginLeft, right: SIZE.width - marginRight };
  return { title, summary, svg, table, page, course };
}

/** The day that a week ends on, as charts place it. */
export function weekEnd(week: string): Date {
  return new Date(isoDay(parsePeriod(week)?.lastDay ?? 0));
}

type Line = Series & { look: { color: string } };

/** Names next to the last values, moved apart where they would overlap. @param top of the axis */
function apart(lines: readonly Line[], top: number) {
  const unit = top / (SIZE.height - SIZE.marginTop - SIZE.marginBottom);
  const labels = lines
    .filter(({ values }) => values.some((value) => value !== null))
    .map(({ name, values, look }) => ({
      name: linesOf(name, NAME)[0] ?? name,
      value: values.findLast((value) => value !== null) ?? 0,
      look,
    }))
    .sort((one, other) => one.value - other.value);
  let lowest = 0;
  for (const label of labels) {
    label.value = Math.max(label.value, lowest);
    lowest = label.value + LABEL_DISTANCE * unit;
  }
  // Those that were pushed out at the top push back.
  let highest = top;
  for (const label of labels.toReversed()) {
    label.value = Math.min(label.value, highest);
    highest = label.value - LABEL_DISTANCE * unit;
  }
  return labels;
}
