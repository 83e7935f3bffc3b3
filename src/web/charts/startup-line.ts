/** One number of a startup week by week: a line, the windows that are compared, and its releases. */
import { count, counted, percent } from '../../lib/prose.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import { PATHS, periodHref } from '../components/links.ts';
import type { ChartDefinition } from './chart.ts';
import { rowOf, weeksUpTo } from './line-charts.ts';
import { weeklyChart } from './weekly-chart.ts';

type StartupLine = {
  /** The last part of the address, and the chart's id. */
  name: string;
  /** The measure: `Commits in 14 days` */
  label: string;
  /** The axis, if it is called otherwise. */
  unit?: string;
  /** Undefined in records published before the number existed. */
  values: (row: HistoryTable['startups'][string]) => readonly (number | null)[] | undefined;
  /** Days of the window that a value is over, and how the shades are explained. */
  window: { days: number; isCompared: boolean; note: string };
  /** A value in a sentence or a cell. */
  say: (value: number) => string;
  /** End of the axis, for a number with a fixed scale. */
  top?: number;
};

/** The address and the chart of one such number. */
function startupLine({ name: id, label, window, say, ...line }: StartupLine): ChartDefinition {
  return {
    path: `/charts/startups/{slug}/${id}`,
    chart: async ({ published: { editions, companies }, params: { slug = '' }, period }) => {
      const company = companies.get(slug);
      const history = await editions.history();
      const row = rowOf(history, slug);
      const all = row && line.values(row);
      if (!company || !all) return undefined;
      const { weeks, of } = weeksUpTo(history, period);
      const [values, releases] = [of(all), of(row.releaseDays)];
      const known = values.flatMap((value) => value ?? []);
      if (known.length === 0) return undefined;
      const last = values.at(-1);
      const now = typeof last === 'number' ? `${say(last)} last` : 'not covered last';
      const end = weeks.length - 1;
      const span = window.days / 7;
      return weeklyChart({
        id,
        weeks,
        say,
        unit: line.unit ?? label,
        title: `${company.name}: ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
        summary: `${counted(weeks.length, 'week')} to ${weeks[end]}: ${now}, ${say(Math.min(...known))} at least, ${say(Math.max(...known))} at most. ${releaseWords(releases)}.`,
        note: `Shaded: ${window.note}. Ticks: release days per week. Gaps: weeks without data.`,
        series: [{ name: label, values }],
        more: [{ name: 'Days with a release', values: releases }],
        ...(line.top !== undefined && { top: line.top }),
        bands: [
          ...(window.isCompared ? [{ from: end - 2 * span, to: end - span, opacity: 0.35 }] : []),
          { from: end - span, to: end, opacity: 0.75 },
        ],
        beneath: releases,
        page: periodHref(PATHS.startup(slug), period, editions),
      });
    },
  };
}

function releaseWords(releases: readonly (number | null)[]): string {
  const released = releases.flatMap((days) => days ?? []);
  if (released.length === 0) return 'Release history is incomplete';
  return `Released in ${count(released.filter((days) => days > 0).length)} of ${counted(released.length, 'week')} with a known release history`;
}

export const startupCommits = startupLine({
  name: 'commits',
  label: 'Commits in 14 days',
  values: ({ velocity }) => velocity,
  window: { days: 14, isCompared: true, note: 'this fortnight and the one before' },
  say: count,
});

export const startupContributors = startupLine({
  name: 'contributors',
  label: 'Contributors in 30 days',
  values: ({ contributors }) => contributors,
  window: { days: 30, isCompared: true, note: 'these 30 days and the 30 before' },
  say: count,
});

export const startupAgents = startupLine({
  name: 'agents',
  label: 'Share of commits by or with coding agents, 14 days',
  unit: 'Share of commits in 14 days',
  values: ({ agents }) => agents,
  window: { days: 14, isCompared: false, note: 'this fortnight' },
  say: percent,
  top: 1,
});
