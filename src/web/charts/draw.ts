/**
 * Draws charts as SVG. Only places and lines stretch with the width; heights, marks and letters do not,
 * so that labels are as large on a phone as on a desktop.
 */
import { type Html, html } from '../../lib/html.ts';
import { linesOf } from '../images/letters.ts';
import type { Axis, Chart, Line, Place } from './chart.ts';
import { linePath } from './line-charts.ts';
import { type Label, placeLabels } from './place-labels.ts';

/** The plot's width in files; the stylesheet repeats the margins for pages. */
export const PLOT_WIDTH = 640;
const LEFT = 48;
const TOP = 30;
const BOTTOM = 44;
const BENEATH = 24;
const NAME = { size: 13, maxWidth: 112, maxLines: 1 } as const;
/** Between the base lines of names that would overlap, and of lines of text. */
const LINE = 16;
/** With more points, those without a link are dots of one path. */
const MAX_MARKED = 400;

/** Widths of the plot, in pixels, at which the names of a page's points are placed once each. */
const WIDTHS = { narrow: [220, 420], wide: [418, 680] } as const;
const FILE_WIDTHS = { file: [PLOT_WIDTH, PLOT_WIDTH] } as const;

/** Margins of the plot in files: for labels of values on the left, for names on the right. */
export function margins(chart: Chart) {
  const kind = kindOf(chart);
  return { left: kind === 'rows' ? 8 : LEFT, right: kind === 'ends' ? 128 : 16 };
}

/** The class by which the stylesheet sets the same margins. */
function kindOf({ y, lines = [] }: Chart): 'rows' | 'ends' | 'plain' {
  if (y.ticks.length === 0) return 'rows';
  return lines.some(({ name }) => name !== undefined) ? 'ends' : 'plain';
}

export function heightOf({ height, beneath }: Chart): number {
  return TOP + height + (beneath ? BENEATH : 0) + BOTTOM;
}

/** @param isSilent hidden from readers who do not see it, since the page says the same in words */
export function drawOnPage(chart: Chart, isSilent = false): Html {
  const { id, title, summary } = chart;
  const words = isSilent
    ? html` aria-hidden="true">`
    : html` role="img" aria-labelledby="${id}-title ${id}-summary"><title id="${id}-title">${title}</title><desc id="${id}-summary">${summary}</desc>`;
  return html`<svg class="drawing ${kindOf(chart)}" height="${heightOf(chart)}"${words}${contents(chart, WIDTHS)}</svg>`;
}

/** Within an SVG document, as wide as `PLOT_WIDTH` and its margins. */
export function drawInFile(chart: Chart): Html {
  return html`<svg x="${margins(chart).left}" width="${PLOT_WIDTH}" height="${heightOf(chart)}" overflow="visible" font-size="13" color="var(--quiet)" fill="currentColor">${contents(chart, FILE_WIDTHS)}</svg>`;
}

function contents(chart: Chart, widths: Readonly<Record<string, readonly [number, number]>>): Html {
  const { x, height, beneath, texts = [], points = [], named = [] } = chart;
  const place = (at: Place) => ({ share: shareOf(x, at.x), y: yOf(chart, at.y) });
  const floor = TOP + height + (beneath ? BENEATH : 0);
  const labels = named.map((point): Label => ({ text: point.name ?? '', ...place(point) }));
  const frame = { top: 18, bottom: TOP + height };
  const marks = points.map(place);
  return html`${stretched(chart)}${axisLabels(chart, floor)}${marksOf(chart)}${endNames(chart)}${texts.flatMap(({ y: at, lines }) => lines.map((line, index) => html`<text x="0" y="${yOf(chart, at) - 12 - LINE * (lines.length - 1 - index)}" fill="var(--ink)">${line}</text>`))}${
    labels.length === 0
      ? null
      : Object.entries(widths).map(
          ([name, range]) =>
            html`<g class="names ${name}" fill="var(--ink)">${placeLabels(labels, marks, frame, range).map(({ text, share, dx, dy, anchor }) => html`<text x="${percent(share)}" y="${dy}" dx="${dx}" text-anchor="${anchor}">${text}</text>`)}</g>`,
        )
  }`;
}

/** Where a value is along an axis, from 0 to 1. */
function shareOf({ from, to, isLog }: Axis, value: number): number {
  const place = (one: number) => (isLog ? Math.log1p(one) : one);
  const within = Math.max(from, Math.min(to, value));
  return (place(within) - place(from)) / (place(to) - place(from));
}

function yOf({ y, height }: Chart, value: number): number {
  return TOP + Math.round(height * (1 - shareOf(y, value)));
}

