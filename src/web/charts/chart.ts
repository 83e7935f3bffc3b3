/**
 * A chart as data. One renderer draws it for pages, frames, files and cards, and its table is shown as
 * rows, CSV and JSON.
 */
import type { Published } from '../../published/published.ts';

export type Axis = {
  /** The unit; an arrow beside it says which way it grows. */
  label?: string;
  /** Values beyond the ends are drawn at the ends. */
  from: number;
  to: number;
  /** Equal distances are equal factors, of one more than the value, so that zero has its place. */
  isLog?: boolean;
  /** Labels by value; a line break stacks them. */
  ticks: readonly (readonly [value: number, label: string])[];
};

export type Place = { x: number; y: number };

export type Line = {
  /** Null where it is broken. */
  places: readonly (Place | null)[];
  color: string;
  dashes?: string;
  width?: number;
  /** Written next to its end. */
  name?: string;
};

export type Point = Place & {
  /** A path around its place. */
  shape: string;
  color: string;
  opacity?: string;
  /** Written next to it where there is room. */
  name?: string;
  /** Shown when a reader points at it. */
  title?: string;
  /** Lights up together with the row of the same slug, and leads to its page. */
  link?: { href: string; slug: string };
};

export type Chart = {
  /** Distinguishes it from other charts of a page. */
  id: string;
  /** A line: `Langfuse: commits in 14 days` */
  title: string;
  /** One or two sentences with the numbers that matter. */
  summary: string;
  /** The meaning of its shades and marks. */
  note?: string;
  /** Marks by which points and lines are told apart. */
  key?: readonly { shape: string; color: string; text: string }[];
  /** The page that shows it. */
  page: string;
  x: Axis;
  y: Axis;
  /** The plot's height in pixels, at every width. */
  height: number;
  /** Shaded from one value of `x` to another. */
  bands?: readonly { from: number; to: number; opacity: number }[];
  /** Ticks below the axis at each whole `x`, as long as the number says. */
  beneath?: readonly (number | null)[];
  lines?: readonly Line[];
  /** Later points are drawn on top; points of one colour are adjacent. */
  points?: readonly Point[];
  /** Names of points, the most important first. */
  named?: readonly Point[];
  /** Lines of text above values of `y`, from the left. */
  texts?: readonly { y: number; lines: readonly string[] }[];
  /** The chart's data as a table. */
  table: { columns: readonly string[]; rows: readonly (readonly (string | number | null)[])[] };
  /**
   * The direction in which the table's rows are drawn, at equal distances: `across` from the last to the
   * first, `down` from the first to the last. Pointing at the chart shows the row.
   */
  rowsRun?: 'across' | 'down';
};

type ChartRequest = {
  published: Published;
  /** Values of the `{name}`s in the address. */
  params: Readonly<Record<string, string>>;
  period: string;
};

export type ChartDefinition = {
  /**
   * Its own page: `/charts/startups/{slug}/commits`. The same address has the files `.svg`, `.png`,
   * `.csv` and `.json`, and at `/embed` a frame for other sites.
   */
  path: string;
  /** Undefined where there is nothing to show. Add it to `charts/find-chart.ts`. */
  chart: (request: ChartRequest) => Promise<Chart | undefined>;
};

type Say = (value: number) => string;

/** From zero, in powers of ten. */
export function logAxis(to: number, say: Say): Axis {
  const decades = [0, 1, 10, 100, 1_000, 10_000, 100_000].filter((value) => value <= to);
  return { from: 0, to, isLog: true, ticks: decades.map((value) => [value, say(value)]) };
}

/** From and to the next round numbers, in steps that are round too. */
export function roundAxis(lowest: number, highest: number, say: Say): Axis {
  const least = (highest - lowest) / 5;
  const unit = 10 ** Math.floor(Math.log10(least));
  const step = unit * ([1, 2, 5].find((size) => size * unit >= least) ?? 10);
  const [first, last] = [Math.floor(lowest / step), Math.ceil(highest / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => step * (first + index));
  return { from: step * first, to: step * last, ticks: ticks.map((value) => [value, say(value)]) };
}
