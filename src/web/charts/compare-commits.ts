/** The commits of two to four startups over a year: on one axis, or each against its own beginning. */
import { type Html, html } from '../../lib/html.ts';
import { listed } from '../../lib/prose.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import { comparedSlugs } from '../../published/compared.ts';
import { count, plainName } from '../components/format.ts';
import { PATHS, periodHref } from '../components/links.ts';
import { type Chart, chart } from './chart.ts';
import { LOOKS, weeklyChart } from './weekly-chart.ts';

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

/** The line of a startup as a key beside its name. @param index its place among those compared */
export function lineSwatch(index: number): Html {
  const { color, dashes } = LOOKS[index] ?? LOOKS[0];
  return html`<svg class="swatch" viewBox="0 0 42 10" aria-hidden="true"><path d="M0 5h42" stroke="${color}"${dashes === '' ? null : html` stroke-dasharray="${dashes}"`}/></svg>`;
}

type Named = { slug: string; name: string };
type Series = Named & { values: (number | null)[] };

async function drawCompared(
  startups: readonly Named[],
  history: HistoryTable,
  { period, scale, latest }: { period: string; scale: Scale; latest: string },
): Promise<Chart | undefined> {
  const end = history.periods.findLastIndex((week) => week <= period) + 1;
  const weeks = history.periods.slice(Math.max(0, end - WEEKS), end);
  const counts = startups.map(({ slug }) => {
    const own = Object.hasOwn(history.startups, slug)
      ? history.startups[slug]?.velocity
      : undefined;
    return weeks.map((_, index) => own?.[end - weeks.length + index] ?? null);
  });
  const shown = scale === 'index' ? indexed(counts) : counts;
  const series = startups.map(
    (startup, index): Series => ({ ...startup, values: shown[index] ?? [] }),
  );
  if (series.every(({ values }) => values.every((value) => value === null))) return undefined;
  const names = startups.map(({ name }) => name);
  const unit = scale === 'index' ? 'Commits in 14 days, indexed' : 'Commits in 14 days';
  return weeklyChart({
    ...{ id: 'compared', weeks, unit, series, baseline: scale === 'index' ? 100 : 0 },
    title: `${listed(names)}: ${unit.charAt(0).toLowerCase()}${unit.slice(1)}`,
    summary: summaryOf(series, scale),
    page: periodHref(PATHS.comparison(...startups.map(({ slug }) => slug)), period, { latest }),
    table: {
      columns: ['Week', ...names],
      rows: weeks
        .map((week, at) => [week, ...series.map(({ values }) => values[at] ?? null)])
        .toReversed(),
    },
  });
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