/** `12.5%` */
function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10}%`;
}

/** Everything that stretches: shades, grid, lines, ticks below the axis. */
function stretched(chart: Chart): Html {
  const { x, y, height, bands = [], beneath = [], lines = [], points = [] } = chart;
  const across = (value: number) => Math.round(PLOT_WIDTH * shareOf(x, value));
  const floor = TOP + height;
  const isRows = kindOf(chart) === 'rows';
  const grid = isRows
    ? x.ticks.map(([value]) => [value, `M${across(value)} ${TOP}V${floor}`] as const)
    : y.ticks.map(([value]) => [value, `M0 ${yOf(chart, value)}H${PLOT_WIDTH}`] as const);
  const ticks = beneath.map(
    (length, at) => length && `M${across(at)} ${floor + 4}v${2 + 2 * length}`,
  );
  const dots = points.length > MAX_MARKED ? Map.groupBy(points, ({ color }) => color) : [];
  return html`<svg width="100%" height="${heightOf(chart)}" viewBox="0 0 ${PLOT_WIDTH} ${heightOf(chart)}" preserveAspectRatio="none" overflow="visible" fill="none">${bands.map(
    ({ from, to, opacity }) =>
      html`<rect x="${across(from)}" width="${across(to) - across(from)}" y="${TOP}" height="${height}" fill="var(--area)" fill-opacity="${opacity}"/>`,
  )}${grid.map(([value, path]) => html`<path d="${path}" stroke="var(--${value === 0 ? 'under' : 'rule'})"/>`)}${
    isRows
      ? null
      : html`<path d="${x.ticks.map(([value]) => `M${across(value)} ${floor}v4`).join('')}" stroke="currentColor"/>`
  }${ticks.length === 0 ? null : html`<path d="${ticks.filter(Boolean).join('')}" stroke="var(--deploy)" stroke-width="1.5"/>`}${lines.map(
    ({ places, color, dashes, width = 1.75 }) =>
      html`<path d="${linePath(places.map((at) => at && { x: across(at.x), y: yOf(chart, at.y) }))}" stroke="${color}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"${dashes && html` stroke-dasharray="${dashes}"`}/>`,
  )}${[...dots].map(([color, own]) => {
    const places = own
      .filter(({ link }) => !link)
      .map((at) => `M${across(at.x)} ${yOf(chart, at.y)}h0`);
    return html`<path d="${[...new Set(places)].join('')}" stroke="${color}" stroke-opacity=".35" stroke-width="4" stroke-linecap="round"/>`;
  })}</svg>`;
}

function axisLabels({ x, y, ...chart }: Chart, floor: number): Html {
  const up = y.label && html`<text x="0" y="12" dx="${-LEFT}">↑ ${y.label}</text>`;
  const right =
    x.label && html`<text x="100%" y="${floor + 38}" text-anchor="end">${x.label} →</text>`;
  const below = x.ticks.map(([value, label]) => {
    const at = percent(shareOf(x, value));
    const [first, ...others] = label.split('\n');
    return html`<text x="${at}" y="${floor + 18}">${first}${others.map((line) => html`<tspan x="${at}" dy="14">${line}</tspan>`)}</text>`;
  });
  return html`${up}${right}<g text-anchor="middle">${below}</g><g text-anchor="end">${y.ticks.map(([value, label]) => html`<text x="0" y="${yOf({ x, y, ...chart }, value)}" dx="-8" dy=".32em">${label}</text>`)}</g>`;
}

/** Points, each the copy of a shape. */
function marksOf(chart: Chart): Html {
  const { id, x, points = [] } = chart;
  const shapes = [...new Set(points.map(({ shape }) => shape))];
  const drawn = points.filter(({ link }) => link || points.length <= MAX_MARKED);
  const mark = ({ shape, ...at }: (typeof points)[number]) =>
    html`<use href="#${id}-${shapes.indexOf(shape)}" x="${percent(shareOf(x, at.x))}" y="${yOf(chart, at.y)}"/>`;
  return html`<defs>${shapes.map((shape, index) => html`<path id="${id}-${index}" d="M0 0${shape}"/>`)}</defs>${[
    ...Map.groupBy(drawn, ({ color }) => color),
  ].map(
    ([color, own]) =>
      html`<g fill="${color}" fill-opacity="${own[0]?.opacity ?? '1'}">${own.map((point) =>
        point.link
          ? html`<a href="${point.link.href}" tabindex="-1" data-slug="${point.link.slug}">${mark(point)}<title>${point.title}</title></a>`
          : mark(point),
      )}</g>`,
  )}`;
}

/** Names next to the last places of lines, moved apart where they would overlap. */
function endNames(chart: Chart): Html {
  const ends = (chart.lines ?? []).flatMap(({ name, color, places }: Line) => {
    const last = places.findLast((place) => place !== null);
    if (name === undefined || !last) return [];
    return { name: linesOf(name, NAME)[0] ?? name, color, y: yOf(chart, last.y) };
  });
  const sorted = ends.toSorted((one, other) => one.y - other.y);
  let free = TOP;
  for (const end of sorted) {
    end.y = Math.max(end.y, free);
    free = end.y + LINE;
  }
  // Those that were pushed out below push back.
  let lowest = TOP + chart.height;
  for (const end of sorted.toReversed()) {
    end.y = Math.min(end.y, lowest);
    lowest = end.y - LINE;
  }
  return html`${sorted.map(({ name, color, y }) => html`<text x="100%" y="${y}" dx="10" dy=".32em" fill="${color}" font-weight="bold">${name}</text>`)}`;
}
