/**
 * Points by how much there is of something, in powers of ten, and by an acceleration. Those that lead to a
 * page light up together with their row.
 */
import { type Html, html, rawHtml } from '../../lib/html.ts';
import { count, plainName } from '../components/format.ts';
import { drawPlot } from './plot.ts';
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

export type PointPlot = {
  id: string;
  title: string;
  summary: string;
  /** Later points are drawn on top; points of one colour are adjacent. */
  points: readonly PlottedPoint[];
  /** Slugs of the points that are labelled, the most important first. */
  named: readonly string[];
  /** Whether points without a page have their mark, and not a dot. */
  isMarked: boolean;
};

/** In units of the drawing, which is as narrow as a phone is wide; the stylesheet sets its text. */
const SIZE = { width: 480, height: 340, left: 36, right: 12, top: 14, bottom: 30 };
/** Points beyond it are drawn at the edge, since a few would press all others together. */
const FURTHEST = 2.5;
const MIN_TOP = 10;
const FEW = 100;

export async function drawPoints(plot: PointPlot): Promise<Html> {
  const { id, title, summary, points, named, isMarked } = plot;
  const most = Math.max(MIN_TOP, ...points.map(({ x }) => x));
  const places = new Map<PlottedPoint, XY>();
  const svg = await drawPlot({ id, title, summary }, (Plot) => ({
    width: SIZE.width,
    height: SIZE.height,
    marginLeft: SIZE.left,
    marginRight: SIZE.right,
    marginTop: SIZE.top,
    marginBottom: SIZE.bottom,
    x: { type: 'log', domain: [1, most], label: null },
    y: { domain: [-FURTHEST, FURTHEST], label: null },
    marks: [
      Plot.gridY([-2, -1, 1, 2], { stroke: 'var(--rule)', strokeOpacity: 1 }),
      Plot.ruleY([0], { stroke: 'var(--under)' }),
      Plot.axisX(ticksTo(most), { tickSize: 3, text: (value: number) => count(value) }),
      Plot.axisY([-2, -1, 0, 1, 2], { tickSize: 0, tickFormat: signedTenths }),
      (_index, { x, y }, _values, _dimensions, context) => {
        for (const point of points)
          places.set(point, {
            x: Math.round(Number(x?.(Math.max(1, point.x)))),
            y: Math.round(Number(y?.(Math.max(-FURTHEST, Math.min(FURTHEST, point.y))))),
          });
        return context.document.createElementNS('http://www.w3.org/2000/svg', PLACEHOLDER);
      },
    ],
  }));
  const placed = points.flatMap((point) => {
    const where = places.get(point);
    return where ? [{ ...point, where }] : [];
  });
  const drawn = marks(placed, named, isMarked).toString();
  // The document that Plot draws on does not escape titles, so names never enter it.
  return rawHtml(svg.toString().replace(PLACEHOLDER_TAG, () => drawn));
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

type XY = { x: number; y: number };
type Placed = PlottedPoint & { where: XY };

/** Stands in the drawing where the marks belong. */
const PLACEHOLDER = 'metadata';
const PLACEHOLDER_TAG = /<metadata\s*(?:\/>|><\/metadata>)/;

function marks(points: readonly Placed[], named: readonly string[], isMarked: boolean): Html {
  const bySlug = new Map(points.map((point) => [point.slug, point]));
  const labels = named
    .flatMap((slug) => bySlug.get(slug) ?? [])
    .map((point): Label => ({ text: shortened(plainName(point.name)), ...point.where }));
  const frame = { left: SIZE.left, right: SIZE.width, top: 2, bottom: SIZE.height - SIZE.bottom };
  return html`${[...Map.groupBy(points, ({ color }) => color)].map(([color, own]) => {
    const linked = own.flatMap((point) =>
      point.href === undefined ? [] : [linkedMark(point, point.href)],
    );
    const others = own.filter(({ href }) => href === undefined);
    return html`<g fill="${color}" fill-opacity="${own[0]?.opacity ?? '1'}">${
      isMarked
        ? html`<path d="${others.map(({ where, mark }) => `M${at(where)}${mark}`).join('')}"/>`
        : dots(others, color)
    }${linked}</g>`;
  })}<g class="names">${placedLabels(
    labels,
    frame,
    points.map(({ where }) => where),
  ).map(
    ({ text, x, y, anchor }) =>
      html`<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`,
  )}</g>`;
}

/** All that is said of points without a link: where they are, to two units. */
function dots(points: readonly Placed[], color: string): Html | null {
  if (points.length === 0) return null;
  const even = (value: number) => 2 * Math.round(value / 2);
  const steps = new Set(points.map(({ where: { x, y } }) => `M${even(x)} ${even(y)}h0`));
  return html`<path d="${[...steps].join('')}" stroke="${color}" stroke-opacity=".35" stroke-width="4" stroke-linecap="round"/>`;
}

function linkedMark({ slug, title, mark, where }: Placed, href: string): Html {
  return html`<a href="${href}" tabindex="-1" data-slug="${slug}"><path d="M${at(where)}${mark}"/><title>${title}</title></a>`;
}

const at = ({ x, y }: XY) => `${x} ${y}`;

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
