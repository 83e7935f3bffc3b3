/** Numbers week by week as a chart: one line or several, and what is marked beneath them. */
import { isoDay, lastDayNamed } from '../../lib/period.ts';
import { count } from '../../lib/prose.ts';
import { type Chart, logAxis, roundAxis } from './chart.ts';

/** Lines differ in colour, in dashes, and by the name at their end. */
export const LOOKS = [
  { color: 'var(--line-1)', dashes: '' },
  { color: 'var(--line-2)', dashes: '9 4' },
  { color: 'var(--line-3)', dashes: '2 4' },
  { color: 'var(--line-4)', dashes: '12 4 2 4' },
] as const;
const ONLY = { color: 'var(--link)', dashes: '' } as const;

/** One value a week, null where a week is not covered. */
type Series = { name: string; values: readonly (number | null)[] };

type Weekly = Omit<Chart, 'x' | 'y' | 'height' | 'table' | 'lines' | 'points' | 'rowsRun'> & {
  /** Slugs, oldest first. */
  weeks: readonly string[];
  /** Label of the axis: `Commits in 14 days` */
  unit: string;
  series: readonly Series[];
  /** A value on the axis. */
  say?: (value: number) => string;
  /** The end of the axis, for a number with a fixed scale. */
  top?: number;
  /** Columns of its table after the lines; one value a week. */
  more?: readonly Series[];
};

const HEIGHT = 260;
/** So that its five steps are whole. */
const MIN_TOP = 5;
/** From so many times the highest value of the lowest line on, that line would lie on the axis. */
const LOG_FROM = 8;

export function weeklyChart({ weeks, unit, series, more = [], ...chart }: Weekly): Chart {
  const { say = count, top: fixedTop, ...rest } = chart;
  // Lines of nothing but zeros are on the axis of either kind.
  const highest = series
    .map(({ values }) => Math.max(...values.map((value) => value ?? 0)))
    .filter((value) => value > 0);
  const most = fixedTop ?? Math.max(MIN_TOP, ...highest);
  const isLog = Math.max(...highest) > LOG_FROM * Math.min(...highest);
  const last = weeks.length - 1;
  const lines = series.map(({ name, values }, index) => ({
    ...(series.length > 1 ? { ...(LOOKS[index] ?? LOOKS[0]), name } : ONLY),
    places: values.map((value, x) => (value === null ? null : { x, y: value })),
  }));
  // Counts stay numbers for the files made from the rows.
  const cell = (value: number | null = null) =>
    value === null || fixedTop === undefined ? value : say(value);
  const rows = weeks.map((week, at) => [
    week,
    ...series.map(({ values }) => cell(values[at])),
    ...more.map(({ values }) => values[at] ?? null),
  ]);
  return {
    ...rest,
    x: { from: 0, to: Math.max(1, last), ticks: monthTicks(weeks) },
    y: isLog
      ? { label: `${unit}, log scale`, ...logAxis(most, say) }
      : { label: unit, ...roundAxis(0, most, say) },
    height: HEIGHT,
    lines,
    points: lines.flatMap(({ places, color }) => {
      const end = places.at(-1);
      return end ? { ...end, color, shape: DOT } : [];
    }),
    rowsRun: 'across',
    table: {
      columns: ['Week', ...[...series, ...more].map(({ name }) => name)],
      rows: rows.toReversed(),
    },
  };
}

export const DOT = 'm-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });
const MAX_TICKS = 9;

/** Months that begin within the weeks, in steps that leave room for their names. */
function monthTicks(weeks: readonly string[]): [number, string][] {
  const begins = weeks.flatMap((week, index) => {
    const end = isoDay(lastDayNamed(week));
    const day = Number(end.slice(8));
    return day <= 7 && index > 0
      ? [{ at: index - (day - 1) / 7, end, month: Number(end.slice(5, 7)) }]
      : [];
  });
  const step = [1, 3, 6].find((months) => begins.length <= MAX_TICKS * months) ?? 12;
  const ticks = begins.filter(({ month }) => (month - 1) % step === 0);
  if (ticks.length === 0) return [[weeks.length - 1, weeks.at(-1) ?? '']];
  const isYearNamed = ticks.some(({ month }) => month === 1);
  return ticks.map(({ at, end, month }, index) => [
    at,
    `${MONTH.format(new Date(end))}${month === 1 || (index === 0 && !isYearNamed) ? `\n${end.slice(0, 4)}` : ''}`,
  ]);
}
