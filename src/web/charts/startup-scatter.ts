/** All startups of a week: how much they commit against how far they are above their own past year. */
import { type Listed, listedWeek } from '../../features/selection/listed-week.ts';
import { type SignalKey, signalKey } from '../../published/signal-words.ts';
import { count, counted, plainName, rounded, shortPeriodName } from '../components/format.ts';
import { periodHref } from '../components/links.ts';
import { type Chart, chart } from './chart.ts';
import { drawPoints, type PlottedPoint, signedTenths } from './point-plot.ts';
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
    const drawn = drawScatter(shown);
    return drawn && { ...drawn, page };
  },
});

export type Scatter = {
  listed: readonly Listed[];
  /** Slugs of the startups that are named in it, the most important first. */
  named: readonly string[];
  /** The subject, for its title: `Week 31, 2026` */
  of: string;
  /** The points that lead to a page, and where; without it none does. */
  hrefOf?: (slug: string) => string | undefined;
};

type Point = Listed & { acceleration: number; signal: SignalKey };

/** With more, only points that lead to a page have the mark of their signal; the others are dots. */
const MAX_MARKED = 400;

/** Undefined where no acceleration is known. */
export function drawScatter({ listed, named, of, hrefOf }: Scatter) {
  const points = listed.flatMap(({ acceleration, ...one }): Point[] =>
    acceleration === null ? [] : [{ ...one, acceleration, signal: signalKey(one.startup) }],
  );
  if (points.length === 0) return undefined;
  const faster = points.filter(({ acceleration }) => acceleration > 0).length;
  const title = `Pace and acceleration, ${of}`;
  const summary = `${counted(points.length, 'startup')}: further right, more commits in 14 days; higher, further above the pace of their own past year. ${counted(faster, 'is', 'are')} above it, ${count(points.length - faster)} at or below.`;
  const inOrder = points.toSorted((a, b) => SIGNALS.indexOf(a.signal) - SIGNALS.indexOf(b.signal));
  const svg = drawPoints({
    id: 'scatter',
    title,
    summary,
    points: inOrder.map((point) => plotted(point, hrefOf)),
    named,
    isMarked: points.length <= MAX_MARKED,
  });
  return { title, summary, svg, table: tableOf(points) };
}

function plotted(
  { startup, acceleration, signal }: Point,
  hrefOf: Scatter['hrefOf'],
): PlottedPoint {
  const { slug, name, commitVelocity14d } = startup;
  return {
    slug,
    name,
    x: commitVelocity14d,
    y: acceleration,
    mark: MARKS[signal],
    color: signal === 'none' ? 'var(--line)' : `var(--${signal})`,
    opacity: signal === 'none' ? '.55' : '.85',
    title: `${plainName(name)}: ${counted(commitVelocity14d, 'commit')}, ${signedTenths(acceleration)}, ${SIGNAL_WORDS[signal]}`,
    href: hrefOf?.(slug),
  };
}

const MAX_NAMED = 14;

/** Slugs of startups to label: the first of the ranking, and those at an edge. */
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
