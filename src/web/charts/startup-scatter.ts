/** All startups of a week: how much they commit against how far they are above their own past year. */
import { type Listed, listedWeek } from '../../features/selection/listed-week.ts';
import { type Html, html, rawHtml } from '../../lib/html.ts';
import { type SignalKey, signalKey } from '../../published/signal-words.ts';
import { count, counted, plainName, rounded, shortPeriodName } from '../components/format.ts';
import { periodHref } from '../components/links.ts';
import { type Chart, chart } from './chart.ts';
import { drawPlot } from './plot.ts';
import { type Label, placedLabels } from './point-labels.ts';
import { MARKS, SIGNAL_WORDS, SIGNALS } from './signal-marks.ts';

export const SCATTER_PATH = '/charts/startups';

export default chart({
  path: SCATTER_PATH,
  draw: async ({ published, period }) => {
    const { editions } = published;
    const listed = await listedWeek(period, published);
    const name = editions.periods.find(({ slug }) => slug === period)?.name ?? period;
    const shown = { listed, named: notable(listed), of: shortPeriodName(name) };
    const page = periodHref('/startups', period, editions);
    const drawn = await drawScatter(shown);
    return drawn && { ...drawn, page };
  },
});

export type Scatter = {
  listed: readonly Listed[];
  /** Slugs of the startups that are named in it, the most important first. */
  named: readonly string[];
  /** What it is of, for its title: `Week 31, 2026` */
  of: string;
  /** The points that lead to a page, and where; without it none does. */
  hrefOf?: (slug: string) => string | undefined;
};

/** In units of the drawing, which is as narrow as a phone is wide; the stylesheet sets its text. */
const SIZE = { width: 480, height: 340, left: 30, right: 12, top: 14, bottom: 30 };
/** Beyond it a point stands at the edge: the few that are would press all others together. */
const FURTHEST = 2.5;

type Point = Listed & { acceleration: number; signal: SignalKey };

/** With more, only points that lead to a page have the mark of their signal; the others are dots. */
const MAX_MARKED = 400;

/** Undefined where no acceleration is known. */
export async function drawScatter({ listed, named, of, hrefOf }: Scatter) {
  const points = listed.flatMap(({ acceleration, ...one }): Point[] =>
    acceleration === null ? [] : [{ ...one, acceleration, signal: signalKey(one.startup) }],
  );
  if (points.length === 0) return undefined;
  const faster = points.filter(({ acceleration }) => acceleration > 0).length;
  const title = `Pace and acceleration, ${of}`;
  const summary = `${counted(points.length, 'startup')}: further right, more commits in 14 days; higher, further above the pace of their own past year. ${counted(faster, 'is', 'are')} above it, ${count(points.length - faster)} at or below.`;
  const most = Math.max(10, ...points.map(({ startup }) => startup.commitVelocity14d));
  const decades = Array.from(
    { length: Math.ceil(Math.log10(most)) + 1 },
    (_, index) => 10 ** index,
  );
  const places = new Map<Point, XY>();
  const svg = await drawPlot({ id: 'scatter', title, summary }, (Plot) => ({
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
      Plot.axisX(
        decades.filter((value) => value <= most),
        { tickSize: 3, tickFormat: count },
      ),
      Plot.axisY([-2, -1, 0, 1, 2], { tickSize: 0, tickFormat: signed }),
      (_index, { x, y }, _values, _dimensions, context) => {
        for (const point of points)
          places.set(point, {
            x: Math.round(Number(x?.(Math.max(1, point.startup.commitVelocity14d)))),
            y: Math.round(Number(y?.(Math.max(-FURTHEST, Math.min(FURTHEST, point.acceleration))))),
          });
        return context.document.createElementNS('http://www.w3.org/2000/svg', PLACEHOLDER);
      },
    ],
  }));
  const placed = points.flatMap((point) => {
    const where = places.get(point);
    return where ? [{ ...point, where }] : [];
  });
  const drawn = marks(placed, named, hrefOf).toString();
  // The document that Plot draws on does not escape what stands in a title, so names never enter it.
  const whole = rawHtml(svg.toString().replace(PLACEHOLDER_TAG, () => drawn));
  return { title, summary, svg: whole, table: tableOf(points) };
}

