/**
 * Points by how much there is of something, in powers of ten, and by an acceleration. Those that lead to a
 * page light up together with their row.
 */
import { type Html, html } from '../../lib/html.ts';
import { count, plainName } from '../components/format.ts';
import type { Drawing } from './plot.ts';
import { type Label, placedLabels } from './point-labels.ts';

export type PlottedPoint = {
  slug: string;
  name: string;
  /** Values below 1 are drawn at 1. */
  x: number;
  y: number;
  /** Path around its place. */
  mark: string;
  color: string;
  opacity: string;
  /** Shown when the reader points at it. */
  title: string;
  href: string | undefined;
};

export type PointPlot = Drawing & {
  /** Later points are drawn on top; points of one colour are adjacent. */
  points: readonly PlottedPoint[];
  /** Slugs of the points that are labelled, the most important first. */
  named: readonly string[];
  /** Whether points without a page have their mark, and not a dot. */
  isMarked: boolean;
};

/** In units of the drawing, which is as narrow as a phone is wide; the stylesheet sets its text. */
const SIZE = { width: 480, height: 340, left: 36, right: 12, top: 14, bottom: 30 };
const FLOOR = SIZE.height - SIZE.bottom;
/** Points beyond it are drawn at the edge, since a few would press all others together. */
const FURTHEST = 2.5;
const MIN_TOP = 10;
const FEW = 100;

export function drawPoints({ id, title, summary, ...plot }: PointPlot): Html {
  const most = Math.max(MIN_TOP, ...plot.points.map(({ x }) => x));
  const x = (value: number) => {
    const share = Math.log(Math.max(1, value)) / Math.log(most);
    return Math.round(SIZE.left + share * (SIZE.width - SIZE.left - SIZE.right));
  };
  const y = (value: number) => {
    const share = (FURTHEST - Math.max(-FURTHEST, Math.min(FURTHEST, value))) / (2 * FURTHEST);
    return Math.round(SIZE.top + share * (FLOOR - SIZE.top));
  };
  const line = (value: number) => `M${SIZE.left} ${y(value)}H${SIZE.width - SIZE.right}`;
  const placed = plot.points.map((point) => ({
    ...point,
    where: { x: x(point.x), y: y(point.y) },
  }));
  return html`<svg role="img" aria-labelledby="${id}-title ${id}-summary" class="drawing" fill="currentColor" text-anchor="middle" viewBox="0 0 ${SIZE.width} ${SIZE.height}"><title id="${id}-title">${title}</title><desc id="${id}-summary">${summary}</desc><path d="${[-2, -1, 1, 2].map(line).join('')}" stroke="var(--rule)"/><path d="${line(0)}" stroke="var(--under)"/>${ticksTo(most).map((value) => html`<path d="M${x(value)} ${FLOOR}v3" stroke="currentColor"/><text x="${x(value)}" y="${FLOOR}" dy="1.3em">${count(value)}</text>`)}<g text-anchor="end">${[-2, -1, 0, 1, 2].map((value) => html`<text x="${SIZE.left - 5}" y="${y(value)}" dy=".32em">${signedTenths(value)}</text>`)}</g>${marks(placed, plot)}</svg>`;
}

/** Powers of ten; if there are few, values between them as well. */
function ticksTo(most: number): number[] {
  const decades = Array.from(
    { length: Math.ceil(Math.log10(most)) + 1 },
    (_, index) => 10 ** index,
  );
  const ticks = most < FEW ? decades.flatMap((ten) => [ten, 2 * ten, 5 * ten]) : decades;
  return ticks.filter((value) => value <= most);
}

type Placed = PlottedPoint & { where: { x: number; y: number } };

function marks(
  points: readonly Placed[],
  { named, isMarked }: Omit<PointPlot, keyof Drawing>,
): Html {
  const bySlug = new Map(points.map((point) => [point.slug, point]));
  const labels = named
    .flatMap((slug) => bySlug.get(slug) ?? [])
    .map((point): Label => ({ text: shortened(plainName(point.name)), ...point.where }));
  const frame = { left: SIZE.left, right: SIZE.width, top: 2, bottom: FLOOR };
  const places = points.map(({ where }) => where);
  return html`${[...Map.groupBy(points, ({ color }) => color)].map(([color, own]) => {
    const others = own.filter(({ href }) => href === undefined);
    return html`<g fill="${color}" fill-opacity="${own[0]?.opacity ?? '1'}">${
      isMarked
        ? html`<path d="${others.map(({ where, mark }) => `M${at(where)}${mark}`).join('')}"/>`
        : dots(others, color)
    }${own.map(linkedMark)}</g>`;
  })}<g class="names">${placedLabels(labels, frame, places).map(
    (label) =>
      html`<text x="${label.x}" y="${label.y}" text-anchor="${label.anchor}">${label.text}</text>`,
  )}</g>`;
}

/** All that is said of points without a link: where they are, to two units. */
function dots(points: readonly Placed[], color: string): Html | null {
  if (points.length === 0) return null;
  const even = (value: number) => 2 * Math.round(value / 2);
  const steps = new Set(points.map(({ where: { x, y } }) => `M${even(x)} ${even(y)}h0`));
  return html`<path d="${[...steps].join('')}" stroke="${color}" stroke-opacity=".35" stroke-width="4" stroke-linecap="round"/>`;
}

function linkedMark({ slug, title, mark, where, href }: Placed): Html | null {
  if (href === undefined) return null;
  return html`<a href="${href}" tabindex="-1" data-slug="${slug}"><path d="M${at(where)}${mark}"/><title>${title}</title></a>`;
}

const at = ({ x, y }: Placed['where']) => `${x} ${y}`;

/** `+1.4`, `0` */
export function signedTenths(value: number): string {
  if (Math.abs(value) < 0.05) return '0';
  const text = Math.abs(value).toFixed(1).replace(/\.0$/, '');
  return `${value > 0 ? '+' : '−'}${text}`;
}

function shortened(name: string): string {
  const characters = [...name];
  return characters.length > 18 ? `${characters.slice(0, 17).join('')}…` : name;
}
