/** One number of a startup week by week: a line, the windows that are compared, and its releases. */
import { type Day, isoDay, lastDayNamed } from '../../lib/period.ts';
import { count, counted, percent } from '../../lib/prose.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import { PATHS, periodHref } from '../components/links.ts';
import type { Chart, ChartDefinition } from './chart.ts';
import { chart } from './chart.ts';
import { rowOf, weeksUpTo } from './line-charts.ts';
import { weekEnd, weeklyChart } from './weekly-chart.ts';

type Row = HistoryTable['startups'][string];

type StartupLine = {
  /** The last part of the address, and the chart's id. */
  name: string;
  /** The measure: `Commits in 14 days` */
  label: string;
  /** Undefined in records published before the number existed. */
  values: (row: Row) => readonly (number | null)[] | undefined;
  /** Days of the window that a value is over, and whether the one before is compared with it. */
  window: { days: number; isCompared: boolean };
  /** A value in a sentence or a cell. */
  say: (value: number) => string;
  /** End of the axis, for a number with a fixed scale. */
  top?: number;
};

/** The address and the drawing of one such chart. */
function startupLine(line: StartupLine): ChartDefinition {
  return chart({
    path: `/charts/startups/{slug}/${line.name}`,
    draw: async ({ published, params: { slug = '' }, period }) => {
      const { editions, companies } = published;
      const company = companies.get(slug);
      const history = await editions.history();
      const row = rowOf(history, slug);
      const values = row && line.values(row);
      if (!company || !values) return undefined;
      const { weeks, of } = weeksUpTo(history, period);
      const course = { weeks, values: of(values), releases: of(row.releaseDays) };
      return draw(line, company, course, period, editions.latest);
    },
  });
}

type Values = readonly (number | null)[];
type Course = { weeks: readonly string[]; values: Values; releases: Values };

async function draw(
  { name: id, label, window, say, top }: StartupLine,
  { name, slug }: { name: string; slug: string },
  { weeks, values, releases }: Course,
  period: string,
  latest: string,
): Promise<Chart | undefined> {
  const known = values.flatMap((value) => value ?? []);
  const [newest, last] = [weeks.at(-1), values.at(-1)];
  if (newest === undefined || known.length === 0) return undefined;
  const now = typeof last === 'number' ? `${say(last)} last` : 'not covered last';
  const released = releases.flatMap((days) => days ?? []);
  const releaseWords =
    released.length === 0
      ? 'Release history is incomplete'
      : `Released in ${count(released.filter((days) => days > 0).length)} of ${counted(released.length, 'week')} with a known release history`;
  const end = lastDayNamed(newest);
  const spans = [
    ...(window.isCompared ? [{ from: end - 2 * window.days, opacity: 0.35 }] : []),
    { from: end - window.days, opacity: 0.75 },
  ].map(({ from, opacity }) => ({
    from: dateOf(from + 1),
    to: dateOf(from + window.days + 1),
    opacity,
  }));
  return weeklyChart({
    ...{ id, weeks, say, unit: label, below: 0.09 },
    title: `${name}: ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    summary: `${counted(weeks.length, 'week')} to ${newest}: ${now}, ${say(Math.min(...known))} at least, ${say(Math.max(...known))} at most. ${releaseWords}.`,
    series: [{ name: label, values }],
    more: [{ name: 'Days with a release', values: releases }],
    ...(top !== undefined && { top }),
    beneath: (Plot, axis) => [
      Plot.rect(spans, {
        ...{ x1: 'from', x2: 'to', y1: 0, y2: axis },
        ...{ fill: 'var(--area)', fillOpacity: 'opacity' },
      }),
      Plot.ruleX(
        weeks.flatMap((week, index) => {
          const days = releases[index];
          return days ? [{ date: weekEnd(week), days }] : [];
        }),
        {
          x: 'date',
          y1: -0.015 * axis,
          y2: ({ days }) => -(0.02 + 0.01 * days) * axis,
          ...{ stroke: 'var(--deploy)', strokeWidth: 1.5 },
        },
      ),
    ],
    page: periodHref(PATHS.startup(slug), period, { latest }),
  });
}

function dateOf(day: Day): Date {
  return new Date(isoDay(day));
}

export const startupCommits = startupLine({
  name: 'commits',
  label: 'Commits in 14 days',
  values: ({ velocity }) => velocity,
  window: { days: 14, isCompared: true },
  say: count,
});

export const startupContributors = startupLine({
  name: 'contributors',
  label: 'Contributors in 30 days',
  values: ({ contributors }) => contributors,
  window: { days: 30, isCompared: true },
  say: count,
});

export const startupAgents = startupLine({
  name: 'agents',
  label: 'Share of commits by or with coding agents, 14 days',
  values: ({ agents }) => agents,
  window: { days: 14, isCompared: false },
  say: percent,
  top: 1,
});