type XY = { x: number; y: number };
type Placed = Point & { where: XY };

/** Stands in the drawing where the marks belong. */
const PLACEHOLDER = 'metadata';
const PLACEHOLDER_TAG = /<metadata\s*(?:\/>|><\/metadata>)/;

function marks(
  points: readonly Placed[],
  named: readonly string[],
  hrefOf: Scatter['hrefOf'],
): Html {
  const bySlug = new Map(points.map((point) => [point.startup.slug, point]));
  const labels = named
    .flatMap((slug) => bySlug.get(slug) ?? [])
    .map((point): Label => ({ text: shortened(plainName(point.startup.name)), ...point.where }));
  const frame = { left: SIZE.left, right: SIZE.width, top: 2, bottom: SIZE.height - SIZE.bottom };
  const isMarked = hrefOf === undefined && points.length <= MAX_MARKED;
  return html`${SIGNALS.map((signal) => {
    const own = points.filter((point) => point.signal === signal);
    const linked = own.flatMap((point) => {
      const href = hrefOf?.(point.startup.slug);
      return href === undefined ? [] : [linkedMark(point, href)];
    });
    const others = own
      .filter(({ startup }) => hrefOf?.(startup.slug) === undefined)
      .map(({ where }) => where);
    const color = signal === 'none' ? 'var(--line)' : `var(--${signal})`;
    const opacity = signal === 'none' ? '.55' : '.85';
    return html`<g fill="${color}" fill-opacity="${opacity}">${
      isMarked
        ? html`<path d="${others.map((one) => `M${at(one)}${MARKS[signal]}`).join('')}"/>`
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

/** All that is said of startups without a link: where they are, to two units. */
function dots(places: readonly XY[], color: string): Html | null {
  if (places.length === 0) return null;
  const even = (value: number) => 2 * Math.round(value / 2);
  const steps = new Set(places.map(({ x, y }) => `M${even(x)} ${even(y)}h0`));
  return html`<path d="${[...steps].join('')}" stroke="${color}" stroke-opacity=".35" stroke-width="4" stroke-linecap="round"/>`;
}

function linkedMark({ startup, acceleration, signal, where }: Placed, href: string): Html {
  const { slug, name, commitVelocity14d } = startup;
  const title = `${plainName(name)}: ${counted(commitVelocity14d, 'commit')}, ${signed(acceleration)}, ${SIGNAL_WORDS[signal]}`;
  return html`<a href="${href}" tabindex="-1" data-slug="${slug}"><path d="M${at(where)}${MARKS[signal]}"/><title>${title}</title></a>`;
}

const at = ({ x, y }: XY) => `${x} ${y}`;

function signed(value: number): string {
  if (Math.abs(value) < 0.05) return '0';
  const text = Math.abs(value).toFixed(1).replace(/\.0$/, '');
  return `${value > 0 ? '+' : '−'}${text}`;
}

function shortened(name: string): string {
  const characters = [...name];
  return characters.length > 18 ? `${characters.slice(0, 17).join('')}…` : name;
}

const MAX_NAMED = 14;

/** Who is worth a name: the first of the ranking, and whoever stands at an edge. */
export function notable(listed: readonly Listed[]): string[] {
  const known = listed.filter(({ acceleration }) => acceleration !== null);
  const by = (value: (one: Listed) => number) =>
    known.toSorted((a, b) => value(b) - value(a)).slice(0, 3);
  const first = known.filter(({ trending }) => trending !== null && trending <= 6);
  const all = [
    ...first,
    ...by(({ startup }) => startup.commitVelocity14d),
    ...by(({ acceleration }) => acceleration ?? 0),
    ...by(({ acceleration }) => -(acceleration ?? 0)),
  ];
  return [...new Set(all.map(({ startup }) => startup.slug))].slice(0, MAX_NAMED);
}

function tableOf(points: readonly Point[]): Chart['table'] {
  return {
    columns: ['Startup', 'Commits in 14 days', 'Acceleration', 'Signal'],
    rows: points.map(({ startup, acceleration, signal }) => [
      startup.name,
      startup.commitVelocity14d,
      rounded(acceleration),
      SIGNAL_WORDS[signal],
    ]),
  };
}
