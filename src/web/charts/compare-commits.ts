/** The commits of two to four startups over a year: on one axis, or each against its own beginning. */
import { type Html, html } from '../../lib/html.ts';
import { isoDay, parsePeriod } from '../../lib/period.ts';
import { listed } from '../../lib/prose.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import { comparedSlugs } from '../../published/compared.ts';
import { count, plainName } from '../components/format.ts';
import { PATHS, periodHref } from '../components/links.ts';
import { linesOf } from '../images/letters.ts';
import { type Chart, chart } from './chart.ts';
import { drawPlot } from './plot.ts';

export default chart({
  path: '/charts/compare/{names}',
  takes: ['scale'],
  draw: async ({ published, params: { names = '' }, period, query }) => {
    const slugs = await comparedSlugs(names, published);
    if (!slugs) return undefined;
    const { editions, companies } = published;
    const startups = slugs.map((slug) => ({
      slug,
      name: plainName(companies.get(slug)?.name ?? slug),
    }));
    const scale = query['scale'] === 'index' ? 'index' : 'shared';
    return drawCompared(startups, await editions.history(), {
      period,
      scale,
      latest: editions.latest,
    });
  },
});

type Scale = 'shared' | 'index';

const WEEKS = 52;
/** What 100 stands for is the mean of several weeks, since one may be a holiday. */
const BASE_WEEKS = 4;

/** Lines are told apart by colour, by dashes, and by the name at their end. */
const LINES = [
  { color: 'var(--line-1)', dashes: '' },
  { color: 'var(--line-2)', dashes: '9 4' },
  { color: 'var(--line-3)', dashes: '2 4' },
  { color: 'var(--line-4)', dashes: '12 4 2 4' },
] as const;

const SIZE = {
  width: 760,
  height: 340,
  marginTop: 20,
  marginBottom: 30,
  marginLeft: 50,
  marginRight: 170,
};
const NAME = { size: 13, weight: 'bold', maxWidth: 118, maxLines: 1 } as const;
const LABEL_DISTANCE = 24;

/** The line of a startup as a key beside its name. @param index its place among those compared */
export function lineSwatch(index: number): Html {
  const { color, dashes } = LINES[index] ?? LINES[0];
  return html`<svg class="swatch" viewBox="0 0 42 10" aria-hidden="true"><path d="M0 5h42" stroke="${color}"${dashes === '' ? null : html` stroke-dasharray="${dashes}"`}/></svg>`;
}

type Named = { slug: string; name: string };
type Series = Named & { values: (number | null)[]; look: (typeof LINES)[number] };

async function drawCompared(
  startups: readonly Named[],
  history: HistoryTable,
  { period, scale, latest }: { period: string; scale: Scale; latest: string },
): Promise<Chart | undefined> {
  const end = history.periods.findLastIndex((week) => week <= period) + 1;
  const weeks = history.periods.slice(Math.max(0, end - WEEKS), end);
  const dates = weeks.map((week) => new Date(isoDay(parsePeriod(week)?.lastDay ?? 0)));
  const counts = startups.map(({ slug }) => {
    const own = Object.hasOwn(history.startups, slug)
      ? history.startups[slug]?.velocity
      : undefined;
    return weeks.map((_, index) => own?.[end - weeks.length + index] ?? null);
  });
  const shown = scale === 'index' ? indexed(counts) : counts;
  const series = startups.map(
    (startup, index): Series => ({
      ...startup,
      values: shown[index] ?? [],
      look: LINES[index] ?? LINES[0],
    }),
  );
  const drawn = series.filter(({ values }) => values.some((value) => value !== null));
  if (drawn.length === 0) return undefined;
  const names = listed(startups.map(({ name }) => name));
  const what = scale === 'index' ? 'commits in 14 days, indexed' : 'commits in 14 days';
  const title = `${names}: ${what}`;
  const summary = summaryOf(series, scale);
  const svg = await drawLines(drawn, dates, { title, summary }, scale);
  const page = periodHref(PATHS.comparison(...startups.map(({ slug }) => slug)), period, {
    latest,
  });
  const columns = ['Week', ...startups.map(({ name }) => name)];
  const rows = weeks.map((week, at) => [week, ...series.map(({ values }) => values[at] ?? null)]);
  const course = { left: SIZE.marginLeft, right: SIZE.width - SIZE.marginRight };
  return { title, summary, svg, page, course, table: { columns, rows: rows.toReversed() } };
}

/**
 * Each list in hundredths of its own mean over the first weeks that all have in common; all null for
 * one without commits then, and for all where no weeks are common.
 */
export function indexed(lists: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const known = lists.filter((values) => values.some((value) => value !== null));
  const common = (known[0] ?? []).flatMap((_, week) =>
    known.every((values) => typeof values[week] === 'number') ? [week] : [],
  );
  const first = common.slice(0, BASE_WEEKS);
  return lists.map((values) => {
    const sum = first.reduce((total, week) => total + (values[week] ?? 0), 0);
    const base = first.length === 0 ? 0 : sum / first.length;
    return values.map((value) =>
      value === null || base === 0 ? null : Math.round((100 * value) / base),
    );
  });
}

function summaryOf(series: readonly Series[], scale: Scale): string {
  const last = series.map(({ name, values }) => {
    const value = values.at(-1);
    const known = values.some((one) => one !== null);
    if (typeof value === 'number') return `${name} ${count(value)}`;
    if (known) return `${name} not covered`;
    return scale === 'index' ? `${name} cannot be indexed` : `${name} not covered all year`;
  });
  const what =
    scale === 'index'
      ? '100 is the mean of the first four weeks that all have in common. In the last week: '
      : 'In the last week: ';
  return `${what}${last.join(', ')}.`;
}

async function drawLines(
  series: readonly Series[],
  dates: readonly Date[],
  words: { title: string; summary: string },
  scale: Scale,
): Promise<Chart['svg']> {
  const highest = Math.max(1, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const top = highest * 1.05;
  const labels = apart(series, top);
  return drawPlot({ id: 'compared', ...words }, (Plot) => ({
    ...SIZE,
    y: { label: null, grid: true, ticks: 4, domain: [0, top] },
    x: { label: null, domain: [dates[0] ?? new Date(0), dates.at(-1) ?? new Date(0)] },
    marks: [
      Plot.ruleY([scale === 'index' ? 100 : 0], { stroke: 'var(--under)' }),
      ...series.flatMap(({ values, look }) => {
        const points = dates.map((date, index) => ({ date, value: values[index] ?? null }));
        const { color, dashes } = look;
        const line = { x: 'date', y: 'value', stroke: color, strokeWidth: 2 };
        return [
          Plot.lineY(points, dashes === '' ? line : { ...line, strokeDasharray: dashes }),
          Plot.dot(points.findLast(({ value }) => value !== null) ? points.slice(-1) : [], {
            x: 'date',
            y: 'value',
            fill: color,
            r: 3.5,
          }),
        ];
      }),
      ...labels.map(({ name, value, look }) =>
        Plot.text([{ date: dates.at(-1), value, name }], {
          x: 'date',
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
}

/** Names beside the last values, moved apart where they would overlap. @param top of the axis */
function apart(
  series: readonly Series[],
  top: number,
): { name: string; value: number; look: Series['look'] }[] {
  const height = SIZE.height - SIZE.marginTop - SIZE.marginBottom;
  const unit = top / height;
  const labels = series
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
